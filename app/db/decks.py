"""Stored decks."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Row, Text, delete, func, insert, select, update
from sqlmodel import Field

from app.db.base import Moment, Stored, UtcDateTime, table_of
from app.db.engine import Database


class Deck(Stored, table=True):
    """A deck of its owner's. `cards` is a JSON object: quantity by card id."""

    __tablename__ = "decks"

    id: str = Field(primary_key=True, max_length=36)
    owner_id: str = Field(foreign_key="players.id", max_length=36, index=True)
    name: str = Field(max_length=100)
    cards: str = Field(sa_type=Text)
    deck_hash: str = Field(max_length=100)
    created_at: datetime = Field(sa_type=UtcDateTime)
    updated_at: datetime = Field(sa_type=UtcDateTime)


class StoredDeck(Struct, frozen=True):
    """A deck as stored; `cards` is the quantity by card id."""

    id: str
    owner: str
    name: str
    cards: Mapping[str, int]
    deck_hash: str
    created_at: Moment
    updated_at: Moment


_decks = table_of(Deck)
_COLUMNS = (
    _decks.c.id,
    _decks.c.owner_id,
    _decks.c.name,
    _decks.c.cards,
    _decks.c.deck_hash,
    _decks.c.created_at,
    _decks.c.updated_at,
)


def _deck(row: Row[*tuple[Any, ...]]) -> StoredDeck:
    cards = msgspec.json.decode(row.cards, type=dict[str, int])
    return StoredDeck(
        row.id, row.owner_id, row.name, cards, row.deck_hash, row.created_at, row.updated_at
    )


def _values(deck: StoredDeck) -> dict[str, object]:
    return {
        "name": deck.name,
        "cards": msgspec.json.encode(deck.cards).decode(),
        "deck_hash": deck.deck_hash,
        "updated_at": deck.updated_at,
    }


class DeckStore:
    """Decks in the database. Every access names the owner: nobody else's deck can be met."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, deck: StoredDeck) -> None:
        """Add a deck."""
        row = {"id": deck.id, "owner_id": deck.owner, "created_at": deck.created_at}
        await self._db.change(insert(_decks).values(**row, **_values(deck)))

    async def find(self, owner: str, deck: str) -> StoredDeck | None:
        """Return the owner's deck of this id."""
        row = await self._db.row(select(*_COLUMNS).where(_owned(owner, deck)))
        return None if row is None else _deck(row)

    async def of(self, owner: str, after: str, limit: int) -> tuple[list[StoredDeck], int]:
        """Return up to `limit` decks of the owner with ids beyond `after`, and how many in all."""
        mine = _decks.c.owner_id == owner
        page = select(*_COLUMNS).where(mine, _decks.c.id > after).order_by(_decks.c.id).limit(limit)
        count = select(func.count()).select_from(_decks).where(mine)
        rows, total = await self._db.read(
            lambda connection: (
                connection.execute(page).all(),
                connection.execute(count).scalar_one(),
            )
        )
        return [_deck(row) for row in rows], total

    async def replace(self, deck: StoredDeck) -> bool:
        """Store a new content under the deck's id; False if the owner has no such deck."""
        statement = update(_decks).where(_owned(deck.owner, deck.id)).values(**_values(deck))
        return await self._db.change(statement) == 1

    async def remove(self, owner: str, deck: str) -> bool:
        """Remove one deck; False if the owner has no such deck."""
        return await self._db.change(delete(_decks).where(_owned(owner, deck))) == 1

    async def remove_all(self, owner: str) -> None:
        """Remove every deck of the owner."""
        await self._db.change(delete(_decks).where(_decks.c.owner_id == owner))


def _owned(owner: str, deck: str) -> ColumnElement[bool]:
    return (_decks.c.id == deck) & (_decks.c.owner_id == owner)
