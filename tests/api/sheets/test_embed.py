"""Reports as embeds and as plain text: within the limits, and nothing lost or cut."""

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.api.sheets.embed import embeds, escaped
from app.api.sheets.plain import PAGE, pages
from app.api.sheets.sheet import Section, Sheet, grouped, length, pieces, shortened
from tests.support.discord import check_embed, size

word = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=12)
# A word many times over: long texts that are cheap to draw.
words = st.builds(lambda one, times: " ".join([one] * times), word, st.integers(1, 120))
entries = st.builds(
    lambda some, times: tuple(some * times),
    st.lists(words, min_size=1, max_size=3),
    st.integers(1, 8),
)
sections = st.builds(Section, heading=words, entries=entries)
some = settings(max_examples=40)
sheets = st.builds(
    Sheet,
    title=words,
    lead=st.lists(words, max_size=4).map(tuple),
    sections=st.lists(sections, max_size=4).map(tuple),
    path=st.just("/v1/rules"),
    color=st.none() | st.just(0x123456),
)


def told(sheet: Sheet) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(one) for one in embeds(sheet, "http://purr.test/")]


def unescaped(text: str) -> str:
    return re.sub(r"\\([\\*_~`|>\[\]#])", r"\1", text)


@some
@given(sheets)
def test_embeds_keep_within_the_limits(sheet: Sheet) -> None:
    for embed in told(sheet):
        if embed.get("description") or embed.get("fields"):
            check_embed(embed)


@some
@given(sheets)
def test_embeds_say_every_word_of_the_lead_and_of_the_entries(sheet: Sheet) -> None:
    shown = told(sheet)
    leads = " ".join(embed.get("description", "") for embed in shown)
    assert unescaped(leads).split() == " ".join(sheet.lead).split()
    values = " ".join(field["value"] for embed in shown for field in embed.get("fields", []))
    wanted = " ".join(entry for section in sheet.sections for entry in section.entries)
    assert unescaped(values).split() == wanted.split()


@some
@given(sheets)
def test_an_entry_is_whole_in_one_field(sheet: Sheet) -> None:
    lines = {
        line
        for embed in told(sheet)
        for field in embed.get("fields", [])
        for line in field["value"].split("\n")
    }
    for section in sheet.sections:
        assert {escaped(one) for one in section.entries if length(escaped(one)) <= 1024} <= lines


@some
@given(sheets)
def test_pages_of_plain_text_fit_and_say_every_word(sheet: Sheet) -> None:
    shown = pages(sheet)
    assert all(size(page) <= PAGE for page in shown)
    said = " ".join(shown).split()
    for section in sheet.sections:
        for one in section.entries:
            assert set(one.split()) <= set(said)


def test_a_long_report_says_where_it_goes_on() -> None:
    sheet = Sheet(
        title="Long",
        path="/v1/rules",
        sections=(Section("Said", tuple(f"{n} {'purr ' * 20}" for n in range(80))),),
    )
    first, *_, last = told(sheet)
    assert first["title"] == "Long"
    assert first["fields"][0]["name"] == "Said"
    assert first["fields"][1]["name"] == "Said (Continued)"
    assert first["footer"]["text"] == "Page 1 of 2 · continued on page 2"
    assert last["title"] == "Long (Continued)"
    assert last["footer"]["text"] == "Page 2 of 2"
    assert first["url"] == "http://purr.test/v1/rules"
    text = pages(sheet)
    assert text[0].startswith("Long\n\nSaid\n- 0 purr")
    assert text[0].endswith(f"Page 1 of {len(text)}, continued with page=2\n")
    assert text[1].startswith("Long (Continued)\n\nSaid (Continued)\n- ")
    assert text[-1].endswith(f"Page {len(text)} of {len(text)}\n")


def test_markup_of_a_pasted_name_is_shown_and_not_obeyed() -> None:
    sheet = Sheet(title="Deck", sections=(Section("Unknown", ("[free](http://x) **loud**",)),))
    value = told(sheet)[0]["fields"][0]["value"]
    assert value == r"\[free\](http://x) \*\*loud\*\*"


def test_only_a_word_that_is_longer_by_itself_is_cut() -> None:
    assert list(pieces("one two three", 8)) == ["one two", "three"]
    assert list(pieces("abcdefghij", 4)) == ["abcd", "efgh", "ij"]
    assert list(pieces("One. Two three", 12)) == ["One. Two", "three"]
    assert list(pieces("First line\nsecond", 14)) == ["First line", "second"]
    assert list(pieces("🐱🐱🐱", 4)) == ["🐱🐱", "🐱"]
    assert list(pieces("  ", 4)) == []


def test_entries_are_grouped_as_many_as_fit() -> None:
    assert list(grouped(["aa", "bb", "cc"], 5)) == ["aa\nbb", "cc"]
    assert list(grouped([], 5)) == []


@pytest.mark.parametrize(("text", "short"), [("purr", "purr"), ("purr purr purr", "purr purr…")])
def test_a_title_is_shortened_by_words(text: str, short: str) -> None:
    assert shortened(text, 11) == short
