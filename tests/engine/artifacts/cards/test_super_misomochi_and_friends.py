"""SUPER MISOMOCHI &FRIENDS: Player Two, Continue?"""

from typing import Any

import pytest

from app.engine.artifacts.events import DefeatPrevented
from tests.engine.artifacts.table import (
    PASS,
    Json,
    activate,
    attack,
    character,
    code,
    play,
    react,
    side,
    table,
    used,
)

CARTRIDGE = "super-misomochi-and-friends"
STARFIRE = attack("artax", "5.0 Starfire", "miso")
CONTINUE = react(CARTRIDGE, "Continue?", "miso")
DRAW = activate(CARTRIDGE, "Player Two")


def _own(*combatants: str | Json, **fields: Any) -> Json:
    return side(*combatants, support=CARTRIDGE, **fields)


# --- Player Two -----------------------------------------------------------------------------


@pytest.mark.parametrize("cats", ["miso mochi", "miso-and-mochi"])
def test_both_cats_draw_a_card(cats: str) -> None:
    assert len(play(table(_own(cats)), DRAW).seat(0).hand) == 1


@pytest.mark.parametrize("cats", ["miso", "mochi furthings"])
def test_one_cat_does_not(cats: str) -> None:
    assert code(table(_own(cats), "a:miso b:mochi"), DRAW) == "condition_not_met"


def test_it_is_once_a_turn_and_apart_from_double_darkslide() -> None:
    own = side("miso mochi", support=f"{CARTRIDGE} shredder")
    after = play(table(own), DRAW, activate("shredder", "Double Darkslide"))
    assert len(after.seat(0).hand) == 2
    assert code(after.position, DRAW) == "already_used_this_turn"


# --- Continue? ------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [60, 70, 110, 115])
def test_she_survives_with_exactly_10(damage: int) -> None:
    after = play(table("artax", _own(character("miso", damage=damage))), STARFIRE, CONTINUE)
    assert after.damage("miso") == 110
    assert after.only(DefeatPrevented).hp == 10
    assert (after.discarded(1), after.seat(1).support) == ([CARTRIDGE], ())
    assert after.seat(0).knockouts == 0


def test_it_is_optional() -> None:
    start = table("artax", _own(character("miso", damage=60), "mochi"))
    after = play(start, STARFIRE, PASS)
    assert after.find("miso") is None
    assert after.seat(1).support != ()


@pytest.mark.parametrize("card", ["m:mochi", "m:miso-and-mochi", "m:miso-sunblaze"])
def test_it_continues_for_mochi_evolutions_and_a_duo(card: str) -> None:
    start = table("artax", _own(character(card, damage=105)))
    after = play(start, attack("artax", "5.0 Starfire", "m"), react(CARTRIDGE, "Continue?", "m"))
    assert after.only(DefeatPrevented).hp == 10


def test_it_does_not_for_anyone_else() -> None:
    start = table("artax", _own(character("furthings", damage=110), "miso"))
    after = play(start, attack("artax", "5.0 Starfire", "furthings"))
    assert after.find("furthings") is None


def test_a_survivor_with_10_left_opens_nothing() -> None:
    after = play(table("artax", _own(character("miso", damage=50))), STARFIRE)
    assert (after.damage("miso"), after.asked.kind) == (110, "turn")


def test_the_attackers_cartridge_saves_no_one_of_the_other_side() -> None:
    start = table(_own("artax"), side(character("miso", damage=60), "mochi"))
    assert play(start, STARFIRE).find("miso") is None


def test_a_replayed_cartridge_continues_no_second_time() -> None:
    spent = used(CARTRIDGE, "Continue?", "game")
    start = table("artax", _own(character("miso", damage=60), "mochi", used=[spent]))
    assert play(start, STARFIRE).find("miso") is None


def test_the_first_rescue_closes_the_window() -> None:
    enemy = side(
        character("miso", damage=60), character("mochi", items="starglaze-halo"), support=CARTRIDGE
    )
    asked = play(table("artax", enemy), STARFIRE)
    wish = react("starglaze-halo", "Last Little Wish", "miso")
    assert asked.answers == (wish, CONTINUE, PASS)
    after = play(asked.position, wish)
    assert after.seat(1).support != ()
    assert after.asked.kind == "turn"


def test_her_attachments_and_effects_stay() -> None:
    miso = character("miso", damage=60, items="crimson-wisp")
    after = play(table("artax", _own(miso)), STARFIRE, CONTINUE)
    assert len(after["miso"].attachments) == 1
