"""The deck check: every limit at its edge, and a fix that is legal and as small as can be."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from app.content.library import load_library
from app.engine.artifacts.decks import Deck, DeckProblem, Edit, fix, limit_of, problems
from app.engine.artifacts.settings import DEFAULT, Settings

BOOK = load_library().book
LEGAL = {
    **dict.fromkeys(["tangledeep", "furthings", "skyscratcher", "artax", "miso", "mochi"], 3),
    **dict.fromkeys(["windowland", "purrchgate", "princess-duck-gravy", "beepboop9000"], 3),
}


def found(deck: Deck, settings: Settings = DEFAULT) -> dict[str, DeckProblem]:
    return {problem.code: problem for problem in problems(BOOK, deck, settings)}


def applied(deck: Deck, edits: Sequence[Edit]) -> dict[str, int]:
    after = dict(deck)
    for edit in edits:
        change = edit.quantity if edit.action == "add" else -edit.quantity
        after[edit.card] = after.get(edit.card, 0) + change
    assert all(quantity >= 0 for quantity in after.values())
    return {card: quantity for card, quantity in after.items() if quantity}


def test_a_legal_deck_has_no_problems() -> None:
    assert found(LEGAL) == {}
    assert fix(BOOK, LEGAL, DEFAULT) == ()


def test_one_card_short() -> None:
    problem = found({**LEGAL, "windowland": 2})["deck_size"]
    assert problem.rule == "table-01"
    assert "29 cards" in problem.message
    assert sum(edit.quantity for edit in problem.suggestions) == 1


def test_one_card_too_many() -> None:
    problem = found({**LEGAL, "fuzzy-fishies": 1})["deck_size"]
    assert "31 cards" in problem.message
    assert problem.suggestions == (Edit("remove", "fuzzy-fishies", 1),)


def test_the_table_decides_about_the_size() -> None:
    assert found(LEGAL, Settings(deck_size=29)).keys() == {"deck_size"}


def test_three_copies_are_allowed_and_four_are_not() -> None:
    problem = found({**LEGAL, "windowland": 4, "purrchgate": 2})["too_many_copies"]
    assert problem.rule == "table-02"
    assert problem.cards[0].limit == 3
    assert problem.suggestions == (Edit("remove", "windowland", 1),)


def test_the_table_decides_about_copies() -> None:
    assert found({**LEGAL, "windowland": 4, "purrchgate": 2}, Settings(max_copies=4)) == {}


def test_limit_one_is_printed_and_no_table_changes_it() -> None:
    deck = {**LEGAL, "shredder": 2, "windowland": 1}
    for settings in (DEFAULT, Settings(max_copies=9)):
        problem = found(deck, settings)["limit_one"]
        assert problem.rule == "rule-7"
        assert "ruling-25" in problem.message
        assert problem.cards[0].quantity == 2
    assert found({**LEGAL, "shredder": 1, "windowland": 2}) == {}


def test_four_basics_are_needed() -> None:
    filler = {
        card.id: limit_of(card, DEFAULT) for card in BOOK.values() if card.kind != "Combatant"
    }
    short = {**filler, "miso": 3}
    settings = Settings(deck_size=sum(short.values()))
    problem = found(short, settings)["not_enough_basics"]
    assert problem.rule == "table-03"
    assert sum(edit.quantity for edit in problem.suggestions) == 1
    enough = {**short, "mochi": 1}
    assert "not_enough_basics" not in found(enough, Settings(deck_size=settings.deck_size + 1))


def test_an_evolution_is_no_basic() -> None:
    deck = {"miso-sunblaze": 3, "miso": 3}
    assert "not_enough_basics" in found(deck, Settings(deck_size=6))


def test_an_item_that_no_cat_can_hold_is_a_warning() -> None:
    deck = {card: 3 for card in LEGAL if card != "mochi"} | {"mochiboost": 1, "alley-cat": 2}
    problem = found(deck)["no_eligible_holder"]
    assert problem.severity == "warning"
    assert problem.cards[0].id == "mochiboost"
    held = {**deck, "alley-cat": 1, "miso-and-mochi": 1}
    assert found(held) == {}


def test_an_evolution_without_its_base_is_a_warning() -> None:
    deck = {**LEGAL, "mochi": 0, "mochi-moonveil": 3}
    deck.pop("mochi")
    problem = found(deck)["orphan_evolution"]
    assert problem.severity == "warning"
    assert problem.rule == "ruling-40"


def test_a_duo_is_no_base() -> None:
    deck = {card: 3 for card in LEGAL if card != "mochi"} | {
        "mochi-moonveil": 2,
        "miso-and-mochi": 1,
    }
    assert "orphan_evolution" in found(deck)


def test_a_fix_takes_out_first_what_cannot_be_played() -> None:
    deck = {**LEGAL, "mochi-moonveil": 1, "mochi": 2, "miso": 2, "alley-cat": 2}
    deck.pop("mochi")
    settings = Settings(deck_size=sum(deck.values()) - 1)
    assert fix(BOOK, deck, settings) == (Edit("remove", "mochi-moonveil", 1),)


def test_a_fix_puts_in_what_is_wished() -> None:
    deck = {**LEGAL, "windowland": 1}
    edits = fix(BOOK, deck, DEFAULT, {"shredder": 2, "artax": 1})
    assert edits is not None
    assert Edit("add", "shredder", 1) in edits


decks = st.dictionaries(st.sampled_from(list(BOOK)), st.integers(1, 9), max_size=28)
tables = st.builds(
    Settings,
    deck_size=st.integers(1, 90),
    max_copies=st.integers(1, 5),
    min_basics=st.integers(1, 60),
)


@given(deck=decks, settings=tables, wished=decks)
def test_a_fix_makes_a_deck_legal_where_any_deck_is(
    deck: dict[str, int], settings: Settings, wished: dict[str, int]
) -> None:
    edits = fix(BOOK, deck, settings, wished)
    room = sum(limit_of(card, settings) for card in BOOK.values())
    basics = sum(limit_of(card, settings) for card in BOOK.values() if card.is_basic)
    possible = settings.min_basics <= min(basics, settings.deck_size) and settings.deck_size <= room
    assert (edits is not None) == possible
    if edits is not None:
        fixed = applied(deck, edits)
        assert all(problem.severity == "warning" for problem in problems(BOOK, fixed, settings))


@given(deck=decks, settings=tables)
def test_no_smaller_edit_makes_it_legal(deck: dict[str, int], settings: Settings) -> None:
    edits = fix(BOOK, deck, settings)
    if edits is None:
        return
    kept = {card: min(number, limit_of(BOOK[card], settings)) for card, number in deck.items()}
    excess = sum(deck.values()) - sum(kept.values())
    have = sum(number for card, number in kept.items() if BOOK[card].is_basic)
    short = max(0, settings.min_basics - have)
    size = sum(kept.values())
    least = excess + max(
        settings.deck_size - size, short + max(0, size + short - settings.deck_size)
    )
    assert sum(edit.quantity for edit in edits) == least


@given(deck=decks, settings=tables)
def test_a_deck_is_legal_exactly_when_there_is_nothing_to_fix(
    deck: dict[str, int], settings: Settings
) -> None:
    legal = all(problem.severity == "warning" for problem in problems(BOOK, deck, settings))
    assert legal == (fix(BOOK, deck, settings) == ())
