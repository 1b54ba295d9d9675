"""The events of Sacred Artifacts (contract, section 4)."""

from typing import ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from app.engine.artifacts.position import Effect, Phase, Reason
from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import ShownCard
from app.engine.kernel.event import Event


class MatchStarted(Event, frozen=True, tag="match_started"):
    """The game begins; `starting_seat` has the first turn."""

    starting_seat: int


class HandRedrawn(Event, frozen=True, tag="hand_redrawn"):
    """An opening hand without a deployable combatant is shown, shuffled back and redrawn."""

    news: ClassVar[bool] = True

    shown: tuple[str, ...]


class TurnStarted(Event, frozen=True, tag="turn_started"):
    """A seat's turn begins; `turns_taken` counts its own turns, this one included."""

    turns_taken: int


class EnergySet(Event, frozen=True, tag="energy_set"):
    """The turn's Energy pool is set (rule-3)."""

    energy: int


class EnergyGained(Event, frozen=True, tag="energy_gained"):
    """An ability grants Energy for this turn; `energy` is the pool after it."""

    amount: int
    energy: int


class EnergySpent(Event, frozen=True, tag="energy_spent"):
    """Energy is paid; `energy` is what is left."""

    amount: int
    energy: int


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    """A phase of the turn begins."""

    phase: Phase


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """A card goes from the deck to its owner's hand; which one is the owner's to know."""

    secret: ClassVar[tuple[str, ...]] = ("card", "id")
    news: ClassVar[bool] = True

    card: str | None = None
    id: str | None = None


class Deployed(Event, frozen=True, tag="deployed"):
    """A combatant enters play."""

    id: str
    card: str
    where: Literal["active", "bench"]

    def informs(self) -> bool:
        """Tell the opening placement from others: it was face down until then (table-04)."""
        return self.cites is not None and "table-04" in self.cites.rules


class Evolved(Event, frozen=True, tag="evolved"):
    """An Evolution is put on a character, which keeps its id; the covered card gets `under`."""

    target: str
    card: str
    under: str


class Attached(Event, frozen=True, tag="attached"):
    """An Item is attached to a character."""

    id: str
    card: str
    target: str


class CardPlayed(Event, frozen=True, tag="card_played"):
    """An Item, Relic or Consumable is played from hand."""

    id: str
    card: str
    target: str | None = None


class LandPlayed(Event, frozen=True, tag="land_played"):
    """A Land enters its slot."""

    id: str
    card: str


class AbilityActivated(Event, frozen=True, tag="ability_activated"):
    """An activated ability is announced and paid."""

    source: str
    targets: tuple[str, ...] = ()


class AbilityTriggered(Event, frozen=True, tag="ability_triggered"):
    """A triggered ability is applied."""

    source: str
    targets: tuple[str, ...] = ()


class DiceRolled(Event, frozen=True, tag="dice_rolled"):
    """Dice are rolled."""

    news: ClassVar[bool] = True

    dice: tuple[int, ...]
    sides: int


class AttackUnlocked(Event, frozen=True, tag="attack_unlocked"):
    """An attack is supplied for this turn (ruling-14)."""

    card: str
    ability: str


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """The turn's attack, with its targets in the order named."""

    source: str
    attacker: str
    targets: tuple[str, ...] = ()


class ReactionUsed(Event, frozen=True, tag="reaction_used"):
    """A reaction is used in its window, for this card."""

    source: str
    target: str


class Line(Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of a damage calculation: what it adds (or takes), and where it comes from.

    Of the reductions only the largest is `applied` (rule-10).
    """

    stage: Literal["bonus", "penalty", "reduction"]
    amount: int
    cites: Cites
    applied: bool | None = None


class DamageDealt(Event, frozen=True, tag="damage_dealt"):
    """A hit with its whole calculation; damage is counted up to maximum HP.

    `seat` is the one whose card deals it.
    `steps` is always there: an empty list says that nothing changed the base.
    """

    target: str
    base: int
    amount: int
    damage_before: int
    damage_after: int
    steps: tuple[Line, ...]


class DamagePrevented(Event, frozen=True, tag="damage_prevented"):
    """All damage of the attack to this target is prevented: no hit (ruling-04)."""

    target: str
    base: int


class EffectAdded(Event, frozen=True, tag="effect_added"):
    """A temporary effect is put on a character."""

    target: str
    effect: Effect


class EffectEnded(Event, frozen=True, tag="effect_ended"):
    """A temporary effect is used up or expires."""

    target: str
    effect: Effect


class EffectCancelled(Event, frozen=True, tag="effect_cancelled"):
    """A discrete effect of an enemy card does nothing to this card (rule-14)."""

    target: str
    because: Cites


class Healed(Event, frozen=True, tag="healed"):
    """HP is restored; `changed_by` changed the amount that the ability prints."""

    target: str
    amount: int
    damage_before: int
    damage_after: int
    changed_by: Cites | None = None


class DefeatPrevented(Event, frozen=True, tag="defeat_prevented"):
    """A rescue: the character survives with exactly this many HP (rule-8)."""

    target: str
    hp: int


class Defeated(Event, frozen=True, tag="defeated"):
    """A combatant is defeated; `knockouts` is the other seat's count after it."""

    target: str
    card: str
    knockouts: int


class Promoted(Event, frozen=True, tag="promoted"):
    """A Benched combatant becomes the Active one."""

    id: str


class Switched(Event, frozen=True, tag="switched"):
    """Active and Benched combatant change places."""

    incoming: str
    outgoing: str | None = None


class Discarded(Event, frozen=True, tag="discarded"):
    """A card goes to its owner's discard."""

    id: str
    card: str


class Revealed(Event, frozen=True, tag="revealed"):
    """Cards of a hidden zone are shown to both seats."""

    news: ClassVar[bool] = True

    cards: tuple[ShownCard, ...]


class LookedAt(Event, frozen=True, tag="looked_at"):
    """A seat looks at `count` cards of its deck; which ones is its own to know."""

    secret: ClassVar[tuple[str, ...]] = ("cards",)
    news: ClassVar[bool] = True

    count: int
    cards: tuple[ShownCard, ...] | None = None


class Searched(Event, frozen=True, tag="searched"):
    """A seat searched its deck and found this many cards."""

    news: ClassVar[bool] = True

    found: int


class PutInHand(Event, frozen=True, tag="put_in_hand"):
    """A card goes to its owner's hand under a new id; the other seat knows it only if revealed."""

    card: str | None = None
    id: str | None = None
    revealed: bool = False

    def informs(self) -> bool:
        """Tell whether the card had not been seen before."""
        return not self.revealed

    def seen_by(self, viewer: int | None) -> Self:
        """Leave out the id for all but the owner, and the card where it was not revealed."""
        if viewer == self.seat:
            return self
        return replace(self, id=None, card=self.card if self.revealed else None)


class PutOnDeck(Event, frozen=True, tag="put_on_deck"):
    """Cards go back to the deck in an order of their owner's choice."""

    count: int
    where: Literal["top", "bottom"]


class DeckShuffled(Event, frozen=True, tag="deck_shuffled"):
    """A deck is shuffled."""

    news: ClassVar[bool] = True


class UseRecorded(Event, frozen=True, tag="use_recorded"):
    """A use is spent (rule-7, ruling-23), under the title's base card."""

    card: str
    ability: str
    scope: Literal["turn", "game"]


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is over; unspent Energy is lost."""

    energy_lost: int


class MatchOver(Event, frozen=True, tag="match_over"):
    """The game is over; `winner` None is a draw."""

    winner: int | None
    reason: Reason


AnyEvent = (
    MatchStarted
    | HandRedrawn
    | TurnStarted
    | EnergySet
    | EnergyGained
    | EnergySpent
    | PhaseBegan
    | CardDrawn
    | Deployed
    | Evolved
    | Attached
    | CardPlayed
    | LandPlayed
    | AbilityActivated
    | AbilityTriggered
    | DiceRolled
    | AttackUnlocked
    | AttackDeclared
    | ReactionUsed
    | DamageDealt
    | DamagePrevented
    | EffectAdded
    | EffectEnded
    | EffectCancelled
    | Healed
    | DefeatPrevented
    | Defeated
    | Promoted
    | Switched
    | Discarded
    | Revealed
    | LookedAt
    | Searched
    | PutInHand
    | PutOnDeck
    | DeckShuffled
    | UseRecorded
    | TurnEnded
    | MatchOver
)
