"""Mochi (a starter cat): Moon Blessing, Moon Bop."""

import pytest

from tests.engine.artifacts.table import (
    END_TURN,
    activate,
    attack,
    character,
    code,
    evolve,
    play,
    side,
    table,
    used,
)

BOP = attack("mochi", "Moon Bop", "artax")


@pytest.mark.parametrize(("damage", "left"), [(30, 20), (10, 0), (5, 0)])
def test_moon_blessing_heals_an_ally_10(damage: int, left: int) -> None:
    start = table(side("mochi", character("furthings", damage=damage)))
    assert play(start, activate("mochi", "Moon Blessing", "furthings")).damage("furthings") == left


def test_moon_blessing_heals_herself_from_the_bench() -> None:
    start = table(side("furthings", character("mochi", damage=30)))
    assert play(start, activate("mochi", "Moon Blessing", "mochi")).damage("mochi") == 20


def test_moon_blessing_heals_no_enemy() -> None:
    start = table("mochi", side(character("artax", damage=30)))
    assert code(start, activate("mochi", "Moon Blessing", "artax")) == "illegal_target"


def test_two_mochis_bless_once_a_turn() -> None:
    start = table(side("mochi b:mochi", used=[used("mochi", "Moon Blessing")]))
    assert code(start, activate("b", "Moon Blessing", "b")) == "already_used_this_turn"


def test_evolving_does_not_refresh_moon_blessing() -> None:
    own = side("mochi", hand="mochi-moonveil", used=[used("mochi", "Moon Blessing")])
    evolved = play(table(own, phase="prepare"), evolve("mochi-moonveil", "mochi"))
    assert evolved["mochi"].card == "mochi-moonveil"
    start = table(side("m:mochi-moonveil", used=[used("mochi", "Moon Blessing")]))
    assert code(start, activate("m", "Moon Blessing", "m")) == "already_used_this_turn"


def test_moon_blessing_comes_back_each_own_turn() -> None:
    after = play(table("mochi"), activate("mochi", "Moon Blessing", "mochi"), END_TURN, END_TURN)
    assert after.seat(0).used == ()


def test_moon_bop_deals_30_for_2() -> None:
    after = play(table(side("mochi", energy=2)), BOP)
    assert (after.damage("artax"), after.seat(0).energy) == (30, 0)


def test_moon_bop_needs_2() -> None:
    assert code(table(side("mochi", energy=1)), BOP) == "not_enough_energy"


def test_moon_bop_follows_the_normal_targeting_rules() -> None:
    assert code(table("mochi", "furthings artax"), BOP) == "illegal_target"
