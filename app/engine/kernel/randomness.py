"""The keyed stream: all that is random in a game, reproducible from a key and a counter.

Block n of the stream is `HMAC-SHA256(key, n as 8 bytes big-endian)`. A number below k is the first
8 bytes of a block as a big-endian integer modulo k, where a block in the incomplete last run of k
is skipped (rejection sampling), so that every value is equally likely.
"""

import hmac
from collections.abc import Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

T = TypeVar("T")

_SPAN = 1 << 64

JUDGE_KEY = bytes(32).hex()
"""The fixed key of a judge call whose position brings no randomness of its own."""


class Stream(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The randomness of a game as stored: `key` (hex) and the next block's number."""

    key: str
    counter: int = 0


class Randomness(Protocol):
    """Where an engine takes dice, orders and new card ids from."""

    counter: int

    def die(self, sides: int) -> int:
        """Roll one die: 1 to `sides`."""
        ...

    def shuffled(self, cards: Sequence[T]) -> tuple[T, ...]:
        """Return the same cards in a random order."""
        ...

    def token(self) -> str:
        """Return a fresh opaque id that says nothing about any card."""
        ...


class KeyedStream:
    """`Randomness` from a `Stream`; `counter` is where to go on."""

    def __init__(self, stream: Stream) -> None:
        self._key = bytes.fromhex(stream.key)
        self.counter = stream.counter

    def _block(self) -> bytes:
        block = hmac.digest(self._key, self.counter.to_bytes(8, "big"), "sha256")
        self.counter += 1
        return block

    def below(self, bound: int) -> int:
        """Return a uniform number from 0 to `bound` - 1."""
        limit = _SPAN - _SPAN % bound
        while (value := int.from_bytes(self._block()[:8], "big")) >= limit:
            pass
        return value % bound

    def die(self, sides: int) -> int:
        """Roll one die: 1 to `sides`."""
        return self.below(sides) + 1

    def shuffled(self, cards: Sequence[T]) -> tuple[T, ...]:
        """Return the same cards in a uniformly random order (Fisher and Yates, from the end)."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def token(self) -> str:
        """Return a fresh opaque id: `c` and 12 hex digits of one block."""
        return "c" + self._block()[:6].hex()


class DiceExhausted(Exception):
    """A judge call rolled more dice than it brought, or one that the die does not have."""


class ScriptedRandomness:
    """What a judge supposes: given dice in order, and optionally decks that stay as they are.

    What is not given comes from `fallback`. `die` raises `DiceExhausted` when the dice run short
    or show what the die does not have.
    """

    def __init__(
        self, fallback: KeyedStream, dice: Sequence[int] | None, keep_order: bool = False
    ) -> None:
        self._fallback = fallback
        self._dice = None if dice is None else list(dice)
        self._keep_order = keep_order

    @property
    def counter(self) -> int:
        """The fallback's counter."""
        return self._fallback.counter

    @counter.setter
    def counter(self, value: int) -> None:
        self._fallback.counter = value

    def die(self, sides: int) -> int:
        """Return the next given die."""
        if self._dice is None:
            return self._fallback.die(sides)
        if not self._dice:
            raise DiceExhausted(f"a {sides}-sided die is rolled, and no given die is left")
        value = self._dice.pop(0)
        if not 1 <= value <= sides:
            raise DiceExhausted(f"{value} is not on a {sides}-sided die (1 to {sides})")
        return value

    def shuffled(self, cards: Sequence[T]) -> tuple[T, ...]:
        """Return the cards shuffled, or as they are where the order is to be kept."""
        return tuple(cards) if self._keep_order else self._fallback.shuffled(cards)

    def token(self) -> str:
        """Return a fresh opaque id."""
        return self._fallback.token()
