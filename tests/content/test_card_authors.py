"""The card that the authors' page adds can be added as the page says."""

import re
import shutil
from pathlib import Path

import pytest

from app.content.library import load_library
from app.content.mistakes import ContentError
from app.paths import seeds_dir

PAGE = Path(__file__).parents[2] / "docs" / "card-authors.md"
BLOCK = re.compile(r"```(?P<language>\w+)\n(?P<text>.*?)```", re.DOTALL)


@pytest.fixture
def seeds(tmp_path: Path) -> Path:
    copy = tmp_path / "seeds"
    shutil.copytree(seeds_dir(), copy)
    about, card, scripts = (
        block["text"]
        for block in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))
        if block["language"] in {"yaml", "json"}
    )
    folder = copy / "window-box"
    shutil.rmtree(folder, ignore_errors=True)  # somebody may have tried the page in this checkout
    (folder / "abilities").mkdir(parents=True)
    (folder / "set.yaml").write_text(about, encoding="utf-8")
    (folder / "cards.json").write_text(card, encoding="utf-8")
    (folder / "abilities" / "basket-cat.yaml").write_text(scripts, encoding="utf-8")
    return copy


def test_the_card_is_there(seeds: Path) -> None:
    library = load_library(seeds)
    assert len(library.cards) == 29
    card = library.cards["basket-cat"]
    assert (card.set, card.status, card.hp) == ("window-box", "provisional", 90)
    assert library.book["basket-cat"].is_basic
    assert "rule-5" in library.card_rules["basket-cat"]


def test_the_mistake_reads_as_the_page_says(seeds: Path) -> None:
    scripts = seeds / "window-box" / "abilities" / "basket-cat.yaml"
    text = scripts.read_text(encoding="utf-8")
    scripts.write_text(text.replace("damage: 30", "damage: 40"), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_library(seeds)
    assert str(caught.value) in PAGE.read_text(encoding="utf-8")
