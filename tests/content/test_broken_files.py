"""Every kind of mistake in a data file is refused with file, line, key and what was expected."""

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.content.library import load_library
from app.content.mistakes import ContentError, Mistake
from app.paths import seeds_dir

CARDS = "sacred-artifacts/abilities"
STARTERS = "starter-cats/cards.json"
CASES: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("mistakes.yaml").read_text(encoding="utf-8")
)


@pytest.fixture
def seeds(tmp_path: Path) -> Path:
    copy = tmp_path / "seeds"
    shutil.copytree(seeds_dir(), copy)
    return copy


def mistakes_of(seeds: Path) -> tuple[Mistake, ...]:
    with pytest.raises(ContentError) as caught:
        load_library(seeds)
    return caught.value.mistakes


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old!r}"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_mistake(seeds: Path, case: dict[str, Any]) -> None:
    edit(seeds / case["file"], case["replace"], case["by"])
    found = mistakes_of(seeds)
    assert any(
        mistake.file == f"seeds/{case['file']}"
        and (mistake.line, mistake.key) == (case["line"], case["key"])
        and case["says"] in mistake.detail
        for mistake in found
    ), "\n".join(map(str, found))


def test_two_cards_of_one_id(seeds: Path) -> None:
    edit(seeds / STARTERS, '"id": "mochi"', '"id": "miso"')
    (seeds / "starter-cats/abilities/mochi.yaml").unlink()
    assert any("another card's, too" in mistake.detail for mistake in mistakes_of(seeds))


def test_mistake_in_an_example(seeds: Path) -> None:
    example = seeds / "sacred-artifacts" / "examples" / "wrong.yaml"
    example.parent.mkdir(exist_ok=True)
    example.write_text("- {name: none, position: {}, actions: [], shows: [rule-16]}\n")
    (found,) = mistakes_of(seeds)
    assert str(found).startswith(
        "seeds/sacred-artifacts/examples/wrong.yaml:1: [0]: none: 'rule-16'"
    )


def test_every_mistake_of_a_file_is_told_at_once(seeds: Path) -> None:
    file = seeds / CARDS / "furthings.yaml"
    edit(file, "heal: 10", "heel: 10")
    edit(file, "where: normal", "where: there")
    assert [mistake.line for mistake in mistakes_of(seeds)] == [5, 10]


def test_mistakes_of_several_files_are_told_at_once(seeds: Path) -> None:
    edit(seeds / CARDS / "furthings.yaml", "heal: 10", "heal: 11")
    edit(seeds / CARDS / "artax.yaml", "damage: 60", "damage: 61")
    assert {Path(mistake.file).stem for mistake in mistakes_of(seeds)} == {"furthings", "artax"}


def test_scripts_in_another_order_than_printed(seeds: Path) -> None:
    file = seeds / CARDS / "windowland.yaml"
    first, *rest = file.read_text(encoding="utf-8").split("\n\n")
    file.write_text("\n\n".join([*(part.strip() for part in rest), first]) + "\n", encoding="utf-8")
    (found,) = mistakes_of(seeds)
    assert (
        found.detail == "expected the printed order: Sunbeam Charge; Golden Shelter; Moonlit Rest"
    )


def test_missing_script_file(seeds: Path) -> None:
    (seeds / CARDS / "artax.yaml").unlink()
    (found,) = mistakes_of(seeds)
    assert str(found) == f"seeds/{CARDS}/artax.yaml:1: the file is missing"


def test_script_of_no_card(seeds: Path) -> None:
    (seeds / CARDS / "nobody.yaml").write_text("{}\n")
    (found,) = mistakes_of(seeds)
    assert "the set has no card 'nobody'" in found.detail


def test_empty_script_file(seeds: Path) -> None:
    (seeds / CARDS / "artax.yaml").write_text("# nothing yet\n")
    (found,) = mistakes_of(seeds)
    assert found.detail == "the file is empty"


def test_data_without_a_reference(tmp_path: Path) -> None:
    assert "release" in str(mistakes_of(tmp_path)[0])
