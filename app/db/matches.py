"""The tables of a match: itself, its seats, its two logs and the uses that are spent."""

from datetime import datetime
from typing import Literal

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlmodel import Field

from app.db.base import Stored, UtcDateTime

Status = Literal["open", "playing", "over", "aborted"]
Visibility = Literal["public", "unlisted", "invite"]


class Match(Stored, table=True):
    """A match as it stands. `version` counts the moves, `last_seq` the events.

    `position` is the engine's own JSON (none before the game starts), `settings` those table
    settings that differ from the profile, `result` the position's when it is over. `options` is how
    the match is served (JSON of `app.services.options`), `timing` how time stands (`app.db.timing`)
    and `deadline_at` when it will have run out for somebody; `rating_due` until the result has
    changed the ratings.
    """

    __tablename__ = "matches"
    __table_args__ = (
        Index(None, "status", "visibility", "id"),
        Index(
            "ix_matches_rating_due",
            "id",
            sqlite_where=text("rating_due"),
            postgresql_where=text("rating_due"),
        ),
        CheckConstraint("status IN ('open', 'playing', 'over', 'aborted')", name="status"),
        CheckConstraint("visibility IN ('public', 'unlisted', 'invite')", name="visibility"),
    )

    id: str = Field(primary_key=True, max_length=36)
    ruleset: str = Field(max_length=40)
    release: str = Field(max_length=100)
    status: str = Field(max_length=10)
    visibility: str = Field(max_length=10)
    settings: str = Field(sa_type=Text)
    version: int = Field(sa_type=BigInteger)
    last_seq: int = Field(sa_type=BigInteger)
    position: str | None = Field(default=None, sa_type=Text)
    result: str | None = Field(default=None, sa_type=Text)
    creator_id: str = Field(foreign_key="players.id", max_length=36)
    created_at: datetime = Field(sa_type=UtcDateTime)
    updated_at: datetime = Field(sa_type=UtcDateTime)
    options: str = Field(default="{}", sa_type=Text, sa_column_kwargs={"server_default": "{}"})
    paused_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    timing: str | None = Field(default=None, sa_type=Text)
    deadline_at: datetime | None = Field(default=None, sa_type=UtcDateTime, index=True)
    rematch_of: str | None = Field(
        default=None, foreign_key="matches.id", max_length=36, unique=True
    )
    rating_due: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class Seat(Stored, table=True):
    """Who sits where, with which deck (a JSON array of card ids).

    `acts` counts the seat's own actions: it tells its decisions apart. `waiting`: it is asked
    something just now.
    """

    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("match_id", "player_id"),
        Index(None, "player_id", "waiting"),
    )

    match_id: str = Field(primary_key=True, foreign_key="matches.id", max_length=36)
    seat: int = Field(primary_key=True)
    player_id: str = Field(foreign_key="players.id", max_length=36)
    deck: str = Field(sa_type=Text)
    deck_hash: str = Field(max_length=100)
    acts: int = Field(default=0, sa_type=BigInteger)
    joined_at: datetime = Field(sa_type=UtcDateTime)
    waiting: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class Action(Stored, table=True):
    """An acknowledged action, `version` is the match's after it, `undone_by` of its undoing."""

    __tablename__ = "actions"

    match_id: str = Field(primary_key=True, foreign_key="matches.id", max_length=36)
    version: int = Field(primary_key=True, sa_type=BigInteger)
    seat: int
    decision_id: str = Field(max_length=100)
    action: str = Field(sa_type=Text)
    at: datetime = Field(sa_type=UtcDateTime)
    undone_by: int | None = Field(default=None, sa_type=BigInteger)


class Event(Stored, table=True):
    """What happened, as one who knows everything would tell it: viewers get less, some later."""

    __tablename__ = "events"

    match_id: str = Field(primary_key=True, foreign_key="matches.id", max_length=36)
    seq: int = Field(primary_key=True, sa_type=BigInteger)
    version: int = Field(sa_type=BigInteger)
    event: str = Field(sa_type=Text)
    at: datetime = Field(sa_type=UtcDateTime)


class AbilityUse(Stored, table=True):
    """A spent use, by the title's card and ability; `spent_seq` is the event that recorded it."""

    __tablename__ = "ability_uses"
    __table_args__ = (
        ForeignKeyConstraint(["match_id", "spent_seq"], ["events.match_id", "events.seq"]),
    )

    match_id: str = Field(primary_key=True, max_length=36)
    spent_seq: int = Field(primary_key=True, sa_type=BigInteger)
    seat: int
    card: str = Field(max_length=64)
    ability: str = Field(max_length=100)
    scope: str = Field(max_length=10)
    turn: int
    version: int = Field(sa_type=BigInteger)
    undone_by: int | None = Field(default=None, sa_type=BigInteger)
