"""How a game begins (table-04, table-05, table-17)."""

from typing import Any

import pytest

from app.engine.artifacts import events
from app.engine.artifacts.actions import Choose, Pass, Setup
from app.engine.artifacts.position import Position
from app.engine.kernel.refusal import HiddenInformation, InvalidPosition, Refusal
from tests.conformance.artifacts import BOOK, DECKS, RULES

KEY = f"{7:064x}"
MONO = ["furthings"] * 30


def opening(**settings: Any) -> Position:
    """Return a game of one card each, about to be set up."""
    return RULES.start([MONO, MONO], {"starting_seat": 0, **settings}, KEY)[0]


def hand(position: Position, seat: int) -> list[str]:
    return [card.id for card in position.seats[seat].hand]


def place(position: Position, seat: int, count: int = 1) -> Position:
    active, *bench = hand(position, seat)[:count]
    return RULES.apply(position, seat, Setup(active=active, bench=tuple(bench)))[0]


def refused(position: Position, seat: int, action: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        RULES.verify(position, seat, action)
    return refusal.value


def test_both_seats_are_asked_at_once() -> None:
    position = opening()
    assert RULES.to_act(position) == (0, 1)
    for seat, decision in enumerate(RULES.decisions(position)):
        assert (decision.seat, decision.kind) == (seat, "setup")
        assert (decision.min, decision.max) == (1, 5)
        assert list(decision.from_) == hand(position, seat)


@pytest.mark.parametrize("first", [0, 1])
def test_the_turn_begins_when_both_are_in(first: int) -> None:
    position = place(opening(), first, 2)
    assert RULES.to_act(position) == (1 - first,)
    assert position.phase == "setup"
    position = place(position, 1 - first, 5)
    assert (position.phase, position.turn, position.turn_seat) == ("prepare", 1, 0)
    assert [len(side.bench) for side in position.seats] == ([1, 4] if first == 0 else [4, 1])


def test_a_placement_is_shown_only_when_both_are_in() -> None:
    position = opening()
    active = hand(position, 0)[0]
    position, happened = RULES.apply(position, 0, Setup(active=active))
    assert happened == ()
    seen = RULES.view(position, 1).seats[0]
    assert (seen.active, seen.bench, seen.hand_count) == (None, (), 5)
    other = hand(position, 1)[0]
    _position, happened = RULES.apply(position, 1, Setup(active=other))
    shown = [event for event in happened if isinstance(event, events.Deployed)]
    assert [(event.seat, event.id) for event in shown] == [(0, active), (1, other)]


def test_who_has_placed_waits() -> None:
    position = place(opening(), 0)
    again = Setup(active=hand(position, 0)[0])
    assert refused(position, 0, again).code == "not_your_decision"


@pytest.mark.parametrize("action", [Pass(), Choose(("a",))])
def test_setup_asks_for_a_placement(action: Any) -> None:
    assert refused(opening(), 1, action).code == "wrong_decision"


def test_only_cards_of_the_own_hand_are_placed() -> None:
    position = opening()
    for card in ("nothing", hand(position, 1)[0], position.seats[0].deck[0].id):
        assert refused(position, 0, Setup(active=card)).code == "no_such_card"
        assert refused(position, 0, Setup(active=hand(position, 0)[0], bench=(card,))).code == (
            "no_such_card"
        )


@pytest.mark.parametrize("card", ["miso-sunblaze", "windowland", "mochiboost", "the-solemates"])
def test_only_combatants_without_a_base_are_placed(card: str) -> None:
    held = [{"id": "m", "card": "miso"}, {"id": "x", "card": card}]
    position = RULES.read_position(
        {"phase": "setup", "turn": 0, "seats": [{"hand": held}, {"hand": [{**held[0], "id": "n"}]}]}
    )
    assert RULES.decisions(position)[0].from_ == ("m",)
    refusal = refused(position, 0, Setup(active="m", bench=("x",)))
    assert refusal.code == "wrong_kind"
    assert "table-04" in refusal.cites.rules
    assert BOOK[card].name in refusal.detail


def test_a_card_is_placed_once() -> None:
    position = opening()
    one, two, *_rest = hand(position, 0)
    assert refused(position, 0, Setup(active=one, bench=(one,))).code == "bad_choice"
    assert refused(position, 0, Setup(active=one, bench=(two, two))).code == "bad_choice"


def test_the_bench_has_its_size_from_the_start() -> None:
    position = opening(bench_size=1)
    assert RULES.decisions(position)[0].max == 2
    one, two, three, *_rest = hand(position, 0)
    refusal = refused(position, 0, Setup(active=one, bench=(two, three)))
    assert (refusal.code, refusal.cites.rules) == ("bench_full", ("table-05",))


def test_a_hand_without_a_basic_is_shown_and_redrawn() -> None:
    deck = ["furthings"] * 4 + ["the-solemates"] * 26
    for seed in range(5):
        position, happened = RULES.start([deck, deck], {}, f"{seed:064x}")
        redrawn = [event for event in happened if isinstance(event, events.HandRedrawn)]
        for event in redrawn:
            assert event.shown == ("the-solemates",) * 5
        for side in position.seats:
            assert any(card.card == "furthings" for card in side.hand)
            assert len(side.hand) == 5
            assert len(side.deck) == 25
        if redrawn:
            return
    pytest.fail("no hand was redrawn")


def test_a_deck_that_can_never_begin_is_no_deck() -> None:
    with pytest.raises(ValueError, match="no legal opening hand"):
        RULES.start([DECKS[0], ["the-solemates"] * 30], {}, KEY)


def test_the_starting_seat_is_chance_where_nobody_says() -> None:
    starts = {RULES.start([MONO, MONO], {}, f"{n:064x}")[0].turn_seat for n in range(20)}
    assert starts == {0, 1}


# --- by the judge, on a view ---


def test_a_hidden_opening_hand_cannot_be_judged() -> None:
    position = opening()
    view = RULES.view(position, 0)
    (hidden,) = RULES.objections(view, 1, Setup(active=hand(position, 1)[0]))
    assert isinstance(hidden, HiddenInformation)


def test_a_hidden_opening_hand_is_asked_without_naming_cards() -> None:
    position = opening()
    own, other = RULES.decisions(RULES.view(position, 0))
    assert own == RULES.decisions(position)[0]
    assert (other.from_, other.cards, other.min, other.max) == ((), (), 1, 5)


def test_a_view_says_who_has_placed_and_not_what() -> None:
    position, _ = RULES.apply(opening(), 1, Setup(active=hand(opening(), 1)[0]))
    view = RULES.view(position, 0)
    assert view.seats[1].placed
    assert view.seats[1].hand_count == 5
    assert RULES.to_act(view) == (0,)


def test_a_placement_can_be_judged_on_a_view_while_the_other_seat_is_still_to_place() -> None:
    position = opening()
    after, _ = RULES.apply(RULES.view(position, 0), 0, Setup(active=hand(position, 0)[0]))
    assert RULES.to_act(after) == (1,)


def test_what_the_other_seat_has_placed_is_hidden() -> None:
    position, _ = RULES.apply(opening(), 1, Setup(active=hand(opening(), 1)[0]))
    with pytest.raises(HiddenInformation, match="face down"):
        RULES.apply(RULES.view(position, 0), 0, Setup(active=hand(position, 0)[0]))


def test_a_position_that_is_no_view_says_placed_of_nobody() -> None:
    with pytest.raises(InvalidPosition) as raised:
        RULES.read_position({"phase": "act", "seats": [{"placed": True}, {}]})
    assert [flaw.pointer for flaw in raised.value.flaws] == ["/seats/0/placed"]
