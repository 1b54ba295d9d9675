"""Mochiboost: Puff Recovery, Pink Power, Sister Spark."""

from typing import Any

import pytest

from app.engine.artifacts.events import Healed
from tests.engine.artifacts.table import (
    Json,
    attack,
    character,
    code,
    evolve,
    play,
    play_card,
    refusal,
    side,
    steps,
    table,
)

BOOST = play_card("mochiboost", "mochi")
BOP = attack("mochi", "Moon Bop", "artax")


def _boosted(card: str = "mochi", **fields: Any) -> Json:
    return character(card, items="mochiboost", **fields)


# --- Puff Recovery --------------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "left"), [(70, 10), (60, 0), (50, 0)])
def test_it_heals_60_when_attached(damage: int, left: int) -> None:
    own = side("furthings", character("mochi", damage=damage), hand="mochiboost")
    assert play(table(own, phase="prepare"), BOOST).damage("mochi") == left


def test_it_heals_only_its_host() -> None:
    own = side(character("m:mochi", damage=50), character("mochi", damage=50), hand="mochiboost")
    after = play(table(own, phase="prepare"), BOOST)
    assert [heal.target for heal in after.all(Healed)] == ["mochi"]


def test_a_mochi_at_full_hp_takes_it_too() -> None:
    after = play(table(side("mochi", hand="mochiboost"), phase="prepare"), BOOST)
    assert [item.id for item in after["mochi"].attachments] == ["mochiboost"]
    assert after.all(Healed) == []


@pytest.mark.parametrize("host", ["mochi-moonveil", "miso-and-mochi"])
def test_it_goes_on_an_evolution_and_on_a_duo(host: str) -> None:
    own = side(character(host, damage=70), hand="mochiboost")
    after = play(table(own, phase="prepare"), play_card("mochiboost", host))
    assert after.damage(host) == 10


def test_it_does_not_go_on_miso() -> None:
    start = table(side("miso mochi", hand="mochiboost"), phase="prepare")
    refused = refusal(start, play_card("mochiboost", "miso"))
    assert (refused.code, refused.cites.rules) == ("illegal_target", ("rule-1", "ruling-37"))


def test_it_does_not_go_on_the_opponents_mochi() -> None:
    start = table(side("miso", hand="mochiboost"), "e:mochi", phase="prepare")
    assert code(start, play_card("mochiboost", "e")) == "illegal_target"


def test_it_does_not_heal_again_when_its_host_evolves() -> None:
    own = side(_boosted(damage=70), hand="mochi-moonveil")
    after = play(table(own, phase="prepare"), evolve("mochi-moonveil", "mochi"))
    assert after.damage("mochi") == 70


# --- Pink Power -----------------------------------------------------------------------------


def test_its_host_deals_40_more() -> None:
    after = play(table(side(_boosted())), BOP)
    assert steps(after.hit("artax")) == [("bonus", 40, "Pink Power", None)]


def test_another_mochi_does_not() -> None:
    own = side("m:mochi", _boosted())
    assert play(table(own), attack("m", "Moon Bop", "artax")).hit("artax").amount == 30


def test_it_stays_on_through_an_evolution() -> None:
    own = side(_boosted("mochi-moonveil"))
    lullaby = attack("mochi-moonveil", "Lunar Lullaby", "artax")
    assert play(table(own), lullaby).hit("artax").amount == 70


def test_a_duo_takes_it_once() -> None:
    own = side(_boosted("miso-and-mochi"))
    tumble = attack("miso-and-mochi", "Twin Tumble", "artax")
    assert play(table(own), tumble).hit("artax").amount == 100


def test_it_adds_to_other_bonuses() -> None:
    own = side(_boosted(), support="the-solemates")
    assert play(table(own), BOP).hit("artax").amount == 30 + 40 + 20


# --- Sister Spark ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("friend", "taken"), [("miso", 40), ("miso-sunblaze", 40), ("b:mochi", 60), ("", 60)]
)
def test_its_host_takes_20_less_beside_miso(friend: str, taken: int) -> None:
    enemy = side(_boosted(), friend)
    after = play(table("artax", enemy), attack("artax", "5.0 Starfire", "mochi"))
    assert after.hit("mochi").amount == taken


def test_the_opponents_miso_does_not_count() -> None:
    start = table("artax miso", side(_boosted(), "tangledeep"))
    after = play(start, attack("artax", "5.0 Starfire", "mochi"))
    assert after.hit("mochi").steps[0].cites.ability == "Supercharged Gallop"
    assert after.hit("mochi").amount == 90


def test_a_duo_is_its_own_miso() -> None:
    start = table("artax", side(_boosted("miso-and-mochi")))
    after = play(start, attack("artax", "5.0 Starfire", "miso-and-mochi"))
    assert after.hit("miso-and-mochi").amount == 40


def test_it_protects_no_one_else() -> None:
    start = table("artax", side(_boosted(), "miso"))
    assert play(start, attack("artax", "5.0 Starfire", "miso")).hit("miso").amount == 60


def test_it_ends_when_miso_is_gone() -> None:
    miso = character("miso", damage=110)
    own = side(
        character("m:miso", items="crimson-wisp"),
        unlocked=[{"card": "crimson-wisp", "ability": "Parkour Assault"}],
    )
    assault = attack("crimson-wisp", "Parkour Assault", "miso", "mochi")
    after = play(table(own, side("artax", _boosted(), miso)), assault)
    assert after.hit("mochi").amount == 20
