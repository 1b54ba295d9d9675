"""Invitations to a match: codes of which each lets one player in."""

from datetime import datetime

from msgspec import Struct
from sqlalchemy import Connection, insert, select, update
from sqlmodel import Field

from app.db.base import Moment, Stored, UtcDateTime, table_of
from app.db.engine import Database
from app.db.moves import Change, OutdatedError


class Invite(Stored, table=True):
    """An invitation. Only the SHA-256 of its code is known here; it is used once."""

    __tablename__ = "invites"

    id: str = Field(primary_key=True, max_length=36)
    match_id: str = Field(foreign_key="matches.id", max_length=36, index=True)
    sha256: str = Field(max_length=64, unique=True)
    created_at: datetime = Field(sa_type=UtcDateTime)
    used_by: str | None = Field(default=None, foreign_key="players.id", max_length=36)
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class StoredInvite(Struct, frozen=True):
    """An invitation as stored, without its code."""

    id: str
    created_at: Moment
    used_by: str | None = None
    used_at: Moment | None = None


_invites = table_of(Invite)
_COLUMNS = tuple(_invites.c[name] for name in StoredInvite.__struct_fields__)


class InviteStore:
    """Invitations in the database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, match: str, invite: StoredInvite, sha256: str) -> None:
        """Add an invitation that nobody has used."""
        await self._db.change(
            insert(_invites).values(
                id=invite.id, match_id=match, sha256=sha256, created_at=invite.created_at
            )
        )

    async def of(self, match: str) -> list[StoredInvite]:
        """Return the invitations to the match, the oldest first."""
        rows = await self._db.rows(
            select(*_COLUMNS).where(_invites.c.match_id == match).order_by(_invites.c.id)
        )
        return [StoredInvite(*row) for row in rows]

    async def match_of(self, sha256: str) -> str | None:
        """Return the match to which the code with this hash lets somebody in."""
        row = await self._db.row(
            select(_invites.c.match_id).where(
                _invites.c.sha256 == sha256, _invites.c.used_at.is_(None)
            )
        )
        return None if row is None else row.match_id


def invite_used(match: str, sha256: str, player: str, at: datetime) -> Change:
    """Return the change that uses an invitation up, outdated where it is used already."""
    good = (_invites.c.sha256 == sha256) & (_invites.c.match_id == match)

    def work(connection: Connection) -> None:
        used = connection.execute(
            update(_invites)
            .where(good, _invites.c.used_at.is_(None))
            .values(used_by=player, used_at=at)
        )
        if used.rowcount != 1:
            raise OutdatedError

    return work
