"""What a tournament judge may do at a match: all of it stands in the log that both seats read."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from app.content.library import Library
from app.db.match_changes import options_set
from app.db.match_store import StoredMatch
from app.db.players import PlayerStore
from app.engine.kernel.citation import Cites
from app.engine.kernel.match_events import (
    JudgeAppointed,
    JudgeOpened,
    LossAwarded,
    Paused,
    Rewound,
    TimeAdded,
)
from app.services import timekeeping
from app.services.belonging import check_known, judges
from app.services.failure import Failure, invalid
from app.services.ids import is_id
from app.services.moving import Step, position_of
from app.services.offers import pause
from app.services.options import options_of
from app.services.players import Account
from app.services.rulesets import Game
from app.services.steps import Steps
from app.services.undo import Undo

MOST_JUDGES = 10
_LOSS = "concede"


class Ruled(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a judge does something: in words, and by which rules, rulings or table settings."""

    reason: Annotated[str, Meta(min_length=1, max_length=300)]
    rules: Annotated[tuple[str, ...], Meta(max_length=20)] = ()


class TimeRuling(Ruled, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat gets more time."""

    seat: Annotated[int, Meta(ge=0, le=1)]
    seconds: Annotated[int, Meta(ge=1, le=604_800)]


class LossRuling(Ruled, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat has lost."""

    seat: Annotated[int, Meta(ge=0, le=1)]


class RewindRuling(Ruled, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The match goes back to where it stood at a version."""

    to_version: Annotated[int, Meta(ge=0, lt=2**53)]


class Opened(Struct, frozen=True):
    """Everything that there is at a match, hidden cards included, but for what is yet to be dealt.

    `position` is without its randomness: not even a judge knows the dice to come.
    """

    version: int
    position: Any


class Judging:
    """The use cases of a match's judges."""

    def __init__(self, steps: Steps, players: PlayerStore, undo: Undo, library: Library) -> None:
        self._steps = steps
        self._players = players
        self._undo = undo
        self._known = {*library.rules, *library.rulings, *library.settings}

    async def appoint(self, account: Account, match_id: str, judge: str) -> StoredMatch:
        """Make a player a judge: the match's maker may before it begins, the operator always.

        Raises `Failure`: `forbidden`, `too_late`, `match_over`, `already_judge`, `judge_of_match`.
        """
        operator = "admin" in account.scopes

        async def plan(match: StoredMatch, _: Game) -> Step:
            if not operator:
                check_known(match, account.id)
            if not operator and account.id != match.creator:
                raise Failure("forbidden", "The match's maker, or the operator, appoints judges.")
            _check_going(match)
            if not operator and match.status != "open":
                raise Failure("too_late", "Once it has begun, only the operator appoints judges.")
            options = options_of(match)
            if judge in options.judges:
                raise Failure("already_judge", "This player is a judge of the match already.")
            if match.seat_of(judge) is not None:
                raise Failure("judge_of_match", "Who sits at a match does not judge it.")
            if len(options.judges) == MOST_JUDGES:
                raise Failure("not_now", f"A match has {MOST_JUDGES} judges at most.")
            appointed = msgspec.to_builtins(replace(options, judges=(*options.judges, judge)))
            event = JudgeAppointed(judge=judge)
            return Step(events=(event,), changes=(options_set(match.id, appointed),))

        if not is_id(judge) or not await self._players.existing((judge,)):
            raise invalid("/player", f"There is no player {judge}.")
        return await self._steps.take(match_id, plan)

    async def open(self, judge: str, match_id: str, why: Ruled) -> Opened:
        """Show a judge everything, and write into the log that it was shown."""
        cites = self._cites(why)

        async def plan(match: StoredMatch, _: Game) -> Step:
            _check_judge(match, judge)
            if match.position is None:
                raise Failure("not_now", "The match has not begun.")
            return Step(events=(JudgeOpened(judge=judge, reason=why.reason, cites=cites),))

        after = await self._steps.take(match_id, plan)
        _, game = await self._steps.find(match_id)
        return Opened(after.version, replace(position_of(game, after), random=None))

    async def add_time(self, judge: str, match_id: str, why: TimeRuling) -> StoredMatch:
        """Give a seat more time."""
        event = TimeAdded(
            seat=why.seat,
            seconds=why.seconds,
            judge=judge,
            reason=why.reason,
            cites=self._cites(why),
        )

        async def plan(match: StoredMatch, _: Game) -> Step:
            _check_playing(match, judge)
            return timekeeping.add_time(match, event)

        return await self._steps.take(match_id, plan)

    async def pause(self, judge: str, match_id: str, why: Ruled) -> StoredMatch:
        """Stop the clocks until a player or a judge resumes."""
        event = Paused(judge=judge, reason=why.reason, cites=self._cites(why))

        async def plan(match: StoredMatch, _: Game) -> Step:
            _check_playing(match, judge)
            return pause(match, (event,))

        return await self._steps.take(match_id, plan)

    async def rewind(self, judge: str, match_id: str, why: RewindRuling) -> StoredMatch:
        """Put the match back to where it stood at a version; the log keeps what happened since.

        Raises `Failure` (`undo_refused`) where the game had not begun at that version.
        """
        event = Rewound(
            to_version=why.to_version, judge=judge, reason=why.reason, cites=self._cites(why)
        )

        async def plan(match: StoredMatch, game: Game) -> Step:
            _check_playing(match, judge)
            return await self._undo.back_to(match, game, why.to_version, event)

        return await self._steps.take(match_id, plan)

    async def award_loss(self, judge: str, match_id: str, why: LossRuling) -> StoredMatch:
        """End the match against a seat, as if its player had conceded."""
        event = LossAwarded(seat=why.seat, judge=judge, reason=why.reason, cites=self._cites(why))

        async def plan(match: StoredMatch, game: Game) -> Step:
            _check_playing(match, judge)
            position, events = game.rules.conclude(
                position_of(game, match), 1 - why.seat, _LOSS, event.cites
            )
            return Step(events=(event, *events), position=position)

        return await self._steps.take(match_id, plan)

    def _cites(self, why: Ruled) -> Cites | None:
        if not why.reason.strip() or not why.reason.isprintable():
            raise invalid("/reason", "A reason has 1 to 300 printable characters.")
        for number, rule in enumerate(why.rules):
            if rule not in self._known:
                raise invalid(f"/rules/{number}", f"There is no rule, ruling or setting {rule}.")
        return Cites(rules=why.rules) if why.rules else None


def _check_judge(match: StoredMatch, judge: str) -> None:
    check_known(match, judge)
    if not judges(match, judge):
        raise Failure("forbidden", "You are no judge of this match.")


def _check_going(match: StoredMatch) -> None:
    if match.status in {"over", "aborted"}:
        raise Failure("match_over", "The match is over.", version=match.version)


def _check_playing(match: StoredMatch, judge: str) -> None:
    _check_judge(match, judge)
    _check_going(match)
    if match.status != "playing":
        raise Failure("not_now", "The match has not begun.")
