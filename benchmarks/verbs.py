"""How long one call takes: `decisions` (the options), `verify`, `apply` and `view`."""

import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median

from benchmarks.playouts import RULES, Move, moves
from benchmarks.result import Result

GAMES = 60
REPEATS = 3


def run() -> Iterator[Result]:
    """Time each call on every move of some games; of three times the least counts."""
    played = list(moves(Random(1), GAMES))
    calls: dict[str, Callable[[Move], object]] = {
        "options": lambda move: RULES.decisions(move.position),
        "verify": lambda move: RULES.verify(move.position, move.seat, move.action),
        "apply": lambda move: RULES.apply(move.position, move.seat, move.action),
        "view": lambda move: RULES.view(move.position, move.seat),
    }
    for name, call in calls.items():
        times = sorted(_least(call, move) for move in played)
        note = f"of {len(times):,} moves"
        yield Result(f"{name}, median", median(times), "µs", note)
        yield Result(f"{name}, 99th percentile", times[len(times) * 99 // 100], "µs", note)


def _least(call: Callable[[Move], object], move: Move) -> float:
    """Return microseconds."""
    least = float("inf")
    for _ in range(REPEATS):
        began = time.perf_counter_ns()
        call(move)
        least = min(least, time.perf_counter_ns() - began)
    return least / 1000
