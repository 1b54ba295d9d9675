"""Mochi, Moonveil (a starter cat): an Evolution of Mochi with Moon Blessing and Lunar Lullaby."""

import pytest

from app.engine.artifacts.events import EffectAdded
from tests.engine.artifacts.table import (
    BEGIN_ACT,
    END_TURN,
    activate,
    attack,
    character,
    code,
    play,
    refusal,
    side,
    switch,
    table,
    used,
)

LULLABY = attack("mochi-moonveil", "Lunar Lullaby", "artax")


def test_moon_blessing_heals_10() -> None:
    start = table(side("mochi-moonveil", character("miso", damage=30)))
    assert play(start, activate("mochi-moonveil", "Moon Blessing", "miso")).damage("miso") == 20


def test_moon_blessing_is_recorded_under_the_base_of_the_line() -> None:
    start = table("mochi-moonveil mochi")
    after = play(start, activate("mochi-moonveil", "Moon Blessing", "mochi"))
    assert [use.card for use in after.seat(0).used] == ["mochi"]
    assert code(after.position, activate("mochi", "Moon Blessing", "mochi")) == (
        "already_used_this_turn"
    )


def test_a_use_of_another_title_does_not_count() -> None:
    start = table(side("mochi-moonveil", used=[used("furthings", "Impossible to Ignore")]))
    after = play(start, activate("mochi-moonveil", "Moon Blessing", "mochi-moonveil"))
    assert len(after.seat(0).used) == 2


def test_lullaby_deals_30_for_2_and_puts_the_target_to_sleep() -> None:
    after = play(table(side("mochi-moonveil", energy=2)), LULLABY)
    assert (after.damage("artax"), after.seat(0).energy) == (30, 0)
    assert after.only(EffectAdded).effect.kind == "asleep"


def test_lullaby_needs_2() -> None:
    assert code(table(side("mochi-moonveil", energy=1)), LULLABY) == "not_enough_energy"


def test_lullaby_follows_the_normal_targeting_rules() -> None:
    assert code(table("mochi-moonveil", "furthings artax"), LULLABY) == "illegal_target"


def test_the_sleeper_does_not_attack_in_its_next_turn() -> None:
    after = play(table("mochi-moonveil"), LULLABY, END_TURN, BEGIN_ACT)
    refused = refusal(after.position, attack("artax", "5.0 Starfire", "mochi-moonveil"))
    assert (refused.code, refused.cites.rules) == ("asleep", ("table-16",))


def test_the_sleeper_switches_and_uses_abilities() -> None:
    start = table("mochi-moonveil", "artax miso")
    after = play(
        start,
        LULLABY,
        END_TURN,
        BEGIN_ACT,
        switch("miso"),
        activate("artax", "Homeward Escort", "artax"),
    )
    active = after.active(1)
    assert (active.id, len(active.effects)) == ("artax", 1)


def test_sleep_ends_with_that_turn() -> None:
    after = play(table("mochi-moonveil"), LULLABY, END_TURN, END_TURN)
    assert after.effects("artax") == ()


@pytest.mark.parametrize("damage", [130, 140])
def test_a_defeated_target_does_not_sleep(damage: int) -> None:
    start = table("mochi-moonveil", side(character("artax", damage=damage), "miso"))
    assert play(start, LULLABY).all(EffectAdded) == []
