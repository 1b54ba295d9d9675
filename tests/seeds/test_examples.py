"""The executable examples of `seeds/`: what the rules and rulings say, played by the engine."""

import pytest

from app.content.library import load_library
from app.content.rules import Example
from app.services.examples import played
from app.services.judge import Judge
from app.services.rulesets import games

LIBRARY = load_library()
JUDGE = Judge(games(LIBRARY.book))


@pytest.mark.parametrize("example", [pytest.param(each, id=each.name) for each in LIBRARY.examples])
def test_an_example_comes_out_as_it_says(example: Example) -> None:
    outcome = played(example, JUDGE).outcome
    assert outcome.differences == ()
    assert outcome.passed


@pytest.mark.parametrize("id_", [*LIBRARY.rules, *LIBRARY.rulings])
def test_every_rule_and_ruling_has_an_example(id_: str) -> None:
    assert LIBRARY.examples_of(id_)


def test_examples_have_names_of_their_own() -> None:
    names = [example.name for example in LIBRARY.examples]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("example", [pytest.param(each, id=each.name) for each in LIBRARY.examples])
def test_an_example_says_what_it_shows_and_what_comes_out(example: Example) -> None:
    assert example.shows
    assert example.checks or example.events or example.refuse
