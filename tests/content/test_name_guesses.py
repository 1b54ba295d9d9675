"""Names that are typed: guessed where one card is much likelier, and completed."""

import time

import pytest

from app.content.library import load_library
from app.content.names import Found, NameIndex, NotFound
from tests.support.libraries import synthetic

NAMES = load_library().names


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("furthngs", "furthings"),
        ("windowlnd", "windowland"),
        ("beepboop", "beepboop9000"),
        ("shreder", "shredder"),
        ("twinlihgt wand", "twinlight-wand"),
        ("mochi moon", "mochi-moonveil"),
        ("fuzzy", "fuzzy-fishies"),
        ("wand", "twinlight-wand"),
        ("gravy", "princess-duck-gravy"),
        ("super misomochi friends", "super-misomochi-and-friends"),
        ("super misomochi", "super-misomochi-and-friends"),
    ],
)
def test_a_slip_a_part_or_a_nickname_is_guessed(name: str, card: str) -> None:
    assert NAMES.guess(name) == Found(card)


@pytest.mark.parametrize("name", ["the", "mis"])
def test_a_part_of_several_names_is_not_guessed(name: str) -> None:
    found = NAMES.guess(name)
    assert isinstance(found, NotFound)
    assert found.ambiguous
    assert len(found.candidates) > 1


def test_of_two_that_are_as_likely_none_is_guessed() -> None:
    names = NameIndex({"a": "Moonbeam", "b": "Moonbean"}, {})
    found = names.guess("moonbea3")
    assert isinstance(found, NotFound)
    assert found.ambiguous
    assert {one.id for one in found.candidates} == {"a", "b"}


@pytest.mark.parametrize("name", ["zzzzzz", "", "dragon lord"])
def test_what_is_like_nothing_is_not_guessed(name: str) -> None:
    assert isinstance(NAMES.guess(name), NotFound)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("mi", ["miso", "miso-and-mochi", "miso-sunblaze", "super-misomochi-and-friends"]),
        ("MISO &", ["miso-and-mochi"]),
        ("miso, s", ["miso-sunblaze"]),
        ("ev", ["everspring", "the-everlights"]),
        ("fish", ["fuzzy-fishies"]),
        ("oops!", ["princess-duck-gravy"]),
        ("the tw", ["twinlight-wand"]),
        ("5", []),
        ("’", []),
        ("", []),
    ],
)
def test_completion(text: str, cards: list[str]) -> None:
    assert [one.id for one in NAMES.complete(text, 20)] == cards


def test_completion_stops_at_its_limit() -> None:
    assert len(NAMES.complete("t", 3)) == 3


def test_completion_takes_no_longer_with_twenty_thousand_cards() -> None:
    names = NameIndex({f"card-{n}": f"Moon {n}" for n in range(20_000)}, {})
    began = time.perf_counter()
    for _ in range(100):
        assert len(names.complete("m", 20)) == 20
    assert time.perf_counter() - began < 1


def test_the_synthetic_library_is_searchable() -> None:
    library = synthetic(100)
    card = library.cards["card-42"]
    assert library.names.find(card.name) == Found("card-42")
