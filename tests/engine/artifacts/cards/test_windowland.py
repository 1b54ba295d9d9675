"""Windowland: Sunbeam Charge, Golden Shelter, Moonlit Rest."""

from typing import Any

import pytest

from app.engine.artifacts.events import EnergyGained, Healed
from tests.engine.artifacts.table import (
    END_TURN,
    Json,
    attack,
    character,
    choose,
    code,
    play,
    side,
    steps,
    table,
    used,
)

STARFIRE = attack("artax", "5.0 Starfire", "miso")


def _land(*combatants: str | Json, **fields: Any) -> Json:
    return side(*combatants, land="windowland", **fields)


# --- Sunbeam Charge -------------------------------------------------------------------------


@pytest.mark.parametrize(("turns_taken", "energy"), [(0, 3), (1, 4), (2, 5), (7, 5)])
def test_its_controller_gains_1_on_top_of_the_pool(turns_taken: int, energy: int) -> None:
    after = play(table("artax", _land("miso", turns_taken=turns_taken)), END_TURN)
    assert after.seat(1).energy == energy


def test_it_does_not_charge_the_other_seat() -> None:
    after = play(table(_land("miso")), END_TURN)
    assert after.seat(1).energy == 4
    assert after.all(EnergyGained) == []


def test_it_charges_once_a_turn_by_title() -> None:
    own = side("miso", hand="again:windowland", land="windowland")
    start = table("artax", own)
    after = play(start, END_TURN)
    assert [use.ability for use in after.seat(1).used] == ["Sunbeam Charge"]


# --- Golden Shelter -------------------------------------------------------------------------


def test_the_active_ally_takes_10_less_beside_miso() -> None:
    after = play(table("artax", _land("miso")), STARFIRE)
    assert steps(after.hit("miso")) == [("reduction", -10, "Golden Shelter", True)]


@pytest.mark.parametrize(
    ("friend", "taken"), [("miso", 50), ("miso-and-mochi", 50), ("mochi", 60), ("", 60)]
)
def test_it_needs_miso_in_play(friend: str, taken: int) -> None:
    start = table("artax", _land("furthings", friend))
    after = play(start, attack("artax", "5.0 Starfire", "furthings"))
    assert after.hit("furthings").amount == taken


def test_the_opponents_miso_does_not_count() -> None:
    start = table("artax a:miso", _land("furthings"))
    after = play(start, attack("artax", "5.0 Starfire", "furthings"))
    assert [step[0] for step in steps(after.hit("furthings"))] == ["bonus"]


def test_it_does_not_shelter_the_bench() -> None:
    after = play(table("artax", _land("furthings miso")), STARFIRE)
    assert after.hit("miso").amount == 60


def test_it_does_not_shelter_the_other_side() -> None:
    start = table(_land("artax miso"), "furthings")
    after = play(start, attack("artax", "5.0 Starfire", "furthings"))
    assert [step[0] for step in steps(after.hit("furthings"))] == ["bonus"]


def test_a_larger_reduction_applies_alone() -> None:
    after = play(table("artax", _land("miso skyscratcher")), STARFIRE)
    assert after.hit("miso").amount == 40


# --- Moonlit Rest ---------------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "left"), [(30, 20), (10, 0), (5, 0)])
def test_one_ally_is_healed_10_at_the_end_of_the_turn(damage: int, left: int) -> None:
    after = play(table(_land(character("mochi", damage=damage))), END_TURN)
    assert after.damage("mochi") == left


def test_the_controller_chooses_the_ally_and_must() -> None:
    asked = play(table(_land("mochi", character("miso", damage=30))), END_TURN)
    assert asked.answers == (choose("mochi"), choose("miso"))
    assert code(asked.position, choose()) == "bad_choice"
    assert play(asked.position, choose("miso")).damage("miso") == 20


def test_without_mochi_no_one_is_healed() -> None:
    after = play(table(_land(character("miso", damage=30)), "e:mochi"), END_TURN)
    assert after.all(Healed) == []


def test_it_is_its_controllers_turn_end() -> None:
    after = play(table("artax", _land(character("mochi", damage=30))), END_TURN)
    assert after.all(Healed) == []


def test_it_heals_once_a_turn_by_title() -> None:
    own = _land(character("mochi", damage=30), used=[used("windowland", "Moonlit Rest")])
    assert play(table(own), END_TURN).all(Healed) == []
