"""Crimson Wisp: Elusive Red Dot, Parkour Assault, Afterimage Evasion."""

from typing import Any

import pytest

from app.engine.artifacts.events import AttackUnlocked
from app.engine.artifacts.position import Position
from tests.engine.artifacts.table import (
    BEGIN_ACT,
    END_TURN,
    PASS,
    Json,
    activate,
    attack,
    character,
    code,
    play,
    react,
    refusal,
    shield,
    side,
    steps,
    switch,
    table,
    used,
)

DOT = activate("crimson-wisp", "Elusive Red Dot")
UNLOCKED: Json = {"card": "crimson-wisp", "ability": "Parkour Assault"}
ASSAULT = attack("crimson-wisp", "Parkour Assault", "artax", "mochi")


def _own(card: str = "miso", *bench: str | Json, locked: bool = False, **fields: Any) -> Json:
    unlocked = [] if locked else [UNLOCKED]
    return side(character(card, items="crimson-wisp"), *bench, unlocked=unlocked, **fields)


# --- Elusive Red Dot ------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "unlocks"), [(1, 0), (4, 0), (5, 1), (6, 1)])
def test_a_5_or_6_unlocks_the_assault(die: int, unlocks: int) -> None:
    after = play(table(_own(locked=True)), DOT, dice=[die])
    assert len(after.all(AttackUnlocked)) == unlocks
    assert len(after.seat(0).unlocked) == unlocks


def test_the_dot_is_once_a_turn_whatever_it_shows() -> None:
    after = play(table(_own(locked=True)), DOT, dice=[4])
    assert code(after.position, DOT) == "already_used_this_turn"


def test_a_replayed_wisp_rolls_no_second_time() -> None:
    spent = used("crimson-wisp", "Elusive Red Dot")
    assert code(table(_own(used=[spent])), DOT) == "already_used_this_turn"


def test_the_dot_takes_no_target() -> None:
    start = table(_own())
    refused = refusal(start, activate("crimson-wisp", "Elusive Red Dot", "miso"))
    assert refused.code == "too_many_targets"


def test_any_attack_of_the_turn_closes_the_dots_window() -> None:
    start = table(side("artax:furthings", character("miso", items="crimson-wisp")), "tangledeep")
    after = play(start, attack("artax", "Bunny-Ring Rush", "tangledeep"), PASS)
    assert code(after.position, DOT) == "after_attack"


def test_the_dot_works_while_its_miso_is_benched() -> None:
    start = table(side("furthings", character("miso", items="crimson-wisp")))
    assert play(start, DOT, dice=[6]).seat(0).unlocked != ()


# --- Parkour Assault ------------------------------------------------------------------------


def test_it_deals_60_then_20_for_2_energy() -> None:
    after = play(table(_own(energy=2), "artax mochi"), ASSAULT)
    assert (after.damage("artax"), after.damage("mochi"), after.seat(0).energy) == (60, 20, 0)


def test_it_needs_2_energy() -> None:
    assert code(table(_own(energy=1), "artax mochi"), ASSAULT) == "not_enough_energy"


def test_it_leaves_a_third_enemy_alone() -> None:
    assert play(table(_own(), "artax mochi tangledeep"), ASSAULT).damage("tangledeep") == 0


def test_it_may_name_two_benched_enemies() -> None:
    start = table(_own(), "artax mochi alley-cat")
    after = play(start, attack("crimson-wisp", "Parkour Assault", "alley-cat", "mochi"))
    assert (after.damage("artax"), after.damage("alley-cat"), after.damage("mochi")) == (0, 60, 20)


def test_with_a_single_enemy_it_deals_the_60_only() -> None:
    after = play(table(_own()), attack("crimson-wisp", "Parkour Assault", "artax"))
    assert after.hit("artax").amount == 60


@pytest.mark.parametrize(
    ("targets", "expected"),
    [
        (["artax"], "missing_target"),
        (["artax", "artax"], "illegal_target"),
        (["artax", "miso"], "illegal_target"),
        (["artax", "mochi", "alley-cat"], "too_many_targets"),
        ([], "missing_target"),
    ],
)
def test_it_must_name_two_different_enemies(targets: list[str], expected: str) -> None:
    start = table(_own(), "artax mochi alley-cat")
    assert code(start, attack("crimson-wisp", "Parkour Assault", *targets)) == expected


def test_it_must_be_unlocked() -> None:
    refused = refusal(table(_own(locked=True), "artax mochi"), ASSAULT)
    assert (refused.code, refused.cites.rules) == ("not_unlocked", ("ruling-14",))


def test_the_unlock_expires_at_the_end_of_the_turn() -> None:
    start = table(_own(), "artax mochi")
    after = play(start, END_TURN, END_TURN, BEGIN_ACT)
    assert code(after.position, ASSAULT) == "not_unlocked"


def test_it_is_the_one_attack_of_the_turn() -> None:
    after = play(table(_own(), "artax mochi"), ASSAULT)
    assert code(after.position, attack("miso", "Sunny Swipe", "artax")) == "already_attacked"


def test_the_active_combatant_must_be_miso() -> None:
    own = side("furthings", character("miso", items="crimson-wisp"), unlocked=[UNLOCKED])
    assert code(table(own, "artax mochi"), ASSAULT) == "condition_not_met"


def test_another_active_miso_may_use_it_and_gets_the_evasion() -> None:
    own = side("m:miso-sunblaze", character("miso", items="crimson-wisp"), unlocked=[UNLOCKED])
    after = play(table(own, "artax mochi"), ASSAULT)
    assert (len(after.effects("m")), len(after.effects("miso"))) == (1, 0)


def test_when_the_wisp_has_left_play_the_attacking_miso_is_the_source() -> None:
    start = table(side("miso", unlocked=[UNLOCKED]), "artax mochi")
    after = play(start, attack("miso", "Parkour Assault", "artax", "mochi"))
    assert (after.damage("artax"), len(after.effects("miso"))) == (60, 1)


def test_while_the_wisp_is_in_play_miso_is_not_the_source() -> None:
    start = table(_own(), "artax mochi")
    assert code(start, attack("miso", "Parkour Assault", "artax", "mochi")) == "no_such_ability"


def test_an_asleep_miso_cannot_use_it() -> None:
    own = side(
        character("miso", items="crimson-wisp", effects=[{"kind": "asleep"}]), unlocked=[UNLOCKED]
    )
    assert code(table(own, "artax mochi"), ASSAULT) == "asleep"


def test_a_bonus_applies_to_each_damaged_target() -> None:
    start = table(_own(support="the-solemates twinlight-wand"), "artax mochi")
    after = play(start, ASSAULT)
    assert (after.hit("artax").amount, after.hit("mochi").amount) == (100, 60)


def test_a_defeated_first_target_stops_helping_the_second() -> None:
    enemy = side("mochi", character("skyscratcher", damage=110))
    start = table(_own(), enemy)
    after = play(start, attack("crimson-wisp", "Parkour Assault", "skyscratcher", "mochi"))
    assert after.hit("mochi").amount == 20


def test_one_window_serves_both_targets() -> None:
    enemy = side("tangledeep mochi", support="furraisers")
    start = table(_own(), enemy)
    assault = attack("crimson-wisp", "Parkour Assault", "tangledeep", "mochi")
    guard, shut = react("tangledeep", "Knotted Guard"), react("furraisers", "Slam Shut", "mochi")
    after = play(start, assault, guard, shut)
    assert (after.damage("tangledeep"), after.damage("mochi")) == (40, 0)


# --- Afterimage Evasion ---------------------------------------------------------------------


def _after_the_assault() -> Position:
    return play(table(_own(), "artax mochi"), ASSAULT, END_TURN, BEGIN_ACT).position


def test_the_next_attack_that_hits_her_deals_10_less() -> None:
    after = play(_after_the_assault(), attack("artax", "5.0 Starfire", "miso"))
    assert steps(after.hit("miso"))[-1] == ("reduction", -10, "Afterimage Evasion", True)
    assert after.effects("miso") == ()


def test_it_is_consumed_beside_a_larger_reduction() -> None:
    start = play(table(_own("miso", "skyscratcher"), "artax mochi"), ASSAULT, END_TURN, BEGIN_ACT)
    after = play(start.position, attack("artax", "5.0 Starfire", "miso"))
    reductions = [step for step in steps(after.hit("miso")) if step[0] == "reduction"]
    assert reductions == [
        ("reduction", -20, "Floating Fortress", True),
        ("reduction", -10, "Afterimage Evasion", False),
    ]
    assert after.effects("miso") == ()


def test_it_stays_where_someone_else_is_hit() -> None:
    position = play(table(_own("miso", "b:furthings"), "artax mochi"), ASSAULT, END_TURN, BEGIN_ACT)
    after = play(position.position, attack("artax", "5.0 Starfire", "b"))
    assert len(after.effects("miso")) == 1


def test_it_expires_when_her_next_turn_starts() -> None:
    after = play(table(_own(), "artax mochi"), ASSAULT, END_TURN, END_TURN)
    assert after.effects("miso") == ()


def test_it_follows_the_assault_only() -> None:
    after = play(table(_own()), attack("miso", "Sunny Swipe", "artax"))
    assert after.effects("miso") == ()


def test_it_does_not_add_to_another_shield() -> None:
    own = side(
        character("miso", items="crimson-wisp", effects=[shield(20, until="own_turn_start")]),
        unlocked=[UNLOCKED],
    )
    start = play(table(own, "artax mochi"), ASSAULT, END_TURN, BEGIN_ACT, switch("mochi"))
    after = play(start.position, attack("mochi", "Moon Bop", "miso"))
    assert (after.hit("miso").amount, after.effects("miso")) == (10, ())
