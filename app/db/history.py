"""What a match was at an earlier moment, from its log."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import ColumnElement, Table, or_, select

from app.db.base import table_of
from app.db.engine import Database
from app.db.matches import AbilityUse, Action, Event
from app.db.moves import Use

_actions, _events, _uses = table_of(Action), table_of(Event), table_of(AbilityUse)
_USE = tuple(_uses.c[name] for name in Use.__struct_fields__)


class LoggedAction(Struct, frozen=True):
    """A seat's action as JSON, and the match's version after it."""

    version: int
    seat: int
    action: str


class Horizon(Struct, frozen=True):
    """How far somebody sees: the last version and event, and when they came about."""

    version: int
    seq: int
    at: datetime


class History:
    """The log of matches, as it stood at a version: what was undone later counted then."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def actions(self, match: str, version: int) -> list[LoggedAction]:
        """Return the actions that led to the position at `version`, in order."""
        table = _actions.c
        rows = await self._db.rows(
            select(table.version, table.seat, table.action)
            .where(table.match_id == match, _standing(_actions, version))
            .order_by(table.version)
        )
        return [LoggedAction(*row) for row in rows]

    async def uses(self, match: str, version: int) -> list[Use]:
        """Return the uses that were spent at `version`, in the order of their events."""
        rows = await self._db.rows(
            select(*_USE)
            .where(_uses.c.match_id == match, _standing(_uses, version))
            .order_by(_uses.c.spent_seq)
        )
        return [Use(*row) for row in rows]

    async def events_since(self, match: str, version: int) -> Sequence[str]:
        """Return every event after `version`, undone ones too, as JSON."""
        table = _events.c
        rows = await self._db.rows(
            select(table.event)
            .where(table.match_id == match, table.version > version)
            .order_by(table.seq)
        )
        return [row.event for row in rows]

    async def horizon(self, match: str, at: datetime) -> Horizon | None:
        """Return how far the log went at that moment; None if nothing had happened yet."""
        table = _events.c
        row = await self._db.row(
            select(table.version, table.seq, table.at)
            .where(table.match_id == match, table.at <= at)
            .order_by(table.seq.desc())
            .limit(1)
        )
        return None if row is None else Horizon(*row)


def _standing(table: Table, version: int) -> ColumnElement[bool]:
    columns = table.c
    standing: ColumnElement[bool] = (columns.version <= version) & or_(
        columns.undone_by.is_(None), columns.undone_by > version
    )
    return standing
