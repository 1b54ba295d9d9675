"""Every test here runs for every ruleset, on positions of whole games."""

import pytest

from tests.conformance.playing import Game, Moment, sample
from tests.conformance.subjects import SUBJECTS, Subject


@pytest.fixture(scope="session", params=SUBJECTS, ids=str)
def subject(request: pytest.FixtureRequest) -> Subject:
    """A ruleset with its adapter."""
    chosen: Subject = request.param
    return chosen


@pytest.fixture(scope="session")
def games(subject: Subject) -> tuple[Game, ...]:
    """Whole games at every table."""
    return sample(subject)


@pytest.fixture(scope="session")
def moments(games: tuple[Game, ...]) -> list[Moment]:
    """Every action of these games."""
    return [moment for game in games for moment in game.moments]


@pytest.fixture(scope="session")
def some_moments(moments: list[Moment]) -> list[Moment]:
    """Fewer of them, for what costs more: every open question, and each fifth turn action."""
    return [
        moment
        for at, moment in enumerate(moments)
        if at % 5 == 0 or any(asked.kind != "turn" for asked in moment.decisions)
    ]
