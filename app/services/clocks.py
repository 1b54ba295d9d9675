"""Clocks: who is charged for which time. Pure functions; moments come in, nothing is looked up."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from app.db.timing import Timing
from app.engine.kernel.event import Event
from app.services.options import Clock
from app.services.rulesets import kind_of


def begin(clock: Clock | None, seats: int, at: datetime, asked: Sequence[int]) -> Timing:
    """Return the timing of a game that begins now with these seats to act."""
    since = tuple(at if seat in asked else None for seat in range(seats))
    return Timing(at, since, () if clock is None else (clock.first_seconds,) * seats)


def advance(
    clock: Clock | None,
    timing: Timing,
    at: datetime,
    asked: Sequence[int],
    acted: int | None = None,
    events: Sequence[Event] = (),
) -> Timing:
    """Return the timing after a move at `at`, by the seat `acted`, that leaves `asked` to act.

    Whoever was asked until then is charged. A turn that ends brings its seat the increment; with
    days per turn, a turn that begins gives each seat its days anew.
    """
    charged = charge(timing, at)
    since = tuple(
        None if seat not in asked else at if before is None or seat == acted else before
        for seat, before in enumerate(timing.asked)
    )
    left = charged.left if clock is None else _credited(clock, charged.left, events)
    return Timing(at, since, left)


def _credited(clock: Clock, left: tuple[float, ...], events: Sequence[Event]) -> tuple[float, ...]:
    for event in events:
        kind = kind_of(event)
        if kind == "turn_ended" and clock.increment_seconds and event.seat is not None:
            left = _plus(left, event.seat, clock.increment_seconds)
        elif kind == "turn_started" and clock.days_per_turn is not None:
            left = (clock.first_seconds,) * len(left)
    return left


def charge(timing: Timing, at: datetime) -> Timing:
    """Charge the seats that are asked for the time until `at`; nobody gets below nothing."""
    seconds = max(0.0, (at - timing.since).total_seconds())
    left = tuple(
        seconds_left if since is None else max(0.0, round(seconds_left - seconds, 3))
        for seconds_left, since in zip(timing.left, timing.asked, strict=False)
    )
    return replace(timing, since=at, left=left)


def rest(timing: Timing, since: datetime, until: datetime) -> Timing:
    """Charge nobody for the time from `since` to `until`, in which nobody could act.

    What of it has been charged or excused before stays so: this may be done twice.
    """
    if until <= timing.since:
        return timing
    return replace(charge(timing, max(since, timing.since)), since=until)


def add(timing: Timing, seat: int, seconds: float) -> Timing:
    """Give a seat more time. Raises `ValueError` where there is no clock."""
    if not timing.left:
        raise ValueError("this match has no clock")
    return replace(timing, left=_plus(timing.left, seat, seconds))


def deadline_of(timing: Timing, seat: int) -> datetime | None:
    """Return when the seat's time will have run out; None if it does not run."""
    if not timing.left or timing.asked[seat] is None:
        return None
    return timing.since + timedelta(seconds=timing.left[seat])


def first_deadline(timing: Timing) -> datetime | None:
    """Return when time will have run out for the first seat."""
    deadlines = [deadline_of(timing, seat) for seat in range(len(timing.asked))]
    return min((each for each in deadlines if each is not None), default=None)


def fallen(timing: Timing) -> tuple[int, ...]:
    """Return the seats whose time runs out first: one, or in the setup perhaps several."""
    first = first_deadline(timing)
    if first is None:
        return ()
    return tuple(seat for seat in range(len(timing.asked)) if deadline_of(timing, seat) == first)


def winner_on_time(timing: Timing) -> int | None:
    """Return who wins when time runs out first: the one seat that still has some, else nobody."""
    lost = fallen(timing)
    others = [seat for seat in range(len(timing.asked)) if seat not in lost]
    return others[0] if len(others) == 1 else None


def _plus(left: tuple[float, ...], seat: int, seconds: float) -> tuple[float, ...]:
    return tuple(
        round(each + seconds, 3) if number == seat else each for number, each in enumerate(left)
    )
