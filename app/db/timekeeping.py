"""Which clocks run, whose time is over, and when a server was last alive."""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, insert, select, update

from app.db.base import table_of
from app.db.engine import Database
from app.db.live import Heartbeat
from app.db.matches import Match

_matches, _heartbeats = table_of(Match), table_of(Heartbeat)
_ROW = "server"
_RUNNING = (_matches.c.status == "playing") & _matches.c.deadline_at.is_not(None)
_MINE = _heartbeats.c.name == _ROW


class TimeStore:
    """Deadlines and signs of life in the database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def last_beat(self) -> datetime | None:
        """Return when a server was last alive; None if none ever was."""
        row = await self._db.row(select(_heartbeats.c.beat_at).where(_MINE))
        return None if row is None else row.beat_at

    async def beat(self, at: datetime) -> None:
        """Note that a server is alive."""

        def write(connection: Connection) -> None:
            if not connection.execute(update(_heartbeats).where(_MINE).values(beat_at=at)).rowcount:
                connection.execute(insert(_heartbeats).values(name=_ROW, beat_at=at))

        await self._db.write(write)

    async def overdue(self, at: datetime) -> list[str]:
        """Return the matches in which somebody's time is over."""
        return await self._matches(_RUNNING & (_matches.c.deadline_at <= at))

    async def running(self) -> list[str]:
        """Return the matches in which somebody's time runs."""
        return await self._matches(_RUNNING)

    async def _matches(self, which: ColumnElement[bool]) -> list[str]:
        statement = select(_matches.c.id).where(which).order_by(_matches.c.deadline_at)
        return [row.id for row in await self._db.rows(statement)]
