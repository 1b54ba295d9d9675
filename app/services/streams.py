"""Streams: what happens, told as it happens, to whoever listens."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec import Struct

from app.live.bells import LOBBY, Bells
from app.services.failure import Failure
from app.services.lobby import Lobby
from app.services.matches import LOOK_AGAIN_SECONDS, Matches, Sight, patience
from app.services.players import Account, Players
from app.services.table import Listed

REPLAY_AT_MOST = 200
"""How many events a stream tells one by one; whoever has missed more gets a snapshot."""

TRUSTED_SECONDS = 10.0
"""How long a stream goes on before it looks whether its token is still good."""

LOBBY_AT_MOST = 1000
LOBBY_REST_SECONDS = 0.25
"""How seldom the lobby is looked at, however many listen and however much happens there."""


class Frame(Struct, frozen=True):
    """A piece of a stream. `seq` is the last event that whoever has got it knows of."""

    kind: Literal["event", "snapshot", "decision", "appeared", "vanished"]
    data: bytes
    seq: int | None = None


class Streams:
    """The use cases of listening. Between two looks a stream holds nothing but its bell."""

    def __init__(self, matches: Matches, lobby: Lobby, players: Players, bells: Bells) -> None:
        self._matches = matches
        self._players = players
        self._lobby = lobby
        self._bells = bells
        self._looking = asyncio.Lock()
        self._looked_at = -LOBBY_REST_SECONDS
        self._open: dict[str, Listed] = {}

    async def of_match(
        self, sight: Sight, account: Account | None, after: int
    ) -> AsyncIterator[Frame | None]:
        """Yield what happens after event `after`, until the server stops.

        It ends sooner for whoever may not listen any more: the match has begun and has no
        spectators, or the token is revoked.

        Events come in order, and after them what the viewer is asked then. Whoever has missed too
        many gets a snapshot of the match instead. None means that nothing happened for a while.
        """
        match_id, asked, checked = sight.match.id, b"", time.monotonic()
        player = None if account is None else account.id
        with self._bells.hang(match_id) as bell, suppress(Failure):
            while not self._bells.stopped:
                if account is not None:
                    await self._players.still_here(account)
                    if time.monotonic() - checked >= TRUSTED_SECONDS:
                        await self._check_token(account)
                        checked = time.monotonic()
                sight = await self._matches.look(match_id, player)
                last = sight.match.last_seq
                if not last - REPLAY_AT_MOST <= after <= last:
                    yield Frame("snapshot", msgspec.json.encode(sight.table()), last)
                elif after < last:
                    for event in await self._matches.told(sight, after, REPLAY_AT_MOST):
                        yield Frame("event", msgspec.json.encode(event), event.seq)
                after = last
                current = msgspec.json.encode(sight.asked())
                if current != asked:
                    asked = current
                    yield Frame("decision", asked)
                if not await bell.heard(patience(sight)):
                    yield None

    async def of_lobby(self) -> AsyncIterator[Frame | None]:
        """Yield the open matches, then each that appears, changes or vanishes."""
        known: dict[str, Listed] | None = None
        with self._bells.hang(LOBBY) as bell:
            while not self._bells.stopped:
                current = await self._open_matches()
                if known is None:
                    yield Frame("snapshot", msgspec.json.encode({"data": tuple(current.values())}))
                    known = current
                for match in known.keys() - current.keys():
                    yield Frame("vanished", msgspec.json.encode({"id": match}))
                for match, listed in current.items():
                    if known.get(match) != listed:
                        yield Frame("appeared", msgspec.json.encode(listed))
                known = current
                if await bell.heard(LOOK_AGAIN_SECONDS):
                    await asyncio.sleep(LOBBY_REST_SECONDS)
                else:
                    yield None

    async def _check_token(self, account: Account) -> None:
        tokens = await self._players.tokens(account.id)
        if not any(token.id == account.token and token.revoked_at is None for token in tokens):
            raise Failure("unauthorized", "This token is unknown or revoked.")

    async def _open_matches(self) -> dict[str, Listed]:
        """Return the open matches by id, as one look of all listeners together found them."""
        asked = time.monotonic()
        async with self._looking:
            if asked >= self._looked_at:
                self._looked_at = time.monotonic()
                page = await self._lobby.open_matches("", LOBBY_AT_MOST)
                self._open = {each.id: each for each in page.data}
            return self._open
