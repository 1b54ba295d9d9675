"""A move: one step of a match from a version to the next, complete, and how it is written."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Text, bindparam, case, func, insert, or_, update

from app.db.base import UtcDateTime, table_of
from app.db.matches import AbilityUse, Action, Event, Match, Seat, Status
from app.db.timing import Timing

Change = Callable[[Connection], None]
"""Something that is written in the transaction of a move, which it can refuse by `OutdatedError`.

Stores make these; whoever makes a move does not look inside.
"""


class OutdatedError(Exception):
    """The match is not at the version that the move was worked out from. Nothing was stored."""


class NewSeat(Struct, frozen=True):
    """A player takes a seat with a deck of these card ids."""

    seat: int
    player: str
    deck: Sequence[str]
    deck_hash: str


class NewAction(Struct, frozen=True):
    """A seat's action as JSON, with the decision that it answers."""

    seat: int
    decision_id: str
    action: str


class NewEvent(Struct, frozen=True):
    """An event as JSON, as one who knows everything would tell it."""

    seq: int
    event: str


class Use(Struct, frozen=True):
    """A spent use: by which seat, of which title and ability, in which turn, by which event."""

    seat: int
    card: str
    ability: str
    scope: str
    turn: int
    version: int
    spent_seq: int


class NewTiming(Struct, frozen=True):
    """How time stands, and when it runs out for somebody; None where it does not run."""

    timing: Timing
    deadline_at: datetime | None


class Move(Struct, frozen=True, kw_only=True):
    """What changes from `version` to `version + 1`; all of it is stored, or nothing.

    `waiting` names the seats that begin (True) or cease to be asked something, `rating_due` the end
    of a rated match, `changes` whatever else belongs to this step.
    Without `timing`, that stays as it is. `back_to` is the version to which the match goes back:
    actions and uses since are marked as undone, and every decision gets a new id.
    """

    match: str
    version: int
    at: datetime
    status: Status
    position: str | None
    last_seq: int
    result: str | None = None
    seat: NewSeat | None = None
    action: NewAction | None = None
    events: Sequence[NewEvent] = ()
    uses: Sequence[Use] = ()
    timing: NewTiming | None = None
    back_to: int | None = None
    waiting: Mapping[int, bool] = {}
    rating_due: bool = False
    changes: Sequence[Change] = ()


_matches, _seats = table_of(Match), table_of(Seat)
_actions, _events, _uses = table_of(Action), table_of(Event), table_of(AbilityUse)

_ADVANCE = (
    update(_matches)
    .where(_matches.c.id == bindparam("of"), _matches.c.version == bindparam("expected"))
    .values(
        version=bindparam("expected") + 1,
        status=bindparam("to_status"),
        position=bindparam("to_position"),
        last_seq=bindparam("to_seq"),
        result=bindparam("to_result"),
        updated_at=bindparam("at"),
        timing=func.coalesce(bindparam("to_timing"), _matches.c.timing),
        deadline_at=case(
            (bindparam("to_timing", type_=Text).is_(None), _matches.c.deadline_at),
            else_=bindparam("to_deadline", type_=UtcDateTime),
        ),
        rating_due=or_(_matches.c.rating_due, bindparam("to_rate")),
    )
)
_COUNT_ACT = (
    update(_seats)
    .where(_seats.c.match_id == bindparam("of"), _seats.c.seat == bindparam("by"))
    .values(acts=_seats.c.acts + 1)
)
_WAIT = (
    update(_seats)
    .where(_seats.c.match_id == bindparam("of"), _seats.c.seat == bindparam("by"))
    .values(waiting=bindparam("asked"))
)


def write_moves(moves: Sequence[Move], connection: Connection) -> None:
    """Write the moves, or raise `OutdatedError` if one of them is (and the caller undoes all)."""
    advanced = connection.execute(_ADVANCE, [_advance(move) for move in moves])
    if advanced.rowcount != len(moves):
        raise OutdatedError
    acted = [(move, move.action) for move in moves if move.action is not None]
    if acted:
        connection.execute(
            _COUNT_ACT, [{"of": move.match, "by": action.seat} for move, action in acted]
        )
        connection.execute(insert(_actions), [_action(*pair) for pair in acted])
    for move in moves:
        if move.back_to is not None:
            _undo(move, move.back_to, connection)
    for table, rows in (
        (_seats, [_seat(move, move.seat) for move in moves if move.seat is not None]),
        (_events, [_event(move, event) for move in moves for event in move.events]),
        (_uses, [_use(move, use) for move in moves for use in move.uses]),
    ):
        if rows:
            connection.execute(insert(table), rows)
    waits = [
        {"of": move.match, "by": seat, "asked": asked}
        for move in moves
        for seat, asked in move.waiting.items()
    ]
    if waits:
        connection.execute(_WAIT, waits)
    for move in moves:
        for change in move.changes:
            change(connection)


def _advance(move: Move) -> dict[str, object]:
    timing = move.timing
    return {
        "of": move.match,
        "expected": move.version,
        "to_status": move.status,
        "to_position": move.position,
        "to_seq": move.last_seq,
        "to_result": move.result,
        "at": move.at,
        "to_timing": None if timing is None else msgspec.json.encode(timing.timing).decode(),
        "to_deadline": None if timing is None else timing.deadline_at,
        "to_rate": move.rating_due,
    }


def _undo(move: Move, back_to: int, connection: Connection) -> None:
    for table in (_actions, _uses):
        later = (table.c.match_id == move.match) & (table.c.version > back_to)
        connection.execute(
            update(table)
            .where(later, table.c.undone_by.is_(None))
            .values(undone_by=move.version + 1)
        )
    connection.execute(
        update(_seats).where(_seats.c.match_id == move.match).values(acts=_seats.c.acts + 1)
    )


def _seat(move: Move, seat: NewSeat) -> dict[str, object]:
    return {
        "match_id": move.match,
        "seat": seat.seat,
        "player_id": seat.player,
        "deck": msgspec.json.encode(seat.deck).decode(),
        "deck_hash": seat.deck_hash,
        "acts": 0,
        "joined_at": move.at,
    }


def _action(move: Move, action: NewAction) -> dict[str, object]:
    return {
        "match_id": move.match,
        "version": move.version + 1,
        "seat": action.seat,
        "decision_id": action.decision_id,
        "action": action.action,
        "at": move.at,
    }


def _event(move: Move, event: NewEvent) -> dict[str, object]:
    return {
        "match_id": move.match,
        "seq": event.seq,
        "version": move.version + 1,
        "event": event.event,
        "at": move.at,
    }


def _use(move: Move, use: Use) -> dict[str, object]:
    return {
        "match_id": move.match,
        "spent_seq": use.spent_seq,
        "seat": use.seat,
        "card": use.card,
        "ability": use.ability,
        "scope": use.scope,
        "turn": use.turn,
        "version": use.version,
    }
