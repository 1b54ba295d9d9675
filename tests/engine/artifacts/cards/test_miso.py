"""Miso (a starter cat): Sunny Swipe."""

import pytest

from tests.engine.artifacts.table import attack, character, code, play, refusal, side, table

SWIPE = attack("miso", "Sunny Swipe", "artax")


def test_it_deals_40_for_2() -> None:
    after = play(table(side("miso", energy=2)), SWIPE)
    assert (after.damage("artax"), after.seat(0).energy) == (40, 0)


def test_it_needs_2() -> None:
    assert code(table(side("miso", energy=1)), SWIPE) == "not_enough_energy"


def test_it_follows_the_normal_targeting_rules() -> None:
    refused = refusal(table("miso", "furthings artax"), SWIPE)
    assert (refused.code, refused.cites.rules) == ("illegal_target", ("table-13",))


def test_it_needs_the_active_row() -> None:
    assert code(table("furthings miso"), SWIPE) == "not_active"


@pytest.mark.parametrize(("damage", "stands"), [(110, True), (120, False)])
def test_it_defeats_exactly_at_0(damage: int, stands: bool) -> None:
    start = table("miso", side(character("artax", damage=damage), "furthings"))
    assert (play(start, SWIPE).find("artax") is not None) is stands
