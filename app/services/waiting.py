"""Whom a match waits for, why, since when, and what comes of it if they stay away."""

from typing import Any

from msgspec import Struct

from app.db.base import Moment
from app.db.match_store import StoredMatch
from app.db.timing import Timing
from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import DecisionKind, Window
from app.services import clocks
from app.services.rulesets import Game
from app.services.table import deadline_for


class Fate(Struct, frozen=True):
    """How the match ends at a deadline that nobody keeps; `winner` None is a draw."""

    winner: int | None
    reason: str
    detail: str


class Awaited(Struct, frozen=True):
    """A seat that is asked something: what kind of question, why, since when, and until when."""

    seat: int
    kind: DecisionKind
    window: Window | None
    because: Cites | None
    since: Moment | None
    deadline_at: Moment | None


class Waiting(Struct, frozen=True):
    """Whom the match waits for. `at_deadline` is what the first of their deadlines does."""

    version: int
    paused_at: Moment | None
    waiting: tuple[Awaited, ...]
    deadline_at: Moment | None
    at_deadline: Fate | None


def waiting_in(match: StoredMatch, game: Game, position: Any) -> Waiting:
    """Return whom the match waits for; what is asked is public, the answers to it are not."""
    decisions = () if position is None else game.rules.decisions(position)
    since = () if match.timing is None else match.timing.asked
    awaited = tuple(
        Awaited(
            asked.seat,
            asked.kind,
            asked.window,
            asked.because,
            since[asked.seat] if since else None,
            deadline_for(match, asked.seat),
        )
        for asked in decisions
    )
    deadline = min((each.deadline_at for each in awaited if each.deadline_at), default=None)
    fate = None if deadline is None or match.timing is None else _fate(match.timing)
    return Waiting(match.version, match.paused_at, awaited, deadline, fate)


def _fate(timing: Timing) -> Fate:
    winner = clocks.winner_on_time(timing)
    if winner is None:
        return Fate(None, "timeout", "Nobody answers in time: the match is drawn.")
    [loser] = clocks.fallen(timing)
    return Fate(winner, "timeout", f"Seat {loser} has used up its time: seat {winner} wins.")
