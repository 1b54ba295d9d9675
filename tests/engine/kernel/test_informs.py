"""Which events told somebody what nobody could know before."""

import pytest

from app.engine.artifacts import events
from app.engine.kernel.citation import Cites
from app.engine.kernel.event import Event


@pytest.mark.parametrize(
    "event",
    [
        events.CardDrawn(card="miso", id="c1"),
        events.DiceRolled(dice=(3,), sides=6),
        events.PutInHand(card="miso", id="c1"),
        events.Deployed(id="c1", card="miso", where="active", cites=Cites(rules=("table-04",))),
    ],
)
def test_these_do(event: Event) -> None:
    assert event.informs()


@pytest.mark.parametrize(
    "event",
    [
        events.PhaseBegan(phase="act"),
        events.PutInHand(card="miso", id="c1", revealed=True),
        events.Deployed(id="c1", card="miso", where="bench", cites=Cites(rules=("rule-1",))),
        events.Deployed(id="c1", card="miso", where="bench"),
    ],
)
def test_these_do_not(event: Event) -> None:
    assert not event.informs()
