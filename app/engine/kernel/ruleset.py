"""The face that every ruleset shows: five verbs on frozen positions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import Decision
from app.engine.kernel.event import Event
from app.engine.kernel.randomness import Randomness
from app.engine.kernel.refusal import Refusal

P = TypeVar("P")
A = TypeVar("A")


class Ruleset(Protocol[P, A]):
    """A game's rules. `P` is its position, `A` its actions; both are frozen msgspec structs.

    All methods are pure: nothing is changed in place, nothing is read but the arguments and the
    ruleset's card book.
    """

    name: str
    """The value of `ruleset` in its positions."""

    seats: int
    """How many seats a match has."""

    def read_position(self, payload: object) -> P:
        """Decode JSON-like data (bytes, or dicts and lists) and check it.

        Raises `Malformed` for a wrong shape and `InvalidPosition` for what no game can reach.
        """
        ...

    def read_stored(self, payload: bytes) -> P:
        """Decode a position that this engine encoded, without checking it again."""
        ...

    def encode(self, position: P) -> bytes:
        """Encode as canonical JSON: defaults left out, the same bytes for equal positions."""
        ...

    def read_action(self, payload: object) -> A:
        """Decode an action (bytes, or a dict). Raises `Malformed`."""
        ...

    def read_settings(self, payload: object) -> Any:
        """Decode table settings, a mapping of those that differ. Raises `Malformed`."""
        ...

    def start(
        self, decks: Sequence[Sequence[str]], settings: Mapping[str, object], key: str
    ) -> tuple[P, tuple[Event, ...]]:
        """Begin a game: `decks` are card ids by seat, `key` (hex) feeds all randomness."""
        ...

    def decisions(self, position: P) -> tuple[Decision, ...]:
        """Return the open decisions with their options; none exactly when the game is over."""
        ...

    def to_act(self, position: P) -> tuple[int, ...]:
        """Return the seats that have an open decision, without working out the options."""
        ...

    def objections(self, position: P, seat: int, action: A) -> Iterator[Refusal]:
        """Yield everything that makes the action illegal, the weightiest first."""
        ...

    def verify(self, position: P, seat: int, action: A) -> None:
        """Raise the first objection, if there is one."""
        ...

    def apply(
        self,
        position: P,
        seat: int,
        action: A,
        *,
        randomness: Randomness | None = None,
        first_seq: int = 1,
    ) -> tuple[P, tuple[Event, ...]]:
        """Verify and play the action; return the position in which the next decision is open.

        Without `randomness` the position's own stream is used and moved on.
        """
        ...

    def conclude(
        self,
        position: P,
        winner: int | None,
        reason: str,
        cites: Cites | None = None,
        *,
        first_seq: int = 1,
    ) -> tuple[P, tuple[Event, ...]]:
        """End a game from outside its rules, `reason` being one of its results' (a timeout)."""
        ...

    def view(self, position: P, seat: int | None) -> P:
        """Return what `seat` (None: a spectator) may see."""
        ...

    def label(self, position: P, action: A) -> str:
        """Say the action in a few words for a person who sees `position`."""
        ...
