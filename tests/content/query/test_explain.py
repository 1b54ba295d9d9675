"""What is told about a query: plain words, counts, and what to leave out."""

import pytest

from app.content.library import load_library
from app.content.query.explain import explain
from app.content.query.fields import FIELDS
from app.content.query.page import PAGE, page, paragraph
from app.paths import seeds_dir

INDEX = load_library().search


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("moon", "the name or text has “moon…”"),
        ('"moon"', "the name or text has “moon”"),
        ("name:wand kind:relic", "the name has “wand…”, and the kind is Relic"),
        ("name!=miso", "the name is not “miso”"),
        ("hp<=60 or hp>150", "the HP is at most 60 or the HP is above 150"),
        ("-kind:land", "it is not so that the kind is Land"),
        (
            "cost<=2 damage>=60 kind:item",
            (
                "the kind is Item, and it has an ability of which the cost is at most 2 and the "
                "damage is at least 60"
            ),
        ),
        (
            "(damage>=60 or heal>=40) once:game",
            (
                "it has an ability of which (the damage is at least 60 or the healing is at least "
                "40) and the limit of uses is game"
            ),
        ),
        (
            "(cost:1) (cost:2) or moon miso",
            (
                "((it has an ability of which the cost is 1), and (it has an ability of which the "
                "cost is 2)) or (the name or text has “moon…”, and the name or text has “miso…”)"
            ),
        ),
        ("-(a or b)", "it is not so that (the name or text has “a…” or the name or text has “b…”)"),
    ],
)
def test_plain_words(query: str, words: str) -> None:
    assert explain(query, INDEX).words == f"Cards of which this is true: {words}."


def test_every_clause_is_counted_by_itself() -> None:
    told = explain("kind:land -heal>=20 (moon or miso)", INDEX)
    assert [(one.query, one.count) for one in told.clauses] == [
        ("kind:land", 4), ("heal>=20", 6), ("moon", 5), ("miso", 20),
    ]  # fmt: skip
    assert told.total == 2
    assert told.relief is None


def test_where_nothing_is_found_the_clause_to_leave_out_is_named() -> None:
    relief = explain("kind:land hp>500 -purrchgate", INDEX).relief
    assert relief is not None
    assert (relief.remove, relief.start, relief.end) == ("hp>500", 10, 16)
    assert (relief.query, relief.total) == ("kind:land -purrchgate", 3)
    assert explain(relief.query, INDEX).total == relief.total


@pytest.mark.parametrize("query", ["zzz", "zzz or yyy", "zzz yyy", "-(hp>0 or -hp>0)"])
def test_where_leaving_one_clause_out_does_not_help_none_is_named(query: str) -> None:
    told = explain(query, INDEX)
    assert (told.total, told.relief) == (0, None)


def test_the_page_is_what_the_table_of_fields_says() -> None:
    written = (seeds_dir().parent / PAGE).read_text(encoding="utf-8")
    assert written == page(load_library()), "run `python -m app.content.query.page`"


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_field_stands_on_the_page_and_in_the_description(field: object) -> None:
    name = f"`{getattr(field, 'name', '')}`"
    assert f"| {name} |" in page(load_library())
    assert name in paragraph()
