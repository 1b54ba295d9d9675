"""What a stored position weighs, and what it costs to write and to read one."""

import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import TypeVar

from benchmarks.playouts import RULES, moves
from benchmarks.result import Result

GAMES = 40
ROUNDS = 5

T = TypeVar("T")


def run() -> Iterator[Result]:
    """Measure on every position of some games."""
    positions = [move.position for move in moves(Random(2), GAMES)]
    stored = [RULES.encode(position) for position in positions]
    sizes = [len(each) for each in stored]
    note = f"of {len(sizes):,} positions"
    yield Result("size, median", median(sizes), "bytes", note)
    yield Result("size, largest", max(sizes), "bytes", note)
    yield Result("encode", _each(RULES.encode, positions), "µs")
    yield Result("decode, as stored", _each(RULES.read_stored, stored), "µs")
    yield Result("decode and check", _each(RULES.read_position, stored), "µs", "a judge's call")


def _each(call: Callable[[T], object], arguments: list[T]) -> float:
    """Return the microseconds of one call: the median over some rounds."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for argument in arguments:
            call(argument)
        rounds.append((time.perf_counter() - began) / len(arguments) * 1e6)
    return median(rounds)
