"""What is going on in the middle of a turn, as data: the steps still to come, the next one first.

A position that waits for an answer keeps its agenda in `pending`; the step at its head is the one
that asks. A step names cards by id and abilities by card and name, so that it can be stored, moved
to another process and resumed. `Effects.todo` numbers an ability's effects in the order written,
nested ones after the effect that holds them.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNo = Literal[0, 1]
Ids = Annotated[tuple[Id, ...], Meta(max_length=200)]
Number = Annotated[int, Meta(ge=0, le=99)]


class Part(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Base of what an agenda is made of."""


class Ability(Part, frozen=True, gc=False):
    """An ability at work: whose it is, the source card's id, and where it is printed."""

    seat: SeatNo
    source: Id
    card: Id
    ability: str


class Guard(Part, frozen=True, gc=False):
    """A reaction in use against this attack: `reduce` damage to `target`, or all (None)."""

    target: Id
    card: Id
    ability: str
    reduce: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


class Attacking(Part, frozen=True, gc=False):
    """The attack that is being resolved."""

    by: Ability
    attacker: Id
    targets: Ids = ()
    guards: Annotated[tuple[Guard, ...], Meta(max_length=200)] = ()


class LooseCard(Part, frozen=True, gc=False):
    """A card that is off the deck while its owner chooses."""

    id: Id
    card: Id


class Step(Part, frozen=True, gc=False, tag_field="step"):
    """Base of the steps."""


class BeforeDamage(Step, frozen=True, gc=False, tag="before_damage"):
    """The window in which the defending seat may react to the attack (ruling-17). Asks."""


class Strike(Step, frozen=True, gc=False, tag="strike"):
    """Deal the attack's damage to the target with this place in the order named (ruling-08)."""

    at: Number


class WouldBeDefeated(Step, frozen=True, gc=False, tag="would_be_defeated"):
    """The window before a combatant is defeated (ruling-19). Asks."""

    target: Id
    because: Ability


class Effects(Step, frozen=True, gc=False, tag="effects"):
    """Effects of an ability still to be done, on these targets; `todo` are effect numbers."""

    by: Ability
    todo: tuple[Number, ...]
    targets: Ids = ()


class BeforeEffect(Step, frozen=True, gc=False, tag="before_effect"):
    """The window before one effect that an enemy card aims at chosen cards (ruling-20). Asks."""

    by: Ability
    effect: Number
    targets: Ids


class Trigger(Step, frozen=True, gc=False, tag="trigger"):
    """An ability whose time has come; asks for its target where there is a choice (ruling-28).

    `subject` is the character that set it off (the attacker, the one healed, the target before).
    """

    by: Ability
    subject: Id | None = None


class SearchDeck(Step, frozen=True, gc=False, tag="search_deck"):
    """Choose cards from the own deck, or none (ruling-29). Always asks."""

    by: Ability
    effect: Number


class TakeCards(Step, frozen=True, gc=False, tag="take_cards"):
    """Choose which of these cards, taken off the deck, go to hand. Asks where there is a choice.

    In a view of another seat, private cards are left out and `hidden` says how many there are.
    """

    by: Ability
    effect: Number
    cards: tuple[LooseCard, ...] = ()
    hidden: Annotated[int, Meta(ge=0, le=1000)] = 0


class OrderCards(Step, frozen=True, gc=False, tag="order_cards"):
    """Put these cards back in an order of the owner's choice, the first topmost. Asks."""

    by: Ability
    effect: Number
    cards: tuple[LooseCard, ...] = ()
    hidden: Annotated[int, Meta(ge=0, le=1000)] = 0


class DiscardPlayed(Step, frozen=True, gc=False, tag="discard_played"):
    """A Consumable has resolved: it goes to its owner's discard (rule-1)."""

    seat: SeatNo
    card: LooseCard


class SwitchAway(Step, frozen=True, gc=False, tag="switch_away"):
    """The attacker may change places with a Benched ally. Asks where there is one."""

    by: Ability


class AfterAttack(Step, frozen=True, gc=False, tag="after_attack"):
    """Spend next-attack bonuses, fire after-attack triggers."""


class Settle(Step, frozen=True, gc=False, tag="settle"):
    """An attack or ability is over; after a `defeat`: win checks, promotion (ruling-08, -35)."""

    defeat: bool = False


class Promote(Step, frozen=True, gc=False, tag="promote"):
    """A seat without an Active combatant promotes a Benched one. Asks where there is a choice."""

    seat: SeatNo


class DrawForTurn(Step, frozen=True, gc=False, tag="draw_for_turn"):
    """The turn's draw; then Prepare begins (table-09, table-10, table-11)."""


class DiscardToLimit(Step, frozen=True, gc=False, tag="discard_to_limit"):
    """At the turn's end the owner discards down to the hand limit, one by one (table-14). Asks."""


class PassTurn(Step, frozen=True, gc=False, tag="pass_turn"):
    """Expire what ends with this turn; then the other seat's begins."""


AnyStep = (
    BeforeDamage
    | Strike
    | WouldBeDefeated
    | Effects
    | BeforeEffect
    | Trigger
    | SearchDeck
    | TakeCards
    | OrderCards
    | DiscardPlayed
    | SwitchAway
    | AfterAttack
    | Settle
    | Promote
    | DrawForTurn
    | DiscardToLimit
    | PassTurn
)


class Pending(Part, frozen=True, gc=False):
    """The open decision (the agenda's first step) and what resumes after it."""

    agenda: tuple[AnyStep, ...]
    attack: Attacking | None = None
