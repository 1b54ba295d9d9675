"""The judge takes views, and refuses what needs a hidden card."""

import pytest

from app.engine.artifacts.actions import Action, Setup
from app.engine.artifacts.events import CardDrawn, PutInHand
from app.engine.artifacts.position import Position
from app.engine.kernel.refusal import HiddenInformation
from tests.engine.artifacts.table import (
    BEGIN_ACT,
    END_TURN,
    RULES,
    activate,
    attack,
    choose,
    deploy,
    play,
    play_card,
    play_land,
    side,
    table,
)


def _seen(position: Position, seat: int | None) -> Position:
    """Return what a seat sees, as it would send it to a judge."""
    return RULES.read_position(RULES.encode(RULES.view(position, seat)))


CATS = side(
    "miso mochi",
    support="shredder infinite-tails furraisers the-everlights",
    hand="h:furthings",
    deck="a:artax w:windowland s:miso-sunblaze",
)
ACT = table(CATS)
PREPARE = table(CATS, phase="prepare")


@pytest.mark.parametrize(
    "action",
    [
        activate("shredder", "Double Darkslide"),
        activate("infinite-tails", "Boundless Chapter"),
        activate("furraisers", "Cabinet Peek"),
        END_TURN,
    ],
)
def test_what_needs_a_hidden_deck_is_refused(action: Action) -> None:
    with pytest.raises(HiddenInformation) as raised:
        RULES.apply(_seen(ACT, 0), 0, action)
    assert raised.value.code == "hidden_information"
    assert raised.value.detail.endswith(".")


@pytest.mark.parametrize("action", [deploy("h"), play_card("h"), play_land("h")])
def test_what_needs_a_hidden_hand_is_refused(action: Action) -> None:
    with pytest.raises(HiddenInformation):
        RULES.verify(_seen(PREPARE, 1), 0, action)


def test_the_own_hand_is_played_from_a_view() -> None:
    after, _events = RULES.apply(_seen(PREPARE, 0), 0, deploy("h"))
    assert [ally.id for ally in after.seats[0].bench] == ["mochi", "h"]


def test_an_attack_is_judged_on_any_view() -> None:
    after, _events = RULES.apply(_seen(ACT, None), 0, attack("miso", "Sunny Swipe", "artax"))
    assert after.seats[1].active is not None
    assert after.seats[1].active.damage == 40


def test_a_view_counts_hands_and_decks() -> None:
    seen = RULES.view(ACT, 1)
    assert (seen.seats[0].hand, seen.seats[0].hand_count) == ((), 1)
    assert (seen.seats[0].deck, seen.seats[0].deck_count) == ((), 3)
    assert seen.random is None


def test_the_owner_sees_its_hand_and_no_deck() -> None:
    seen = RULES.view(ACT, 0)
    assert [card.id for card in seen.seats[0].hand] == ["h"]
    assert (seen.seats[0].deck, seen.seats[0].deck_count) == ((), 3)


@pytest.mark.parametrize("viewer", [1, None])
def test_a_drawn_card_is_its_owners_to_know(viewer: int | None) -> None:
    drawn = play(ACT, activate("shredder", "Double Darkslide")).only(CardDrawn)
    assert (drawn.seen_by(0).card, drawn.seen_by(0).id) == ("artax", "a")
    assert (drawn.seen_by(viewer).card, drawn.seen_by(viewer).id) == (None, None)


def test_a_peeked_card_is_its_owners_to_know_and_a_revealed_one_is_not() -> None:
    peeked = play(ACT, activate("furraisers", "Cabinet Peek"), choose("w")).only(PutInHand)
    assert (peeked.seen_by(0).card, peeked.seen_by(1).card) == ("windowland", None)
    revealed = play(ACT, activate("infinite-tails", "Boundless Chapter")).only(PutInHand)
    assert (revealed.seen_by(1).card, revealed.seen_by(1).id) == ("windowland", None)


def test_a_card_that_was_seen_in_the_deck_gets_a_new_id() -> None:
    after = play(ACT, activate("furraisers", "Cabinet Peek"), choose("w"), choose("s", "a"))
    ids = {card.id for card in (*after.seat(0).hand, *after.seat(0).deck)}
    assert ids.isdisjoint({"a", "w", "s"})


def test_an_open_search_is_the_searchers_to_answer() -> None:
    asked = play(ACT, activate("the-everlights", "Winterbound Metamorphosis")).position
    with pytest.raises(HiddenInformation):
        RULES.decisions(_seen(asked, 1))


def test_an_open_peek_is_the_owners_to_answer_from_its_view() -> None:
    asked = play(ACT, activate("furraisers", "Cabinet Peek")).position
    (decision,) = RULES.decisions(_seen(asked, 0))
    assert decision.options == (choose("a"), choose("w"), choose("s"))
    with pytest.raises(HiddenInformation):
        RULES.decisions(_seen(asked, 1))


def test_a_hidden_opening_hand_is_not_placed_from() -> None:
    setup = RULES.read_position(
        {
            "turn": 0,
            "phase": "setup",
            "seats": [
                {"hand": [{"id": "m", "card": "miso"}]},
                {"hand": [{"id": "e", "card": "artax"}]},
            ],
        }
    )
    with pytest.raises(HiddenInformation):
        RULES.verify(_seen(setup, 1), 0, Setup(active="m"))


def test_a_view_of_prepare_lists_what_it_can() -> None:
    (decision,) = RULES.decisions(_seen(PREPARE, 1))
    assert decision.options == (BEGIN_ACT, END_TURN)
