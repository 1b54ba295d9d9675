"""The Solemates: Comet Kick, Sole Support."""

from typing import Any

import pytest

from tests.engine.artifacts.table import (
    BEGIN_ACT,
    END_TURN,
    Json,
    activate,
    attack,
    character,
    code,
    play,
    refusal,
    shield,
    side,
    steps,
    table,
    used,
)

SUPPORT = activate("the-solemates", "Sole Support", "miso")
STARFIRE = attack("artax", "5.0 Starfire", "miso")


def _own(*combatants: str | Json, **fields: Any) -> Json:
    return side(*combatants, support="the-solemates", **fields)


# --- Comet Kick -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "ability", "dealt"),
    [
        ("miso", "Sunny Swipe", 60),
        ("mochi", "Moon Bop", 50),
        ("mochi-moonveil", "Lunar Lullaby", 50),
        ("miso-and-mochi", "Twin Tumble", 80),
        ("alley-cat", "Quick Scratch", 20),
        ("furthings", "Bunny-Ring Rush", 50),
    ],
)
def test_attacks_by_miso_or_mochi_deal_20_more_once(
    attacker: str, ability: str, dealt: int
) -> None:
    after = play(table(_own(attacker)), attack(attacker, ability, "artax"))
    assert after.hit("artax").amount == dealt


def test_the_opponents_shoes_do_not_kick() -> None:
    start = table("miso", side("artax", support="the-solemates"))
    assert play(start, attack("miso", "Sunny Swipe", "artax")).hit("artax").amount == 40


def test_the_shoes_have_no_attack() -> None:
    assert code(table(_own("miso")), attack("the-solemates", "Comet Kick", "artax")) == "wrong_kind"


# --- Sole Support ---------------------------------------------------------------------------


def test_it_costs_1() -> None:
    assert play(table(_own("miso", energy=1)), SUPPORT).seat(0).energy == 0
    refused = refusal(table(_own("miso", energy=0)), SUPPORT)
    assert (refused.code, refused.cites.rules) == ("not_enough_energy", ("rule-3",))


def test_the_next_attack_that_hits_her_deals_20_less() -> None:
    ready = play(table(_own("miso")), SUPPORT, END_TURN, BEGIN_ACT)
    after = play(ready.position, STARFIRE)
    assert steps(after.hit("miso")) == [("reduction", -20, "Sole Support", True)]
    assert after.effects("miso") == ()


def test_it_expires_when_your_next_turn_starts() -> None:
    shielded = play(table(_own("miso")), SUPPORT, END_TURN)
    assert len(shielded.effects("miso")) == 1
    assert play(shielded.position, END_TURN).effects("miso") == ()


def test_it_persists_when_the_shoes_leave() -> None:
    start = table("artax", side(character("miso", effects=[shield(20, until="own_turn_start")])))
    assert play(start, STARFIRE).damage("miso") == 40


def test_it_is_consumed_beside_a_larger_reduction() -> None:
    enemy = side(character("miso", effects=[shield(20), shield(30, "any")]))
    after = play(table("artax", enemy), STARFIRE)
    assert (after.damage("miso"), after.effects("miso")) == (30, ())


def test_between_equals_the_continuous_one_applies_and_it_is_consumed() -> None:
    enemy = side(character("miso", effects=[shield(20)]), "skyscratcher")
    after = play(table("artax", enemy), STARFIRE)
    assert [step[3] for step in steps(after.hit("miso"))] == [True, False]
    assert after.effects("miso") == ()


def test_it_is_for_one_cat() -> None:
    after = play(table(_own("miso mochi")), SUPPORT)
    assert (len(after.effects("miso")), len(after.effects("mochi"))) == (1, 0)


@pytest.mark.parametrize("target", ["furthings", "e"])
def test_it_is_for_your_miso_or_mochi(target: str) -> None:
    start = table(_own("miso furthings"), "e:miso")
    assert code(start, activate("the-solemates", "Sole Support", target)) == "illegal_target"


def test_it_is_once_a_turn_over_copies() -> None:
    own = side("miso", support="b:the-solemates", used=[used("the-solemates", "Sole Support")])
    assert code(table(own), activate("b", "Sole Support", "miso")) == "already_used_this_turn"


def test_it_comes_before_the_attack() -> None:
    after = play(table(_own("miso")), attack("miso", "Sunny Swipe", "artax"))
    assert code(after.position, SUPPORT) == "after_attack"


def test_it_is_no_attack() -> None:
    after = play(table(_own("miso", energy=3)), SUPPORT, attack("miso", "Sunny Swipe", "artax"))
    assert after.hit("artax").amount == 60
