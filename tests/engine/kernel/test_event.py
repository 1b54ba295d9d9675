"""Each viewer gets the same events, without what it may not know."""

from typing import ClassVar

import msgspec
import pytest

from app.engine.kernel.citation import Cites
from app.engine.kernel.event import Event


class Open(Event, frozen=True, tag="open"):
    card: str


class Drawn(Event, frozen=True, tag="drawn"):
    secret: ClassVar[tuple[str, ...]] = ("card", "id")

    count: int = 1
    card: str | None = None
    id: str | None = None


DRAWN = Drawn(seq=4, seat=1, turn=2, cites=Cites(rules=("rule-1",)), count=2, card="miso", id="x")


def test_a_secret_is_its_seats_to_know() -> None:
    assert DRAWN.seen_by(1) is DRAWN


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_secret_is_left_out_for_everyone_else(viewer: int | None) -> None:
    seen = DRAWN.seen_by(viewer)
    assert seen == Drawn(seq=4, seat=1, turn=2, cites=DRAWN.cites, count=2)
    assert msgspec.to_builtins(seen) == {
        "type": "drawn",
        "seq": 4,
        "seat": 1,
        "turn": 2,
        "cites": {"rules": ("rule-1",)},
        "count": 2,
    }


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_an_event_without_secrets_is_everyones(viewer: int | None) -> None:
    event = Open(seat=0, card="miso")
    assert event.seen_by(viewer) is event


def test_a_secret_of_no_seat_is_nobodys_but_a_spectators() -> None:
    """Such an event would be a mistake; a seat at least never learns of it."""
    event = Drawn(card="miso")
    assert event.seen_by(0) == Drawn()
