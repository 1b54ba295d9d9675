"""Tangledeep: Knotted Guard, Yarn Lash, Tangle Snare."""

import pytest

from app.engine.artifacts.events import EffectAdded, ReactionUsed, UseRecorded
from tests.engine.artifacts.table import (
    BEGIN_ACT,
    END_TURN,
    PASS,
    Json,
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

SPENT_GUARD = used("tangledeep", "Knotted Guard", "game")
SNARED: Json = {
    "kind": "attack_penalty",
    "amount": 10,
    "until": "own_turn_end",
    "source": {"card": "tangledeep", "ability": "Tangle Snare"},
}
PARKOUR = side(
    character("miso", items="crimson-wisp"),
    unlocked=[{"card": "crimson-wisp", "ability": "Parkour Assault"}],
)
LASH = attack("tangledeep", "Yarn Lash", "artax")
SNARE = attack("tangledeep", "Tangle Snare", "artax")
STARFIRE = attack("artax", "5.0 Starfire", "tangledeep")
GUARD = react("tangledeep", "Knotted Guard")


# --- Knotted Guard --------------------------------------------------------------------------


def test_knotted_guard_reduces_the_attack_by_20() -> None:
    after = play(table("artax", "tangledeep"), STARFIRE, GUARD)
    assert after.damage("tangledeep") == 40
    assert steps(after.hit("tangledeep")) == [("reduction", -20, "Knotted Guard", True)]


def test_knotted_guard_is_optional() -> None:
    after = play(table("artax", "tangledeep"), STARFIRE, PASS)
    assert after.damage("tangledeep") == 60
    assert after.seat(1).used == ()


def test_knotted_guard_does_not_go_below_0() -> None:
    flop = attack("fuzzy-fishies", "Double Flop", "tangledeep")
    after = play(table("fuzzy-fishies", "tangledeep"), flop, GUARD)
    assert after.hit("tangledeep").amount == 0


def test_a_larger_reduction_wins_over_knotted_guard() -> None:
    target = character("tangledeep", effects=[shield(30)])
    after = play(table("artax", side(target)), STARFIRE, GUARD)
    assert steps(after.hit("tangledeep")) == [
        ("reduction", -20, "Knotted Guard", False),
        ("reduction", -30, None, True),
    ]


@pytest.mark.parametrize(("damage", "stands"), [(70, True), (80, False)])
def test_knotted_guard_saves_what_it_just_saves(damage: int, stands: bool) -> None:
    target = character("tangledeep", damage=damage)
    after = play(table("artax", side(target, "miso")), STARFIRE, GUARD)
    assert (after.find("tangledeep") is not None) is stands


def test_knotted_guard_works_from_the_bench() -> None:
    after = play(table("artax", "miso tangledeep"), STARFIRE, GUARD)
    assert after.damage("tangledeep") == 40


def test_knotted_guard_does_not_protect_an_ally() -> None:
    after = play(table("artax", "miso tangledeep"), attack("artax", "5.0 Starfire", "miso"))
    assert after.damage("miso") == 60
    assert after.all(ReactionUsed) == []


def test_knotted_guard_is_spent_for_every_copy() -> None:
    start = table("artax", side("a:tangledeep b:tangledeep", used=[SPENT_GUARD]))
    after = play(start, attack("artax", "5.0 Starfire", "b"))
    assert after.damage("b") == 60


def test_of_two_tangledeeps_in_one_attack_one_is_guarded() -> None:
    start = table(PARKOUR, "a:tangledeep b:tangledeep")
    asked = play(start, attack("crimson-wisp", "Parkour Assault", "a", "b"))
    guards = [react(id_, "Knotted Guard") for id_ in "ab"]
    assert asked.answers == (*guards, PASS)
    after = play(asked.position, guards[1])
    assert (after.damage("a"), after.damage("b"), after.asked.kind) == (60, 0, "turn")


def test_knotted_guard_is_not_the_attackers_to_use() -> None:
    after = play(table("tangledeep", "artax"), LASH)
    assert after.damage("artax") == 20


def test_knotted_guard_names_nothing() -> None:
    asked = play(table("artax", "tangledeep"), STARFIRE)
    assert code(asked.position, react("tangledeep", "Knotted Guard", "tangledeep")) == (
        "too_many_targets"
    )


def test_one_knotted_guard_is_recorded_for_the_game() -> None:
    after = play(table("artax", "tangledeep"), STARFIRE, GUARD)
    use = after.only(UseRecorded)
    assert (use.seat, use.card, use.ability, use.scope) == (
        1,
        "tangledeep",
        "Knotted Guard",
        "game",
    )


# --- Yarn Lash ------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["artax", "miso"])
def test_yarn_lash_deals_20_to_active_or_benched(target: str) -> None:
    after = play(table("tangledeep", "artax miso"), attack("tangledeep", "Yarn Lash", target))
    damage = {"artax": after.damage("artax"), "miso": after.damage("miso")}
    assert damage == {"artax": 0, "miso": 0} | {target: 20}


def test_yarn_lash_costs_2() -> None:
    assert play(table(side("tangledeep", energy=2)), LASH).seat(0).energy == 0
    assert code(table(side("tangledeep", energy=1)), LASH) == "not_enough_energy"


def test_yarn_lash_does_not_hit_an_ally() -> None:
    start = table("tangledeep miso")
    assert code(start, attack("tangledeep", "Yarn Lash", "miso")) == "illegal_target"


def test_yarn_lash_needs_the_active_row() -> None:
    refused = refusal(table("miso tangledeep"), LASH)
    assert (refused.code, refused.cites.rules) == ("not_active", ("rule-3",))


# --- Tangle Snare ---------------------------------------------------------------------------


def test_tangle_snare_deals_10_and_snares() -> None:
    after = play(table("tangledeep"), SNARE)
    assert after.damage("artax") == 10
    added = after.only(EffectAdded)
    assert (added.target, added.effect.kind, added.effect.amount) == ("artax", "attack_penalty", 10)


def test_a_snared_attacker_deals_10_less_in_its_next_turn() -> None:
    start = table("tangledeep", side("artax", turns_taken=3))
    end = play(start, SNARE, END_TURN)
    after = play(end.position, BEGIN_ACT, attack("artax", "5.0 Starfire", "tangledeep"), PASS)
    assert steps(after.hit("tangledeep")) == [("penalty", -10, "Tangle Snare", None)]


def test_the_snare_ends_with_that_turn() -> None:
    start = table("tangledeep")
    after = play(start, SNARE, END_TURN, END_TURN)
    assert after.effects("artax") == ()


def test_the_snare_stays_when_tangledeep_leaves_the_active_row() -> None:
    after = play(table("tangledeep miso"), SNARE, switch("miso"), END_TURN)
    assert after.effects("artax") != ()


def test_only_the_snared_character_deals_less() -> None:
    own = side(character("artax", effects=[SNARED]), "beepboop9000")
    swap = attack("beepboop9000", "Wormhole Beacon", "furthings")
    after = play(table(own, "furthings"), switch("beepboop9000"), swap)
    assert after.damage("furthings") == 40


@pytest.mark.parametrize(("snares", "dealt"), [(1, 50), (2, 40), (6, 0), (7, 0)])
def test_snares_add_up_to_the_floor(snares: int, dealt: int) -> None:
    own = side(character("artax", effects=[SNARED] * snares))
    after = play(table(own, "furthings"), attack("artax", "5.0 Starfire", "furthings"))
    assert after.hit("furthings").amount == dealt


def test_a_snare_takes_from_each_damaged_target_once() -> None:
    own = PARKOUR | {"active": PARKOUR["active"] | {"effects": [SNARED]}}
    start = table(own, "artax mochi")
    after = play(start, attack("crimson-wisp", "Parkour Assault", "artax", "mochi"))
    assert (after.damage("artax"), after.damage("mochi")) == (50, 10)


def test_a_snare_takes_from_the_bonuses_too() -> None:
    own = side(character("miso", effects=[SNARED]), support="the-solemates")
    after = play(table(own), attack("miso", "Sunny Swipe", "artax"))
    assert after.hit("artax").amount == 40 + 20 - 10


def test_the_snare_does_not_take_from_damage_that_the_snared_one_receives() -> None:
    target = character("artax", effects=[SNARED])
    assert play(table("tangledeep", side(target)), LASH).damage("artax") == 20


def test_one_attack_a_turn() -> None:
    start = play(table("tangledeep"), SNARE).position
    assert code(start, LASH) == "already_attacked"
