"""Time: deadlines are kept by whichever process notices, and nobody pays for a server's silence."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from app.db.match_store import StoredMatch
from app.db.timekeeping import TimeStore
from app.engine.kernel.event import Event
from app.engine.kernel.match_events import TimeAdded, TimeCredited
from app.services import clocks
from app.services.failure import Failure
from app.services.ids import now
from app.services.moving import Step, new_timing, position_of, rested
from app.services.rulesets import Game
from app.services.steps import Steps

LOOK_EVERY = timedelta(seconds=1)
BEAT_EVERY = timedelta(seconds=5)
SILENCE = timedelta(seconds=15)
"""No sign of life for so long means that no server was there."""


class _NothingToDo(Exception):
    """Somebody else was faster, or nothing is over after all."""


class Timekeeper:
    """Resolves deadlines, and credits the time in which no server was alive.

    `silence` is how long the last sign of life may be ago in a server that is well.
    """

    def __init__(self, store: TimeStore, steps: Steps, silence: timedelta = SILENCE) -> None:
        self._store = store
        self._steps = steps
        self._silence = silence
        self._beat_at: datetime | None = None

    async def tick(self) -> None:
        """Give a sign of life, then end every match in which somebody's time is over."""
        await self._live()
        for match in await self._store.overdue(now()):
            await self.settle(match)

    async def ensure(self, match: StoredMatch) -> bool:
        """End the match if somebody's time in it is over; return whether to read it again."""
        if not is_overdue(match, now()):
            return False
        await self._live()
        await self.settle(match.id)
        return True

    async def settle(self, match_id: str) -> None:
        """End the match if somebody's time in it is over. Of many who try at once one does."""
        with suppress(_NothingToDo):
            await self._steps.take(match_id, _fall)

    async def _live(self) -> None:
        at = now()
        if self._beat_at is not None and at - self._beat_at < BEAT_EVERY:
            return
        last = await self._store.last_beat()
        if last is not None and at - last > self._silence:
            await self._excuse(last, at)
        await self._store.beat(at)
        self._beat_at = at

    async def _excuse(self, since: datetime, until: datetime) -> None:
        """Credit the time without a server to every clock that ran."""

        async def plan(match: StoredMatch, _: Game) -> Step:
            return _credit(match, since, until)

        for match in await self._store.running():
            with suppress(_NothingToDo):
                await self._steps.take(match, plan)


def is_overdue(match: StoredMatch, at: datetime) -> bool:
    """Whether somebody's time is over in a match that goes on."""
    if match.status != "playing" or match.timing is None or match.paused_at is not None:
        return False
    deadline = clocks.first_deadline(match.timing)
    return deadline is not None and deadline <= at


def add_time(match: StoredMatch, event: TimeAdded) -> Step:
    """Return the step by which a judge gives a seat more time. Raises `Failure` without a clock."""
    timing = rested(match, now())
    if timing is None or not timing.left or event.seat is None:
        raise Failure("no_clock", "This match has no clock.")
    added = clocks.add(timing, event.seat, event.seconds)
    return Step(events=(event,), timing=new_timing(added, paused=match.paused_at is not None))


def pause(match: StoredMatch, at: datetime, events: Sequence[Event]) -> Step:
    """Return the step that stops the clocks; the caller stores `paused_at` along."""
    timing = None if match.timing is None else clocks.charge(match.timing, at)
    stored = None if timing is None else new_timing(timing, paused=True)
    return Step(events=tuple(events), timing=stored)


def resume(match: StoredMatch, at: datetime, events: Sequence[Event]) -> Step:
    """Return the step that lets the clocks run again after a pause."""
    timing = rested(match, at)
    return Step(events=tuple(events), timing=None if timing is None else new_timing(timing))


async def _fall(match: StoredMatch, game: Game) -> Step:
    if match.timing is None or not is_overdue(match, now()):
        raise _NothingToDo
    winner = clocks.winner_on_time(match.timing)
    position, events = game.rules.conclude(position_of(game, match), winner, "timeout")
    return Step(events=events, position=position)


def _credit(match: StoredMatch, since: datetime, until: datetime) -> Step:
    timing = match.timing
    if timing is None or until - max(since, timing.since) < LOOK_EVERY or match.paused_at:
        raise _NothingToDo
    seconds = round((until - max(since, timing.since)).total_seconds(), 3)
    events = tuple(
        TimeCredited(seat=seat, seconds=seconds, reason="The server was not there.")
        for seat, asked in enumerate(timing.asked)
        if asked is not None
    )
    return Step(events=events, timing=new_timing(clocks.rest(timing, since, until)))
