"""OOPS! All Gravy...: Royal Refill, Divine Drizzle."""

import pytest

from app.engine.artifacts.actions import Play
from app.engine.artifacts.events import Healed
from tests.engine.artifacts.table import (
    BEGIN_ACT,
    END_TURN,
    Json,
    attack,
    character,
    code,
    play,
    play_card,
    side,
    steps,
    table,
)


def _own(*combatants: str | Json) -> Json:
    return side(*combatants, hand="princess-duck-gravy")


def _gravy(target: str) -> Play:
    return play_card("princess-duck-gravy", target)


# --- Royal Refill ---------------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "left"), [(50, 20), (30, 0), (20, 0)])
def test_it_heals_an_ally_30(damage: int, left: int) -> None:
    own = _own("miso", character("furthings", damage=damage))
    after = play(table(own, phase="prepare"), _gravy("furthings"))
    assert after.damage("furthings") == left


def test_it_is_discarded_once_it_has_resolved() -> None:
    after = play(table(_own("miso"), phase="prepare"), _gravy("miso"))
    assert (after.discarded(0), after.seat(0).hand) == (["princess-duck-gravy"], ())
    assert after.seat(0).discard[0].defeated is False


def test_no_other_ally_is_healed() -> None:
    own = _own(character("miso", damage=50), character("mochi", damage=50))
    after = play(table(own, phase="prepare"), _gravy("miso"))
    assert [heal.target for heal in after.all(Healed)] == ["miso"]


def test_an_enemy_is_no_ally() -> None:
    assert code(table(_own("miso"), phase="prepare"), _gravy("artax")) == "illegal_target"


def test_it_must_name_an_ally() -> None:
    start = table(_own("miso"), phase="prepare")
    assert code(start, play_card("princess-duck-gravy")) == "missing_target"


def test_it_is_the_one_item_of_the_prepare() -> None:
    own = side("miso", hand="princess-duck-gravy b:princess-duck-gravy")
    after = play(table(own, phase="prepare"), _gravy("miso"))
    assert code(after.position, play_card("b", "miso")) == "item_already_played"


def test_no_limit_is_added_to_it() -> None:
    own = side("miso", hand="b:princess-duck-gravy", discard="princess-duck-gravy")
    after = play(table(own, phase="prepare"), play_card("b", "miso"))
    assert after.discarded(0) == ["princess-duck-gravy", "b"]


# --- Divine Drizzle -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ally", "ability", "dealt"),
    [
        ("miso", "Sunny Swipe", 50),
        ("mochi", "Moon Bop", 40),
        ("miso-and-mochi", "Twin Tumble", 70),
        ("alley-cat", "Quick Scratch", 20),
        ("furthings", "Bunny-Ring Rush", 50),
    ],
)
def test_miso_or_mochi_attacks_for_10_more(ally: str, ability: str, dealt: int) -> None:
    start = table(_own(ally), phase="prepare")
    after = play(start, _gravy(ally), BEGIN_ACT, attack(ally, ability, "artax"))
    assert after.hit("artax").amount == dealt


def test_a_cat_at_full_hp_drizzles_too() -> None:
    after = play(table(_own("miso"), phase="prepare"), _gravy("miso"))
    assert after.all(Healed) == []
    assert [effect.kind for effect in after.effects("miso")] == ["attack_bonus"]


def test_only_the_chosen_ally_gains_it() -> None:
    start = table(_own("miso mochi"), phase="prepare")
    after = play(start, _gravy("mochi"), BEGIN_ACT, attack("miso", "Sunny Swipe", "artax"))
    assert after.hit("artax").amount == 40


def test_it_ends_with_the_turn() -> None:
    after = play(table(_own("miso"), phase="prepare"), _gravy("miso"), END_TURN)
    assert after.effects("miso") == ()


def test_two_resolutions_are_two_bonuses() -> None:
    drizzled: Json = {
        "kind": "attack_bonus",
        "amount": 10,
        "until": "turn_end",
        "source": {"card": "princess-duck-gravy", "ability": "Divine Drizzle"},
    }
    start = table(side(character("miso", effects=[drizzled, drizzled])))
    after = play(start, attack("miso", "Sunny Swipe", "artax"))
    assert steps(after.hit("artax")) == [("bonus", 10, "Divine Drizzle", None)] * 2
