"""A match as one viewer sees it: what is public, what is the viewer's own, and what is asked."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.db.base import Moment
from app.db.match_store import Sitter, StoredMatch
from app.db.matches import Status, Visibility
from app.engine.kernel.decision import Decision
from app.engine.kernel.event import Event
from app.services import clocks
from app.services.players import Profile, display_name
from app.services.rulesets import Game


class Chair(Struct, frozen=True):
    """A taken seat."""

    seat: int
    player: Profile
    joined_at: Moment


class Listed(Struct, frozen=True, kw_only=True):
    """A match in a list. `settings` are the table settings that differ from the profile."""

    id: str
    ruleset: str
    release: str
    status: Status
    visibility: Visibility
    settings: dict[str, Any]
    options: dict[str, Any]
    paused: bool
    version: int
    seats: tuple[Chair, ...]
    result: dict[str, Any] | None
    created_at: Moment
    updated_at: Moment


class Times(Struct, frozen=True):
    """How much time each seat had left at `as_of`, in seconds, and for which it has run since."""

    as_of: Moment
    left: tuple[float, ...]
    running: tuple[int, ...]
    deadline_at: Moment | None


class Table(Listed, frozen=True, kw_only=True):
    """A match for one viewer. `seat` is the viewer's own, `view` the position as seen from it.

    `waiting_for` are the seats that are asked something, `times` is None without a clock.
    """

    seat: int | None
    last_seq: int
    rematch_of: str | None
    rematch: str | None
    waiting_for: tuple[int, ...]
    times: Times | None
    view: Any
    decisions: tuple[Decision, ...]


class Asked(Struct, frozen=True):
    """What the viewer is asked, and which seats the match waits for."""

    version: int
    decisions: tuple[Decision, ...]
    waiting_for: tuple[int, ...]


class Acted(Struct, frozen=True):
    """What an action did, as its seat may see it."""

    version: int
    events: tuple[Event, ...]
    view: Any
    decisions: tuple[Decision, ...]
    waiting_for: tuple[int, ...]


def decision_id(match: StoredMatch, sitter: Sitter) -> str:
    """Name the seat's open decision.

    A decision ends only by an action of the seat that it asks, so that the seat's own actions
    number its decisions: what the other seat does changes no id.
    """
    return f"{match.id}.{sitter.seat}.{sitter.acts}"


def decisions_for(
    game: Game, match: StoredMatch, position: Any, sitter: Sitter | None
) -> tuple[Decision, ...]:
    """Return the decisions that the seat has to take, each option with words for a person."""
    if sitter is None or sitter.seat not in game.rules.to_act(position):
        return ()
    open_id = decision_id(match, sitter)
    deadline = deadline_for(match, sitter.seat)
    return tuple(
        replace(
            labelled(game, position, decision),
            decision_id=open_id,
            deadline_at=None if deadline is None else msgspec.to_builtins(deadline),
        )
        for decision in game.rules.decisions(position)
        if decision.seat == sitter.seat
    )


def deadline_for(match: StoredMatch, seat: int) -> datetime | None:
    """Return when the seat's time will have run out, None if it does not run."""
    if match.timing is None or match.paused_at is not None:
        return None
    return clocks.deadline_of(match.timing, seat)


def labelled(game: Game, position: Any, decision: Decision) -> Decision:
    """Return the decision with a label on each option."""
    options = tuple(
        replace(option, label=game.rules.label(position, option)) for option in decision.options
    )
    return replace(decision, options=options)


def listed(match: StoredMatch) -> Listed:
    """Return what a list tells of a match."""
    return Listed(**_common(match))


def table(game: Game, match: StoredMatch, position: Any, sitter: Sitter | None) -> Table:
    """Return the match as the seat's player (None: a spectator) may see it."""
    seat = None if sitter is None else sitter.seat
    return Table(
        **_common(match),
        seat=seat,
        last_seq=match.last_seq,
        rematch_of=match.rematch_of,
        rematch=match.rematch,
        waiting_for=() if position is None else game.rules.to_act(position),
        times=_times(match),
        view=None if position is None else game.rules.view(position, seat),
        decisions=() if position is None else decisions_for(game, match, position, sitter),
    )


def _times(match: StoredMatch) -> Times | None:
    timing = match.timing
    if timing is None or not timing.left:
        return None
    runs = match.status == "playing" and match.paused_at is None
    running = tuple(seat for seat, since in enumerate(timing.asked) if runs and since is not None)
    deadline = clocks.first_deadline(timing) if runs else None
    return Times(timing.since, timing.left, running, deadline)


def _common(match: StoredMatch) -> dict[str, Any]:
    return {
        "id": match.id,
        "ruleset": match.ruleset,
        "release": match.release,
        "status": match.status,
        "visibility": match.visibility,
        "settings": match.settings,
        "options": match.options,
        "paused": match.paused_at is not None,
        "version": match.version,
        "seats": tuple(_chair(sitter) for sitter in match.seats),
        "result": match.result,
        "created_at": match.created_at,
        "updated_at": match.updated_at,
    }


def _chair(sitter: Sitter) -> Chair:
    name = display_name(sitter.player, sitter.name, gone=sitter.gone)
    guest = sitter.name is None and not sitter.gone
    return Chair(sitter.seat, Profile(sitter.player, name, guest), sitter.joined_at)
