"""Playing a match again from its log, to an earlier version."""

import asyncio
from collections.abc import Sequence
from typing import Any

from app.db.history import History, LoggedAction
from app.db.match_store import MatchStore, StoredMatch
from app.services.memory import Memory
from app.services.moving import position_of
from app.services.rulesets import Game


class UnfaithfulLogError(Exception):
    """Played again, the match comes out otherwise: the cards or the engine have changed since."""


class Rerun:
    """Earlier positions of matches: the stored key and actions give the same game again."""

    def __init__(self, store: MatchStore, history: History) -> None:
        self._store = store
        self._history = history
        self._known: Memory[tuple[str, int], Any] = Memory(200)

    async def position_at(self, match: StoredMatch, game: Game, version: int) -> Any:
        """Return the position after `version`, in which the game had begun already.

        Raises `UnfaithfulLogError` if the present position does not come out of the log any more.
        """
        if version == match.version:
            return position_of(game, match)
        known = self._known.recall((match.id, version))
        if known is not None:
            return known
        decks = await self._store.decks(match.id)
        # An end from outside (time, an agreement) is no action: of a match that is over, what was
        # played last is compared with nothing.
        standing = await self._history.actions(match.id, match.version)
        wanted = await self._history.actions(match.id, version)
        by_seat = [decks[seat] for seat in range(game.rules.seats)]
        position = await asyncio.to_thread(_rerun, match, game, by_seat, standing, wanted)
        self._known.remember((match.id, version), position)
        return position


def _rerun(
    match: StoredMatch,
    game: Game,
    decks: Sequence[Sequence[str]],
    standing: Sequence[LoggedAction],
    wanted: Sequence[LoggedAction],
) -> Any:
    present = position_of(game, match)
    first, _ = game.rules.start(decks, match.settings, present.random.key)
    if present.result is None and game.rules.encode(_play(game, first, standing)) != match.position:
        raise UnfaithfulLogError(match.id)
    return _play(game, first, wanted)


def _play(game: Game, position: Any, actions: Sequence[LoggedAction]) -> Any:
    for logged in actions:
        action = game.rules.read_action(logged.action)
        position, _ = game.rules.apply(position, logged.seat, action)
    return position
