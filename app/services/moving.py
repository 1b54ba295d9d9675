"""From what the engine says to what is stored, and back."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.db.match_store import Sitter, StoredMatch
from app.db.matches import Status
from app.db.moves import Change, Move, NewEvent, NewSeat, NewTiming, Use
from app.db.timing import Timing
from app.engine.kernel.event import Event
from app.services import clocks
from app.services.ids import now
from app.services.options import options_of
from app.services.rulesets import Game, kind_of


class Step(Struct, frozen=True, kw_only=True):
    """A step of a match that is no action of its game: an offer, a pause, what a judge does.

    `events` tell of it (they are numbered when it is taken). Without
    `position` that stays as it is; `status` is the new one of a match without a new position;
    `back_to` is the version to which the match goes back. `timing` is how time stands after it,
    where it changes that. `changes` are stored along.
    """

    events: tuple[Event, ...]
    position: Any = None
    status: Status | None = None
    back_to: int | None = None
    timing: NewTiming | None = None
    changes: tuple[Change, ...] = ()


def position_of(game: Game, match: StoredMatch) -> Any:
    """Return the match's position, None before the game begins."""
    return None if match.position is None else game.rules.read_stored(match.position)


def move_to(
    game: Game,
    match: StoredMatch,
    position: Any,
    events: tuple[Event, ...],
    acted: int | None = None,
) -> Move:
    """Return the move that brings the match to this position by these events.

    `acted` is the seat whose action it is: if it is asked again, that is another question.
    """
    result, at = position.result, now()
    asked = game.rules.to_act(position)
    return Move(
        match=match.id,
        version=match.version,
        at=at,
        status="playing" if result is None else "over",
        position=game.rules.encode(position).decode(),
        last_seq=match.last_seq + len(events),
        result=None if result is None else msgspec.json.encode(result).decode(),
        events=_logged(events),
        uses=[_use(match, event) for event in events if kind_of(event) == "use_recorded"],
        waiting={
            seat: seat in asked
            for seat in range(game.rules.seats)
            if (seat in asked) != any(each.waiting for each in match.seats if each.seat == seat)
        },
        rating_due=result is not None and match.status != "over" and options_of(match).rated,
        timing=_timing(game, match, at, asked, acted, events),
    )


def _timing(
    game: Game,
    match: StoredMatch,
    at: datetime,
    asked: Sequence[int],
    acted: int | None,
    events: Sequence[Event],
) -> NewTiming:
    clock = options_of(match).clock
    before = rested(match, at)
    if before is None:
        timing = clocks.begin(clock, game.rules.seats, at, asked)
    else:
        timing = clocks.advance(clock, before, at, asked, acted, events)
    return new_timing(timing, paused=match.paused_at is not None)


def new_timing(timing: Timing, *, paused: bool = False) -> NewTiming:
    """Return how time is to be stored; in a pause it runs out for nobody."""
    return NewTiming(timing, None if paused else clocks.first_deadline(timing))


def rested(match: StoredMatch, at: datetime) -> Timing | None:
    """Return how time stands at `at`, where a pause has cost nobody anything."""
    if match.timing is None or match.paused_at is None:
        return match.timing
    return clocks.rest(match.timing, match.paused_at, at)


def after_action(match: StoredMatch, sitter: Sitter, move: Move) -> StoredMatch:
    """Return the match as it is stored once the seat's action is, but for the position's JSON."""
    seats = tuple(
        replace(
            each,
            acts=each.acts + (each.seat == sitter.seat),
            waiting=move.waiting.get(each.seat, each.waiting),
        )
        for each in match.seats
    )
    return replace(
        match,
        version=match.version + 1,
        last_seq=move.last_seq,
        status=move.status,
        position=None,
        timing=match.timing if move.timing is None else move.timing.timing,
        seats=seats,
    )


def numbered(match: StoredMatch, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events with the sequence numbers that follow the match's last."""
    return tuple(
        replace(event, seq=match.last_seq + number) for number, event in enumerate(events, start=1)
    )


def step_to(game: Game, match: StoredMatch, step: Step) -> Move:
    """Return the move of a step which is no action; its events are numbered here."""
    events = numbered(match, step.events)
    if step.position is not None:
        moved = move_to(game, match, step.position, events)
    else:
        moved = _standing(match, step, events)
    return replace(moved, changes=step.changes, back_to=step.back_to)


def _standing(match: StoredMatch, step: Step, events: tuple[Event, ...]) -> Move:
    aborted = step.status == "aborted"
    timing = NewTiming(match.timing, None) if aborted and match.timing else step.timing
    position = None if match.position is None or aborted else match.position.decode()
    return Move(
        match=match.id,
        version=match.version,
        at=now(),
        status=step.status or match.status,
        position=position,
        last_seq=match.last_seq + len(events),
        result=None if match.result is None else msgspec.json.encode(match.result).decode(),
        events=_logged(events),
        waiting={each.seat: False for each in match.seats if each.waiting and aborted},
        timing=timing,
    )


def sit_down(match: StoredMatch, seat: NewSeat) -> Move:
    """Return the move that takes a seat and leaves the match open."""
    return Move(
        match=match.id,
        version=match.version,
        at=now(),
        status="open",
        position=None,
        last_seq=match.last_seq,
        seat=seat,
    )


def _logged(events: tuple[Event, ...]) -> list[NewEvent]:
    return [NewEvent(event.seq, msgspec.json.encode(event).decode()) for event in events]


def _use(match: StoredMatch, event: Any) -> Use:
    return Use(
        seat=event.seat,
        card=event.card,
        ability=event.ability,
        scope=event.scope,
        turn=event.turn,
        version=match.version + 1,
        spent_seq=event.seq,
    )
