"""BEEPBOOP9000: Warm Corner, Wormhole Beacon."""

import pytest

from app.engine.artifacts.events import Healed
from tests.engine.artifacts.table import (
    END_TURN,
    attack,
    character,
    choose,
    code,
    play,
    side,
    table,
)

BEACON = attack("beepboop9000", "Wormhole Beacon", "artax")


# --- Warm Corner ----------------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "left"), [(30, 20), (10, 0), (5, 0)])
def test_one_other_ally_is_healed_10_at_the_turns_start(damage: int, left: int) -> None:
    enemy = side("beepboop9000", character("miso", damage=damage))
    assert play(table("artax", enemy), END_TURN).damage("miso") == left


def test_it_does_not_heal_itself() -> None:
    enemy = side(character("beepboop9000", damage=30))
    assert play(table("artax", enemy), END_TURN).damage("beepboop9000") == 30


def test_the_controller_chooses_among_the_others() -> None:
    enemy = side("furthings", "beepboop9000", character("miso", damage=30))
    asked = play(table("artax", enemy), END_TURN)
    assert (asked.position.phase, asked.asked.seat) == ("start", 1)
    assert asked.answers == (choose("furthings"), choose("miso"))
    assert play(asked.position, choose("miso")).damage("miso") == 20


def test_the_turns_draw_comes_after_it() -> None:
    enemy = side("furthings", "beepboop9000", "miso")
    asked = play(table("artax", enemy), END_TURN)
    assert len(asked.seat(1).hand) == 0
    assert len(play(asked.position, choose("miso")).seat(1).hand) == 1


def test_it_is_its_controllers_turn_start_only() -> None:
    own = side("beepboop9000", character("miso", damage=30))
    assert play(table(own), END_TURN).all(Healed) == []


def test_two_of_them_heal_once_from_the_first() -> None:
    enemy = side(character("a:beepboop9000", damage=30), character("b:beepboop9000", damage=30))
    after = play(table("artax", enemy), END_TURN)
    assert [heal.target for heal in after.all(Healed)] == ["b"]


# --- Wormhole Beacon ------------------------------------------------------------------------


def test_it_deals_40_for_2_and_switches() -> None:
    after = play(table(side("beepboop9000 miso", energy=2)), BEACON, choose("miso"))
    active = after.active(0)
    assert (after.damage("artax"), active.id, after.seat(0).energy) == (40, "miso", 0)


def test_the_switch_may_be_declined() -> None:
    after = play(table("beepboop9000 miso"), BEACON, choose())
    active = after.active(0)
    assert active.id == "beepboop9000"


def test_the_optional_switch_is_asked_also_for_a_single_ally() -> None:
    asked = play(table("beepboop9000 miso"), BEACON)
    assert asked.answers == (choose("miso"), choose())


def test_with_an_empty_bench_nothing_is_asked() -> None:
    assert play(table("beepboop9000"), BEACON).asked.kind == "turn"


def test_it_needs_2() -> None:
    assert code(table(side("beepboop9000", energy=1)), BEACON) == "not_enough_energy"


def test_one_rival_may_be_benched() -> None:
    after = play(table("beepboop9000", "miso artax"), BEACON)
    assert after.damage("artax") == 40


def test_the_switch_leaves_the_paid_one() -> None:
    after = play(table("beepboop9000 miso"), BEACON, choose("miso"))
    assert after.seat(0).switched is False


@pytest.mark.parametrize(("damage", "stands"), [(110, True), (120, False)])
def test_it_defeats_exactly_at_0(damage: int, stands: bool) -> None:
    start = table("beepboop9000", side(character("artax", damage=damage), "miso"))
    assert (play(start, BEACON).find("artax") is not None) is stands


def test_the_switch_comes_before_the_opponents_promotion() -> None:
    enemy = side(character("artax", damage=120), "furthings", "tangledeep")
    asked = play(table("beepboop9000 miso", enemy), BEACON)
    assert (asked.asked.seat, asked.asked.kind) == (0, "choose")
    assert play(asked.position, choose("miso")).asked.kind == "promote"
