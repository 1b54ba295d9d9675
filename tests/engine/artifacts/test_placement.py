"""Where each card goes when it is played, and how many of a title may be there (rule-1, rule-7)."""

from typing import Any

import pytest

from app.engine.artifacts.actions import Action
from app.engine.artifacts.position import Position
from tests.engine.artifacts.table import (
    LIBRARY,
    character,
    code,
    deploy,
    evolve,
    play,
    play_card,
    play_land,
    refusal,
    side,
    table,
    used,
)

BOOK = LIBRARY.book
PRINTED = [card for card in LIBRARY.cards.values() if card.status == "printed"]


def _ids(*kinds: str) -> list[str]:
    return [card.id for card in BOOK.values() if card.kind in kinds]


def _own(hand: str, **fields: Any) -> Position:
    own = side("own-miso:miso own-mochi:mochi", hand=hand, **fields)
    return table(own, phase="prepare")


def _action(card: str) -> Action:
    """Return the action that brings the card `top` of that title into play."""
    known = BOOK[card]
    if known.is_evolution:
        return evolve("top", f"own-{known.evolves_from[0].lower()}")
    match known.kind:
        case "Combatant":
            return deploy("top")
        case "Land":
            return play_land("top")
        case "Relic":
            return play_card("top")
        case "Item":
            return play_card("top", f"own-{known.attaches_to[0].lower()}")
        case _:
            return play_card("top", "own-miso")


@pytest.mark.parametrize("card", [card.id for card in BOOK.values() if card.is_basic])
def test_a_combatant_takes_a_place_on_the_bench(card: str) -> None:
    after = play(_own(f"top:{card}"), _action(card))
    assert (after["top"].card, after["top"].entered_turn) == (card, 6)
    assert (after.seat(0).deployed, after.seat(0).item_played) == (1, False)


@pytest.mark.parametrize("card", _ids("Relic"))
def test_a_relic_stays_in_support(card: str) -> None:
    after = play(_own(f"top:{card}"), _action(card))
    assert [relic.id for relic in after.seat(0).support] == ["top"]
    assert after.seat(0).item_played is True


@pytest.mark.parametrize("card", _ids("Item"))
def test_an_item_hangs_on_its_cat(card: str) -> None:
    after = play(_own(f"top:{card}"), _action(card))
    host = f"own-{BOOK[card].attaches_to[0].lower()}"
    assert [item.id for item in after[host].attachments] == ["top"]
    assert after.seat(0).item_played is True


@pytest.mark.parametrize("card", _ids("Land"))
def test_a_land_takes_the_land_slot_and_no_item_allowance(card: str) -> None:
    after = play(_own(f"top:{card}", land="old:windowland"), _action(card))
    assert after.seat(0).land is not None
    assert after.discarded(0) == ["old"]
    assert (after.seat(0).lands_played, after.seat(0).item_played) == (1, False)


@pytest.mark.parametrize("card", _ids("Consumable"))
def test_a_consumable_is_discarded(card: str) -> None:
    after = play(_own(f"top:{card}"), _action(card))
    assert (after.discarded(0), after.seat(0).item_played) == (["top"], True)


@pytest.mark.parametrize("card", [card.id for card in BOOK.values() if card.kind != "Combatant"])
def test_what_is_no_combatant_is_not_deployed(card: str) -> None:
    assert code(_own(f"top:{card}"), deploy("top")) == "wrong_kind"


def test_the_first_deployed_combatant_is_active_where_that_row_is_empty() -> None:
    start = table(side(hand="top:artax"), "enemy:miso", phase="prepare")
    assert play(start, deploy("top")).active(0).id == "top"


# --- Limit 1 --------------------------------------------------------------------------------

LIMITED = [card.id for card in PRINTED if card.limits.in_play_copies == 1]


def test_13_titles_print_limit_1() -> None:
    assert len(LIMITED) == 13


def _second_copy(card: str) -> Position:
    """Return a table where a copy is in play and another in hand."""
    known = BOOK[card]
    cats = [
        character(f"own-{cat}:{cat}", items=f"first:{card}" if host == known.attaches_to else "")
        for cat, host in (("miso", ("Miso",)), ("mochi", ("Mochi",)))
    ]
    support = f"first:{card}" if known.kind == "Relic" else ""
    return table(side(*cats, support=support, hand=f"top:{card}"), phase="prepare")


@pytest.mark.parametrize("card", [one for one in LIMITED if BOOK[one].kind != "Land"])
def test_a_second_copy_in_play_is_refused(card: str) -> None:
    refused = refusal(_second_copy(card), _action(card))
    assert (refused.code, refused.cites.rules) == ("limit_one_in_play", ("rule-7", "ruling-25"))


@pytest.mark.parametrize("card", [one for one in LIMITED if BOOK[one].kind == "Land"])
def test_a_land_may_replace_its_own_title(card: str) -> None:
    after = play(_own(f"top:{card}", land=f"old:{card}"), _action(card))
    assert after.discarded(0) == ["old"]


def test_the_other_seats_copy_does_not_count() -> None:
    own = side("miso", hand="top:shredder")
    start = table(own, side("artax", support="shredder"), phase="prepare")
    assert len(play(start, play_card("top")).seat(0).support) == 1


def test_a_copy_in_the_discard_does_not_count() -> None:
    after = play(_own("top:shredder", discard="shredder"), play_card("top"))
    assert len(after.seat(0).support) == 1


def test_a_title_without_limit_1_may_be_in_play_twice() -> None:
    after = play(_own("top:furthings b:furthings"), deploy("top"), deploy("b"))
    assert len(after.seat(0).bench) == 3


def test_replaying_a_card_refreshes_no_use() -> None:
    spent = used("shredder", "Double Darkslide")
    after = play(_own("top:shredder", used=[spent]), play_card("top"))
    assert len(after.seat(0).used) == 1
