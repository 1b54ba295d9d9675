"""Time and ids that a test decides on."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count

from app.services.ids import Source, taken_from

START = datetime(2026, 11, 29, 12, tzinfo=UTC)


class Clockwork:
    """A clock that stands still until it is told to go on, and ids in a row."""

    def __init__(self) -> None:
        self.now = START
        self._numbers = count(1)

    def go_on(self, seconds: float) -> datetime:
        """Let time go by; return what it is then."""
        self.now += timedelta(seconds=seconds)
        return self.now

    def source(self) -> Source:
        """Return where ids and moments come from."""
        return Source(self._id, lambda: self.now)

    def _id(self) -> str:
        return f"01a00000-0000-7000-8000-{next(self._numbers):012x}"


@contextmanager
def clockwork() -> Iterator[Clockwork]:
    """Take ids and moments from a fresh clockwork."""
    made = Clockwork()
    with taken_from(made.source()):
        yield made
