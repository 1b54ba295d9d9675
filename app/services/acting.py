"""Acting in a match: read, judge, store, then tell."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.db.match_store import MatchStore, Sitter, StoredMatch
from app.db.moves import Move, NewAction, OutdatedError
from app.engine.kernel.refusal import Refusal
from app.live.bells import Bells
from app.services.belonging import check_known
from app.services.failure import Failure, invalid, not_found
from app.services.ids import is_id, now
from app.services.memory import Memory
from app.services.moving import after_action, move_to, position_of
from app.services.repeats import Kept, Once, Repeats, kept
from app.services.rulesets import Game, Games, kind_of, read_action
from app.services.table import Acted, decision_id, decisions_for
from app.services.timekeeping import Timekeeper, is_overdue

T = TypeVar("T")

CONCEDE = "concede"


class Live(Struct, frozen=True):
    """A match that is being played, with its position decoded."""

    match: StoredMatch
    game: Game
    position: Any


class Answer(Struct, frozen=True):
    """What a player says: an action (JSON as it came), and the decision that it answers.

    Conceding answers no decision. `expected_version`: only if the match is still there.
    """

    action: bytes
    decision_id: str | None = None
    expected_version: int | None = None


class _Deed(Struct, frozen=True):
    """An action that was judged and is not stored yet: what to store, and what to tell its seat."""

    move: Move
    after: Live
    acted: Acted


class Acting:
    """The use case of acting in a match."""

    def __init__(
        self,
        store: MatchStore,
        known: Games,
        bells: Bells,
        timekeeper: Timekeeper,
        repeats: Repeats,
    ) -> None:
        self._store = store
        self._games = known
        self._bells = bells
        self._timekeeper = timekeeper
        self._repeats = repeats
        self._recent: Memory[str, Live] = Memory(1000)

    async def act(self, player: str, match_id: str, answer: Answer) -> Acted:
        """Do what the player says.

        Returns when it is stored durably. Two answers to one decision never both count: what comes
        second finds the decision closed. Raises `Malformed`, and `Failure`: `forbidden`,
        `stale_decision`, `match_over`, `match_paused`, `precondition_failed`, or a rule's refusal.
        """

        async def act_on(live: Live) -> Acted:
            deed = _judge(live, player, answer)
            await self._carry_out(deed)
            return deed.acted

        return await self._on(match_id, act_on)

    async def act_once(self, request: Once, match_id: str, answer: Answer) -> Kept:
        """Do what a request says unless that has been done: then answer as before.

        The answer is stored with the action. Raises what `act` does, `request_in_flight` and
        `idempotency_key_reused`; a refusal is not kept, for it changes nothing.
        """

        async def act_on(live: Live) -> Kept:
            before = await self._repeats.answered(request)
            if before is not None:
                return before
            deed = _judge(live, request.player, answer)
            answered, change = kept(request, 200, deed.acted, deed.move.at)
            await self._carry_out(replace(deed, move=replace(deed.move, changes=(change,))))
            return answered

        with self._repeats.alone(request):
            return await self._on(match_id, act_on)

    async def _on(self, match_id: str, act_on: Callable[[Live], Awaitable[T]]) -> T:
        """Act on the match as it stands, as often as it moves meanwhile."""
        recent = self._recent.recall(match_id)
        if recent is not None and not is_overdue(recent.match, now()):
            # Another process may know better. Storing would find that out, a refusal does not.
            with suppress(OutdatedError, Failure):
                return await act_on(recent)
        while True:
            live = await self._load(match_id)
            if await self._timekeeper.ensure(live.match):
                continue
            with suppress(OutdatedError):  # it moved meanwhile: look again what is asked
                return await act_on(live)

    async def _load(self, match_id: str) -> Live:
        match = await self._store.find(match_id) if is_id(match_id) else None
        if match is None:
            raise not_found(f"match {match_id}")
        game = self._games[match.ruleset]
        return Live(match, game, position_of(game, match))

    async def _carry_out(self, deed: _Deed) -> None:
        await self._store.commit(deed.move)
        self._recent.remember(deed.after.match.id, deed.after)
        self._bells.ring(deed.after.match.id)

    async def concede_all(self, player: str) -> None:
        """Concede every match that the player is playing, and leave those that have not begun."""
        await self._store.leave_open(player)
        for match_id in await self._store.playing(player):
            try:
                await self.act(player, match_id, Answer(b'{"type": "concede"}'))
            except Failure as failure:
                if failure.code != "match_over":  # it ended by itself in the meantime
                    raise


def _judge(live: Live, player: str, answer: Answer) -> _Deed:
    match, game = live.match, live.game
    sitter = match.seat_of(player)
    if sitter is None:
        check_known(match, player)
        raise Failure("forbidden", "You do not sit at this match.")
    action = read_action(game, answer.action, "/action")
    _check_match(match, answer)
    _check_decision(live, sitter, action, answer)
    try:
        after, events = game.rules.apply(
            live.position, sitter.seat, action, first_seq=match.last_seq + 1
        )
    except Refusal as refusal:
        raise _refused(refusal, live, sitter) from None
    stored = msgspec.json.encode(replace(action, label=None)).decode()
    logged = NewAction(sitter.seat, decision_id(match, sitter), stored)
    move = replace(move_to(game, match, after, events, sitter.seat), action=logged)
    moved = after_action(match, sitter, move)
    acted = Acted(
        version=moved.version,
        events=tuple(event.seen_by(sitter.seat) for event in events),
        view=game.rules.view(after, sitter.seat),
        decisions=decisions_for(game, moved, after, moved.seat_of(player)),
        waiting_for=tuple(each.seat for each in moved.seats if each.waiting),
    )
    return _Deed(move, Live(moved, game, after), acted)


def _check_match(match: StoredMatch, answer: Answer) -> None:
    version, expected = match.version, answer.expected_version
    if expected is not None and expected != version:
        detail = f"The match is at version {version}, not {expected}."
        raise Failure("precondition_failed", detail, version=version)
    if match.status in {"over", "aborted"}:
        raise Failure("match_over", "The match is over.", version=version)
    if match.status == "open":
        raise Failure("stale_decision", "The match has not begun.", version=version)


def _check_decision(live: Live, sitter: Sitter, action: Any, answer: Answer) -> None:
    answered, version = answer.decision_id, live.match.version
    if kind_of(action) == CONCEDE:
        if action.seat not in {None, sitter.seat}:
            raise Failure("forbidden", f"You sit at seat {sitter.seat}, and concede for that.")
        if answered is None:
            return
    if live.match.paused_at is not None:
        detail = "The match rests; resume it before you act."
        raise Failure("match_paused", detail, version=version)
    asked = live.game.rules.to_act(live.position)
    if sitter.seat in asked:
        current = decision_id(live.match, sitter)
        if answered is None:
            raise invalid("/decision_id", "An action names the decision that it answers.")
        if answered != current:
            detail = f"You are asked {current}, not {answered}."
            raise Failure("stale_decision", detail, decision_id=current, version=version)
    elif answered is not None:
        waiting = " and ".join(str(seat) for seat in asked)
        detail = f"You are asked nothing just now; the match waits for seat {waiting}."
        raise Failure("stale_decision", detail, version=version)


def _refused(refusal: Refusal, live: Live, sitter: Sitter) -> Failure:
    asked = sitter.seat in live.game.rules.to_act(live.position)
    return Failure(
        refusal.code,
        refusal.detail,
        cites=refusal.cites,
        decision_id=decision_id(live.match, sitter) if asked else None,
        version=live.match.version,
    )
