"""The executable examples of `seeds/`: what the rules and rulings say, played by the engine."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from app.content.library import load_library
from app.content.rules import Example
from app.engine.artifacts.actions import Setup
from app.engine.artifacts.position import Position
from app.engine.artifacts.ruleset import SacredArtifacts
from app.engine.kernel.event import Event
from app.engine.kernel.randomness import JUDGE_KEY, KeyedStream, ScriptedRandomness, Stream
from app.engine.kernel.refusal import Refusal

LIBRARY = load_library()
RULES = SacredArtifacts(LIBRARY.book)


def _actor(position: Position, action: object) -> int:
    """Return who acts: whoever is asked, in setup the owner of the card."""
    if isinstance(action, Setup):
        hands = [[card.id for card in seat.hand] for seat in position.seats]
        return next(seat for seat, hand in enumerate(hands) if action.active in hand)
    return RULES.to_act(position)[0]


def _play(example: Example) -> tuple[Position, list[Event], Refusal | None]:
    """Play the actions; a refusal ends it, and nothing comes after the action that is refused."""
    position = RULES.read_position(example.position)
    supposed = example.random or {}
    stream = KeyedStream(position.random or Stream(JUDGE_KEY))
    randomness = ScriptedRandomness(stream, supposed.get("dice"), "shuffle" in supposed)
    events: list[Event] = []
    for number, payload in enumerate(example.actions, start=1):
        action = RULES.read_action(payload)
        try:
            position, told = RULES.apply(
                position, _actor(position, action), action, randomness=randomness
            )
        except Refusal as refusal:
            assert number == len(example.actions), f"refused early: {refusal}"
            return position, events, refusal
        events += told
    return position, events, None


def _at(part: Any, path: str) -> object:
    """Return what stands at a dotted path, as JSON; a field that is left out has its default."""
    for step in path.split("."):
        part = part[int(step)] if isinstance(part, tuple) else getattr(part, step)
    return _json(part)


def _json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _includes(whole: object, part: object) -> bool:
    """Whether JSON includes a part: objects by their named members, lists item by item."""
    if isinstance(part, Mapping):
        return isinstance(whole, Mapping) and all(
            key in whole and _includes(whole[key], value) for key, value in part.items()
        )
    if isinstance(part, Sequence) and not isinstance(part, str):
        return (
            isinstance(whole, Sequence)
            and len(whole) == len(part)
            and all(_includes(one, other) for one, other in zip(whole, part, strict=True))
        )
    return whole == part


@pytest.mark.parametrize("example", [pytest.param(each, id=each.name) for each in LIBRARY.examples])
def test_an_example_comes_out_as_it_says(example: Example) -> None:
    position, happened, refusal = _play(example)
    if example.refuse is None:
        assert refusal is None, str(refusal)
    else:
        assert refusal is not None, "it was not refused"
        assert refusal.code == example.refuse.code
        assert example.refuse.cite in refusal.cites.rules
    for path, expected in example.checks:
        assert _at(position, path) == expected, path
    told = iter(_json(happened))
    for part in example.events:
        assert any(_includes(event, part) for event in told), (
            f"no such event, in this place: {part}"
        )


@pytest.mark.parametrize("id_", [*LIBRARY.rules, *LIBRARY.rulings])
def test_every_rule_and_ruling_has_an_example(id_: str) -> None:
    assert LIBRARY.examples_of(id_)


def test_examples_have_names_of_their_own() -> None:
    names = [example.name for example in LIBRARY.examples]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("example", [pytest.param(each, id=each.name) for each in LIBRARY.examples])
def test_an_example_says_what_it_shows_and_what_comes_out(example: Example) -> None:
    assert example.shows
    assert example.checks or example.events or example.refuse
