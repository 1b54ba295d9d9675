"""Infinite Tails: Boundless Chapter, Twin Guardians."""

from typing import Any

import pytest

from app.engine.artifacts.events import EffectAdded, EffectCancelled, Revealed
from tests.engine.artifacts.table import (
    END_TURN,
    PASS,
    Json,
    activate,
    attack,
    character,
    choose,
    code,
    play,
    react,
    side,
    table,
    used,
)

CHAPTER = activate("infinite-tails", "Boundless Chapter")
SNARE = attack("tangledeep", "Tangle Snare", "miso")
GUARD = react("infinite-tails", "Twin Guardians", "miso")


def _own(*combatants: str | Json, **fields: Any) -> Json:
    return side(*combatants, support="infinite-tails", **fields)


# --- Boundless Chapter ----------------------------------------------------------------------


def test_it_reveals_three_takes_one_and_orders_the_rest_on_top() -> None:
    own = _own("miso", deck="a:artax w:windowland s:shredder rest:miso")
    asked = play(table(own), CHAPTER)
    assert [shown.id for shown in asked.only(Revealed).cards] == ["a", "w", "s"]
    assert asked.answers == (choose("w"), choose("s"))
    after = play(asked.position, choose("w"), choose("s", "a"))
    assert [card.card for card in after.seat(0).hand] == ["windowland"]
    assert [card.card for card in after.seat(0).deck] == ["shredder", "artax", "miso"]


@pytest.mark.parametrize(
    ("card", "fits"),
    [
        ("furthings", True),
        ("skyscratcher", True),
        ("princess-duck-gravy", True),
        ("mochiboost", True),
        ("nine-lives-dice", True),
        ("everspring", True),
        ("the-solemates", True),
        ("fuzzy-fishies", False),
        ("tangledeep", False),
        ("artax", False),
        ("beepboop9000", False),
        ("miso", False),
    ],
)
def test_a_realm_or_an_artifact_is_taken(card: str, fits: bool) -> None:
    own = _own("miso", deck=f"top:{card} a:alley-cat b:alley-cat")
    after = play(table(own), CHAPTER)
    assert bool(after.seat(0).hand) is fits


def test_a_single_eligible_card_must_be_taken_and_is_not_asked_for() -> None:
    own = _own("miso", deck="a:artax w:windowland b:artax")
    after = play(table(own), CHAPTER)
    assert [card.card for card in after.seat(0).hand] == ["windowland"]
    assert set(after.answers) == {choose("a", "b"), choose("b", "a")}


def test_without_an_eligible_card_only_the_order_is_asked() -> None:
    own = _own("miso", deck="a:artax b:miso c:tangledeep rest:miso")
    asked = play(table(own), CHAPTER)
    assert len(asked.answers) == 6
    after = play(asked.position, choose("c", "a", "b"))
    assert [card.card for card in after.seat(0).deck] == ["tangledeep", "artax", "miso", "miso"]


@pytest.mark.parametrize(
    ("deck", "revealed"), [("", 0), ("w:windowland", 1), ("a:artax b:miso", 2)]
)
def test_a_short_deck_reveals_what_it_has(deck: str, revealed: int) -> None:
    after = play(table(_own("miso", deck=deck)), CHAPTER)
    assert sum(len(event.cards) for event in after.all(Revealed)) == revealed


def test_it_is_once_a_turn() -> None:
    start = table(_own("miso", used=[used("infinite-tails", "Boundless Chapter")]))
    assert code(start, CHAPTER) == "already_used_this_turn"


# --- Twin Guardians -------------------------------------------------------------------------


def test_it_cancels_the_snare_but_not_the_damage() -> None:
    after = play(table("tangledeep", _own("miso mochi")), SNARE, GUARD)
    assert (after.damage("miso"), after.effects("miso")) == (10, ())
    cancelled = after.only(EffectCancelled)
    assert cancelled.target == "miso"
    assert cancelled.because.ability == "Tangle Snare"


def test_it_is_optional() -> None:
    after = play(table("tangledeep", _own("miso mochi")), SNARE, PASS)
    assert len(after.effects("miso")) == 1


def test_it_protects_any_allied_card() -> None:
    start = table("tangledeep", _own("furthings miso-and-mochi"))
    after = play(
        start,
        attack("tangledeep", "Tangle Snare", "furthings"),
        react("infinite-tails", "Twin Guardians", "furthings"),
    )
    assert after.effects("furthings") == ()


@pytest.mark.parametrize("cats", ["miso", "miso furthings", "miso b:miso"])
def test_it_needs_both_cats(cats: str) -> None:
    after = play(table("tangledeep mochi", _own(cats)), SNARE)
    assert len(after.effects("miso")) == 1


def test_a_duo_is_both_cats() -> None:
    start = table("tangledeep", _own("miso-and-mochi"))
    after = play(
        start,
        attack("tangledeep", "Tangle Snare", "miso-and-mochi"),
        react("infinite-tails", "Twin Guardians", "miso-and-mochi"),
    )
    assert after.effects("miso-and-mochi") == ()


def test_attack_damage_opens_no_window() -> None:
    start = table("tangledeep", _own("miso mochi"))
    after = play(start, attack("tangledeep", "Yarn Lash", "miso"))
    assert (after.damage("miso"), after.asked.kind) == (20, "turn")


def test_it_cancels_an_enemy_lullaby() -> None:
    start = table("mochi-moonveil", _own("miso mochi"))
    after = play(start, attack("mochi-moonveil", "Lunar Lullaby", "miso"), GUARD)
    assert (after.damage("miso"), after.all(EffectAdded)) == (30, [])


def test_it_is_spent_for_the_turn() -> None:
    enemy = _own("miso mochi", used=[used("infinite-tails", "Twin Guardians")])
    after = play(table("tangledeep", enemy), SNARE)
    assert len(after.effects("miso")) == 1


def test_a_new_turn_of_either_seat_brings_it_back() -> None:
    enemy = _own("miso mochi", used=[used("infinite-tails", "Twin Guardians")])
    assert play(table("tangledeep", enemy), END_TURN).seat(1).used == ()


def test_it_does_not_serve_the_attacker() -> None:
    own = _own("tangledeep miso mochi")
    start = table(own, "m:miso")
    after = play(start, attack("tangledeep", "Tangle Snare", "m"))
    assert len(after.effects("m")) == 1


def test_a_defeated_target_opens_no_window() -> None:
    enemy = _own(character("miso", damage=110), "mochi", "b:miso")
    after = play(table("tangledeep", enemy), SNARE)
    assert after.asked.kind == "promote"


def test_a_rescued_target_does() -> None:
    enemy = side(
        character("miso", damage=110),
        "mochi",
        support="infinite-tails super-misomochi-and-friends",
    )
    asked = play(
        table("tangledeep", enemy), SNARE, react("super-misomochi-and-friends", "Continue?", "miso")
    )
    assert asked.asked.window == "before_effect"
    after = play(asked.position, GUARD)
    assert (after.damage("miso"), after.effects("miso")) == (110, ())


def test_a_cat_that_fell_to_the_damage_ends_its_condition() -> None:
    enemy = _own(character("mochi", damage=100), "miso")
    after = play(table("tangledeep", enemy), attack("tangledeep", "Tangle Snare", "mochi"))
    assert after.all(EffectCancelled) == []
    assert after.find("mochi") is None
