"""Steps of a match that are no actions of its game: offers, pauses, what a judge does.

All of them go the way that actions go: worked out from a version, stored on the condition that the
match is still there, and told only after that.
"""

from collections.abc import Awaitable, Callable

from app.db.match_store import MatchStore, StoredMatch
from app.db.moves import OutdatedError
from app.live.bells import Bells
from app.services.failure import not_found
from app.services.ids import is_id
from app.services.moving import Step, step_to
from app.services.rulesets import Game, Games

Plan = Callable[[StoredMatch, Game], Awaitable[Step]]
"""Works a step out from the match as it stands. Raises `Failure` where it is not allowed."""


class Steps:
    """Takes steps of matches."""

    def __init__(self, store: MatchStore, known: Games, bells: Bells) -> None:
        self._store = store
        self._games = known
        self._bells = bells

    async def find(self, match_id: str) -> tuple[StoredMatch, Game]:
        """Return a match with its game. Raises `Failure` if there is none."""
        match = await self._store.find(match_id) if is_id(match_id) else None
        if match is None:
            raise not_found(f"match {match_id}")
        return match, self._games[match.ruleset]

    async def take(self, match_id: str, plan: Plan) -> StoredMatch:
        """Take the step that `plan` works out; return the match after it, stored durably.

        Where the match moved meanwhile, `plan` is asked again: it has to decide anew.
        """
        while True:
            match, game = await self.find(match_id)
            move = step_to(game, match, await plan(match, game))
            try:
                await self._store.commit(move)
            except OutdatedError:
                continue
            self._bells.ring(match.id)
            after, _ = await self.find(match_id)
            return after
