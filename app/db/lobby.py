"""The waiting list: who looks for a match, with which deck and at which table settings."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Text, and_, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Field

from app.db.base import Moment, Stored, UtcDateTime, table_of
from app.db.engine import Database
from app.db.moves import Change, OutdatedError
from app.db.players import Token
from app.db.ratings import Rating, Skill


class LobbyEntry(Stored, table=True):
    """A player who waits; `match_id` once the match is made.

    `settings` and `options` are canonical JSON: equal tables have equal texts. `deck` is a JSON
    array of card ids.
    """

    __tablename__ = "lobby_entries"

    player_id: str = Field(primary_key=True, foreign_key="players.id", max_length=36)
    ruleset: str = Field(max_length=40)
    settings: str = Field(sa_type=Text)
    options: str = Field(sa_type=Text)
    deck: str = Field(sa_type=Text)
    deck_hash: str = Field(max_length=100)
    since: datetime = Field(sa_type=UtcDateTime)
    match_id: str | None = Field(default=None, foreign_key="matches.id", max_length=36)


class StoredEntry(Struct, frozen=True, kw_only=True):
    """An entry as stored. `skill` is the player's at that game, None where nothing is known."""

    player: str
    ruleset: str
    settings: str
    options: str
    deck: tuple[str, ...]
    deck_hash: str
    since: Moment
    match: str | None = None
    skill: Skill | None = None

    @property
    def table(self) -> tuple[str, str, str]:
        """What two who play each other have in common."""
        return self.ruleset, self.settings, self.options


class AlreadyWaitingError(Exception):
    """The player waits already."""


_entries, _ratings, _tokens = table_of(LobbyEntry), table_of(Rating), table_of(Token)
_SELECT = select(_entries, _ratings.c.mu, _ratings.c.sigma).outerjoin(
    _ratings,
    and_(_ratings.c.player_id == _entries.c.player_id, _ratings.c.ruleset == _entries.c.ruleset),
)


class LobbyStore:
    """The waiting list in the database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, entry: StoredEntry) -> None:
        """Put a player on the list. Raises `AlreadyWaitingError`."""
        row = {
            "player_id": entry.player,
            "ruleset": entry.ruleset,
            "settings": entry.settings,
            "options": entry.options,
            "deck": msgspec.json.encode(entry.deck).decode(),
            "deck_hash": entry.deck_hash,
            "since": entry.since,
        }
        served = (_entries.c.player_id == entry.player) & _entries.c.match_id.is_not(None)
        try:
            await self._db.change(delete(_entries).where(served), insert(_entries).values(row))
        except IntegrityError as exc:
            raise AlreadyWaitingError from exc

    async def find(self, player: str) -> StoredEntry | None:
        """Return the player's entry, which may have led to a match already."""
        row = await self._db.row(_SELECT.where(_entries.c.player_id == player))
        return None if row is None else _entry(row)

    async def waiting(self, seen_since: datetime) -> list[StoredEntry]:
        """Return all who wait and were heard of since, who has waited longest first."""
        here = exists().where(
            _tokens.c.player_id == _entries.c.player_id, _tokens.c.last_used_at >= seen_since
        )
        rows = await self._db.rows(
            _SELECT.where(_entries.c.match_id.is_(None), here).order_by(
                _entries.c.since, _entries.c.player_id
            )
        )
        return [_entry(row) for row in rows]

    async def remove(self, player: str) -> bool:
        """Take the player off the list; False if that player does not wait."""
        waits = (_entries.c.player_id == player) & _entries.c.match_id.is_(None)
        return await self._db.change(delete(_entries).where(waits)) == 1

    async def forget(self, player: str) -> None:
        """Remove the player's entry, whatever came of it."""
        await self._db.change(delete(_entries).where(_entries.c.player_id == player))


def served(entry: StoredEntry, match: str) -> Change:
    """Return the change by which an entry leads to a match, outdated if it waits no more."""
    same = (_entries.c.player_id == entry.player) & (_entries.c.since == entry.since)

    def work(connection: Connection) -> None:
        changed = connection.execute(
            update(_entries).where(same, _entries.c.match_id.is_(None)).values(match_id=match)
        )
        if changed.rowcount != 1:
            raise OutdatedError

    return work


def _entry(row: Any) -> StoredEntry:
    return StoredEntry(
        player=row.player_id,
        ruleset=row.ruleset,
        settings=row.settings,
        options=row.options,
        deck=msgspec.json.decode(row.deck, type=tuple[str, ...]),
        deck_hash=row.deck_hash,
        since=row.since,
        match=row.match_id,
        skill=None if row.mu is None else Skill(row.mu, row.sigma),
    )
