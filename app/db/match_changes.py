"""Changes of a match that a move may bring beside its position (`app.db.moves.Change`)."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import Connection, update

from app.db.base import Moment, table_of
from app.db.matches import Match
from app.db.moves import Change

_matches = table_of(Match)


def options_set(match: str, options: Mapping[str, object]) -> Change:
    """Return the change of how a match is served."""
    return _set(match, options=msgspec.json.encode(options).decode())


def paused_set(match: str, at: Moment | None) -> Change:
    """Return the change that pauses a match, or lets it go on (None)."""
    return _set(match, paused_at=at)


def _set(match: str, **values: object) -> Change:
    def work(connection: Connection) -> None:
        connection.execute(update(_matches).where(_matches.c.id == match).values(**values))

    return work
