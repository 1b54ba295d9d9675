"""Bells: whoever waits for a match to move is woken when it does, within this process."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
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
        self.tell: Callable[[str], None] | None = None
        """Tells other processes what rings here, if there are any."""

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
        self.wake_all()

    def ring(self, match: str) -> None:
        """Tell everyone who listens that the match moved."""
        self.wake(match)
        if self.tell is not None:
            self.tell(match)

    def wake_all(self) -> None:
        """Wake everyone in this process."""
        for match in self._hung:
            self.wake(match)

    def wake(self, match: str) -> None:
        """Wake those in this process who listen to the match."""
        for bell in self._hung.get(match, ()):
            bell.ring()
