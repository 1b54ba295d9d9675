"""The Fuzzy Fishies: Fluff & Bluff, Double Flop, Small Fry, Big Trouble."""

import pytest

from tests.engine.artifacts.table import (
    PASS,
    Json,
    attack,
    character,
    code,
    play,
    shield,
    side,
    steps,
    table,
)

FLOP = attack("fuzzy-fishies", "Double Flop", "artax")
LASH = attack("tangledeep", "Yarn Lash", "fuzzy-fishies")


def _fishies(**fields: object) -> Json:
    return character("fuzzy-fishies") | dict(fields)


# --- Fluff & Bluff --------------------------------------------------------------------------


def test_the_first_attack_of_the_turn_deals_10_less() -> None:
    after = play(table("tangledeep", "artax fuzzy-fishies"), LASH)
    assert steps(after.hit("fuzzy-fishies")) == [("reduction", -10, "Fluff & Bluff", True)]


@pytest.mark.parametrize(("attacked_turn", "taken"), [(5, 10), (6, 20)])
def test_an_attack_earlier_in_this_turn_uses_it_up(attacked_turn: int, taken: int) -> None:
    enemy = side("artax", _fishies(attacked_turn=attacked_turn))
    assert play(table("tangledeep", enemy), LASH).damage("fuzzy-fishies") == taken


def test_each_duo_counts_its_own_attacks() -> None:
    enemy = side(_fishies(attacked_turn=6), "b:fuzzy-fishies")
    after = play(table("tangledeep", enemy), attack("tangledeep", "Yarn Lash", "b"))
    assert after.damage("b") == 10


def test_an_attack_is_noted_also_where_a_larger_reduction_won() -> None:
    enemy = side("artax", _fishies(effects=[shield(20)]))
    after = play(table("tangledeep", enemy), LASH)
    assert (after.damage("fuzzy-fishies"), after["fuzzy-fishies"].attacked_turn) == (0, 6)


def test_it_protects_no_ally() -> None:
    start = table("tangledeep", "artax fuzzy-fishies")
    assert play(start, attack("tangledeep", "Yarn Lash", "artax")).damage("artax") == 20


@pytest.mark.parametrize(("damage", "stands"), [(40, True), (50, False)])
def test_it_saves_what_it_just_saves(damage: int, stands: bool) -> None:
    start = table("tangledeep", side("artax", _fishies(damage=damage)))
    assert (play(start, LASH).find("fuzzy-fishies") is not None) is stands


# --- Double Flop ----------------------------------------------------------------------------


def test_it_deals_10_for_1() -> None:
    after = play(table(side("fuzzy-fishies", energy=1)), FLOP)
    assert (after.damage("artax"), after.seat(0).energy) == (10, 0)


def test_it_needs_1() -> None:
    assert code(table(side("fuzzy-fishies", energy=0)), FLOP) == "not_enough_energy"


def test_it_reaches_the_bench() -> None:
    start = table("fuzzy-fishies", "artax miso")
    assert play(start, attack("fuzzy-fishies", "Double Flop", "miso")).damage("miso") == 10


def test_it_hits_no_ally() -> None:
    start = table("fuzzy-fishies miso")
    assert code(start, attack("fuzzy-fishies", "Double Flop", "miso")) == "illegal_target"


# --- Small Fry, Big Trouble -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("friend", "dealt"),
    [("tangledeep", 20), ("b:fuzzy-fishies", 20), ("tangledeep b:tangledeep", 20), ("miso", 10)],
)
def test_another_nemesis_ally_adds_10_once(friend: str, dealt: int) -> None:
    assert play(table(f"fuzzy-fishies {friend}"), FLOP).hit("artax").amount == dealt


def test_it_is_not_its_own_other_nemesis() -> None:
    assert play(table("fuzzy-fishies"), FLOP).hit("artax").amount == 10


def test_the_opponents_nemesis_does_not_count() -> None:
    start = table("fuzzy-fishies", "artax tangledeep")
    assert play(start, FLOP).hit("artax").amount == 10


def test_the_bonus_is_for_double_flop_only() -> None:
    after = play(table("tangledeep fuzzy-fishies"), attack("tangledeep", "Yarn Lash", "artax"))
    assert after.hit("artax").amount == 20


def test_a_guard_is_asked_about_a_flop() -> None:
    start = table("fuzzy-fishies b:fuzzy-fishies", "tangledeep")
    after = play(start, attack("fuzzy-fishies", "Double Flop", "tangledeep"), PASS)
    assert after.damage("tangledeep") == 20
