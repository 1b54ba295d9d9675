"""What happens around a game rather than in it: no ruleset emits these, the match's log has them.

They stand among the engine's events, with sequence numbers of the same series. `seat` is who did it
or whom it concerns; a judge is named by the player's id in `judge`, and gives a `reason`.
"""

from typing import Literal

from app.engine.kernel.event import Event

OfferKind = Literal["draw", "pause", "undo", "rematch"]


class OfferMade(Event, frozen=True, tag="offer_made"):
    """A seat offers the other something."""

    offer: str
    kind: OfferKind


class OfferAnswered(Event, frozen=True, tag="offer_answered"):
    """`seat` accepts or declines the other's offer; `match` is the rematch that comes of it."""

    offer: str
    kind: OfferKind
    answer: Literal["accepted", "declined"]
    match: str | None = None


class Undone(Event, frozen=True, tag="undone"):
    """What `seat` did since `to_version` counts no more: the match stands where it stood then."""

    to_version: int


class Paused(Event, frozen=True, tag="paused"):
    """The match rests: the clocks stand still, and nobody has to act."""

    judge: str | None = None
    reason: str | None = None


class Resumed(Event, frozen=True, tag="resumed"):
    """The match goes on after a pause."""

    judge: str | None = None


class TimeAdded(Event, frozen=True, tag="time_added"):
    """A judge gives a seat's clock more time."""

    seconds: float
    judge: str
    reason: str


class TimeCredited(Event, frozen=True, tag="time_credited"):
    """A seat's clock gets back what the server, and not its player, has cost it."""

    seconds: float
    reason: str


class LossAwarded(Event, frozen=True, tag="loss_awarded"):
    """A judge decides that `seat` has lost."""

    judge: str
    reason: str


class Rewound(Event, frozen=True, tag="rewound"):
    """A judge puts the match back to where it stood at `to_version`."""

    to_version: int
    judge: str
    reason: str


class JudgeAppointed(Event, frozen=True, tag="judge_appointed"):
    """A player becomes a judge of this match."""

    judge: str


class JudgeOpened(Event, frozen=True, tag="judge_opened"):
    """A judge looked at everything, hidden cards included."""

    judge: str
    reason: str


class Aborted(Event, frozen=True, tag="aborted"):
    """The match ends before it began, without a result."""


class Claimed(Event, frozen=True, tag="claimed"):
    """`seat` claims the win: whom the match waited for has been away for so long."""

    away_seconds: int


MatchEvent = (
    OfferMade
    | OfferAnswered
    | Undone
    | Paused
    | Resumed
    | TimeAdded
    | TimeCredited
    | LossAwarded
    | Rewound
    | JudgeAppointed
    | JudgeOpened
    | Aborted
    | Claimed
)
