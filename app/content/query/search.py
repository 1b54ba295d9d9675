"""Answering a query: which cards it finds, and by which of their abilities."""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import and_, or_

from msgspec import Struct

from app.content.query.columns import Rows
from app.content.query.fields import BY_NAME
from app.content.query.index import SearchIndex
from app.content.query.tree import Clause, Either, Every, Group, Node, Not

BARE = ("name", "text")
"""What a word without a field is looked for in."""

Slots = tuple[Rows, ...]
"""A set of abilities: the cards whose first ability is in it, those whose second is, and so on."""


class AbilityMatch(Struct, frozen=True):
    """An ability by which a card was found, and the fields that asked about it."""

    ability: str
    fields: tuple[str, ...]


class Hits(Struct, frozen=True):
    """What a part of a query finds.

    `slots` are the abilities in which it was found; `one_ability` says that it asks about one
    ability, so that what is asked beside it has to hold of the same one.
    """

    cards: Rows
    slots: Slots = ()
    one_ability: bool = False


def speaks_of_one_ability(node: Node) -> bool:
    """Whether a part of a query asks about one ability: only of its fields, nothing excluded.

    Parentheses ask about an ability of their own, unless they hold alternatives.
    """
    match node:
        case Clause():
            return node.field is not None and BY_NAME[node.field].one_ability
        case Every() | Either():
            return all(speaks_of_one_ability(part) for part in node.of)
        case Group():
            return isinstance(node.of, Either) and speaks_of_one_ability(node.of)
        case Not():
            return False


class Search:
    """One query's work on an index. What a clause finds is looked up once."""

    def __init__(self, index: SearchIndex) -> None:
        self._index = index
        self._found: dict[Node, Hits] = {}

    def hits(self, node: Node) -> Hits:
        """Return what a part of the query finds."""
        if node not in self._found:
            self._found[node] = self._hits(node)
        return self._found[node]

    def every(self, nodes: Sequence[Node]) -> Hits:
        """Return what all of the parts find; those about one ability have to find the same one."""
        found = [self.hits(node) for node in nodes]
        of_one = [hits.slots for hits in found if hits.one_ability]
        cards = [hits.cards for hits in found if not hits.one_ability]
        slots = _joined(of_one)
        if of_one:
            cards.append(reduce(or_, slots, 0))
        return Hits(reduce(and_, cards, self._index.everything), slots, len(of_one) == len(found))

    def _hits(self, node: Node) -> Hits:
        match node:
            case Clause():
                return self._clause(node)
            case Not():
                return Hits(self._index.everything & ~self.hits(node.of).cards)
            case Every():
                return self.every(node.of)
            case Either():
                return self._either(node)
            case Group():
                inner = self.hits(node.of)
                return inner if speaks_of_one_ability(node) else Hits(inner.cards)

    def _clause(self, clause: Clause) -> Hits:
        cards = 0
        slots: Slots = (0,) * self._index.slots
        for name in BARE if clause.field is None else (clause.field,):
            if name in self._index.of_card:
                cards |= self._index.of_card[name].find(clause)
            columns = self._index.of_ability.get(name)
            if columns is not None:
                found = (column.find(clause) for column in columns)
                slots = tuple(map(or_, slots, found))
        return Hits(reduce(or_, slots, cards), slots, speaks_of_one_ability(clause))

    def _either(self, node: Either) -> Hits:
        found = [self.hits(part) for part in node.of]
        cards = reduce(or_, (hits.cards for hits in found))
        if not all(hits.one_ability for hits in found):
            return Hits(cards)
        slots = tuple(reduce(or_, at) for at in zip(*(hits.slots for hits in found), strict=True))
        return Hits(cards, slots, one_ability=True)

    def marks(self, node: Node, within: Slots | None = None) -> Iterator[tuple[str, Slots]]:
        """Yield each field that was found in abilities, and in which; `within` limits them."""
        match node:
            case Clause():
                yield node.field or "text", _joined([self.hits(node).slots, within])
            case Every():
                of_one = [part for part in node.of if speaks_of_one_ability(part)]
                same = _joined([*(self.hits(part).slots for part in of_one), within])
                for part in node.of:
                    yield from self.marks(part, same if part in of_one else None)
            case Either():
                for part in node.of:
                    yield from self.marks(part, within)
            case Group():
                yield from self.marks(node.of, within if speaks_of_one_ability(node) else None)
            case Not():
                pass

    def matches(self, node: Node, rows: Sequence[int]) -> list[tuple[AbilityMatch, ...]]:
        """Return by which abilities each of the rows was found."""
        marks = list(self.marks(node))
        return [tuple(self._matches(row, marks)) for row in rows]

    def _matches(self, row: int, marks: Sequence[tuple[str, Slots]]) -> Iterator[AbilityMatch]:
        for slot, ability in enumerate(self._index.cards[row].abilities):
            fields = dict.fromkeys(
                name for name, slots in marks if slots and slots[slot] >> row & 1
            )
            if fields:
                yield AbilityMatch(ability.name, tuple(fields))


def _joined(sets: Sequence[Slots | None]) -> Slots:
    """Return the abilities that are in all of the sets; None is no set, and everything."""
    given = [slots for slots in sets if slots is not None]
    return tuple(reduce(and_, at) for at in zip(*given, strict=True))
