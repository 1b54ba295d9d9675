"""Actions that resemble legal ones: the same with other cards, other names, another type."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from app.engine.kernel.refusal import Malformed
from tests.conformance.playing import Moment
from tests.conformance.subjects import Subject


def ids_of(subject: Subject, position: Any) -> list[str]:
    """Return every id in a position, whatever it is the id of, in the order of the JSON."""
    return list(dict.fromkeys(_ids(msgspec.json.decode(subject.rules.encode(position)))))


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for part in value.values():
            yield from _ids(part)
    elif isinstance(value, list):
        for part in value:
            yield from _ids(part)


def variations(
    subject: Subject, position: Any, action: Any, others: list[Any], rng: Random
) -> Iterator[Any]:
    """Yield the action with each of its parts exchanged for another; `others` lend their parts."""
    ids = ids_of(subject, position)
    payload = msgspec.to_builtins(action)
    lenders = [msgspec.to_builtins(other) for other in others]
    for changed in _changed(payload, ids, lenders, rng):
        try:
            yield subject.rules.read_action(changed)
        except Malformed:
            continue


def _changed(
    payload: dict[str, Any], ids: list[str], others: list[dict[str, Any]], rng: Random
) -> Iterator[dict[str, Any]]:
    for field, value in payload.items():
        if isinstance(value, str) and value in ids:
            for other in (*rng.sample(ids, min(6, len(ids))), "nowhere"):
                yield {**payload, field: other}
        if isinstance(value, str):
            for lender in rng.sample(others, min(4, len(others))):
                if field in lender:
                    yield {**payload, field: lender[field]}
        if isinstance(value, list | tuple):
            for names in _lists(list(value), ids, rng):
                yield {**payload, field: names}
        if field != "type":
            yield {name: part for name, part in payload.items() if name != field}
    yield {**payload, "targets": rng.sample(ids, min(2, len(ids)))}
    yield {**payload, "target": rng.choice(ids)}


def _lists(value: list[str], ids: list[str], rng: Random) -> Iterator[list[str]]:
    yield []
    yield value[:-1]
    yield value[::-1]
    yield [*value, rng.choice(ids)]
    yield [*value, *value]
    for at in range(len(value)):
        for other in (*rng.sample(ids, min(4, len(ids))), "nowhere"):
            yield [*value[:at], other, *value[at + 1 :]]


def foreign_actions(moments: list[Moment], rng: Random, count: int) -> list[Any]:
    """Return actions that were legal somewhere else."""
    found: list[Any] = []
    while len(found) < count:
        moment = rng.choice(moments)
        asked = rng.choice(moment.decisions)
        found.append(rng.choice(asked.options) if asked.options else moment.action)
    return found
