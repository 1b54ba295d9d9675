"""Reading decks: what people paste, and what is refused with its place."""

import pytest

from app.content.deck_lists import MAX_LINES, MAX_TEXT, DeckEntry, DeckList, deck_of, entries_of
from app.content.library import load_library
from app.engine.kernel.refusal import Malformed

NAMES = load_library().names


def read(text: str) -> list[tuple[str, int, int | None]]:
    return [(e.name, e.quantity, e.line) for e in entries_of(DeckList(text=text), NAMES)]


@pytest.mark.parametrize(
    ("line", "name", "quantity"),
    [
        ("2 Furthings", "Furthings", 2),
        ("2x Furthings", "Furthings", 2),
        ("x2 Furthings", "Furthings", 2),
        ("× 2 Furthings", "Furthings", 2),
        ("2 x Furthings", "Furthings", 2),
        ("2xFurthings", "Furthings", 2),
        ("2× Furthings", "Furthings", 2),
        ("Furthings x2", "Furthings", 2),
        ("Furthings x 2", "Furthings", 2),
        ("Furthings 2x", "Furthings", 2),
        ("Furthings (2)", "Furthings", 2),
        ("Furthings", "Furthings", 1),
        ("- 2 Furthings", "Furthings", 2),
        ("* Furthings", "Furthings", 1),
        ("2 Furthings # the best", "Furthings", 2),
        ("2 Furthings // the best", "Furthings", 2),
        ("\t2   Furthings  ", "Furthings", 2),
        ("3 OOPS! All Gravy...", "OOPS! All Gravy...", 3),
        ("1 SUPER MISOMOCHI &FRIENDS", "SUPER MISOMOCHI &FRIENDS", 1),
        ("BEEPBOOP9000 x3", "BEEPBOOP9000", 3),
        ("2 twinlight-wand", "twinlight-wand", 2),
        ("2 Miso, Sunblaze", "Miso, Sunblaze", 2),
        ("007 Furthings", "Furthings", 7),
    ],
)
def test_a_line(line: str, name: str, quantity: int) -> None:
    assert read(line) == [(name, quantity, 1)]


@pytest.mark.parametrize(
    "line",
    ["", "   ", "# comment", "// comment", "Combatants:", "[Lands]", "== Deck ==", "Deck",
     "Relics (8)", "Main deck", "LANDS"],
)  # fmt: skip
def test_what_is_passed_over(line: str) -> None:
    assert read(line) == []


def test_lines_are_counted_from_one() -> None:
    assert read("# mine\n\n2 Miso\r\nMochi x3") == [("Miso", 2, 3), ("Mochi", 3, 4)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2 Miso\n3", "Line 2: 3 of what?"),
        ("0 Miso", "Line 1: A quantity is a number from 1 to 200."),
        ("201 Miso", "Line 1: A quantity is a number from 1 to 200."),
        ("9" * 50 + " Miso", "Line 1: A quantity is a number from 1 to 200."),
        ("x" * 201, "Line 1: A name has 200 characters at most."),
        ("x" * (MAX_TEXT + 1), "20000 characters at most"),
        ("\n" * (MAX_LINES + 1), "500 lines at most"),
    ],
)
def test_a_text_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(Malformed) as caught:
        entries_of(DeckList(text=text), NAMES, "/decks/0")
    assert caught.value.flaws[0].pointer == "/decks/0/text"
    assert said in caught.value.flaws[0].detail


def test_every_bad_line_is_told() -> None:
    with pytest.raises(Malformed) as caught:
        entries_of(DeckList(text="0 Miso\n2 Mochi\n7"), NAMES)
    assert [flaw.detail[:6] for flaw in caught.value.flaws] == ["Line 1", "Line 3"]


@pytest.mark.parametrize("deck", [DeckList(), DeckList(cards=(), text="")])
def test_either_cards_or_text(deck: DeckList) -> None:
    with pytest.raises(Malformed, match="either"):
        entries_of(deck, NAMES)


def test_cards_keep_their_place() -> None:
    deck = DeckList(cards=(DeckEntry("miso", 2), DeckEntry("Mochi")))
    assert [(e.pointer, e.quantity) for e in entries_of(deck, NAMES, "/deck")] == [
        ("/deck/cards/0/card", 2),
        ("/deck/cards/1/card", 1),
    ]


def test_a_stored_deck_is_a_deck_list() -> None:
    assert deck_of({"miso": 2}) == DeckList(cards=(DeckEntry("miso", 2),))
