"""The examples of rules, rulings and table settings, played by the engine that judges matches."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from app.content.library import Library
from app.content.rules import Example
from app.engine.kernel.event import Event
from app.services.judge import Judge, Played, Reason, Supposed


class Outcome(Struct, frozen=True):
    """What the engine made of an example.

    `refusal` is what it refused, after `events` had happened. `differences` says what did not come
    out as the example says; `passed` where nothing did.
    """

    passed: bool
    events: tuple[Event, ...]
    refusal: Reason | None
    differences: tuple[str, ...]


class LiveExample(Example, frozen=True, kw_only=True):
    """An example with what came out when the engine played it."""

    outcome: Outcome


class Examples:
    """Every example of a library; each is played once, when it is first asked for."""

    def __init__(self, library: Library, judge: Judge) -> None:
        self._library = library
        self._judge = judge
        self._played: dict[str, LiveExample] = {}

    def of(self, id_: str) -> tuple[LiveExample, ...]:
        """Return the examples that show the rule, ruling or table setting."""
        return tuple(self._live(example) for example in self._library.examples_of(id_))

    def _live(self, example: Example) -> LiveExample:
        if example.name not in self._played:
            self._played[example.name] = played(example, self._judge)
        return self._played[example.name]


def played(example: Example, judge: Judge) -> LiveExample:
    """Play an example. Raises `Malformed` or `Failure` where it cannot even be played."""
    chance = example.random or {}
    result = judge.play(
        msgspec.json.encode(example.position),
        [msgspec.json.encode(action) for action in example.actions],
        Supposed(chance.get("dice"), chance.get("shuffle") == "keep"),
    )
    differences = tuple(_differences(example, result))
    refusal = result.refusal
    outcome = Outcome(
        passed=not differences,
        events=result.events,
        refusal=None if refusal is None else Reason(refusal.code, refusal.detail, refusal.cites),
        differences=differences,
    )
    return LiveExample(**msgspec.structs.asdict(example), outcome=outcome)


def _differences(example: Example, result: Played) -> Iterator[str]:
    yield from _refused_otherwise(example, result)
    for path, meant in example.checks:
        found = _at(result.position, path)
        if found != meant:
            yield f"{path} is {_text(found)}, not {_text(meant)}"
    told = iter(_json(result.events))
    for part in example.events:
        if not any(_includes(event, part) for event in told):
            yield f"there is no such event, in this place: {_text(part)}"


def _refused_otherwise(example: Example, result: Played) -> Iterator[str]:
    meant, found = example.refuse, result.refusal
    last = f"/actions/{len(example.actions) - 1}"
    if found is None:
        if meant is not None:
            yield f"nothing was refused; {meant.code} was meant to be"
        return
    if meant is None:
        yield f"{result.refused_at} was refused: {found.detail}"
    elif result.refused_at != last:
        yield f"{result.refused_at} was refused already, and not {last}: {found.detail}"
    elif (meant.code, True) != (found.code, meant.cite in found.cites.rules):
        cited = ", ".join(found.cites.rules)
        yield f"the refusal is {found.code} by {cited}, not {meant.code} by {meant.cite}"


def _at(part: Any, path: str) -> object:
    """Return what stands at a dotted path, as JSON; a field that is left out has its default."""
    for step in path.split("."):
        part = part[int(step)] if isinstance(part, tuple) else getattr(part, step)
    return _json(part)


def _json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


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
