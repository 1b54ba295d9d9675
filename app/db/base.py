"""What all tables share: the metadata, the names of constraints, and how a moment is stored."""

from datetime import UTC, datetime
from typing import Annotated, ClassVar, cast

from msgspec import Meta
from sqlalchemy import DateTime, Dialect, MetaData, Table
from sqlalchemy.types import TypeDecorator
from sqlmodel import SQLModel

# A constraint that has a name can be changed by a migration on every database.
_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


Moment = Annotated[datetime, Meta(tz=True)]
"""A moment with its time zone, as structs carry it."""


class Stored(SQLModel):
    """Base of the tables."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=_NAMES)


def table_of(model: type[Stored]) -> Table:
    """Return the model's table, for Core statements."""
    return cast("Table", model.__table__)  # type: ignore[attr-defined]  # SQLModel hides it


class UtcDateTime(TypeDecorator[datetime]):
    """A moment, in UTC on the way in and out. Refuses a datetime without a time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Turn into UTC; SQLite would drop any other zone silently."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give back the zone that SQLite does not keep."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
