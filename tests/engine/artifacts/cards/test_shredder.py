"""SHREDDER: Nine Lives, Zero Fear and Double Darkslide."""

from typing import Any

import pytest

from app.engine.artifacts.events import CardDrawn
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
    shield,
    side,
    steps,
    table,
    used,
)

FEARLESS = activate("shredder", "Nine Lives, Zero Fear", "miso")
SLIDE = activate("shredder", "Double Darkslide")
STARFIRE = attack("artax", "5.0 Starfire", "miso")


def _own(*combatants: str | Json, **fields: Any) -> Json:
    return side(*combatants, support="shredder", **fields)


def _shielded(**fields: Any) -> Json:
    return character("miso", effects=[shield(20, "any")], **fields)


# --- Nine Lives, Zero Fear ------------------------------------------------------------------


def test_the_next_damage_is_20_less() -> None:
    ready = play(table(_own("miso")), FEARLESS, END_TURN, BEGIN_ACT)
    after = play(ready.position, STARFIRE)
    assert steps(after.hit("miso")) == [("reduction", -20, "Nine Lives, Zero Fear", True)]
    assert after.effects("miso") == ()


def test_it_has_no_expiry() -> None:
    after = play(table(_own("miso")), FEARLESS, *[END_TURN] * 4)
    assert len(after.effects("miso")) == 1


def test_it_stays_when_shredder_is_gone() -> None:
    after = play(table("artax", side(_shielded())), STARFIRE)
    assert after.hit("miso").amount == 40


@pytest.mark.parametrize("target", ["furthings", "e"])
def test_it_is_for_your_miso_or_mochi(target: str) -> None:
    start = table(_own("furthings miso"), "e:mochi")
    assert code(start, activate("shredder", "Nine Lives, Zero Fear", target)) == "illegal_target"


def test_it_protects_the_chosen_cat_only() -> None:
    start = table("artax", side(_shielded(), "mochi"))
    after = play(start, attack("artax", "5.0 Starfire", "mochi"))
    assert (after.damage("mochi"), len(after.effects("miso"))) == (60, 1)


def test_two_shields_do_not_add_up_and_both_are_consumed() -> None:
    enemy = side(character("miso", effects=[shield(20, "any"), shield(20)]))
    after = play(table("artax", enemy), STARFIRE)
    assert (after.damage("miso"), after.effects("miso")) == (40, ())


def test_a_hit_of_0_consumes_it() -> None:
    start = table("alley-cat", side(_shielded()))
    after = play(start, attack("alley-cat", "Quick Scratch", "miso"))
    assert (after.damage("miso"), after.effects("miso")) == (0, ())


def test_a_prevented_attack_does_not_consume_it() -> None:
    start = table("artax", side(_shielded(), support="furraisers"))
    after = play(start, STARFIRE, react("furraisers", "Slam Shut", "miso"))
    assert len(after.effects("miso")) == 1


@pytest.mark.parametrize(("damage", "stands"), [(70, True), (80, False)])
def test_it_saves_what_it_just_saves(damage: int, stands: bool) -> None:
    start = table("artax", side(_shielded(damage=damage), "mochi"))
    assert (play(start, STARFIRE).find("miso") is not None) is stands


def test_it_is_once_a_turn_over_copies() -> None:
    start = table(_own("miso", used=[used("shredder", "Nine Lives, Zero Fear")]))
    assert code(start, FEARLESS) == "already_used_this_turn"


# --- Double Darkslide -----------------------------------------------------------------------


@pytest.mark.parametrize("cats", ["miso mochi", "miso-and-mochi", "miso-sunblaze furthings mochi"])
def test_both_cats_draw_a_card(cats: str) -> None:
    after = play(table(_own(cats, deck="a:miso b:mochi")), SLIDE)
    assert [card.id for card in after.seat(0).hand] == ["a"]


@pytest.mark.parametrize("cats", ["miso furthings", "mochi b:mochi", "furthings"])
def test_one_cat_does_not(cats: str) -> None:
    assert code(table(_own(cats), "m:miso n:mochi"), SLIDE) == "condition_not_met"


def test_an_empty_deck_draws_nothing_and_loses_nothing() -> None:
    after = play(table(_own("miso mochi", deck="")), SLIDE)
    assert (after.all(CardDrawn), after.position.result) == ([], None)


def test_the_slide_is_once_a_turn() -> None:
    after = play(table(_own("miso mochi")), SLIDE)
    assert code(after.position, SLIDE) == "already_used_this_turn"


def test_the_other_ability_has_a_use_of_its_own() -> None:
    after = play(table(_own("miso mochi")), SLIDE, FEARLESS)
    assert len(after.seat(0).used) == 2


def test_it_comes_before_the_attack() -> None:
    after = play(
        table(_own("miso mochi"), "tangledeep"), attack("miso", "Sunny Swipe", "tangledeep"), PASS
    )
    assert code(after.position, SLIDE) == "after_attack"
