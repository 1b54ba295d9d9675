"""How a query was read: its tree, plain words, what each clause finds, and what to leave out."""

from msgspec import Struct

from app.content.query.index import SearchIndex
from app.content.query.parser import parse
from app.content.query.search import Search
from app.content.query.spoken import say
from app.content.query.tree import Every, Node, clauses


class Counted(Struct, frozen=True):
    """A clause, where it stands, and how many cards it finds by itself."""

    query: str
    start: int
    end: int
    words: str
    count: int


class Relief(Struct, frozen=True):
    """What to leave out of a query that finds nothing, and what the rest finds."""

    remove: str
    start: int
    end: int
    query: str
    total: int


class Explanation(Struct, frozen=True):
    """How a query was read. `relief` is there where it finds nothing and leaving a part out helps.

    `start` and `end` count characters of the query from 0.
    """

    query: str
    words: str
    tree: Node
    total: int
    clauses: tuple[Counted, ...]
    relief: Relief | None


def explain(query: str, index: SearchIndex) -> Explanation:
    """Read the query and count what its parts find. Raises `QueryError`."""
    tree = parse(query, index.vocabulary)
    search = Search(index)
    total = search.hits(tree).cards.bit_count()
    return Explanation(
        query=query,
        words=f"Cards of which this is true: {say(tree)}.",
        tree=tree,
        total=total,
        clauses=tuple(
            Counted(
                query=query[clause.start : clause.end],
                start=clause.start,
                end=clause.end,
                words=say(clause),
                count=search.hits(clause).cards.bit_count(),
            )
            for clause in clauses(tree)
        ),
        relief=None if total else _relief(query, tree, search),
    )


def _relief(query: str, tree: Node, search: Search) -> Relief | None:
    """Return the part of a conjunction without which most is found; the first of equals."""
    if not isinstance(tree, Every):
        return None
    best: Relief | None = None
    for place, part in enumerate(tree.of):
        rest = (*tree.of[:place], *tree.of[place + 1 :])
        total = search.every(rest).cards.bit_count()
        if total > (best.total if best else 0):
            kept = " ".join(query[other.start : other.end] for other in rest)
            removed = query[part.start : part.end]
            best = Relief(removed, part.start, part.end, kept, total)
    return best
