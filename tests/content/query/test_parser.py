"""Reading queries: what binds to what, and what is wrong where."""

import pytest

from app.content.library import load_library
from app.content.query.errors import QueryError
from app.content.query.fields import BY_NAME, FIELDS
from app.content.query.parser import MAX_LENGTH, MAX_NESTING, make_clause, parse
from app.content.query.tree import Clause, Either, Every, Group, Node, Not, clauses

VOCABULARY = load_library().search.vocabulary


def read(query: str) -> Node:
    return parse(query, VOCABULARY)


def shape(node: Node) -> str:
    """Write a tree so that a test can be read."""
    match node:
        case Clause(field=None):
            return f'"{node.value}"' if node.quoted else str(node.value)
        case Clause():
            return f"{node.field}{node.operator}{node.value}"
        case Not():
            return f"not {shape(node.of)}"
        case Group():
            return f"[{shape(node.of)}]"
        case Every():
            return f"({' & '.join(map(shape, node.of))})"
        case Either():
            return f"({' | '.join(map(shape, node.of))})"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("miso", "miso"),
        ("miso mochi", "(miso & mochi)"),
        ("miso and mochi", "(miso & mochi)"),
        ("miso AND mochi", "(miso & mochi)"),
        ("a or b", "(a | b)"),
        ("a OR b c", "(a | (b & c))"),
        ("(a or b) c", "([(a | b)] & c)"),
        ("-a b", "(not a & b)"),
        ("-(a b)", "not [(a & b)]"),
        ("a(b)c", "(a & [b] & c)"),
        ("orb", "orb"),
        ("android ore", "(android & ore)"),
        ("power-up", "power-up"),
        ("OOPS! All Gravy...", "(OOPS! & All & Gravy...)"),
        ("Continue? 5.0 don’t", "(Continue? & 5.0 & don’t)"),
        ('"draw 1 card"', '"draw 1 card"'),
        ("“draw 1 card”", '"draw 1 card"'),
        ('"or"', '"or"'),
        ("hp>=100", "hp>=100"),
        ("hp >= 100 miso", "(hp>=100 & miso)"),
        ("HP: 100", "hp:100"),
        ("name!=miso", "name!=miso"),
        ("kind:LAND", "kind:Land"),
        ("label:realm", "label:Land"),
        ("rule:9 rule:rule-10", "(rule:rule-9 & rule:rule-10)"),
        ('name:"the wand"', "name:the wand"),
        ("name:a:b", "name:a:b"),
        ("name:or", "name:or"),
        ("kind!x", "kind!x"),
    ],
)
def test_reading(query: str, expected: str) -> None:
    assert shape(read(query)) == expected


def test_every_clause_knows_its_place() -> None:
    query = '-hp>=100  (moon or name:"a b")'
    assert [query[one.start : one.end] for one in clauses(read(query))] == [
        "hp>=100", "moon", 'name:"a b"',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "place", "said"),
    [
        ("", (0, 0), "empty"),
        ("  ", (0, 0), "empty"),
        ("colour:red", (0, 6), "no field “colour”"),
        ("miso 12:30", (5, 7), "no field “12”"),
        ("kind:lamd", (5, 9), "“kind” cannot be “lamd”; expected Combatant, Item"),
        ("kind:", (5, 5), "the query ends; expected a value"),
        ("hp>many", (3, 7), "whole number from 0, not with “many”"),
        ("hp>=-5", (4, 6), "whole number"),
        ("hp:1.5", (3, 6), "whole number"),
        ("hp>１００", (3, 6), "whole number"),
        ("hp:>5", (3, 5), "whole number"),
        ("hp:1234567890", (3, 13), "whole number"),
        ("name>miso", (4, 5), "“name” takes : = != and not >"),
        ("text=miso", (4, 5), "“text” takes : and not ="),
        ("kind<land", (4, 5), "and not <"),
        ("hp:(1)", (3, 4), "“(” stands here; expected a value"),
        ("=5", (0, 2), "expected a word or a field"),
        ("or a", (0, 2), "“or” stands here"),
        ("a or", (4, 4), "the query ends"),
        ("a or or b", (5, 7), "“or” stands here"),
        ("a -", (3, 3), "the query ends"),
        ("--a", (1, 3), "expected a word"),
        ("()", (1, 2), "“)” stands here"),
        ("(a", (0, 1), "never closed"),
        ("((a)", (0, 1), "never closed"),
        ("a)", (1, 2), "closes none"),
        ('a "b', (2, 3), "quotation mark"),
        ("a ”", (2, 3), "quotation mark"),
        ("name:/mi.*o/", (5, 12), "Regular expressions"),
        ("/mi.*o/", (0, 7), "Regular expressions"),
        ("miso …", (5, 6), "no letter (a to z) or digit"),
        ("name:'", (5, 6), "no letter"),
        ("ねこ", (0, 2), "no letter"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    query: str, place: tuple[int, int], said: str
) -> None:
    with pytest.raises(QueryError) as caught:
        read(query)
    assert (caught.value.start, caught.value.end) == place
    assert said in caught.value.detail


@pytest.mark.parametrize(
    ("query", "nearest", "allowed"),
    [
        ("knd:land", "kind", tuple(BY_NAME)),
        ("kind:LADN", "Land", VOCABULARY["kind"]),
        ("once:gam", "game", ("turn", "game")),
        ("label:relam", "realm", (*VOCABULARY["label"], "realm")),
        ("trigger:turnend", "turn_end", VOCABULARY["trigger"]),
        ("set:starter", "starter-cats", VOCABULARY["set"]),
        ("kind:zzzzzz", None, VOCABULARY["kind"]),
    ],
)
def test_what_is_allowed_and_what_was_probably_meant(
    query: str, nearest: str | None, allowed: tuple[str, ...]
) -> None:
    with pytest.raises(QueryError) as caught:
        read(query)
    assert caught.value.nearest == nearest
    assert caught.value.allowed == allowed
    assert (f"; did you mean {nearest}?" in caught.value.detail) == (nearest is not None)


def test_the_longest_query_is_read_and_a_longer_one_refused() -> None:
    read("a" * MAX_LENGTH)
    with pytest.raises(QueryError, match=r"may have 1,000 characters; this has 1,001") as caught:
        read("a" * (MAX_LENGTH + 1))
    assert (caught.value.start, caught.value.end) == (MAX_LENGTH, MAX_LENGTH + 1)


def test_the_deepest_query_is_read_and_a_deeper_one_refused() -> None:
    def nested(depth: int) -> str:
        return "-(a or b " * depth + "c" + ")" * depth

    assert len(list(clauses(read(nested(MAX_NESTING))))) == 2 * MAX_NESTING + 1
    with pytest.raises(QueryError, match="nested 50 deep") as caught:
        read(nested(MAX_NESTING + 1))
    assert caught.value.end - caught.value.start == 1


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_the_example_of_a_field_can_be_read(field: object) -> None:
    assert hasattr(field, "example")
    clause = read(field.example)
    assert isinstance(clause, Clause)
    assert clause.field == getattr(field, "name", None)


def test_a_clause_without_a_text() -> None:
    clause = make_clause(BY_NAME["label"], ":", "realm", VOCABULARY)
    assert (clause.field, clause.value) == ("label", "Land")
    with pytest.raises(QueryError, match="cannot be “x”"):
        make_clause(BY_NAME["kind"], ":", "x", VOCABULARY)
