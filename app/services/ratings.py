"""Ratings: what finished matches say about how well their players play."""

from msgspec import Struct
from openskill.models import PlackettLuce

from app.db.base import Moment
from app.db.ratings import RatingStore, Skill
from app.services.ids import now

_model = PlackettLuce()
FIRST = Skill(_model.mu, _model.sigma)
"""The skill of whom nothing is known."""


class Rating(Struct, frozen=True):
    """A player's rating at one game. `ordinal` is the skill that is safe to assume."""

    ruleset: str
    mu: float
    sigma: float
    ordinal: float
    matches: int
    updated_at: Moment


def rate(skills: list[Skill], winner: int | None) -> list[Skill]:
    """Return the skills after a match that the seat `winner` won, or nobody."""
    teams = [[_model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    ranks = [0.0 if winner in {None, seat} else 1.0 for seat in range(len(skills))]
    return [Skill(team[0].mu, team[0].sigma) for team in _model.rate(teams, ranks=ranks)]


class Ratings:
    """The use cases around ratings."""

    def __init__(self, store: RatingStore) -> None:
        self._store = store

    async def of(self, player: str) -> list[Rating]:
        """Return the player's ratings, one for each game with a rated match."""
        return [
            Rating(
                stored.ruleset,
                round(stored.mu, 3),
                round(stored.sigma, 3),
                round(stored.mu - 3 * stored.sigma, 3),
                stored.matches,
                stored.updated_at,
            )
            for stored in await self._store.of(player)
        ]

    async def settle_due(self) -> None:
        """Let every rated match that is over change the ratings, each once."""
        for match in await self._store.due():
            await self._store.settle(match, rate, now())

    async def forget(self, player: str) -> None:
        """Remove the player's ratings."""
        await self._store.forget(player)
