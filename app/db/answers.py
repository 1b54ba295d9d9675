"""Answers that are kept for whoever repeats a request."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select

from app.db.base import Moment, table_of
from app.db.engine import Database
from app.db.live import KeyedAnswer
from app.db.moves import Change

_answers = table_of(KeyedAnswer)


class StoredAnswer(Struct, frozen=True):
    """A row of `app.db.live.KeyedAnswer`."""

    player_id: str
    scope: str
    key: str
    fingerprint: str
    status: int
    body: str
    expires_at: Moment


_COLUMNS = tuple(_answers.c[name] for name in StoredAnswer.__struct_fields__)
_FIND = select(*_COLUMNS).where(
    _answers.c.player_id == bindparam("player"),
    _answers.c.scope == bindparam("about"),
    _answers.c.key == bindparam("named"),
    _answers.c.expires_at > bindparam("at"),
)


class AnswerStore:
    """Kept answers in the database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find(self, player: str, scope: str, key: str, at: datetime) -> StoredAnswer | None:
        """Return the answer that is kept under the key, unless it has expired."""
        row = await self._db.row(_FIND, player=player, about=scope, named=key, at=at)
        return None if row is None else StoredAnswer(*row)

    async def prune(self, at: datetime) -> int:
        """Forget what has expired; return how many that were."""
        return await self._db.change(delete(_answers).where(_answers.c.expires_at <= at))


def keep(answer: StoredAnswer, at: datetime) -> Change:
    """Return the change that keeps an answer, in the place of an expired one.

    It raises `IntegrityError` if another has been kept under the key meanwhile.
    """

    def write(connection: Connection) -> None:
        connection.execute(delete(_answers).where(_same(answer), _answers.c.expires_at <= at))
        connection.execute(insert(_answers).values(asdict(answer)))

    return write


def _same(answer: StoredAnswer) -> ColumnElement[bool]:
    return (
        (_answers.c.player_id == answer.player_id)
        & (_answers.c.scope == answer.scope)
        & (_answers.c.key == answer.key)
    )
