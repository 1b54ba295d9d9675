"""What is cited exists, and no code of the engine knows a card."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.content.library import load_library

CHECKOUT = Path(__file__).parents[2]
LIBRARY = load_library()
CITABLE = {*LIBRARY.rules, *LIBRARY.rulings, *LIBRARY.settings}
CITED = re.compile(r"\b(?:rule|ruling|table)-\d+\b")
SOURCES = sorted((CHECKOUT / "app").rglob("*.py"))
ENGINE = sorted((CHECKOUT / "app" / "engine").rglob("*.py"))
AUTHORED = sorted((CHECKOUT / "seeds").glob("*/**/*.yaml"))


@pytest.mark.parametrize(
    "path", [*SOURCES, *AUTHORED], ids=lambda path: str(path.relative_to(CHECKOUT))
)
def test_every_citation_exists(path: Path) -> None:
    cited = set(CITED.findall(path.read_text(encoding="utf-8")))
    assert cited <= CITABLE


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_no_engine_code_names_a_card(path: Path) -> None:
    """Docstrings may tell of cards; what is computed may not."""
    names = {
        name.casefold()
        for card in LIBRARY.cards.values()
        for name in (card.id, card.name, *card.identities, *(a.name for a in card.abilities))
    }
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {word for word in _spoken(tree) if word.casefold().replace("_", "-") in names}
    assert named == set()


def _spoken(tree: ast.Module) -> Iterator[str]:
    """Yield every string that is no docstring, and every name."""
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as text) if id(node) not in told:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case _:
                pass
