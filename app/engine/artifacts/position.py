"""A position: the whole state of a game, in the one format that is stored, sent and judged.

Every field has a default and is left out when it holds it. Damage is damage taken (HP), turns are
numbered from 1 over both seats.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from app.engine.artifacts.agenda import Pending
from app.engine.artifacts.script import Until
from app.engine.artifacts.settings import DEFAULT, Settings
from app.engine.kernel.randomness import Stream

NAME: Literal["sacred-artifacts"] = "sacred-artifacts"

Natural = Annotated[int, Meta(ge=0, le=1_000_000)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Phase = Literal["setup", "start", "prepare", "act", "end", "over"]
Reason = Literal[
    "knockouts", "no_combatant", "deck_out", "concede", "timeout", "turn_limit", "agreed"
]


class Piece(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Base of what a position is made of."""


class Card(Piece, frozen=True, gc=False):
    """A card where nothing hangs on it: hand, deck, Support, Land, attached, covered."""

    id: Id
    card: Id


class DiscardedCard(Piece, frozen=True, gc=False):
    """A card in the discard; `defeated` if it left play as (part of) a combatant (ruling-30)."""

    id: Id
    card: Id
    defeated: bool = False


class Origin(Piece, frozen=True, gc=False):
    """The card and ability that an effect comes from."""

    card: str
    ability: str


class Effect(Piece, frozen=True, gc=False):
    """Something temporary on a character.

    `until` is read from its controller: `turn_end` (the present turn), `own_turn_start` (its next
    turn's start), `own_turn_end` (the end of its next own turn, or of the present one if that is
    its own), or none for no expiry (rule-11).
    """

    kind: Literal["shield", "attack_bonus", "attack_penalty", "asleep"]
    amount: Natural = 0
    against: Literal["attack", "any"] = "attack"
    next_attack: bool = False
    until: Until | None = None
    source: Origin | None = None


class Combatant(Piece, frozen=True, gc=False):
    """A character in play. `under` holds the cards that its Evolutions cover, base first."""

    id: Id
    card: Id
    damage: Natural = 0
    entered_turn: Natural = 0
    evolved_turn: Natural = 0
    attacked_turn: Natural = 0
    attachments: tuple[Card, ...] = ()
    effects: Annotated[tuple[Effect, ...], Meta(max_length=200)] = ()
    under: tuple[Card, ...] = ()


class Use(Piece, frozen=True, gc=False):
    """A spent use, keyed by the title (a line's base card) and ability (rule-7, ruling-22)."""

    card: Id
    ability: str
    scope: Literal["turn", "game"]


class Seat(Piece, frozen=True, gc=False):
    """One player's side. In a view a hidden zone is empty and its `…_count` says how many.

    `placed` stands only in a view of setup: what the seat has placed is still face down.
    """

    energy: Natural = 0
    turns_taken: Natural = 0
    knockouts: Natural = 0
    active: Combatant | None = None
    bench: tuple[Combatant, ...] = ()
    support: tuple[Card, ...] = ()
    land: Card | None = None
    hand: tuple[Card, ...] = ()
    hand_count: Natural | None = None
    deck: tuple[Card, ...] = ()
    deck_count: Natural | None = None
    discard: tuple[DiscardedCard, ...] = ()
    used: Annotated[tuple[Use, ...], Meta(max_length=1000)] = ()
    unlocked: Annotated[tuple[Origin, ...], Meta(max_length=100)] = ()
    item_played: bool = False
    lands_played: Natural = 0
    deployed: Natural = 0
    switched: bool = False
    attacked: bool = False
    placed: bool = False

    def combatants(self) -> tuple[Combatant, ...]:
        """Return the combatants in play, the Active one first."""
        return self.bench if self.active is None else (self.active, *self.bench)

    def in_play(self) -> list[tuple[Card | Combatant, Combatant | None]]:
        """Return each card in play with its host, in the order of ruling-28.

        Land, Active (then what is attached to it), Bench from left to right likewise, Support.
        """
        cards: list[tuple[Card | Combatant, Combatant | None]] = []
        if self.land is not None:
            cards.append((self.land, None))
        for combatant in self.combatants():
            cards.append((combatant, None))
            if combatant.attachments:
                cards.extend((item, combatant) for item in combatant.attachments)
        cards.extend((relic, None) for relic in self.support)
        return cards


class Result(Piece, frozen=True, gc=False):
    """How a game ended; `winner` None is a draw."""

    winner: int | None
    reason: Reason


class Position(Piece, frozen=True, gc=False):
    """Everything there is to know about a game. `pending` is the open decision and what follows.

    `turn_seat` is whose turn it is (in setup: who begins).
    """

    ruleset: Literal["sacred-artifacts"] = NAME
    turn: Natural = 1
    turn_seat: Literal[0, 1] = 0
    phase: Phase = "prepare"
    settings: Settings = DEFAULT
    seats: tuple[Seat, Seat] = (Seat(), Seat())
    pending: Pending | None = None
    result: Result | None = None
    random: Stream | None = None
