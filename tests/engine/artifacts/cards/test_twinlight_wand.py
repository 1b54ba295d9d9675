"""The Twinlight Wand: Sunlit Pounce, Moonfeather Blessing, Twinlight Finale."""

from typing import Any

import pytest

from app.engine.artifacts.events import Healed
from tests.engine.artifacts.table import (
    PASS,
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

FINALE = attack("twinlight-wand", "Twinlight Finale", "tangledeep")
SWIPE = attack("miso", "Sunny Swipe", "artax")


def _own(*combatants: str | Json, **fields: Any) -> Json:
    return side(*combatants, support="twinlight-wand", **fields)


# --- Sunlit Pounce --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "ability", "dealt"),
    [
        ("miso", "Sunny Swipe", 60),
        ("miso-sunblaze", "Solar Pounce", 90),
        ("miso-and-mochi", "Twin Tumble", 80),
        ("mochi", "Moon Bop", 30),
        ("furthings", "Bunny-Ring Rush", 50),
    ],
)
def test_misos_attacks_deal_20_more(attacker: str, ability: str, dealt: int) -> None:
    after = play(table(_own(attacker)), attack(attacker, ability, "artax"))
    assert after.hit("artax").amount == dealt


def test_the_opponents_wand_does_not_help() -> None:
    after = play(table("miso", side("artax", support="twinlight-wand")), SWIPE)
    assert after.hit("artax").amount == 40


def test_it_ends_with_the_wand() -> None:
    assert play(table("miso"), SWIPE).hit("artax").amount == 40


# --- Moonfeather Blessing -------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "left"), [(50, 30), (20, 0), (10, 0)])
@pytest.mark.parametrize("target", ["miso", "mochi"])
def test_it_heals_miso_or_mochi_20(target: str, damage: int, left: int) -> None:
    cats = [character(cat, damage=damage) for cat in ("miso", "mochi")]
    after = play(table(_own(*cats)), activate("twinlight-wand", "Moonfeather Blessing", target))
    assert after.damage(target) == left
    assert len(after.all(Healed)) == 1


def test_it_needs_mochi_in_play() -> None:
    start = table(_own(character("miso", damage=30)), "e:mochi")
    refused = refusal(start, activate("twinlight-wand", "Moonfeather Blessing", "miso"))
    assert refused.code == "condition_not_met"


def test_a_duo_is_mochi_enough() -> None:
    start = table(_own(character("miso-and-mochi", damage=30)))
    after = play(start, activate("twinlight-wand", "Moonfeather Blessing", "miso-and-mochi"))
    assert after.damage("miso-and-mochi") == 10


@pytest.mark.parametrize("target", ["furthings", "e"])
def test_it_heals_no_one_else(target: str) -> None:
    start = table(_own("mochi furthings"), "e:mochi")
    assert code(start, activate("twinlight-wand", "Moonfeather Blessing", target)) == (
        "illegal_target"
    )


def test_it_is_once_a_turn_over_copies() -> None:
    start = table(_own("mochi", used=[used("twinlight-wand", "Moonfeather Blessing")]))
    assert code(start, activate("twinlight-wand", "Moonfeather Blessing", "mochi")) == (
        "already_used_this_turn"
    )


# --- Twinlight Finale -----------------------------------------------------------------------


def test_finale_deals_80_heals_40_each_and_discards_the_wand() -> None:
    own = _own(character("mochi", damage=50), character("miso", damage=30))
    after = play(table(own, "tangledeep"), FINALE, PASS)
    assert after.damage("tangledeep") == 80
    assert (after.damage("mochi"), after.damage("miso")) == (10, 0)
    assert after.discarded(0) == ["twinlight-wand"]
    assert after.seat(0).energy == 0


def test_misos_finale_still_has_the_pounce() -> None:
    after = play(table(_own("miso mochi"), "tangledeep"), FINALE, PASS)
    assert steps(after.hit("tangledeep")) == [("bonus", 20, "Sunlit Pounce", None)]


def test_pink_power_counts_for_mochis_finale() -> None:
    own = _own(character("mochi", items="mochiboost"), "miso")
    after = play(table(own, side("artax:artax tangledeep")), FINALE, PASS)
    assert after.find("tangledeep") is None


def test_finale_needs_4() -> None:
    refused = refusal(table(_own("miso mochi", energy=3), "tangledeep"), FINALE)
    assert (refused.code, refused.cites.rules) == ("not_enough_energy", ("rule-3",))


@pytest.mark.parametrize("own", ["miso furthings", "mochi b:mochi", "furthings miso mochi"])
def test_finale_needs_both_cats_and_one_of_them_active(own: str) -> None:
    assert code(table(_own(own), "tangledeep"), FINALE) == "condition_not_met"


def test_the_opponents_mochi_does_not_count() -> None:
    assert code(table(_own("miso"), "tangledeep mochi"), FINALE) == "condition_not_met"


def test_a_duo_satisfies_both_and_is_healed_once() -> None:
    own = _own(character("miso-and-mochi", damage=90))
    after = play(table(own, "tangledeep"), FINALE, PASS)
    assert after.damage("miso-and-mochi") == 50
    assert len(after.all(Healed)) == 1


def test_every_distinct_cat_is_healed_and_no_one_else() -> None:
    cats = [
        character(f"{id_}:{card}", damage=60)
        for id_, card in (("a", "miso"), ("b", "miso"), ("c", "mochi"), ("d", "furthings"))
    ]
    after = play(table(_own(*cats), "tangledeep"), FINALE, PASS)
    assert [after.damage(id_) for id_ in "abcd"] == [20, 20, 20, 60]


def test_the_opponents_cats_are_not_healed() -> None:
    enemy = side("tangledeep", character("e:miso", damage=60))
    assert play(table(_own("miso mochi"), enemy), FINALE, PASS).damage("e") == 60


def test_a_benched_nemesis_may_be_named() -> None:
    start = table(_own("mochi miso"), "artax fuzzy-fishies b:fuzzy-fishies")
    after = play(start, attack("twinlight-wand", "Twinlight Finale", "fuzzy-fishies"))
    assert after.find("fuzzy-fishies") is None


def test_only_a_nemesis_may_be_named() -> None:
    start = table(_own("mochi miso"), "artax tangledeep")
    assert code(start, attack("twinlight-wand", "Twinlight Finale", "artax")) == "illegal_target"


def test_with_a_nemesis_in_play_one_must_be_named() -> None:
    start = table(_own("mochi miso"), "artax tangledeep")
    assert code(start, attack("twinlight-wand", "Twinlight Finale")) == "missing_target"


def test_without_a_nemesis_it_only_heals() -> None:
    own = _own(character("miso", damage=50), "mochi")
    after = play(table(own), attack("twinlight-wand", "Twinlight Finale"))
    assert (after.damage("miso"), after.damage("artax")) == (10, 0)
    assert after.discarded(0) == ["twinlight-wand"]


def test_finale_is_once_a_game_over_replays() -> None:
    spent = used("twinlight-wand", "Twinlight Finale", "game")
    refused = refusal(table(_own("miso mochi", used=[spent]), "tangledeep"), FINALE)
    assert (refused.code, refused.cites.rules) == (
        "already_used_this_game",
        ("rule-7", "ruling-22"),
    )


def test_the_announced_finale_is_recorded_for_the_game() -> None:
    after = play(table(_own("miso mochi"), "tangledeep"), FINALE, PASS)
    assert [(use.card, use.ability, use.scope) for use in after.seat(0).used] == [
        ("twinlight-wand", "Twinlight Finale", "game")
    ]


def test_finale_is_the_one_attack_of_the_turn() -> None:
    after = play(table(_own("miso mochi"), "tangledeep"), FINALE, PASS)
    assert code(after.position, attack("miso", "Sunny Swipe", "tangledeep")) == "already_attacked"


def test_the_cats_are_healed_before_the_win_is_checked() -> None:
    own = _own(character("mochi", damage=50), "miso", knockouts=2)
    enemy = side(character("tangledeep", damage=40), "artax")
    after = play(table(own, enemy), FINALE, PASS)
    assert after.position.result is not None
    assert after.damage("mochi") == 10
