"""Starglaze Halo: Moonlit Mercy, Shared Sweetness, Last Little Wish."""

import pytest

from app.engine.artifacts.actions import Activate
from app.engine.artifacts.events import DefeatPrevented, Healed
from tests.engine.artifacts.table import (
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

STARFIRE = attack("artax", "5.0 Starfire", "miso")
WISH = react("starglaze-halo", "Last Little Wish", "miso")


def _halo(card: str = "mochi", damage: int = 0) -> Json:
    return character(card, items="starglaze-halo", damage=damage)


def _bless(target: str, source: str = "mochi") -> Activate:
    return activate(source, "Moon Blessing", target)


# --- Moonlit Mercy --------------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "left"), [(50, 30), (20, 0), (10, 0)])
def test_moon_blessing_heals_20(damage: int, left: int) -> None:
    after = play(table(side(_halo(), character("miso", damage=damage))), _bless("miso"))
    assert after.damage("miso") == left


def test_the_heal_says_what_changed_it() -> None:
    own = side("furthings", _halo(damage=50))
    heal = play(table(own), _bless("mochi")).all(Healed)[0]
    assert heal.changed_by is not None
    assert (heal.amount, heal.changed_by.ability) == (20, "Moonlit Mercy")


def test_another_mochis_blessing_heals_10() -> None:
    own = side("m:mochi", _halo(), character("miso", damage=50))
    after = play(table(own), _bless("miso", "m"))
    assert after.all(Healed)[0].amount == 10


def test_it_goes_on_with_an_evolution_of_mochi() -> None:
    own = side(_halo("mochi-moonveil"), character("miso", damage=50))
    assert play(table(own), _bless("miso", "mochi-moonveil")).damage("miso") == 30


def test_other_heals_stay_as_they_are() -> None:
    own = side(_halo(damage=50), land="everspring")
    assert (
        play(table(own), activate("everspring", "Sacred Blessing", "mochi")).damage("mochi") == 30
    )


# --- Shared Sweetness -----------------------------------------------------------------------


def test_another_ally_is_healed_10_without_asking_where_there_is_one() -> None:
    own = side(_halo(damage=30), character("miso", damage=30))
    after = play(table(own), _bless("miso"))
    assert (after.damage("miso"), after.damage("mochi")) == (10, 20)


def test_the_controller_chooses_among_the_others_and_cannot_decline() -> None:
    own = side(_halo(damage=30), character("miso", damage=30), "furthings")
    asked = play(table(own), _bless("miso"))
    assert asked.answers == (choose("mochi"), choose("furthings"))
    assert code(asked.position, choose("miso")) == "bad_choice"
    assert code(asked.position, choose()) == "bad_choice"


def test_no_other_ally_means_no_second_heal_and_no_use() -> None:
    after = play(table(side(_halo(damage=30))), _bless("mochi"))
    assert after.damage("mochi") == 10
    assert [use.ability for use in after.seat(0).used] == ["Moon Blessing"]


def test_the_opponents_characters_are_no_allies() -> None:
    enemy = side(character("e:miso", damage=30))
    after = play(table(side(_halo(damage=30)), enemy), _bless("mochi"))
    assert after.damage("e") == 30


def test_a_blessing_that_restores_nothing_shares_nothing() -> None:
    own = side(_halo(damage=30), "miso")
    assert play(table(own), _bless("miso")).damage("mochi") == 30


def test_any_moon_blessing_of_yours_is_shared() -> None:
    own = side(character("m:mochi", damage=30), _halo(damage=30))
    after = play(table(own), _bless("m", "m"))
    assert (after.damage("m"), after.damage("mochi")) == (20, 20)


def test_other_heals_are_not_shared() -> None:
    own = side("furthings", _halo(damage=30), character("miso", damage=30))
    after = play(table(own), activate("furthings", "Impossible to Ignore", "miso"))
    assert after.damage("mochi") == 30


def test_it_is_shared_once_a_turn() -> None:
    own = side(
        _halo(damage=30),
        character("miso", damage=30),
        used=[used("starglaze-halo", "Shared Sweetness")],
    )
    after = play(table(own), _bless("miso"))
    assert after.damage("mochi") == 30


# --- Last Little Wish -----------------------------------------------------------------------


@pytest.mark.parametrize("damage", [110, 70, 60])
def test_an_ally_that_would_be_defeated_survives_with_10(damage: int) -> None:
    enemy = side(character("miso", damage=damage), _halo())
    after = play(table("artax", enemy), STARFIRE, WISH)
    assert after.damage("miso") == 110
    assert after.only(DefeatPrevented).hp == 10
    assert after.discarded(1) == ["starglaze-halo"]
    assert after["mochi"].attachments == ()


def test_damage_that_leaves_10_opens_nothing() -> None:
    after = play(table("artax", side(character("miso", damage=50), _halo())), STARFIRE)
    assert (after.damage("miso"), after.asked.kind) == (110, "turn")


def test_it_is_optional() -> None:
    enemy = side(character("miso", damage=70), _halo())
    after = play(table("artax", enemy), STARFIRE, PASS)
    assert after.find("miso") is None
    assert after["mochi"].attachments != ()


@pytest.mark.parametrize("rescued", ["b:mochi", "b:miso-and-mochi", "b:mochi-moonveil"])
def test_it_rescues_no_one_who_counts_as_mochi(rescued: str) -> None:
    enemy = side(character(rescued, damage=100), _halo())
    after = play(table("artax", enemy), attack("artax", "5.0 Starfire", "b"))
    assert after.find("b") is None


def test_it_does_not_rescue_an_enemy() -> None:
    after = play(
        table(side("artax", _halo()), side(character("miso", damage=70), "furthings")), STARFIRE
    )
    assert after.find("miso") is None


def test_a_replayed_halo_rescues_no_second_time() -> None:
    enemy = side(
        character("miso", damage=70),
        _halo(),
        used=[used("starglaze-halo", "Last Little Wish", "game")],
    )
    assert play(table("artax", enemy), STARFIRE).find("miso") is None


def test_an_ally_that_is_no_cat_is_rescued_too() -> None:
    enemy = side(character("furthings", damage=110), _halo())
    start = table("artax", enemy)
    wish = react("starglaze-halo", "Last Little Wish", "furthings")
    after = play(start, attack("artax", "5.0 Starfire", "furthings"), wish)
    assert after.damage("furthings") == 110


def test_a_halo_whose_mochi_fell_first_rescues_no_one() -> None:
    own = side(
        character("m:miso", items="crimson-wisp"),
        unlocked=[{"card": "crimson-wisp", "ability": "Parkour Assault"}],
    )
    enemy = side(character("miso", damage=110), _halo(damage=100), "artax")
    assault = attack("crimson-wisp", "Parkour Assault", "mochi", "miso")
    after = play(table(own, enemy), assault)
    assert (after.find("mochi"), after.find("miso")) == (None, None)


def test_the_same_halo_may_rescue_when_its_mochi_falls_second() -> None:
    own = side(
        character("m:miso", items="crimson-wisp"),
        unlocked=[{"card": "crimson-wisp", "ability": "Parkour Assault"}],
    )
    enemy = side(character("miso", damage=110), _halo(damage=100), "artax")
    assault = attack("crimson-wisp", "Parkour Assault", "miso", "mochi")
    after = play(table(own, enemy), assault, WISH)
    assert (after.find("mochi"), after.damage("miso")) == (None, 110)
