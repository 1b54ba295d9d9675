"""Cards that a query and the fields beside it leave, in an order, page by page."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from app.content.query.columns import Rows, numbers_in
from app.content.query.index import SearchIndex
from app.content.query.order import Direction, Key, OrderName
from app.content.query.parser import parse
from app.content.query.search import AbilityMatch, Search
from app.content.query.tree import Clause, Node

_FEW = 16
"""One card in so many is found sooner by sorting what was chosen than by going through them all."""


class Selection(Struct, frozen=True):
    """The cards chosen from an index, and how they are ordered; `tree` is the query, if any."""

    index: SearchIndex
    rows: Rows
    order: OrderName
    direction: Direction
    search: Search
    tree: Node | None

    @property
    def total(self) -> int:
        """How many cards there are."""
        return self.rows.bit_count()

    def after(self, key: Key, id_: str) -> int:
        """Return the place in the order behind the card that had this key and id.

        The place holds even if cards came or went since; one that is still there is found by its
        id where the order is that of print, in which every newcomer moves the others. Raises
        `TypeError` for a key that is none of this order.
        """
        orders = self.index.orders
        if self.order == "printed":
            place = orders.place(id_)
            key = key if place is None else place
        return orders.get(self.order, self.direction).after(key, id_)

    def page(self, place: int, size: int) -> list[int]:
        """Return the rows of at most `size` cards from this place in the order on."""
        order = self.index.orders.get(self.order, self.direction)
        if self.total * _FEW < len(order.rows):
            ranks = sorted(order.ranks[row] for row in numbers_in(self.rows))
            start = bisect_left(ranks, place)
            return [order.rows[rank] for rank in ranks[start : start + size]]
        bits = self.rows.to_bytes(len(order.rows) // 8 + 1, "little")
        chosen = (row for row in islice(order.rows, place, None) if bits[row >> 3] >> (row & 7) & 1)
        return list(islice(chosen, size))

    def key(self, row: int) -> tuple[Key, str]:
        """Return what the card in this row is sorted by, and its id."""
        card = self.index.cards[row]
        return self.index.orders.key(self.order, card), card.id

    def matches(self, rows: Sequence[int]) -> list[tuple[AbilityMatch, ...]] | None:
        """Return by which abilities the query found each of these cards; None without a query."""
        return None if self.tree is None else self.search.matches(self.tree, rows)

    def only(self, clause: Clause) -> "Selection":
        """Return those of the cards for which the clause holds as well."""
        return replace(self, rows=self.rows & self.search.hits(clause).cards)

    def every_row(self) -> list[int]:
        """Return the rows of all cards, as printed."""
        return list(numbers_in(self.rows))


def select(
    index: SearchIndex,
    query: str | None,
    beside: Sequence[Clause] = (),
    order: OrderName = "printed",
    direction: Direction = "asc",
) -> Selection:
    """Choose the cards for which the query and every clause beside it hold. Raises `QueryError`."""
    search = Search(index)
    tree = None if query is None else parse(query, index.vocabulary)
    rows = index.everything
    for part in (*beside, *([tree] if tree is not None else [])):
        rows &= search.hits(part).cards
    return Selection(index, rows, order, direction, search, tree)
