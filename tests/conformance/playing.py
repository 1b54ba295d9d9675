"""Games played by a policy that a seed decides: where the positions of these tests come from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from app.engine.kernel.decision import Decision
from app.engine.kernel.event import Event
from tests.conformance.subjects import SUBJECTS, Subject

MOST_ACTIONS = 20_000
"""More than any game takes: a game that does not end is a failure, not a hang."""


@dataclass(frozen=True)
class Moment:
    """An action of a game: the position before it, what was asked, and what came of it."""

    position: Any
    decisions: tuple[Decision, ...]
    seat: int
    action: Any
    after: Any
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Game:
    """A whole game, with what is needed to play it again."""

    decks: tuple[Sequence[str], ...]
    table: Mapping[str, object]
    key: str
    first: Any
    first_events: tuple[Event, ...]
    moments: tuple[Moment, ...]

    @property
    def last(self) -> Any:
        """The position in which the game is over."""
        return self.moments[-1].after if self.moments else self.first


def kind_of(action: Any) -> str:
    """Return an action's `type`."""
    return str(action.__struct_config__.tag)


def some_answer(subject: Subject, decision: Decision, rng: Random) -> Any:
    """Choose among the legal answers, more often one that does something, if there is one."""
    if not decision.options:
        return subject.answer(decision, rng)
    lot = rng.random()
    if lot < 0.75:
        wanted = [each for each in decision.options if kind_of(each) not in subject.idle]
        if lot < 0.3:
            keen = [each for each in wanted if kind_of(each) in subject.keen]
            wanted = keen or wanted
        if wanted:
            return rng.choice(wanted)
    return rng.choice(decision.options)


def moments(subject: Subject, position: Any, rng: Random, first_seq: int = 1) -> Iterator[Moment]:
    """Play on from a position until the game is over."""
    for _ in range(MOST_ACTIONS):
        decisions = subject.rules.decisions(position)
        if not decisions:
            return
        decision = rng.choice(decisions)
        action = some_answer(subject, decision, rng)
        after, events = subject.rules.apply(position, decision.seat, action, first_seq=first_seq)
        yield Moment(position, decisions, decision.seat, action, after, events)
        first_seq += len(events)
        position = after
    raise AssertionError("the game does not end")


def play_game(
    subject: Subject, decks: Sequence[Sequence[str]], table: Mapping[str, object], seed: int
) -> Game:
    """Play a whole game; the seed decides the shuffles and every choice."""
    key = f"{seed:064x}"
    first, events = subject.rules.start(decks, table, key)
    played = tuple(moments(subject, first, Random(seed), len(events) + 1))
    return Game(tuple(decks), table, key, first, events, played)


def any_game(subject: Subject, seed: int) -> Game:
    """Play a game in which the seed decides decks and table, too."""
    rng = Random(seed)
    table = rng.choice(subject.tables)
    decks = [
        rng.choice(subject.decks) if rng.random() < 0.4 else subject.random_deck(rng, table)
        for _ in range(subject.rules.seats)
    ]
    return play_game(subject, decks, table, seed)


@lru_cache(maxsize=len(SUBJECTS))
def sample(subject: Subject) -> tuple[Game, ...]:
    """Return games with every table and deck of the subject: the positions that are looked at."""
    fixed = [
        play_game(subject, [deck] * subject.rules.seats, table, seed)
        for seed, (deck, table) in enumerate(
            (deck, table) for table in subject.tables for deck in subject.decks
        )
    ]
    return (*fixed[:12], *(any_game(subject, seed) for seed in range(100, 112)))
