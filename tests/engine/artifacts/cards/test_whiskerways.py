"""Whiskerways: Hidden Passage, Realmstep, Homeward Beacon."""

from typing import Any

import pytest

from tests.engine.artifacts.table import (
    Json,
    activate,
    attack,
    character,
    code,
    play,
    play_land,
    refusal,
    side,
    steps,
    switch,
    table,
    used,
)

STEP = activate("whiskerways", "Realmstep", "mochi")


def _ways(*combatants: str | Json, **fields: Any) -> Json:
    return side(*combatants, land="whiskerways", **fields)


# --- Hidden Passage -------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["furthings", "miso"])
def test_allies_take_10_less_from_enemy_attacks(target: str) -> None:
    start = table("artax", _ways("furthings miso"))
    after = play(start, attack("artax", "5.0 Starfire", target))
    assert steps(after.hit(target)) == [("reduction", -10, "Hidden Passage", True)]


def test_enemies_are_not_protected() -> None:
    after = play(table(_ways("artax"), "miso"), attack("artax", "5.0 Starfire", "miso"))
    assert after.hit("miso").amount == 60


def test_a_larger_reduction_applies_alone() -> None:
    start = table("artax", _ways("miso skyscratcher"))
    assert play(start, attack("artax", "5.0 Starfire", "miso")).hit("miso").amount == 40


# --- Realmstep ------------------------------------------------------------------------------


def test_it_switches_for_nothing() -> None:
    after = play(table(_ways("miso mochi furthings")), STEP)
    active = after.active(0)
    assert (active.id, [ally.id for ally in after.seat(0).bench]) == (
        "mochi",
        ["miso", "furthings"],
    )
    assert (after.seat(0).energy, after.seat(0).switched) == (4, False)


def test_the_paid_switch_is_separate() -> None:
    after = play(table(_ways("miso mochi")), STEP, switch("miso"))
    active = after.active(0)
    assert active.id == "miso"


def test_an_asleep_ally_steps_too() -> None:
    own = _ways(character("miso", effects=[{"kind": "asleep"}]), "mochi")
    active = play(table(own), STEP).active(0)
    assert active.id == "mochi"


@pytest.mark.parametrize("target", ["miso", "artax"])
def test_it_brings_in_a_benched_ally_only(target: str) -> None:
    start = table(_ways("miso mochi"))
    assert code(start, activate("whiskerways", "Realmstep", target)) == "illegal_target"


def test_it_is_once_a_turn() -> None:
    after = play(table(_ways("miso mochi")), STEP)
    refused = code(after.position, activate("whiskerways", "Realmstep", "miso"))
    assert refused == "already_used_this_turn"


def test_replacing_the_land_with_its_own_title_refreshes_nothing() -> None:
    own = _ways("miso mochi", hand="w:whiskerways", used=[used("whiskerways", "Realmstep")])
    after = play(table(own, phase="prepare"), play_land("w"))
    assert after.discarded(0) == ["whiskerways"]
    assert len(after.seat(0).used) == 1


def test_it_is_used_before_the_attack() -> None:
    after = play(table(_ways("miso mochi")), attack("miso", "Sunny Swipe", "artax"))
    assert code(after.position, STEP) == "after_attack"


# --- Homeward Beacon ------------------------------------------------------------------------


def test_a_defeated_ally_returns_to_hand() -> None:
    after = play(
        table(_ways("miso", defeated="tangledeep", discard="shredder")),
        activate("whiskerways", "Homeward Beacon", "tangledeep"),
    )
    assert [card.card for card in after.seat(0).hand] == ["tangledeep"]
    assert after.discarded(0) == ["shredder"]


def test_it_does_not_enter_play() -> None:
    after = play(
        table(_ways("miso", defeated="tangledeep")),
        activate("whiskerways", "Homeward Beacon", "tangledeep"),
    )
    assert [one.id for one in after.seat(0).combatants()] == ["miso"]


@pytest.mark.parametrize("target", ["shredder", "furthings", "fallen"])
def test_only_an_own_defeated_card_returns(target: str) -> None:
    start = table(
        _ways("miso", defeated="tangledeep", discard="shredder furthings"),
        side("artax", defeated="fallen:artax"),
    )
    refused = refusal(start, activate("whiskerways", "Homeward Beacon", target))
    assert (refused.code, refused.cites.rules) == ("illegal_target", ("rule-8", "ruling-30"))


def test_it_is_once_a_game() -> None:
    spent = [used("whiskerways", "Homeward Beacon", "game")]
    start = table(_ways("miso", defeated="tangledeep", used=spent))
    assert code(start, activate("whiskerways", "Homeward Beacon", "tangledeep")) == (
        "already_used_this_game"
    )
