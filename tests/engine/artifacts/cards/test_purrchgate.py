"""Purrchgate: Tower Sanctuary, Purrlight Rest, Homeward Bond."""

from typing import Any

import pytest

from app.engine.artifacts.events import EnergyGained, Healed
from tests.engine.artifacts.table import (
    END_TURN,
    Json,
    attack,
    character,
    play,
    side,
    steps,
    table,
)


def _gate(*combatants: str | Json, **fields: Any) -> Json:
    return side(*combatants, land="purrchgate", **fields)


# --- Tower Sanctuary ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "taken"),
    [
        ("miso", 50),
        ("mochi-moonveil", 50),
        ("miso-and-mochi", 50),
        ("alley-cat", 50),
        ("furthings", 60),
        ("tangledeep", 60),
    ],
)
def test_every_cat_takes_10_less_from_attacks(target: str, taken: int) -> None:
    enemy = _gate(
        target, used=[{"card": "tangledeep", "ability": "Knotted Guard", "scope": "game"}]
    )
    after = play(table("artax", enemy), attack("artax", "5.0 Starfire", target))
    assert after.hit(target).amount == taken


def test_it_protects_the_opponents_cats_too() -> None:
    after = play(table(_gate("artax"), "miso"), attack("artax", "5.0 Starfire", "miso"))
    assert steps(after.hit("miso")) == [("reduction", -10, "Tower Sanctuary", True)]


def test_a_benched_cat_is_protected() -> None:
    after = play(table("artax", _gate("furthings miso")), attack("artax", "5.0 Starfire", "miso"))
    assert after.hit("miso").amount == 50


def test_two_gates_reduce_once() -> None:
    own = side("artax", land="g:purrchgate")
    after = play(table(own, _gate("miso")), attack("artax", "5.0 Starfire", "miso"))
    assert after.hit("miso").amount == 50


# --- Purrlight Rest -------------------------------------------------------------------------


def test_every_cat_of_both_sides_is_healed_10_at_its_controllers_turn_end() -> None:
    own = _gate(character("miso", damage=30), character("furthings", damage=30))
    enemy = side(character("alley-cat", damage=5), character("artax", damage=30))
    after = play(table(own, enemy), END_TURN)
    assert {heal.target: heal.amount for heal in after.all(Healed)} == {"miso": 10, "alley-cat": 5}


def test_the_other_seats_turn_end_heals_no_one() -> None:
    after = play(table("artax", _gate(character("miso", damage=30))), END_TURN)
    assert after.all(Healed) == []


def test_both_gates_heal_in_their_own_turn() -> None:
    own = side(character("miso", damage=30), land="g:purrchgate")
    after = play(table(own, _gate("artax")), END_TURN, END_TURN)
    assert after.damage("miso") == 10


# --- Homeward Bond --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cats", "energy"),
    [("miso", 5), ("mochi", 5), ("miso mochi", 5), ("miso-and-mochi", 5), ("alley-cat", 4)],
)
def test_miso_or_mochi_brings_1_energy_once(cats: str, energy: int) -> None:
    assert play(table("artax", _gate(cats)), END_TURN).seat(1).energy == energy


def test_the_opponents_cats_bring_none() -> None:
    after = play(table("e:miso", _gate("artax")), END_TURN)
    assert after.all(EnergyGained) == []


def test_it_is_gained_in_its_controllers_turn_only() -> None:
    after = play(table(_gate("miso"), "mochi"), END_TURN)
    assert after.all(EnergyGained) == []
