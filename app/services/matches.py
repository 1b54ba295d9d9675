"""Matches as they are looked at: by whom, how much of them, and how late."""

import time
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from app.db.history import History
from app.db.match_store import MatchStore, Sitter, StoredMatch
from app.db.moves import Use
from app.engine.kernel.event import Event
from app.live.bells import Bells
from app.services.belonging import check_known, judges
from app.services.failure import Failure, not_found
from app.services.ids import is_id, now
from app.services.moving import position_of
from app.services.options import options_of
from app.services.page import Page, page_of
from app.services.rerunning import Rerun, UnfaithfulLogError
from app.services.rulesets import Game, Games, kind_of
from app.services.table import Asked, Table, decisions_for, table
from app.services.timekeeping import Timekeeper
from app.services.waiting import Waiting, waiting_in

LOOK_AGAIN_SECONDS = 10.0
"""How long nothing is heard before one looks again: another process may have moved the match."""

LATE_SECONDS = 1.0
"""The same for those who see things late: no bell rings for them."""


class Sight(Struct, frozen=True):
    """A match as far as somebody sees it, with the seat from which they do."""

    match: StoredMatch
    game: Game
    position: Any
    sitter: Sitter | None

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for a spectator."""
        return None if self.sitter is None else self.sitter.seat

    def asked(self) -> Asked:
        """Return what the viewer is asked, and whom the match waits for."""
        match, game, position = self.match, self.game, self.position
        if position is None:
            return Asked(match.version, (), ())
        decisions = decisions_for(game, match, position, self.sitter)
        return Asked(match.version, decisions, game.rules.to_act(position))

    def table(self) -> Table:
        """Return the whole table."""
        return table(self.game, self.match, self.position, self.sitter)


class Matches:
    """The use cases of looking at a match; nobody sees one by invitation who is not invited."""

    def __init__(
        self,
        store: MatchStore,
        history: History,
        rerun: Rerun,
        known: Games,
        bells: Bells,
        timekeeper: Timekeeper,
    ) -> None:
        self._store = store
        self._history = history
        self._rerun = rerun
        self._games = known
        self._bells = bells
        self._timekeeper = timekeeper

    async def look(self, match_id: str, player: str | None) -> Sight:
        """Return the match as far as the player may see it.

        Raises `Failure`: `not_found`, or `not_for_spectators`.
        """
        match = await self._find(match_id)
        check_known(match, player)
        if await self._timekeeper.ensure(match):
            match = await self._find(match_id)
        game = self._games[match.ruleset]
        sitter = match.seat_of(player)
        options = options_of(match)
        if sitter is None and match.position is not None and not judges(match, player):
            if options.spectators == "off":
                raise Failure("not_for_spectators", "This match is shown to its players only.")
            if options.spectator_delay:
                seen_until = now() - timedelta(seconds=options.spectator_delay)
                return await self._late(match, game, seen_until)
        return Sight(match, game, position_of(game, match), sitter)

    async def view(self, match_id: str, player: str | None) -> Table:
        """Return the match as the player may see it."""
        return (await self.look(match_id, player)).table()

    async def asked(self, match_id: str, player: str | None) -> Asked:
        """Return what the player is asked, and whom the match waits for."""
        return (await self.look(match_id, player)).asked()

    async def waiting(self, match_id: str, player: str | None) -> Waiting:
        """Return whom the match waits for, why, since when, and what happens at the deadline."""
        sight = await self.look(match_id, player)
        return waiting_in(sight.match, sight.game, sight.position)

    async def uses(self, match_id: str, player: str | None) -> list[Use]:
        """Return the uses that each seat has spent, in order. Both seats may know them."""
        match = (await self.look(match_id, player)).match
        return await self._history.uses(match.id, match.version)

    async def events(
        self, match_id: str, player: str | None, after: int, size: int, wait: float
    ) -> Page[Event]:
        """Return what happened after event `after`, as the player may know it.

        Where that is nothing yet, wait up to `wait` seconds for it, unless the match is over.
        """
        sight = await self.look(match_id, player)
        if wait and _is_quiet(sight, after):
            sight = await self._wait(sight, player, after, wait)
        found = await self.told(sight, after, size + 1)
        return page_of(found, sight.match.last_seq, size, lambda event: str(event.seq))

    async def _wait(self, sight: Sight, player: str | None, after: int, seconds: float) -> Sight:
        """Wait until there is something after `after`; return the match as it is then."""
        deadline = time.monotonic() + seconds
        with self._bells.hang(sight.match.id) as bell:
            while True:
                sight = await self.look(sight.match.id, player)
                left = deadline - time.monotonic()
                if left <= 0 or self._bells.stopped or not _is_quiet(sight, after):
                    return sight
                await bell.heard(min(left, patience(sight)))

    async def _find(self, match_id: str) -> StoredMatch:
        match = await self._store.find(match_id) if is_id(match_id) else None
        if match is None:
            raise not_found(f"match {match_id}")
        return match

    async def told(self, sight: Sight, after: int, most: int) -> list[Event]:
        """Return events after `after` that the viewer may know of, as the viewer may know them."""
        found = await self._store.events(sight.match.id, after, most)
        return [
            sight.game.told_to(sight.seat, logged.event)
            for logged in found
            if logged.seq <= sight.match.last_seq
        ]

    async def _late(self, match: StoredMatch, game: Game, at: datetime) -> Sight:
        """Return the match as it stood at that moment."""
        if match.updated_at <= at:
            return Sight(match, game, position_of(game, match), None)
        horizon = await self._history.horizon(match.id, at)
        then = replace(match, timing=None, paused_at=None)
        if horizon is None:
            then = replace(then, status="playing", result=None, version=0, last_seq=0)
            return Sight(replace(then, updated_at=match.created_at), game, None, None)
        then = replace(then, version=horizon.version, last_seq=horizon.seq, updated_at=horizon.at)
        later = await self._history.events_since(match.id, horizon.version)
        ends_later = any(kind_of(game.events.decode(each)) == "match_over" for each in later)
        if match.status == "over" and not ends_later:
            return Sight(then, game, position_of(game, match), None)
        then = replace(then, status="playing", result=None)
        try:
            position = await self._rerun.position_at(match, game, horizon.version)
        except UnfaithfulLogError:  # the cards have changed since: the past cannot be shown
            position = None
        return Sight(then, game, position, None)


def _is_quiet(sight: Sight, after: int) -> bool:
    """Whether nothing has happened after event `after`, and something may yet."""
    return sight.match.last_seq <= after and sight.match.status in {"open", "playing"}


def patience(sight: Sight) -> float:
    """Return after how many seconds without a bell the viewer looks again."""
    late = sight.sitter is None and options_of(sight.match).spectator_delay > 0
    return LATE_SECONDS if late else LOOK_AGAIN_SECONDS
