"""Furthings: Impossible to Ignore, Bunny-Ring Rush, Miso & Mochi."""

import pytest

from app.engine.artifacts.actions import Activate
from app.engine.artifacts.events import DamageDealt, Healed
from tests.engine.artifacts.table import (
    END_TURN,
    Json,
    activate,
    attack,
    character,
    code,
    play,
    refusal,
    side,
    steps,
    table,
    used,
)

RUSH = attack("furthings", "Bunny-Ring Rush", "artax")


def _heal(target: str, source: str = "furthings") -> Activate:
    return activate(source, "Impossible to Ignore", target)


# --- Impossible to Ignore -------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "left"), [(30, 20), (10, 0), (4, 0)])
def test_it_heals_10_up_to_the_maximum(damage: int, left: int) -> None:
    start = table(side("furthings", character("miso", damage=damage)))
    assert play(start, _heal("miso")).damage("miso") == left


def test_it_heals_itself_and_works_from_the_bench() -> None:
    start = table(side("miso", character("furthings", damage=30)))
    assert play(start, _heal("furthings")).damage("furthings") == 20


def test_it_heals_no_one_else() -> None:
    start = table(side(character("furthings", damage=30), character("miso", damage=30)))
    after = play(start, _heal("miso"))
    assert after.damage("furthings") == 30
    assert [heal.target for heal in after.all(Healed)] == ["miso"]


def test_an_opposing_character_is_no_ally() -> None:
    start = table("furthings", side(character("artax", damage=30)))
    assert code(start, _heal("artax")) == "illegal_target"


def test_it_may_be_announced_for_an_ally_at_full_hp_and_is_spent() -> None:
    after = play(table("furthings"), _heal("furthings"))
    assert after.all(Healed) == []
    assert len(after.seat(0).used) == 1


def test_a_second_copy_heals_no_second_time() -> None:
    own = side(character("furthings", damage=30), "b:furthings")
    after = play(table(own), _heal("furthings"))
    refused = refusal(after.position, _heal("furthings", "b"))
    assert (refused.code, refused.cites.rules[0]) == ("already_used_this_turn", "rule-7")


def test_the_other_seats_use_is_its_own() -> None:
    start = table(
        "furthings", side("e:furthings", used=[used("furthings", "Impossible to Ignore")])
    )
    assert play(start, _heal("furthings")).seat(0).used != ()


def test_it_comes_back_in_the_next_own_turn() -> None:
    end = play(table("furthings"), _heal("furthings"), END_TURN, END_TURN)
    assert end.seat(0).used == ()


def test_it_is_used_before_the_attack() -> None:
    after = play(table(side("furthings", character("b:furthings", damage=30))), RUSH)
    assert code(after.position, _heal("b")) == "after_attack"


# --- Bunny-Ring Rush ------------------------------------------------------------------------


def test_the_rush_deals_50_for_2() -> None:
    after = play(table(side("furthings", energy=2)), RUSH)
    assert (after.damage("artax"), after.seat(0).energy) == (50, 0)


def test_the_rush_needs_2() -> None:
    assert code(table(side("furthings", energy=1)), RUSH) == "not_enough_energy"


def test_the_rush_follows_the_normal_targeting_rules() -> None:
    start = table("furthings", "artax miso")
    refused = refusal(start, attack("furthings", "Bunny-Ring Rush", "miso"))
    assert (refused.code, refused.cites.rules) == ("illegal_target", ("table-13",))


@pytest.mark.parametrize(("damage", "stands"), [(100, True), (110, False)])
def test_the_rush_defeats_exactly_at_0(damage: int, stands: bool) -> None:
    enemy = side(character("artax", damage=damage), "miso")
    after = play(table("furthings", enemy), RUSH)
    assert (after.find("artax") is not None) is stands


# --- Miso & Mochi ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("friend", "dealt"),
    [
        ("miso", 70),
        ("mochi", 70),
        ("miso mochi", 70),
        ("miso-and-mochi", 70),
        ("miso-sunblaze", 70),
        ("alley-cat", 50),
        ("b:furthings", 50),
        ("", 50),
    ],
)
def test_the_team_bonus_needs_miso_or_mochi_and_comes_once(friend: str, dealt: int) -> None:
    after = play(table(side("furthings", friend)), RUSH)
    assert after.hit("artax").amount == dealt


def test_the_opponents_miso_does_not_count() -> None:
    after = play(table("furthings", "artax miso mochi"), RUSH)
    assert after.hit("artax").amount == 50


def test_a_second_furthings_adds_no_second_bonus() -> None:
    after = play(table("furthings miso b:furthings"), RUSH)
    assert steps(after.hit("artax")) == [("bonus", 20, "Miso & Mochi", None)]


def test_the_bonus_is_for_this_attack_only() -> None:
    after = play(table("miso furthings"), attack("miso", "Sunny Swipe", "artax"))
    assert after.hit("artax").amount == 40


@pytest.mark.parametrize("support", ["the-solemates", "twinlight-wand"])
def test_bonuses_of_the_cats_are_not_for_furthings(support: str) -> None:
    after = play(table(side("furthings miso", support=support)), RUSH)
    assert after.hit("artax").amount == 70


def test_the_bonus_comes_before_the_reduction() -> None:
    enemy: Json = side("skyscratcher")
    start = table("furthings miso", enemy)
    after = play(start, attack("furthings", "Bunny-Ring Rush", "skyscratcher"))
    assert steps(after.only(DamageDealt)) == [
        ("bonus", 20, "Miso & Mochi", None),
        ("reduction", -20, "Floating Fortress", True),
    ]
