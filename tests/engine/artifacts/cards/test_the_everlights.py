"""The Everlights: Everlight Ward, Winterbound Metamorphosis."""

from typing import Any

import pytest

from app.engine.artifacts.events import DeckShuffled, Revealed, Searched
from tests.engine.artifacts.table import (
    END_TURN,
    Json,
    activate,
    attack,
    choose,
    code,
    play,
    side,
    table,
    used,
)

SEEK = activate("the-everlights", "Winterbound Metamorphosis")
DECK = "a:artax s:miso-sunblaze v:mochi-moonveil d:miso-and-mochi m:miso"


def _own(*combatants: str, **fields: Any) -> Json:
    return side(*combatants, support="the-everlights", **fields)


# --- Everlight Ward -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "taken"),
    [
        ("miso", 50),
        ("mochi", 50),
        ("miso-and-mochi", 50),
        ("mochi-moonveil", 50),
        ("alley-cat", 60),
        ("furthings", 60),
    ],
)
def test_miso_and_mochi_take_10_less_once(target: str, taken: int) -> None:
    start = table("artax", _own(target))
    assert play(start, attack("artax", "5.0 Starfire", target)).hit(target).amount == taken


def test_a_benched_cat_is_warded_too() -> None:
    start = table("artax", _own("furthings miso"))
    assert play(start, attack("artax", "5.0 Starfire", "miso")).hit("miso").amount == 50


def test_the_opponents_cats_are_not() -> None:
    start = table(_own("artax"), "miso")
    assert play(start, attack("artax", "5.0 Starfire", "miso")).hit("miso").amount == 60


def test_it_does_not_add_to_a_larger_reduction() -> None:
    start = table("artax", _own("miso skyscratcher"))
    assert play(start, attack("artax", "5.0 Starfire", "miso")).hit("miso").amount == 40


# --- Winterbound Metamorphosis --------------------------------------------------------------


def test_only_evolutions_of_miso_or_mochi_are_found() -> None:
    asked = play(table(_own("furthings", deck=DECK)), SEEK)
    assert [shown.card for shown in asked.asked.cards] == ["miso-sunblaze", "mochi-moonveil"]
    assert set(asked.answers) == {choose("s"), choose("v"), choose()}


def test_the_chosen_one_is_revealed_taken_and_the_deck_shuffled() -> None:
    after = play(table(_own("furthings", deck=DECK)), SEEK, choose("s"))
    assert [card.card for card in after.seat(0).hand] == ["miso-sunblaze"]
    assert after.only(Revealed).cards[0].card == "miso-sunblaze"
    assert len(after.seat(0).deck) == 4
    assert after.happened[-1].__class__ is DeckShuffled


def test_nothing_may_be_found_by_choice() -> None:
    after = play(table(_own("furthings", deck=DECK)), SEEK, choose())
    assert (after.only(Searched).found, after.seat(0).hand) == (0, ())
    assert len(after.all(DeckShuffled)) == 1
    assert len(after.seat(0).used) == 1


@pytest.mark.parametrize("deck", ["a:artax m:miso", ""])
def test_it_asks_also_where_nothing_is_eligible(deck: str) -> None:
    asked = play(table(_own("furthings", deck=deck)), SEEK)
    assert asked.answers == (choose(),)


@pytest.mark.parametrize("ids", [("a",), ("s", "v"), ("nowhere",), ("s", "s")])
def test_anything_else_is_no_answer(ids: tuple[str, ...]) -> None:
    asked = play(table(_own("furthings", deck=DECK)), SEEK)
    assert code(asked.position, choose(*ids)) == "bad_choice"


def test_the_opponents_deck_is_not_searched() -> None:
    start = table(_own("furthings", deck="a:artax"), side("e:artax", deck="s:miso-sunblaze"))
    assert play(start, SEEK).answers == (choose(),)


def test_it_is_once_a_game() -> None:
    start = table(_own("furthings", deck=DECK))
    after = play(start, SEEK, choose("s"), END_TURN, END_TURN)
    assert [use.scope for use in after.seat(0).used] == ["game"]
    again = table(_own("miso", used=[used("the-everlights", SEEK.ability, "game")]))
    assert code(again, SEEK) == "already_used_this_game"
