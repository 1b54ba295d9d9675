"""What a seat is asked, with every legal answer."""

from typing import Literal

from msgspec import Struct, field

from app.engine.kernel.citation import Cites

DecisionKind = Literal["setup", "turn", "react", "choose", "promote"]
Window = Literal["before_damage", "before_effect", "would_be_defeated"]


class ShownCard(Struct, frozen=True, gc=False):
    """A card that a decision shows to the seat that it asks (looked at, revealed, searched)."""

    id: str
    card: str


class Decision(Struct, frozen=True, gc=False):
    """An open question to one seat.

    `options` lists every legal action completely, ready to be sent back, in an order that depends
    on the position alone; where they are too many (setup, long orders) it is empty and `from`,
    `min` and `max` bound the answer instead. `window` names the window of a `react`, `because` is
    what is reacted to or the ability that asks. `decision_id` and `deadline_at` are set by whoever
    serves the decision.
    """

    seat: int
    kind: DecisionKind
    decision_id: str = ""
    window: Window | None = None
    because: Cites | None = None
    min: int = 1
    max: int = 1
    deadline_at: str | None = None
    options: tuple[Struct, ...] = ()
    from_: tuple[str, ...] = field(default=(), name="from")
    cards: tuple[ShownCard, ...] = ()
