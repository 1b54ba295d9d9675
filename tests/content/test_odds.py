"""The odds of an opening hand, against every hand that there is."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.content.library import load_library
from app.content.odds import ExactChance, Odds, odds_of
from app.engine.artifacts.settings import Settings

LIBRARY = load_library()
CATS = {"miso", "mochi", "miso-sunblaze", "mochi-moonveil", "miso-and-mochi"}
BASICS = {card.id for card in LIBRARY.book.values() if card.is_basic}


def odds(counts: dict[str, int], hand: int = 5) -> Odds:
    return odds_of(LIBRARY, counts, Settings(opening_hand=hand))


def exact(chance: ExactChance | None) -> Fraction:
    assert chance is not None
    assert chance.decimal == pytest.approx(float(Fraction(chance.fraction)), abs=5e-7)
    return Fraction(chance.fraction)


small_decks = st.dictionaries(
    st.sampled_from(sorted(LIBRARY.cards)), st.integers(1, 3), min_size=1, max_size=4
)


@given(small_decks, st.integers(1, 4))
def test_odds_are_those_of_counting_every_hand(counts: dict[str, int], size: int) -> None:
    told = odds(counts, size)
    cards = [card for card, quantity in counts.items() for _ in range(quantity)]
    hands = [set(hand) for hand in combinations(cards, min(size, len(cards)))]
    playable = [hand for hand in hands if hand & BASICS]
    assert exact(told.opening_hand.deployable) == Fraction(len(playable), len(hands))
    with_cat = [hand for hand in hands if hand & CATS]
    assert exact(told.opening_hand.miso_or_mochi) == Fraction(len(with_cat), len(hands))
    with_both = [hand for hand in hands if hand & CATS & BASICS]
    found = exact(told.opening_hand.deployable_miso_or_mochi)
    assert found == Fraction(len(with_both), len(hands))
    if not playable:
        assert told.kept_hand is None
        assert told.expected_redraws is None
        return
    # A hand without a deployable combatant is dealt anew, so the kept one is any of the others.
    assert told.kept_hand is not None
    kept = [hand for hand in playable if hand & CATS]
    assert exact(told.kept_hand.deployable) == 1
    assert exact(told.kept_hand.miso_or_mochi) == Fraction(len(kept), len(playable))
    assert exact(told.expected_redraws) == Fraction(len(hands), len(playable)) - 1


def test_the_odds_of_one_card_in_thirty() -> None:
    told = odds({"miso": 1, "windowland": 29})
    assert told.hand == 5
    assert told.opening_hand.deployable == ExactChance("1/6", 0.166667)
    assert told.expected_redraws == ExactChance("5", 5.0)
    assert told.kept_hand is not None
    assert told.kept_hand.miso_or_mochi == ExactChance("1", 1.0)


def test_an_empty_deck_has_an_empty_hand() -> None:
    told = odds({})
    assert (told.hand, told.opening_hand.deployable) == (0, ExactChance("0", 0.0))
    assert told.kept_hand is None


def test_odds_are_told_in_lines() -> None:
    first, second, third = odds({"miso": 3, "windowland": 27}).told()
    assert first == "A combatant to deploy in the first 5 cards: 43.3% (88/203)"
    assert "43.3%" in second
    assert third.endswith("100.0% (1)")
