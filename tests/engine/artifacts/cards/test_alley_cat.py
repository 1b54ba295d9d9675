"""Alley Cat (a starter cat): Quick Scratch; a cat that is neither Miso nor Mochi."""

import pytest

from tests.engine.artifacts.table import (
    activate,
    attack,
    character,
    code,
    play,
    side,
    table,
)

SCRATCH = attack("alley-cat", "Quick Scratch", "artax")


def test_it_deals_20_for_1() -> None:
    after = play(table(side("alley-cat", energy=1)), SCRATCH)
    assert (after.damage("artax"), after.seat(0).energy) == (20, 0)


def test_it_needs_1() -> None:
    assert code(table(side("alley-cat", energy=0)), SCRATCH) == "not_enough_energy"


def test_it_follows_the_normal_targeting_rules() -> None:
    assert code(table("alley-cat", "furthings artax"), SCRATCH) == "illegal_target"


def test_it_is_no_named_cat() -> None:
    start = table(side("alley-cat", land="everspring"))
    assert code(start, activate("everspring", "Sacred Blessing", "alley-cat")) == "illegal_target"


@pytest.mark.parametrize(("damage", "stands"), [(0, True), (10, True), (20, False)])
def test_it_has_70_hp(damage: int, stands: bool) -> None:
    start = table("furthings", side(character("alley-cat", damage=damage), "miso"))
    after = play(start, attack("furthings", "Bunny-Ring Rush", "alley-cat"))
    assert (after.find("alley-cat") is not None) is stands
