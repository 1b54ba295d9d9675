"""The index against a reading of every card, and the parser against anything at all."""

import operator
from collections.abc import Iterable
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.content.cards import Ability, Card
from app.content.library import load_library
from app.content.query.columns import numbers_in
from app.content.query.errors import QueryError
from app.content.query.explain import explain
from app.content.query.fields import BY_NAME, FIELDS, Field
from app.content.query.parser import parse
from app.content.query.search import Search, speaks_of_one_ability
from app.content.query.text import words
from app.content.query.tree import Clause, Either, Every, Group, Node, Not

LIBRARY = load_library()
INDEX = LIBRARY.search
COMPARE: dict[str, Any] = {
    ":": operator.eq, "=": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def holds(node: Node, card: Card) -> bool:
    """Whether a query holds for a card, straight from the meaning of each part."""
    if speaks_of_one_ability(node):
        return any(holds_of(node, ability) for ability in card.abilities)
    match node:
        case Clause():
            names = ("name", "text") if node.field is None else (node.field,)
            return any(compared(node, BY_NAME[name], card) for name in names)
        case Not():
            return not holds(node.of, card)
        case Group():
            return holds(node.of, card)
        case Either():
            return any(holds(part, card) for part in node.of)
        case Every():
            same = [part for part in node.of if speaks_of_one_ability(part)]
            others = [part for part in node.of if not speaks_of_one_ability(part)]
            return all(holds(part, card) for part in others) and (
                not same or any(all(holds_of(p, a) for p in same) for a in card.abilities)
            )


def holds_of(node: Node, ability: Ability) -> bool:
    match node:
        case Clause():
            read = BY_NAME[node.field or ""].of_ability
            assert read is not None
            return any_holds(node, list(read(ability)))
        case Every():
            return all(holds_of(part, ability) for part in node.of)
        case Either():
            return any(holds_of(part, ability) for part in node.of)
        case Group() | Not():
            return holds_of(node.of, ability)


def compared(clause: Clause, field: Field, card: Card) -> bool:
    sources: list[Iterable[str | int]] = []
    if field.of_card is not None:
        sources.append(field.of_card(card, LIBRARY.card_rules[card.id]))
    if field.of_ability is not None:
        sources += [field.of_ability(ability) for ability in card.abilities]
    return any(any_holds(clause, list(values)) for values in sources)


def any_holds(clause: Clause, values: list[str | int]) -> bool:
    if isinstance(clause.value, int):
        return any(COMPARE[clause.operator](value, clause.value) for value in values)
    if clause.field is not None and BY_NAME[clause.field].holds == "word":
        return (clause.value in values) == (clause.operator != "!=")
    asked = " ".join(words(clause.value))
    texts = [" ".join(words(str(value))) for value in values]
    if clause.operator == ":":
        end = " " if clause.quoted else ""
        return any(f" {asked}{end}" in f" {text} " for text in texts)
    return (asked in texts) == (clause.operator == "=")


NUMBERS = st.sampled_from([0, 1, 2, 10, 20, 40, 60, 120, 160]).map(str)
TEXTS = st.sampled_from(
    [
        "miso",
        "heal",
        '"heal"',
        '"your miso"',
        "m",
        "attack",
        "5.0",
        "fate's",
        '"draw 1 card"',
        "the",
    ]
)


def values_of(field: Field) -> st.SearchStrategy[str]:
    if field.holds == "word":
        return st.sampled_from(INDEX.vocabulary[field.name])
    return NUMBERS if field.holds == "number" else TEXTS


TERMS = st.one_of(
    TEXTS,
    *(
        st.tuples(st.just(field.name), st.sampled_from(field.operators), values_of(field)).map(
            "".join
        )
        for field in FIELDS
    ),
)


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(parts, min_size=2, max_size=3)
    return st.one_of(
        several.map(" ".join),
        several.map(" or ".join),
        parts.map("({})".format),
        several.map(lambda them: f"({' or '.join(them)})"),
        several.map(lambda them: f"-({' '.join(them)})"),
    )


@settings(max_examples=300, derandomize=True)
@given(st.recursive(TERMS, joined, max_leaves=6))
def test_the_index_finds_what_a_reading_of_every_card_finds(query: str) -> None:
    tree = parse(query, INDEX.vocabulary)
    rows = numbers_in(Search(INDEX).hits(tree).cards)
    expected = [card.id for card in INDEX.cards if holds(tree, card)]
    assert [INDEX.cards[row].id for row in rows] == expected


PIECES = st.sampled_from(
    [*BY_NAME, *"():=<>!-\"“”/&.'", "or", "and", ">=", "!=", " ", "miso", "land", "100", "…", "é"]
)


@settings(max_examples=600, derandomize=True)
@given(st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=30).map("".join)))
@example("(" * 600)
@example("-" * 1000)
@example("a or " * 200)
@example('"' * 999)
@example("hp" + " " * 900 + ">")
@example("-(a or hp>1 " * 50 + "b" + ")" * 50)
def test_any_text_is_read_or_refused_with_a_place(query: str) -> None:
    refused = None
    try:
        told = explain(query, INDEX)
    except QueryError as error:
        refused = error
    if refused is not None:
        assert 0 <= refused.start <= refused.end <= len(query)
        assert refused.detail
        return
    assert told.clauses
    assert all(query[one.start : one.end] == one.query for one in told.clauses)
