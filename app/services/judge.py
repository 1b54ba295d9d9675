"""The judge: what may be done in a position, and what it does. Nothing is stored."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import Decision
from app.engine.kernel.event import Event
from app.engine.kernel.randomness import (
    JUDGE_KEY,
    DiceExhausted,
    KeyedStream,
    Randomness,
    ScriptedRandomness,
    Stream,
)
from app.engine.kernel.refusal import Flaw, Malformed, Refusal
from app.services.acting import CONCEDE
from app.services.failure import Failure, invalid, placed
from app.services.rulesets import DEFAULT_RULESET, Game, Games, game_named, kind_of, read_action
from app.services.table import labelled


class Supposed(Struct, frozen=True):
    """What a judge call supposes of chance: the dice in order, and decks that stay as they are."""

    dice: Sequence[int] | None = None
    keep_order: bool = False


class Chance(Struct, frozen=True):
    """Where chance came from. `fixed`: the position has no randomness, so a known key was used."""

    fixed: bool


class Asks(Struct, frozen=True):
    """The open decisions of a position."""

    decisions: tuple[Decision, ...]


class Applied(Struct, frozen=True):
    """What came of a position by some actions."""

    position: Any
    events: tuple[Event, ...]
    decisions: tuple[Decision, ...]
    random: Chance


class Played(Struct, frozen=True):
    """How far some actions could be played: `refusal` is that of the one at `refused_at`."""

    position: Any
    events: tuple[Event, ...]
    refusal: Refusal | None = None
    refused_at: str = ""


class Reason(Struct, frozen=True):
    """Why an action is illegal."""

    code: str
    detail: str
    cites: Cites


class Explained(Struct, frozen=True):
    """Whether an action is legal: all that speaks against it, or what it does."""

    legal: bool
    reasons: tuple[Reason, ...]
    events: tuple[Event, ...]


class _Named(Struct):
    ruleset: str = DEFAULT_RULESET


class Judge:
    """The use cases of the judge. Payloads are JSON as it came; raises `Malformed` for bad ones."""

    def __init__(self, known: Games) -> None:
        self._games = known

    def options(self, position: bytes) -> Asks:
        """Return the open decisions with every legal answer."""
        game, read = self._read(position)
        return Asks(_decisions(game, read))

    def apply(self, position: bytes, actions: Sequence[bytes], supposed: Supposed) -> Applied:
        """Play the actions one after the other.

        Raises `Failure` that points at the first action that cannot be played, or at the dice.
        """
        game, read = self._read(position)
        played = _play(game, read, actions, supposed)
        refusal = played.refusal
        if refusal is not None:
            flaw = Flaw(played.refused_at, refusal.detail)
            raise Failure(refusal.code, refusal.detail, cites=refusal.cites, flaws=(flaw,))
        fixed = read.random is None
        asked = _decisions(game, played.position)
        return Applied(played.position, played.events, asked, Chance(fixed))

    def play(self, position: bytes, actions: Sequence[bytes], supposed: Supposed) -> Played:
        """Play the actions one after the other, up to the first that is refused."""
        game, read = self._read(position)
        return _play(game, read, actions, supposed)

    def explain(self, position: bytes, action: bytes) -> Explained:
        """Say all that makes the action illegal, or else what it does."""
        game, read = self._read(position)
        wanted = read_action(game, action, "/action")
        seat = _actor(game, read, wanted, "/action")
        try:
            reasons = tuple(_reasons(game.rules.objections(read, seat, wanted)))
            if reasons:
                return Explained(legal=False, reasons=reasons, events=())
            _, events = game.rules.apply(
                read, seat, wanted, randomness=_randomness(read, Supposed())
            )
        except Refusal as refusal:  # what is hidden in a view may show up late
            return Explained(legal=False, reasons=tuple(_reasons([refusal])), events=())
        return Explained(legal=True, reasons=(), events=events)

    def _read(self, payload: bytes) -> tuple[Game, Any]:
        try:
            name = msgspec.json.decode(payload, type=_Named).ruleset
        except msgspec.DecodeError:
            name = DEFAULT_RULESET  # whatever is wrong, the ruleset says it better
        game = game_named(self._games, name, "/position/ruleset")
        try:
            return game, game.rules.read_position(payload)
        except Malformed as exc:
            raise placed(exc, "/position") from None


def _play(game: Game, position: Any, actions: Sequence[bytes], supposed: Supposed) -> Played:
    randomness = _randomness(position, supposed)
    happened: list[Event] = []
    for number, raw in enumerate(actions):
        where = f"/actions/{number}"
        action = read_action(game, raw, where)
        seat = _actor(game, position, action, where)
        try:
            position, events = game.rules.apply(
                position, seat, action, randomness=randomness, first_seq=len(happened) + 1
            )
        except Refusal as refusal:
            return Played(position, tuple(happened), refusal, where)
        except DiceExhausted as exc:
            raise invalid("/random/dice", f"At {where}, {exc}.") from None
        happened += events
    return Played(position, tuple(happened))


def _randomness(position: Any, supposed: Supposed) -> Randomness:
    stream = KeyedStream(position.random or Stream(JUDGE_KEY))
    return ScriptedRandomness(stream, supposed.dice, supposed.keep_order)


def _decisions(game: Game, position: Any) -> tuple[Decision, ...]:
    encoded = game.rules.encode(position)
    return tuple(
        replace(
            labelled(game, position, decision),
            decision_id=hashlib.sha256(b"%d" % decision.seat + encoded).hexdigest()[:16],
        )
        for decision in game.rules.decisions(position)
    )


def _reasons(refusals: Sequence[Refusal] | Iterator[Refusal]) -> Iterator[Reason]:
    for refusal in refusals:
        yield Reason(refusal.code, refusal.detail, refusal.cites)


def _actor(game: Game, position: Any, action: Any, where: str) -> int:
    """Return who acts: the seat that is asked, and of several the owner of the ids."""
    if kind_of(action) == CONCEDE and action.seat is not None:
        return _seat(game, action.seat, where)
    asked = game.rules.to_act(position)
    if len(asked) == 1:
        return asked[0]
    if not asked:
        return 0  # the game is over: whoever acts is refused
    named = set(_texts(msgspec.to_builtins(action)))
    owners = [seat for seat in asked if named & set(_ids(position.seats[seat]))]
    if len(owners) != 1:
        raise invalid(where, "Several seats are asked, and nothing here says who acts.")
    return owners[0]


def _seat(game: Game, seat: int, where: str) -> int:
    if not 0 <= seat < game.rules.seats:
        raise invalid(f"{where}/seat", f"The seats are 0 to {game.rules.seats - 1}.")
    return seat


def _ids(side: Any) -> Iterator[str]:
    waiting = [msgspec.to_builtins(side)]
    while waiting:
        match waiting.pop():
            case dict() as members:
                if isinstance(members.get("id"), str):
                    yield members["id"]
                waiting += members.values()
            case list() | tuple() as items:
                waiting += items
            case _:
                pass


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for member in value.values():
                yield from _texts(member)
        case list() | tuple():
            for item in value:
                yield from _texts(item)
        case _:
            pass
