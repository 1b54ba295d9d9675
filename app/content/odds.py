"""What an opening hand holds, computed exactly: hands are drawn without putting back (table-04)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb

from msgspec import Struct

from app.content.library import Library
from app.engine.artifacts.settings import Settings

_CATS = frozenset({"Miso", "Mochi"})


class ExactChance(Struct, frozen=True):
    """A number as the exact `fraction` (`377/406`), and as a decimal of six places."""

    fraction: str
    decimal: float


class HandOdds(Struct, frozen=True):
    """How likely a hand has at least one such card.

    `deployable`: a combatant that can be placed without a base. `miso_or_mochi`: a card that counts
    as Miso or Mochi, Duos and Evolutions among them. `deployable_miso_or_mochi`: one that is both.
    """

    deployable: ExactChance
    miso_or_mochi: ExactChance
    deployable_miso_or_mochi: ExactChance


class Odds(Struct, frozen=True):
    """What an opening hand of `hand` cards holds.

    `opening_hand` is the first hand that is dealt. One without a deployable combatant is shuffled
    back and dealt anew (table-04): `kept_hand` is the one that is kept in the end, and
    `expected_redraws` how often that happens on average. Both are None for a deck that has no
    deployable combatant at all.
    """

    hand: int
    opening_hand: HandOdds
    kept_hand: HandOdds | None
    expected_redraws: ExactChance | None

    def told(self) -> Iterator[str]:
        """Yield the odds in lines for a person."""
        first = self.opening_hand
        yield f"A combatant to deploy in the first {self.hand} cards: {_percent(first.deployable)}"
        yield f"Miso or Mochi in them: {_percent(first.miso_or_mochi)}"
        if self.kept_hand is not None:
            kept = _percent(self.kept_hand.miso_or_mochi)
            yield f"Miso or Mochi in the hand that is kept: {kept}"


def odds_of(library: Library, counts: Mapping[str, int], settings: Settings) -> Odds:
    """Return the odds of a deck, given as quantities by card id."""
    cats = {id_ for id_ in counts if library.book[id_].identities & _CATS}
    basics = {id_ for id_ in counts if library.book[id_].is_basic}
    hands = _Hands(counts, settings.opening_hand)
    deployable = hands.with_one_of(basics)
    opening = HandOdds(
        _chance(deployable),
        _chance(hands.with_one_of(cats)),
        _chance(hands.with_one_of(cats & basics)),
    )
    if not deployable:
        return Odds(hands.size, opening, None, None)
    both = deployable + hands.with_one_of(cats) - hands.with_one_of(cats | basics)
    kept = HandOdds(
        _chance(Fraction(1)),
        _chance(both / deployable),
        _chance(hands.with_one_of(cats & basics) / deployable),
    )
    return Odds(hands.size, opening, kept, _chance(1 / deployable - 1))


class _Hands:
    """Every hand of a deck, each as likely as any other; a small deck is a hand as a whole."""

    def __init__(self, counts: Mapping[str, int], size: int) -> None:
        self._counts = counts
        self._cards = sum(counts.values())
        self.size = min(size, self._cards)

    def with_one_of(self, ids: set[str]) -> Fraction:
        """Return how likely a hand has one of these cards: the others cannot fill it."""
        others = self._cards - sum(self._counts[id_] for id_ in ids)
        return 1 - Fraction(comb(others, self.size), comb(self._cards, self.size))


def _chance(exact: Fraction) -> ExactChance:
    return ExactChance(str(exact), round(float(exact), 6))


def _percent(chance: ExactChance) -> str:
    return f"{chance.decimal:.1%} ({chance.fraction})"
