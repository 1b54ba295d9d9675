"""Players and their tokens."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import ColumnElement, Insert, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Field

from app.db.base import Moment, Stored, UtcDateTime, table_of
from app.db.engine import Database


class Player(Stored, table=True):
    """Somebody who plays. A guest has no name; a deleted account has nothing but its id."""

    __tablename__ = "players"

    id: str = Field(primary_key=True, max_length=36)
    name: str | None = Field(default=None, max_length=40)
    folded_name: str | None = Field(default=None, max_length=80, unique=True)
    created_at: datetime = Field(sa_type=UtcDateTime)
    deleted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    password_hash: str | None = Field(default=None, max_length=200)


class Token(Stored, table=True):
    """A bearer token. Only its SHA-256 is known here; `scopes` are words with spaces between."""

    __tablename__ = "tokens"

    id: str = Field(primary_key=True, max_length=36)
    player_id: str = Field(foreign_key="players.id", max_length=36, index=True)
    sha256: str = Field(max_length=64, unique=True)
    label: str | None = Field(default=None, max_length=100)
    scopes: str = Field(default="play read", max_length=100)
    created_at: datetime = Field(sa_type=UtcDateTime)
    last_used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class StoredPlayer(Struct, frozen=True):
    """A player as stored."""

    id: str
    name: str | None
    created_at: Moment
    deleted_at: Moment | None = None


class StoredToken(Struct, frozen=True):
    """A token as stored, without its hash."""

    id: str
    label: str | None
    scopes: str
    created_at: Moment
    last_used_at: Moment | None = None
    revoked_at: Moment | None = None


class Bearer(Struct, frozen=True):
    """Whom a token stands for."""

    token: str
    scopes: str
    player: StoredPlayer
    last_used_at: datetime | None


class SignIn(Struct, frozen=True):
    """A named player and what is stored of the password, if there is one."""

    player: StoredPlayer
    password_hash: str | None


class NameTakenError(Exception):
    """Another player has this name."""


_players = table_of(Player)
_tokens = table_of(Token)
_PLAYER = (_players.c.id, _players.c.name, _players.c.created_at, _players.c.deleted_at)
_BEARER = (
    select(_tokens.c.id, _tokens.c.scopes, _tokens.c.last_used_at, *_PLAYER)
    .join(_players, _players.c.id == _tokens.c.player_id)
    .where(_tokens.c.sha256 == bindparam("sha256"), _tokens.c.revoked_at.is_(None))
)
_TOKEN = tuple(_tokens.c[name] for name in StoredToken.__struct_fields__)


class PlayerStore:
    """Players and tokens in the database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(
        self,
        player: StoredPlayer,
        folded_name: str | None,
        token: StoredToken,
        sha256: str,
        password_hash: str | None = None,
    ) -> None:
        """Add a player with a first token. Raises `NameTakenError`."""
        try:
            await self._db.change(
                insert(_players).values(
                    id=player.id,
                    name=player.name,
                    folded_name=folded_name,
                    created_at=player.created_at,
                    password_hash=password_hash,
                ),
                _new_token(player.id, token, sha256),
            )
        except IntegrityError as exc:
            raise NameTakenError from exc

    async def add_token(self, player: str, token: StoredToken, sha256: str) -> None:
        """Add a token of the player's."""
        await self._db.change(_new_token(player, token, sha256))

    async def named(self, folded_name: str) -> SignIn | None:
        """Return the player of this name."""
        return await self._sign_in(_players.c.folded_name == folded_name)

    async def sign_in_of(self, player: str) -> SignIn | None:
        """Return the player with what is stored of the password."""
        return await self._sign_in(_players.c.id == player)

    async def _sign_in(self, whose: ColumnElement[bool]) -> SignIn | None:
        row = await self._db.row(select(_players.c.password_hash, *_PLAYER).where(whose))
        if row is None:
            return None
        password_hash, *player = row
        return SignIn(StoredPlayer(*player), password_hash)

    async def set_password(self, player: str, password_hash: str) -> None:
        """Store another password's hash."""
        await self._db.change(
            update(_players).where(_players.c.id == player).values(password_hash=password_hash)
        )

    async def existing(self, players: Sequence[str]) -> set[str]:
        """Return which of these ids are those of players with an account."""
        rows = await self._db.rows(
            select(_players.c.id).where(_players.c.id.in_(players), _players.c.deleted_at.is_(None))
        )
        return {row.id for row in rows}

    async def last_seen(self, player: str) -> datetime | None:
        """Return when one of the player's tokens was used last, to within some seconds."""
        row = await self._db.row(
            select(func.max(_tokens.c.last_used_at, type_=UtcDateTime).label("at")).where(
                _tokens.c.player_id == player
            )
        )
        return None if row is None else row.at

    async def bearer(self, sha256: str) -> Bearer | None:
        """Return whom the token with this hash stands for, unless it is revoked."""
        row = await self._db.row(_BEARER, sha256=sha256)
        if row is None:
            return None
        token, scopes, last_used_at, *player = row
        return Bearer(token, scopes, StoredPlayer(*player), last_used_at)

    async def touch(self, token: str, at: datetime) -> None:
        """Note that the token was used."""
        await self._db.change(update(_tokens).where(_tokens.c.id == token).values(last_used_at=at))

    async def tokens(self, player: str) -> list[StoredToken]:
        """Return the player's tokens, the oldest first, revoked ones too."""
        rows = await self._db.rows(
            select(*_TOKEN).where(_tokens.c.player_id == player).order_by(_tokens.c.id)
        )
        return [StoredToken(*row) for row in rows]

    async def revoke(self, player: str, token: str, at: datetime) -> bool:
        """Revoke one of the player's tokens; False if there is none to revoke."""
        mine = (_tokens.c.id == token) & (_tokens.c.player_id == player)
        revoked = await self._db.change(
            update(_tokens).where(mine, _tokens.c.revoked_at.is_(None)).values(revoked_at=at)
        )
        return revoked == 1

    async def forget(self, player: str, at: datetime) -> None:
        """Take away all that says who the player was; what they played stays."""
        await self._db.change(
            delete(_tokens).where(_tokens.c.player_id == player),
            update(_players)
            .where(_players.c.id == player)
            .values(name=None, folded_name=None, password_hash=None, deleted_at=at),
        )


def _new_token(player: str, token: StoredToken, sha256: str) -> Insert:
    return insert(_tokens).values(
        id=token.id,
        player_id=player,
        sha256=sha256,
        label=token.label,
        scopes=token.scopes,
        created_at=token.created_at,
    )
