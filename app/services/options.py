"""What whoever makes a match decides beside the table settings: time, watchers, taking back."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from app.db.match_store import StoredMatch
from app.engine.artifacts.reading import flaw_of
from app.engine.kernel.refusal import Malformed
from app.services.failure import placed

_DAY = 86_400
_YEAR = 365 * _DAY
_AWAY = 60  # signs of life are noted some seconds late

PlayerId = Annotated[str, Meta(max_length=36)]

Undoing = Literal["none", "free", "consent"]


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How long a seat may think: a bank for the whole match, or some days for each turn.

    `increment_seconds` is added to a seat's bank when its turn ends. With `days_per_turn` each
    seat has so many days in every turn for all that it is asked in it.
    """

    bank_seconds: Annotated[int, Meta(ge=1, le=_YEAR)] | None = None
    increment_seconds: Annotated[int, Meta(ge=0, le=_DAY)] = 0
    days_per_turn: Annotated[int, Meta(ge=1, le=60)] | None = None

    def __post_init__(self) -> None:
        """Take one of the two kinds."""
        if (self.bank_seconds is None) == (self.days_per_turn is None):
            raise ValueError("A clock has either bank_seconds or days_per_turn.")
        if self.days_per_turn is not None and self.increment_seconds:
            raise ValueError("increment_seconds goes with bank_seconds.")

    @property
    def first_seconds(self) -> float:
        """How long each seat has in the beginning."""
        return float(self.bank_seconds or (self.days_per_turn or 0) * _DAY)


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The options of a match, shown before anyone joins.

    `spectators`: whether others than the players may watch, and `spectator_delay` how many seconds
    after the players they see things. `undo`: `free` allows taking back what nobody has answered
    and what told nobody anything new; `consent` also what the other seat agrees to. `rated`: the
    result counts. `abandonment_seconds`: how long a seat that is asked something may be away before
    the other may claim the win, None for ever. `judges` are the ids of players who judge.
    """

    clock: Clock | None = None
    spectators: Literal["off", "on"] = "off"
    spectator_delay: Annotated[int, Meta(ge=0, le=_DAY)] = 0
    undo: Undoing = "consent"
    rated: bool = False
    abandonment_seconds: Annotated[int, Meta(ge=_AWAY, le=_YEAR)] | None = _DAY
    judges: Annotated[tuple[PlayerId, ...], Meta(max_length=10)] = ()


def read_options(payload: Mapping[str, object], pointer: str = "/options") -> Options:
    """Read what was sent. Raises `Malformed`, with `pointer` before the place."""
    try:
        return msgspec.convert(payload, Options)
    except msgspec.ValidationError as exc:
        raise placed(Malformed([flaw_of(str(exc))]), pointer) from None


def options_of(match: StoredMatch) -> Options:
    """Return the options of a match."""
    return msgspec.convert(match.options, Options)
