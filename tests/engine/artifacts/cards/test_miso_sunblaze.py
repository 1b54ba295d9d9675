"""Miso, Sunblaze (a starter cat): an Evolution of Miso with Solar Pounce."""

import pytest

from app.engine.artifacts.events import Evolved
from tests.engine.artifacts.table import (
    Json,
    attack,
    character,
    code,
    deploy,
    evolve,
    play,
    refusal,
    shield,
    side,
    table,
)

POUNCE = attack("miso-sunblaze", "Solar Pounce", "artax")
EVOLVE = evolve("miso-sunblaze", "miso")


def _hand(*combatants: str | Json) -> Json:
    return side(*combatants, hand="miso-sunblaze")


def test_it_deals_70_for_3() -> None:
    after = play(table(side("miso-sunblaze", energy=3)), POUNCE)
    assert (after.damage("artax"), after.seat(0).energy) == (70, 0)


def test_it_needs_3() -> None:
    assert code(table(side("miso-sunblaze", energy=2)), POUNCE) == "not_enough_energy"


def test_it_keeps_id_damage_attachments_and_effects() -> None:
    miso = character("miso", items="crimson-wisp", damage=50, effects=[shield(20)])
    after = play(table(_hand("furthings", miso), phase="prepare"), EVOLVE)
    evolved = after["miso"]
    assert (evolved.card, evolved.damage) == ("miso-sunblaze", 50)
    assert (len(evolved.attachments), len(evolved.effects)) == (1, 1)


def test_the_covered_card_goes_under_with_the_evolutions_id() -> None:
    after = play(table(_hand("miso"), phase="prepare"), EVOLVE)
    (covered,) = after["miso"].under
    assert (covered.id, covered.card) == ("miso-sunblaze", "miso")
    assert after.only(Evolved).under == "miso-sunblaze"


def test_it_is_not_deployed() -> None:
    assert code(table(_hand("miso"), phase="prepare"), deploy("miso-sunblaze")) == "wrong_kind"


@pytest.mark.parametrize("onto", ["mochi", "miso-and-mochi", "furthings", "e"])
def test_it_evolves_your_miso_only(onto: str) -> None:
    start = table(_hand("mochi miso-and-mochi furthings"), "e:miso", phase="prepare")
    refused = refusal(start, evolve("miso-sunblaze", onto))
    assert (refused.code, refused.cites.rules) == ("illegal_target", ("rule-6", "ruling-40"))


def test_the_base_title_of_the_line_covers_its_evolutions() -> None:
    first = character("b:miso-sunblaze", under="base:miso", evolved_turn=2)
    after = play(table(_hand(first), phase="prepare"), evolve("miso-sunblaze", "b"))
    assert [card.card for card in after["b"].under] == ["miso", "miso-sunblaze"]


def test_it_has_40_hp_more_to_lose() -> None:
    start = table("artax", side(character("miso-sunblaze", damage=90)))
    after = play(start, attack("artax", "5.0 Starfire", "miso-sunblaze"))
    assert after.damage("miso-sunblaze") == 150
