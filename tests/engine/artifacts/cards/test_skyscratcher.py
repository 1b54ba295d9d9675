"""Skyscratcher: Floating Fortress, Cardboard Comet, Royal Airways."""

import pytest

from tests.engine.artifacts.table import (
    attack,
    character,
    code,
    play,
    shield,
    side,
    steps,
    table,
)

COMET = attack("skyscratcher", "Cardboard Comet", "artax")
SWIPE = attack("miso", "Sunny Swipe", "artax")


# --- Floating Fortress ----------------------------------------------------------------------


@pytest.mark.parametrize("enemy", ["skyscratcher artax", "artax skyscratcher"])
def test_it_protects_the_active_ally_from_anywhere_in_play(enemy: str) -> None:
    target = enemy.split(maxsplit=1)[0]
    after = play(table("miso", enemy), attack("miso", "Sunny Swipe", target))
    assert steps(after.hit(target)) == [("reduction", -20, "Floating Fortress", True)]


def test_it_does_not_protect_the_bench() -> None:
    start = table("tangledeep", "artax skyscratcher")
    after = play(start, attack("tangledeep", "Yarn Lash", "skyscratcher"))
    assert after.damage("skyscratcher") == 20


def test_it_does_not_protect_the_other_side() -> None:
    after = play(table("miso skyscratcher"), SWIPE)
    assert after.damage("artax") == 40


def test_two_of_them_reduce_once() -> None:
    start = table("miso", "artax a:skyscratcher b:skyscratcher")
    assert play(start, SWIPE).damage("artax") == 20


def test_damage_does_not_go_below_0() -> None:
    start = table("alley-cat", "artax skyscratcher")
    after = play(start, attack("alley-cat", "Quick Scratch", "artax"))
    assert (after.hit("artax").amount, after.damage("artax")) == (0, 0)


@pytest.mark.parametrize(("amount", "applied"), [(10, False), (20, False), (30, True)])
def test_only_the_largest_reduction_applies(amount: int, applied: bool) -> None:
    enemy = side(character("artax", effects=[shield(amount)]), "skyscratcher")
    (fortress, shielded) = steps(play(table("miso", enemy), SWIPE).hit("artax"))
    assert (fortress[3], shielded[3]) == (not applied, applied)


# --- Cardboard Comet ------------------------------------------------------------------------


def test_the_comet_deals_80_for_3() -> None:
    after = play(table(side("skyscratcher", energy=3)), COMET)
    assert (after.damage("artax"), after.seat(0).energy) == (80, 0)


def test_the_comet_needs_3() -> None:
    assert code(table(side("skyscratcher", energy=2)), COMET) == "not_enough_energy"


def test_the_comet_follows_the_normal_targeting_rules() -> None:
    start = table("skyscratcher", "artax miso")
    assert code(start, attack("skyscratcher", "Cardboard Comet", "miso")) == "illegal_target"


@pytest.mark.parametrize(("damage", "stands"), [(70, True), (80, False)])
def test_the_comet_defeats_exactly_at_0(damage: int, stands: bool) -> None:
    start = table("skyscratcher", side(character("artax", damage=damage), "miso"))
    assert (play(start, COMET).find("artax") is not None) is stands


# --- Royal Airways --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("friend", "dealt"),
    [
        ("miso", 100),
        ("mochi", 100),
        ("miso-and-mochi", 100),
        ("miso mochi", 100),
        ("artax:artax", 80),
    ],
)
def test_the_team_bonus_needs_miso_or_mochi_and_comes_once(friend: str, dealt: int) -> None:
    after = play(
        table(f"skyscratcher {friend}", "furthings"),
        attack("skyscratcher", "Cardboard Comet", "furthings"),
    )
    assert after.hit("furthings").amount == dealt


def test_the_opponents_mochi_does_not_count() -> None:
    assert play(table("skyscratcher", "artax mochi"), COMET).hit("artax").amount == 80


def test_a_benched_skyscratcher_gives_no_second_bonus() -> None:
    after = play(table("skyscratcher miso b:skyscratcher"), COMET)
    assert steps(after.hit("artax")) == [("bonus", 20, "Royal Airways", None)]


def test_the_bonus_is_for_this_attack_only() -> None:
    assert play(table("miso skyscratcher"), SWIPE).hit("artax").amount == 40
