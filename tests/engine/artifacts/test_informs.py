"""Which events tell somebody what nobody could know before."""

import pytest

from app.engine.artifacts import events
from app.engine.kernel.citation import Cites
from app.engine.kernel.event import Event

PLACED = Cites(rules=("rule-1", "table-04"))


@pytest.mark.parametrize(
    "event",
    [
        events.HandRedrawn(seat=0, shown=("miso",)),
        events.CardDrawn(seat=0, card="miso", id="c"),
        events.DiceRolled(seat=0, dice=(6,), sides=6),
        events.DeckShuffled(seat=0),
        events.Revealed(seat=0, cards=()),
        events.LookedAt(seat=0, count=2),
        events.Searched(seat=0, found=0),
        events.PutInHand(seat=0, card="miso", id="c"),
        events.Deployed(seat=0, id="c", card="miso", where="active", cites=PLACED),
    ],
)
def test_these_do(event: Event) -> None:
    assert event.informs()


@pytest.mark.parametrize(
    "event",
    [
        events.TurnEnded(seat=0, energy_lost=1),
        events.CardPlayed(seat=0, id="c", card="artax"),
        events.PutInHand(seat=0, card="miso", id="c", revealed=True),
        events.Deployed(seat=0, id="c", card="miso", where="bench", cites=Cites(rules=("rule-4",))),
        events.Deployed(seat=0, id="c", card="miso", where="bench"),
    ],
)
def test_these_do_not(event: Event) -> None:
    assert not event.informs()
