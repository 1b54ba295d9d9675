"""Bells: whoever waits for a match to move is woken when it does, within this process."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

LOBBY = "lobby"
"""What rings when a match begins or ceases to wait for players."""


class Bell:
    """One listener's bell. It rings for every move since it was last heard, even unwatched."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake the listener."""
        self._rung.set()

    async def heard(self, seconds: float) -> bool:
        """Wait until it rings, for so long at most; False if it did not."""
        try:
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        except TimeoutError:
            return False
        self._rung.clear()
        return True


class Bells:
    """A bell per listener, hung by match."""

    def __init__(self) -> None:
        self._hung: defaultdict[str, set[Bell]] = defaultdict(set)
        self.stopped = False
        """Whether nothing more is to be waited for: the server stops."""

    @contextmanager
    def hang(self, match: str) -> Iterator[Bell]:
        """Give a bell that rings when the match moves. Hang it first, then look: none is missed."""
        bell = Bell()
        self._hung[match].add(bell)
        try:
            yield bell
        finally:
            self._hung[match].discard(bell)
            if not self._hung[match]:
                del self._hung[match]

    def stop(self) -> None:
        """Wake everyone for good."""
        self.stopped = True
        for match in self._hung:
            self.ring(match)

    def ring(self, match: str) -> None:
        """Tell everyone who listens that the match moved."""
        for bell in self._hung.get(match, ()):
            bell.ring()
