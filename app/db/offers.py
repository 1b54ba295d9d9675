"""Offers: what one seat proposes to the other."""

from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import BigInteger, Connection, insert, select, update
from sqlmodel import Field

from app.db.base import Moment, Stored, UtcDateTime, table_of
from app.db.engine import Database
from app.db.moves import Change, OutdatedError
from app.engine.kernel.match_events import OfferKind

Answer = Literal["accepted", "declined"]


class Offer(Stored, table=True):
    """An offer. `version` is the match's after it was made.

    `own_acts` and `other_acts` are how often the offering seat and the other had acted by then:
    whether an offer has expired can be told from those, and acting need not touch it.
    """

    __tablename__ = "offers"

    id: str = Field(primary_key=True, max_length=36)
    match_id: str = Field(foreign_key="matches.id", max_length=36, index=True)
    seat: int
    kind: str = Field(max_length=10)
    status: str = Field(max_length=10)
    version: int = Field(sa_type=BigInteger)
    own_acts: int = Field(sa_type=BigInteger)
    other_acts: int = Field(sa_type=BigInteger)
    made_at: datetime = Field(sa_type=UtcDateTime)
    answered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class StoredOffer(Struct, frozen=True, kw_only=True):
    """An offer as stored; `status` is `open` also where it has expired."""

    id: str
    match_id: str
    seat: int
    kind: OfferKind
    status: Literal["open"] | Answer
    version: int
    own_acts: int
    other_acts: int
    made_at: Moment
    answered_at: Moment | None = None


_offers = table_of(Offer)
_FIELDS = StoredOffer.__struct_fields__
_SELECT = select(*(_offers.c[name] for name in _FIELDS))


class OfferStore:
    """Offers in the database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of(self, match: str) -> list[StoredOffer]:
        """Return the match's offers, the oldest first."""
        rows = await self._db.rows(
            _SELECT.where(_offers.c.match_id == match).order_by(_offers.c.id)
        )
        return [_offer(row) for row in rows]

    async def find(self, match: str, offer: str) -> StoredOffer | None:
        """Return one of the match's offers."""
        row = await self._db.row(_SELECT.where(_offers.c.match_id == match, _offers.c.id == offer))
        return None if row is None else _offer(row)


def offer_made(offer: StoredOffer) -> Change:
    """Return the change that adds an offer."""
    values = msgspec.structs.asdict(offer)

    def work(connection: Connection) -> None:
        connection.execute(insert(_offers).values(**values))

    return work


def offer_answered(offer: str, answer: Answer, at: datetime) -> Change:
    """Return the change that answers an offer, outdated where it was answered already."""

    def work(connection: Connection) -> None:
        answered = connection.execute(
            update(_offers)
            .where(_offers.c.id == offer, _offers.c.status == "open")
            .values(status=answer, answered_at=at)
        )
        if answered.rowcount != 1:
            raise OutdatedError

    return work


def _offer(row: Any) -> StoredOffer:
    return StoredOffer(**dict(zip(_FIELDS, row, strict=True)))
