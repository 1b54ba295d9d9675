"""Random playouts on one core, in turn with random games of python-chess, the usual yardstick.

A decision is all options of a position worked out, one of them applied, with its events; a ply of
chess is `list(board.legal_moves)` and a `push`.
"""

import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median

import chess

from benchmarks.playouts import game
from benchmarks.result import Result, written

ROUNDS = 9
SECONDS = 1.2
"""Of each of the two, each round."""

MOST_PLIES = 200


def run() -> Iterator[Result]:
    """Measure both in every round, so that what slows the machine down slows both."""
    ours: list[tuple[float, float]] = []
    chess_: list[tuple[float, float]] = []
    for number in range(ROUNDS):
        ours.append(_rates(game, Random(number)))
        chess_.append(_rates(_chess_game, Random(number)))
    decisions, games = ([rate[n] for rate in ours] for n in (0, 1))
    plies, chess_games = ([rate[n] for rate in chess_] for n in (0, 1))
    ratios = [mine / theirs for mine, theirs in zip(decisions, plies, strict=True)]
    yield Result("decisions", median(decisions), "1/s", _spread(decisions))
    yield Result("games", median(games), "1/s", _spread(games))
    yield Result("python-chess, random plies", median(plies), "1/s", _spread(plies))
    yield Result("python-chess, games of up to 200", median(chess_games), "1/s")
    yield Result("decisions beside plies", median(ratios), "ratio", _spread(ratios))
    game_ratios = [mine / theirs for mine, theirs in zip(games, chess_games, strict=True)]
    yield Result("games beside games", median(game_ratios), "ratio", _spread(game_ratios))


def _rates(play: Callable[[Random], int], rng: Random) -> tuple[float, float]:
    """Play whole games for a while; return decisions and games per second."""
    decisions = games = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        decisions += play(rng)
        games += 1
    return decisions / spent, games / spent


def _chess_game(rng: Random) -> int:
    board = chess.Board()
    for ply in range(MOST_PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(rng.choice(moves))
    return MOST_PLIES


def _spread(rates: list[float]) -> str:
    return f"{written(min(rates))} to {written(max(rates))}, {len(rates)} rounds"
