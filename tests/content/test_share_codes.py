"""Share codes: a deck in a few characters."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.content.library import load_library
from app.content.share_codes import (
    MAX_CARDS,
    MAX_LENGTH,
    ShareCodeError,
    read_code,
    read_numbers,
    write_code,
)

LIBRARY = load_library()
NUMBERED = LIBRARY.share_codes

decks = st.dictionaries(
    st.sampled_from([*LIBRARY.cards, "a-card-of-tomorrow", "ünïcode"]), st.integers(1, 200)
).filter(lambda deck: sum(deck.values()) <= MAX_CARDS)


def read(code: str) -> dict[str, int]:
    return read_code(code, NUMBERED, [*LIBRARY.cards, "a-card-of-tomorrow", "ünïcode"])


@given(decks)
def test_a_code_reads_back_as_its_deck(deck: dict[str, int]) -> None:
    code = write_code(deck, NUMBERED)
    assert read(code) == deck
    assert re.fullmatch(r"1[A-Za-z0-9_-]+", code)


@given(decks, st.randoms())
def test_the_order_of_the_cards_does_not_count(deck: dict[str, int], chance: object) -> None:
    cards = list(deck.items())
    chance.shuffle(cards)  # type: ignore[attr-defined]  # a `random.Random`
    assert write_code(dict(cards), NUMBERED) == write_code(deck, NUMBERED)


@given(decks, st.data())
def test_a_typing_error_is_noticed(deck: dict[str, int], data: st.DataObject) -> None:
    code = write_code(deck, NUMBERED)
    place = data.draw(st.integers(0, len(code) - 1))
    letter = data.draw(st.sampled_from("ABCxyz019-_ é=").filter(lambda one: one != code[place]))
    with pytest.raises(ShareCodeError):
        read(code[:place] + letter + code[place + 1 :])


@given(st.text(max_size=60))
def test_any_other_text_is_no_code(text: str) -> None:
    with pytest.raises(ShareCodeError):
        read(text)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "begin with their version"),
        ("2AAAA", "begin with their version"),
        ("1", "checksum"),
        ("1AgcFNVAyU", "cut off"),
        ("1AgcFNVAyUB", "checksum"),
        ("1AgcFNVAy+A", "letters, digits"),
        ("1" * (MAX_LENGTH + 1), "characters at most"),
    ],
)
def test_what_is_wrong_is_said(code: str, said: str) -> None:
    with pytest.raises(ShareCodeError, match=said):
        read(code)


def test_starter_decks_have_short_codes() -> None:
    for deck in LIBRARY.decks.values():
        code = write_code({entry.card: entry.quantity for entry in deck.cards}, NUMBERED)
        assert len(code) <= 40


def test_a_code_of_today_is_read_for_ever() -> None:
    """Codes are written down: if this fails, the change needs a new version."""
    assert read("1AgcFNVAyUA") == {"furthings": 9, "shredder": 2}


def test_a_card_that_gets_a_number_later_is_still_read() -> None:
    code = write_code({"miso": 2, "a-card-of-tomorrow": 1}, NUMBERED)
    later = (*NUMBERED, "a-card-of-tomorrow")
    assert read_code(code, later, later) == {"miso": 2, "a-card-of-tomorrow": 1}


def test_a_card_that_is_gone_is_named() -> None:
    code = write_code({"miso": 2}, NUMBERED)
    with pytest.raises(ShareCodeError, match="not known here: miso"):
        read_code(code, NUMBERED, ["mochi"])


def test_a_code_of_a_later_release_is_said_to_be_one() -> None:
    code = write_code({"alley-cat": 1}, NUMBERED)
    with pytest.raises(ShareCodeError, match="later release"):
        read_code(code, NUMBERED[:5], LIBRARY.cards)


def test_a_deck_that_no_table_takes_is_not_shared() -> None:
    with pytest.raises(ValueError, match="200 cards at most"):
        write_code({"miso": 201}, NUMBERED)


def test_every_card_has_a_number_of_its_own() -> None:
    """A new card is added at the end of `seeds/share-codes.txt`."""
    assert len(set(NUMBERED)) == len(NUMBERED)
    assert set(NUMBERED) >= set(LIBRARY.cards)


def test_without_a_list_no_card_has_a_number(tmp_path: Path) -> None:
    assert read_numbers(tmp_path) == ()
