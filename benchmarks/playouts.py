"""Random games: what the engine's benchmarks measure. Every seed gives the same games."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import cast

from app.content.library import load_library
from app.engine.artifacts.actions import Action, Choose, Setup
from app.engine.artifacts.position import Position
from app.engine.artifacts.ruleset import SacredArtifacts
from app.engine.kernel.decision import Decision

_LIBRARY = load_library()
RULES = SacredArtifacts(_LIBRARY.book)
DECKS = [deck.card_ids for deck in _LIBRARY.decks.values()]


@dataclass(frozen=True)
class Move:
    """A position in which something is asked, and the answer."""

    position: Position
    seat: int
    action: Action


def choose(decision: Decision, rng: Random) -> Action:
    """Choose one of the options, each as likely; where they are not listed, any answer."""
    if decision.options:
        return cast("Action", rng.choice(decision.options))
    ids = list(decision.from_)
    rng.shuffle(ids)
    count = rng.randint(decision.min, decision.max)
    if decision.kind == "setup":
        return Setup(active=ids[0], bench=tuple(ids[1:count]))
    return Choose(tuple(ids[:count]))


def game(rng: Random) -> int:
    """Play one game between starter decks to its end; return how many decisions it had."""
    position, _events = RULES.start([rng.choice(DECKS), rng.choice(DECKS)], {}, key_of(rng))
    count = 0
    while decisions := RULES.decisions(position):
        decision = rng.choice(decisions)
        position, _events = RULES.apply(position, decision.seat, choose(decision, rng))
        count += 1
    return count


def key_of(rng: Random) -> str:
    """Return a key for a game's shuffles and dice."""
    return f"{rng.getrandbits(256):064x}"


def moves(rng: Random, games: int) -> Iterator[Move]:
    """Yield every move of so many games."""
    for _ in range(games):
        position, _events = RULES.start([rng.choice(DECKS), rng.choice(DECKS)], {}, key_of(rng))
        while decisions := RULES.decisions(position):
            decision = rng.choice(decisions)
            action = choose(decision, rng)
            yield Move(position, decision.seat, action)
            position, _events = RULES.apply(position, decision.seat, action)
