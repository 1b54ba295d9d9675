"""ARTAX: Supercharged Gallop, Homeward Escort, 5.0 Starfire."""

import pytest

from tests.engine.artifacts.table import (
    activate,
    attack,
    character,
    code,
    play,
    side,
    steps,
    switch,
    table,
    used,
)

STARFIRE = attack("artax", "5.0 Starfire", "furthings")
ESCORT = activate("artax", "Homeward Escort", "miso")


# --- Supercharged Gallop --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bench", "dealt"),
    [
        ("miso", 90),
        ("mochi", 90),
        ("miso-and-mochi", 90),
        ("miso mochi", 90),
        ("mochi-moonveil", 90),
        ("alley-cat", 60),
        ("", 60),
    ],
)
def test_a_benched_miso_or_mochi_adds_30_once(bench: str, dealt: int) -> None:
    after = play(table(side("artax", bench), "furthings"), STARFIRE)
    assert after.hit("furthings").amount == dealt


def test_the_opponents_bench_does_not_count() -> None:
    assert play(table("artax", "furthings miso"), STARFIRE).hit("furthings").amount == 60


def test_a_second_artax_adds_nothing() -> None:
    after = play(table("artax miso b:artax", "furthings"), STARFIRE)
    assert steps(after.hit("furthings")) == [("bonus", 30, "Supercharged Gallop", None)]


def test_an_active_miso_is_not_benched_and_attacks_without_it() -> None:
    start = table("miso artax", "furthings")
    after = play(start, attack("miso", "Sunny Swipe", "furthings"))
    assert after.hit("furthings").amount == 40


# --- Homeward Escort ------------------------------------------------------------------------


@pytest.mark.parametrize("own", ["artax miso", "furthings:furthings artax miso"])
def test_it_switches_the_active_ally_from_anywhere(own: str) -> None:
    after = play(table(own, "e:artax"), ESCORT)
    active = after.active(0)
    assert (active.id, after.seat(0).energy) == ("miso", 4)


def test_it_leaves_the_paid_switch() -> None:
    after = play(table("artax miso", "e:artax"), ESCORT, switch("artax"))
    assert after.seat(0).energy == 3


def test_it_is_once_a_turn_for_every_artax() -> None:
    own = side("artax miso b:artax", used=[used("artax", "Homeward Escort")])
    assert code(table(own, "e:artax"), activate("b", "Homeward Escort", "miso")) == (
        "already_used_this_turn"
    )


def test_it_names_a_benched_ally() -> None:
    start = table("artax miso", "e:artax b:miso")
    assert code(start, activate("artax", "Homeward Escort", "b")) == "illegal_target"
    assert code(start, activate("artax", "Homeward Escort")) == "missing_target"


# --- 5.0 Starfire ---------------------------------------------------------------------------


def test_it_deals_60_for_2() -> None:
    after = play(table(side("artax", energy=2), "furthings"), STARFIRE)
    assert (after.damage("furthings"), after.seat(0).energy) == (60, 0)


def test_it_needs_2() -> None:
    assert code(table(side("artax", energy=1), "furthings"), STARFIRE) == "not_enough_energy"


def test_one_rival_may_be_benched() -> None:
    after = play(table("artax", "miso furthings"), STARFIRE)
    assert (after.damage("furthings"), after.damage("miso")) == (60, 0)


@pytest.mark.parametrize(("damage", "stands"), [(50, True), (60, False)])
def test_it_defeats_exactly_at_0(damage: int, stands: bool) -> None:
    start = table("artax", side(character("furthings", damage=damage), "miso"))
    assert (play(start, STARFIRE).find("furthings") is not None) is stands
