"""The orders in which cards can be listed: each total, with the id as the last word."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_args

from msgspec import Struct

from app.content.cards import Card
from app.engine.artifacts.book import Kind

OrderName = Literal["printed", "name", "hp", "kind", "set"]
Direction = Literal["asc", "desc"]
Key = str | int | None

_KEYS: Mapping[OrderName, Callable[[Card], Key]] = {
    "name": lambda card: card.name.casefold(),
    "hp": lambda card: card.hp,
    "kind": lambda card: get_args(Kind).index(card.kind),
    "set": lambda card: card.set,
}


class Order(Struct, frozen=True):
    """Cards in an order: the `rows` that have a key, then those that have none.

    `ranks` are the places of the rows, so that `rows[ranks[n]]` is n. `keys` are the (key, id) of
    those that have one, ascending in either direction, `lacking` the ids of the others, ascending.
    """

    rows: Sequence[int]
    ranks: Sequence[int]
    keys: Sequence[tuple[Any, str]]
    lacking: Sequence[str]
    down: bool

    def after(self, key: Key, id_: str) -> int:
        """Return the place in `rows` behind (key, id), whether or not there is such a card.

        Raises `TypeError` for a key that no card could have in this order.
        """
        if key is None:
            return len(self.keys) + bisect_right(self.lacking, id_)
        if self.down:
            return len(self.keys) - bisect_left(self.keys, (key, id_))
        return bisect_right(self.keys, (key, id_))


class Orders:
    """Every order of a library's cards."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._cards = cards
        self._places = {card.id: place for place, card in enumerate(cards)}
        self._made: dict[tuple[OrderName, Direction], Order] = {}

    def get(self, name: OrderName, direction: Direction) -> Order:
        """Return an order; it is made when it is first asked for."""
        if (name, direction) not in self._made:
            self._made[name, direction] = self._make(name, down=direction == "desc")
        return self._made[name, direction]

    def key(self, name: OrderName, card: Card) -> Key:
        """Return what the card is sorted by."""
        return self._places[card.id] if name == "printed" else _KEYS[name](card)

    def place(self, id_: str) -> int | None:
        """Return where the card stands in print now."""
        return self._places.get(id_)

    def _make(self, name: OrderName, *, down: bool) -> Order:
        keys = [(self.key(name, card), card.id) for card in self._cards]
        having = sorted((key, self._places[key[1]]) for key in keys if key[0] is not None)
        lacking = sorted(id_ for key, id_ in keys if key is None)
        rows = [row for _, row in (reversed(having) if down else having)]
        rows += [self._places[id_] for id_ in lacking]
        ranks = sorted(range(len(rows)), key=rows.__getitem__)
        return Order(rows, ranks, [key for key, _ in having], lacking, down)
