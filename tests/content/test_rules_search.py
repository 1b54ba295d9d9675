"""Plain text search over rules, rulings and table settings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.content.library import load_library
from app.content.query.text import words
from app.content.rules_search import SNIPPET, search_rules

LIBRARY = load_library()
TEXTS = {
    **{rule.id: f"{rule.id} {rule.title} {rule.text}" for rule in LIBRARY.rules.values()},
    **{one.id: f"{one.id} {one.heading} {one.text}" for one in LIBRARY.rulings.values()},
    **{one.id: f"{one.id} {one.name} {one.meaning}" for one in LIBRARY.settings.values()},
}


def found(query: str) -> list[str]:
    return [hit.id for hit in search_rules(LIBRARY, query)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("damage reduction", "rule-10"),
        ("SLAM SHUT", "rule-14"),
        ("knockouts_to_win", "table-12"),
        ("rule-10", "rule-10"),
        ("ruling 6", "ruling-06"),
        ("table 13", "table-13"),
        ("oops", None),
        ("twin guardians window", "ruling-20"),
        ("opponents", "rule-12"),
    ],
)
def test_the_best_comes_first(query: str, first: str | None) -> None:
    assert next(iter(found(query)), None) == first


@given(st.lists(st.sampled_from(sorted({w for t in TEXTS.values() for w in words(t)})), min_size=1))
def test_every_word_is_found_in_whatever_is_found(asked: list[str]) -> None:
    by_id = len(asked) == 2 and asked[0] in {"rule", "ruling", "table"}
    holding = [
        id_
        for id_, text in TEXTS.items()
        if all(any(word.startswith(one) for word in words(text)) for one in asked)
    ]
    hits = found(" ".join(asked))
    assert sorted(hits) == sorted(holding) or by_id


def test_a_snippet_is_a_part_of_the_text_in_whole_words() -> None:
    for hit in search_rules(LIBRARY, "the"):
        cut = hit.snippet.strip("…")
        assert len(cut) <= SNIPPET
        assert f" {cut} " in f" {' '.join(TEXTS[hit.id].split())} "
        assert any(word.startswith("the") for word in words(cut)) or "the" in hit.title.casefold()


def test_a_query_without_a_word_is_refused() -> None:
    with pytest.raises(ValueError, match="no word"):
        search_rules(LIBRARY, " … ")
