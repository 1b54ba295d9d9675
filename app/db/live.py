"""Tables of what keeps matches going: answers that may be asked for again, and signs of life."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field

from app.db.base import Stored, UtcDateTime


class KeyedAnswer(Stored, table=True):
    """What a request with an `Idempotency-Key` was answered, for whoever sends it again.

    `scope` is what the request was about, `fingerprint` tells its content apart.
    """

    __tablename__ = "keyed_answers"

    player_id: str = Field(primary_key=True, foreign_key="players.id", max_length=36)
    scope: str = Field(primary_key=True, max_length=100)
    key: str = Field(primary_key=True, max_length=255)
    fingerprint: str = Field(max_length=64)
    status: int
    body: str = Field(sa_type=Text)
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)


class Heartbeat(Stored, table=True):
    """When a server was last alive: the one row `server` is everybody's."""

    __tablename__ = "heartbeats"

    name: str = Field(primary_key=True, max_length=20)
    beat_at: datetime = Field(sa_type=UtcDateTime)
