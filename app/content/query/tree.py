"""A query as it was read: clauses, and how they are joined.

`start` and `end` of every node are its place in the query, in characters from 0.
"""

from collections.abc import Iterator

from msgspec import Struct


class Clause(Struct, frozen=True, kw_only=True, tag="clause"):
    """A condition: a field, an operator and a value. Without a field: the name or the text.

    `value` is as the cards spell it. A `quoted` text is meant word by word; another one may end in
    the middle of a word.
    """

    field: str | None
    operator: str
    value: str | int
    quoted: bool
    start: int
    end: int


class Not(Struct, frozen=True, tag="not"):
    """Everything but what `of` finds."""

    of: "Node"
    start: int
    end: int


class Every(Struct, frozen=True, tag="and"):
    """What all of `of` find."""

    of: tuple["Node", ...]
    start: int
    end: int


class Either(Struct, frozen=True, tag="or"):
    """What at least one of `of` finds."""

    of: tuple["Node", ...]
    start: int
    end: int


class Group(Struct, frozen=True, tag="group"):
    """Parentheses: what they say of an ability, they say of an ability of their own."""

    of: "Node"
    start: int
    end: int


Node = Clause | Not | Every | Either | Group


def clauses(node: Node) -> Iterator[Clause]:
    """Yield every clause, in the order of the query."""
    match node:
        case Clause():
            yield node
        case Not() | Group():
            yield from clauses(node.of)
        case Every() | Either():
            for part in node.of:
                yield from clauses(part)
