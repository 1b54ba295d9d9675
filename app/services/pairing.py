"""The waiting list: who waits at equal tables is paired, the most equal skills first."""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from app.db.base import Moment
from app.db.lobby import AlreadyWaitingError, LobbyStore, StoredEntry, served
from app.db.match_store import MatchStore
from app.db.moves import NewSeat, OutdatedError
from app.live.bells import Bells
from app.services.decks import Decks, Given
from app.services.failure import Failure, invalid, not_found
from app.services.ids import now
from app.services.lobby import Lobby
from app.services.making import Plan, seated
from app.services.ratings import FIRST
from app.services.rulesets import DEFAULT_RULESET, Games

GAP = 2.0
"""How far the means of two skills may be apart from the start."""

GAP_PER_SECOND = 0.25
"""How much farther for each second that the one who has waited longer has waited."""


PRESENT = timedelta(seconds=90)
"""Who was not heard of for so long is paired with nobody until then: nobody likes to play alone."""


class Wish(Given, frozen=True, forbid_unknown_fields=True):
    """What a player looks for: with which deck, at which table. It is rated unless it says not."""

    ruleset: str = DEFAULT_RULESET
    settings: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)


class Entry(Struct, frozen=True, kw_only=True):
    """A player's place on the waiting list; `match` once somebody was found."""

    status: Literal["waiting", "paired"]
    ruleset: str
    settings: Mapping[str, Any]
    options: Mapping[str, Any]
    deck_hash: str
    since: Moment
    match: str | None


class Pairing:
    """The use cases around the waiting list."""

    def __init__(
        self,
        store: LobbyStore,
        matches: MatchStore,
        lobby: Lobby,
        decks: Decks,
        known: Games,
        bells: Bells,
        release: str,
    ) -> None:
        self._store = store
        self._matches = matches
        self._lobby = lobby
        self._decks = decks
        self._games = known
        self._bells = bells
        self._release = release

    async def enter(self, player: str, wish: Wish) -> Entry:
        """Wait for somebody to play. The deck is checked and fixed now.

        Raises `Failure`: `already_waiting`, or `deck_not_legal` with the verdict.
        """
        if wish.options.get("judges"):
            raise invalid(
                "/options/judges", "A match from the waiting list has no judges of yours."
            )
        options = {"rated": True, **wish.options}
        plan = self._lobby.plan(player, wish.settings, options, wish.ruleset)
        deck = await self._decks.for_match(player, wish, plan.settings)
        entry = StoredEntry(
            player=player,
            ruleset=wish.ruleset,
            settings=_canonical(plan.settings),
            options=_canonical(plan.options),
            deck=deck.cards,
            deck_hash=deck.deck_hash,
            since=now(),
        )
        try:
            await self._store.add(entry)
        except AlreadyWaitingError:
            detail = "You wait already: leave the waiting list before you enter it anew."
            raise Failure("already_waiting", detail) from None
        await self.pair()
        return await self.find(player)

    async def find(self, player: str, wait: float = 0) -> Entry:
        """Return the player's entry, if it waits up to `wait` seconds later at first.

        Raises `Failure` if there is none.
        """
        deadline = time.monotonic() + wait
        with self._bells.hang(_bell(player)) as bell:
            entry = await self._store.find(player)
            while entry is not None and entry.match is None and not self._bells.stopped:
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                await bell.heard(min(left, 1.0))  # another process may have paired it
                entry = await self._store.find(player)
        if entry is None:
            raise not_found("entry of yours on the waiting list")
        return _told(entry)

    async def leave(self, player: str) -> None:
        """Wait no longer. Raises `Failure` if the player does not wait."""
        if not await self._store.remove(player):
            raise not_found("entry of yours that still waits")

    async def forget(self, player: str) -> None:
        """Remove what there is of the player, who goes."""
        await self._store.forget(player)

    async def pair(self) -> None:
        """Make matches of those who wait, as far as they fit."""
        at = now()
        for first, second in pairs(await self._store.waiting(at - PRESENT), at):
            plan = Plan(
                creator=first.player,
                game=self._games[first.ruleset],
                settings=msgspec.json.decode(first.settings),
                options=msgspec.json.decode(first.options),
            )
            seats = [
                NewSeat(seat, entry.player, entry.deck, entry.deck_hash)
                for seat, entry in enumerate((first, second))
            ]
            match, moves = seated(plan, self._release, seats)
            changes = [served(entry, match.id) for entry in (first, second)]
            with suppress(OutdatedError):  # another process, or one of them, was faster
                await self._matches.begin(match, moves, *changes)
                for entry in (first, second):
                    self._bells.ring(_bell(entry.player))


def pairs(waiting: list[StoredEntry], at: datetime) -> Iterator[tuple[StoredEntry, StoredEntry]]:
    """Yield who is to play whom; `waiting` begins with those who have waited longest.

    Each is paired with the nearest skill at an equal table, if it is near enough: the longer
    somebody has waited, the less near it has to be.
    """
    tables: defaultdict[tuple[str, str, str], list[StoredEntry]] = defaultdict(list)
    for entry in waiting:
        tables[entry.table].append(entry)
    for entries in tables.values():
        while entries:
            first = entries.pop(0)
            near = min(entries, key=lambda entry: _gap(first, entry), default=None)
            patience = GAP + GAP_PER_SECOND * (at - first.since).total_seconds()
            if near is not None and _gap(first, near) <= patience:
                entries.remove(near)
                yield first, near


def _gap(one: StoredEntry, other: StoredEntry) -> float:
    return abs((one.skill or FIRST).mu - (other.skill or FIRST).mu)


def _canonical(value: Mapping[str, object]) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _bell(player: str) -> str:
    return f"waiting-list:{player}"


def _told(entry: StoredEntry) -> Entry:
    return Entry(
        status="waiting" if entry.match is None else "paired",
        ruleset=entry.ruleset,
        settings=msgspec.json.decode(entry.settings),
        options=msgspec.json.decode(entry.options),
        deck_hash=entry.deck_hash,
        since=entry.since,
        match=entry.match,
    )
