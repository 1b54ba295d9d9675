"""What the conformance suite needs to know of a ruleset beside the `Ruleset` protocol.

A second ruleset joins with a `Subject` of its own in `SUBJECTS`; the tests stay as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from app.engine.kernel.decision import Decision
from app.engine.kernel.event import Event
from app.engine.kernel.ruleset import Ruleset
from tests.conformance import artifacts

Deck = Sequence[str]


class Shuffled(Protocol):
    """Move what a viewer cannot see, so that it is another game for all but this viewer.

    The cards of the other seats' hidden zones change places and get new ids, except for the ids in
    `keep`; with `own_deck` the viewer's own deck is put in another order, too.
    """

    def __call__(
        self,
        position: Any,
        viewer: int | None,
        rng: Random,
        *,
        keep: frozenset[str] = frozenset(),
        own_deck: bool = True,
    ) -> Any: ...


@dataclass(frozen=True, eq=False)
class Subject:
    """A ruleset under test. Positions and actions are its own business, hence `Any`.

    `tables` are settings worth playing with. `answer` makes a legal action where a decision only
    gives `from`, `min` and `max`, `is_answer` recognises one. `same` brings actions that mean the
    same into one form. `always` is legal at any time and never listed. `idle` are the types of
    actions that only let time go by, `keen` of those that lead to much else. `hidden_ids` are the
    cards that a viewer cannot see. `discloses` says whether an event shows a card of a hidden zone
    to everyone.
    """

    rules: Ruleset[Any, Any]
    decks: tuple[Deck, ...]
    random_deck: Callable[[Random, Mapping[str, object]], Deck]
    tables: tuple[Mapping[str, object], ...]
    answer: Callable[[Decision, Random], Any]
    is_answer: Callable[[Decision, Any], bool]
    same: Callable[[Any], Any]
    always: tuple[Any, ...]
    idle: frozenset[str]
    keen: frozenset[str]
    shuffled: Shuffled
    hidden_ids: Callable[[Any, int | None], frozenset[str]]
    discloses: Callable[[Event], bool]

    def __str__(self) -> str:
        return self.rules.name


SUBJECTS = (
    Subject(
        rules=artifacts.RULES,
        decks=artifacts.DECKS,
        random_deck=artifacts.random_deck,
        tables=artifacts.TABLES,
        answer=artifacts.answer,
        is_answer=artifacts.is_answer,
        same=artifacts.same,
        always=artifacts.ALWAYS,
        idle=frozenset({"end_turn", "begin_act", "pass"}),
        keen=frozenset({"attack", "evolve"}),
        shuffled=artifacts.shuffled,
        hidden_ids=artifacts.hidden_ids,
        discloses=artifacts.discloses,
    ),
)
