"""Fresh ids and the time: the two things that a use case takes from outside, in one place."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import uuid_utils
from msgspec import Struct

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Source(Struct, frozen=True):
    """Where ids and moments come from."""

    id: Callable[[], str]
    now: Callable[[], datetime]


_source = Source(lambda: str(uuid_utils.uuid7()), lambda: datetime.now(UTC))


@contextmanager
def taken_from(source: Source) -> Iterator[None]:
    """Take every id and moment of this process from `source` for a while."""
    global _source  # noqa: PLW0603 - the one clock of the process; everything else is passed on
    before, _source = _source, source
    try:
        yield
    finally:
        _source = before


def new_id() -> str:
    """Return a fresh UUID (version 7: later ones sort after earlier ones)."""
    return _source.id()


def is_id(text: str) -> bool:
    """Whether this can be an id at all; what cannot is not worth a question to the database."""
    return _UUID.fullmatch(text) is not None


def now() -> datetime:
    """Return the present moment, in UTC."""
    return _source.now()
