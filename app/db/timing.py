"""How time stands in a match, as stored with its position."""

from msgspec import Struct

from app.db.base import Moment


class Timing(Struct, frozen=True, omit_defaults=True):
    """Who is asked since when, and how much time each seat had left at `since`.

    `asked` has a moment for each seat that has an open decision. `left` is in seconds, and empty
    where the match has no clock; from `since` on it runs down for every seat that is asked.
    """

    since: Moment
    asked: tuple[Moment | None, ...]
    left: tuple[float, ...] = ()
