"""Nine Lives Dice: Fate’s Purr, Sacred 9 + 9, Nine Lives Blessing."""

import pytest

from app.engine.artifacts.events import AbilityTriggered, DiceRolled
from tests.engine.artifacts.table import (
    END_TURN,
    RULES,
    Json,
    activate,
    attack,
    character,
    choose,
    code,
    play,
    side,
    steps,
    table,
    used,
)

PURR = activate("nine-lives-dice", "Fate’s Purr")
SWIPE = attack("miso", "Sunny Swipe", "artax")


def _own(*combatants: str | Json) -> Json:
    return side(*combatants, support="nine-lives-dice")


# --- the roll -------------------------------------------------------------------------------


def test_it_rolls_two_twelve_sided_dice() -> None:
    rolled = play(table(_own("miso")), PURR, dice=[12, 1]).only(DiceRolled)
    assert (rolled.dice, rolled.sides) == ((12, 1), 12)


@pytest.mark.parametrize("dice", [(9, 8), (8, 9), (9, 10), (12, 12), (1, 1)])
def test_any_other_roll_gives_nothing(dice: tuple[int, int]) -> None:
    after = play(table(_own(character("miso", damage=50))), PURR, dice=dice)
    assert (after.damage("miso"), after.effects("miso")) == (50, ())


def test_the_roll_costs_nothing_and_is_spent_whatever_it_shows() -> None:
    after = play(table(_own("miso")), PURR, dice=[1, 2])
    assert after.seat(0).energy == 4
    assert code(after.position, PURR) == "already_used_this_turn"


def test_a_copy_that_is_played_later_rolls_no_second_time() -> None:
    own = side(
        "miso", support="again:nine-lives-dice", used=[used("nine-lives-dice", "Fate’s Purr")]
    )
    assert code(table(own), activate("again", "Fate’s Purr")) == "already_used_this_turn"


def test_it_is_rolled_before_the_attack() -> None:
    after = play(table(_own("miso")), SWIPE)
    assert code(after.position, PURR) == "after_attack"


@pytest.mark.parametrize("ability", ["Sacred 9 + 9", "Nine Lives Blessing"])
def test_the_rewards_are_not_activated_on_their_own(ability: str) -> None:
    assert code(table(_own("miso")), activate("nine-lives-dice", ability)) == "wrong_kind"


# --- the reward -----------------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "left"), [(50, 20), (30, 0), (20, 0)])
def test_9_and_9_heal_30(damage: int, left: int) -> None:
    after = play(table(_own(character("miso", damage=damage))), PURR, dice=[9, 9])
    assert after.damage("miso") == left


def test_the_controller_chooses_one_miso_or_mochi() -> None:
    own = _own("furthings", character("miso", damage=50), character("mochi", damage=50))
    asked = play(table(own), PURR, dice=[9, 9])
    assert asked.answers == (choose("miso"), choose("mochi"))
    after = play(asked.position, choose("mochi"))
    assert (after.damage("miso"), after.damage("mochi")) == (50, 20)


def test_a_single_cat_is_not_asked_for_even_at_full_hp() -> None:
    after = play(table(_own("furthings miso-and-mochi")), PURR, dice=[9, 9])
    assert [effect.amount for effect in after.effects("miso-and-mochi")] == [30]


def test_the_opponents_cats_are_not_eligible() -> None:
    after = play(table(_own("furthings"), side(character("e:miso", damage=50))), PURR, dice=[9, 9])
    assert after.damage("e") == 50
    assert [one.cites.ability for one in after.all(AbilityTriggered) if one.cites] == [
        "Sacred 9 + 9"
    ]


def test_her_next_attack_this_turn_deals_30_more() -> None:
    after = play(table(_own("miso")), PURR, SWIPE, dice=[9, 9])
    assert steps(after.hit("artax")) == [("bonus", 30, "Nine Lives Blessing", None)]
    assert after.effects("miso") == ()


def test_another_cats_attack_does_not_and_leaves_it() -> None:
    after = play(table(_own("miso mochi")), PURR, choose("mochi"), SWIPE, dice=[9, 9])
    assert after.hit("artax").amount == 40
    assert after.effects("mochi") != ()


def test_it_expires_at_the_end_of_the_turn() -> None:
    after = play(table(_own("miso")), PURR, END_TURN, dice=[9, 9])
    assert after.effects("miso") == ()


def test_it_adds_to_other_bonuses() -> None:
    own = side("miso", support="nine-lives-dice the-solemates twinlight-wand")
    after = play(table(own), PURR, SWIPE, dice=[9, 9])
    assert after.hit("artax").amount == 40 + 20 + 20 + 30


def test_it_is_spent_by_an_attack_that_damages_nothing() -> None:
    own = side("miso mochi", support="nine-lives-dice twinlight-wand")
    finale = attack("twinlight-wand", "Twinlight Finale")
    after = play(table(own), PURR, choose("miso"), finale, dice=[9, 9])
    assert after.effects("miso") == ()


def test_it_counts_for_each_damaged_target_of_that_attack() -> None:
    own = side(
        character("miso", items="crimson-wisp"),
        support="nine-lives-dice",
        unlocked=[{"card": "crimson-wisp", "ability": "Parkour Assault"}],
    )
    assault = attack("crimson-wisp", "Parkour Assault", "artax", "mochi")
    after = play(table(own, "artax mochi"), PURR, assault, dice=[9, 9])
    assert (after.hit("artax").amount, after.hit("mochi").amount) == (90, 50)


def test_a_straight_apostrophe_is_the_same_letter() -> None:
    start = table(_own("miso"))
    after, _events = RULES.apply(start, 0, activate("nine-lives-dice", "Fate's Purr"))
    assert [use.ability for use in after.seats[0].used] == ["Fate’s Purr"]
