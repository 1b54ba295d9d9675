"""Everspring: Living Waters, Sacred Blessing, Wellspring Awakening."""

from typing import Any

import pytest

from app.engine.artifacts.events import Healed
from tests.engine.artifacts.table import (
    END_TURN,
    Json,
    activate,
    attack,
    character,
    code,
    play,
    side,
    table,
    used,
)

AWAKEN = activate("everspring", "Wellspring Awakening")


def _spring(*combatants: str | Json, **fields: Any) -> Json:
    return side(*combatants, land="everspring", **fields)


# --- Living Waters --------------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "left"), [(30, 20), (10, 0), (5, 0)])
def test_the_active_ally_is_healed_10_at_the_turns_end(damage: int, left: int) -> None:
    after = play(table(_spring(character("furthings", damage=damage))), END_TURN)
    assert after.damage("furthings") == left


def test_the_bench_is_not() -> None:
    after = play(table(_spring("furthings", character("miso", damage=30))), END_TURN)
    assert after.damage("miso") == 30


def test_the_opponents_turn_end_and_active_are_not() -> None:
    own = _spring(character("furthings", damage=30))
    enemy = side(character("artax", damage=30))
    after = play(table(own, enemy), END_TURN, END_TURN)
    assert [heal.target for heal in after.all(Healed)] == ["furthings"]


# --- Sacred Blessing ------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["miso", "mochi", "miso-and-mochi", "miso-sunblaze"])
def test_miso_or_mochi_is_healed_20(target: str) -> None:
    start = table(_spring("furthings", character(target, damage=50)))
    after = play(start, activate("everspring", "Sacred Blessing", target))
    assert after.damage(target) == 30


@pytest.mark.parametrize("target", ["furthings", "e"])
def test_no_one_else_is(target: str) -> None:
    start = table(_spring("furthings miso"), "e:mochi")
    assert code(start, activate("everspring", "Sacred Blessing", target)) == "illegal_target"


def test_without_a_cat_there_is_no_one_to_name() -> None:
    start = table(_spring("furthings"))
    assert code(start, activate("everspring", "Sacred Blessing")) == "missing_target"


def test_without_printed_timing_it_is_once_a_turn_before_the_attack() -> None:
    blessing = activate("everspring", "Sacred Blessing", "miso")
    start = table(_spring("miso"))
    assert code(play(start, blessing).position, blessing) == "already_used_this_turn"
    struck = play(start, attack("miso", "Sunny Swipe", "artax"))
    assert code(struck.position, blessing) == "after_attack"


# --- Wellspring Awakening -------------------------------------------------------------------


def test_all_own_allies_are_healed_30() -> None:
    own = _spring(character("furthings", damage=50), character("miso", damage=20), "mochi")
    enemy = side(character("artax", damage=50))
    after = play(table(own, enemy), AWAKEN)
    assert {heal.target: heal.amount for heal in after.all(Healed)} == {"furthings": 30, "miso": 20}
    assert after.damage("artax") == 50


def test_it_names_nothing() -> None:
    start = table(_spring("miso"))
    assert code(start, activate("everspring", "Wellspring Awakening", "miso")) == "too_many_targets"


def test_it_is_once_a_game_and_the_next_turn_refreshes_nothing() -> None:
    after = play(table(_spring("miso")), AWAKEN, END_TURN, END_TURN)
    assert [use.ability for use in after.seat(0).used] == ["Wellspring Awakening"]


def test_a_second_copy_awakens_no_second_time() -> None:
    own = side(
        "miso", land="b:everspring", used=[used("everspring", "Wellspring Awakening", "game")]
    )
    assert code(table(own), activate("b", "Wellspring Awakening")) == "already_used_this_game"


def test_the_other_seat_has_its_own() -> None:
    own = _spring("miso")
    enemy = side("artax", used=[used("everspring", "Wellspring Awakening", "game")])
    assert len(play(table(own, enemy), AWAKEN).seat(0).used) == 1
