"""The closed vocabulary in which a card's behaviour is written.

A script file (YAML, one per card) maps each printed ability to one of five kinds: `attack`,
`activated`, `triggered`, `reaction`, `continuous`. `{word: arguments}` is written for a struct of
that word, a bare `word` for one without arguments, `{word: value}` for one whose first field is
the value. The engine matches on these very structs; the docs page and the JSON Schema come from
them.

Numbers are HP, damage, Energy or counts, exactly as printed.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Count = Annotated[int, Meta(ge=1)]
Amount = Annotated[int, Meta(ge=0)]
Side = Literal["own", "opposing", "both"]
Until = Literal["turn_end", "own_turn_start", "own_turn_end"]
Holder = Literal["target", "self", "host", "attacker"]
Once = Literal["turn", "game"]


class Word(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of every word of the vocabulary."""


# --- who is meant ---------------------------------------------------------------------------


class Who(Word, frozen=True):
    """Which characters (or discarded cards) are meant, seen from the ability's controller.

    `named`: counts as any of these identities; `named_all`: as all of them, between them;
    `not_named`: as none; `trait`: has this trait. `is`: the ability's own card (`self`), the
    character that it is attached to (`host`), or any `other` than the source or the first target.
    `where: normal` is what the normal attack-targeting rules allow (table-13); `where: discard`
    with `defeated` is a card that was defeated. `count` are chosen, as many as there are where
    `as_available`; `each` means all of them without a choice.
    """

    side: Side = "own"
    where: Literal["in_play", "active", "bench", "normal", "discard"] = "in_play"
    named: tuple[str, ...] = ()
    named_all: tuple[str, ...] = ()
    not_named: tuple[str, ...] = ()
    trait: str | None = None
    is_: Literal["self", "host", "other"] | None = field(default=None, name="is")
    defeated: bool = False
    count: Count = 1
    as_available: bool = False
    each: bool = False


class Requires(Word, frozen=True):
    """What must hold. `in_play`: someone who fits is in play; `target`: the chosen one fits."""

    in_play: Who | None = None
    target: Who | None = None


# --- effects --------------------------------------------------------------------------------


class Heal(Word, frozen=True, tag="heal"):
    """Heal `amount` HP, not above maximum (rule-8). `each` heals all who fit instead of a target.

    Example: `{heal: 10}`, `{heal: {amount: 40, each: {named: [Miso, Mochi]}}}`.
    """

    amount: Amount
    holder: Holder = "target"
    each: Who | None = None


class AttackBonus(Word, frozen=True, tag="attack_bonus"):
    """The holder's attacks deal `add` more damage until then; only its next one with `next_attack`.

    Example: `{attack_bonus: {add: 30, next_attack: true, until: turn_end}}`.
    """

    add: Amount
    holder: Holder = "target"
    next_attack: bool = False
    until: Until | None = None


class AttackPenalty(Word, frozen=True, tag="attack_penalty"):
    """The holder's attacks deal `reduce` less damage until then, minimum 0 (ruling-11).

    Example: `{attack_penalty: {reduce: 10, until: own_turn_end}}`.
    """

    reduce: Amount
    holder: Holder = "target"
    until: Until | None = None


class Shield(Word, frozen=True, tag="shield"):
    """The next hit on the holder deals `reduce` less damage, minimum 0 (rule-10).

    Example: `{shield: {reduce: 20, against: attack, until: own_turn_start}}`.
    """

    reduce: Amount
    against: Literal["attack", "any"]
    holder: Holder = "target"
    until: Until | None = None


class Asleep(Word, frozen=True, tag="asleep"):
    """The holder is Asleep until then (table-16, rule-5). Example: `{asleep: own_turn_end}`."""

    until: Until
    holder: Holder = "target"


class DealDamage(Word, frozen=True, tag="deal_damage"):
    """Deal `amount` damage that is not an attack's to the target (rule-9, ruling-20).

    Example: `{deal_damage: 20}`.
    """

    amount: Amount


class GainEnergy(Word, frozen=True, tag="gain_energy"):
    """Gain Energy for this turn (rule-3, rule-12). Example: `{gain_energy: 1}`."""

    amount: Count


class Draw(Word, frozen=True, tag="draw"):
    """Draw cards. Example: `{draw: 1}`."""

    count: Count


class RollResult(Word, frozen=True):
    """What happens when every die of the roll shows `at_least` this."""

    at_least: Count
    do: tuple["Effect", ...]


class Roll(Word, frozen=True, tag="roll"):
    """Roll dice; `results` say what they do, `rolled` triggers look at them too.

    Example:
    `{roll: {dice: 1, sides: 6, results: [{at_least: 5, do: [{unlock: Parkour Assault}]}]}}`.
    """

    dice: Count
    sides: Count
    results: tuple[RollResult, ...] = ()


class Unlock(Word, frozen=True, tag="unlock"):
    """Supply one of this card's attacks to its controller for this turn (ruling-14).

    Example: `{unlock: Parkour Assault}`.
    """

    attack: str


class SwitchIn(Word, frozen=True, tag="switch_in"):
    """The chosen Benched ally and the Active ally change places. Example: `switch_in`."""


class MaySwitch(Word, frozen=True, tag="may_switch"):
    """The attacker may change places with a Benched ally of its controller's choice.

    Example: `may_switch`.
    """


class ReturnToHand(Word, frozen=True, tag="return_to_hand"):
    """The chosen discarded card goes to its owner's hand (rule-8). Example: `return_to_hand`."""


class Search(Word, frozen=True, tag="search"):
    """Search the deck for an Evolution that counts as one of `evolution_of`; reveal it, take it.

    The deck is shuffled either way (ruling-29). Example: `{search: {evolution_of: [Miso, Mochi]}}`.
    """

    evolution_of: tuple[str, ...]
    count: Count = 1


class RevealTop(Word, frozen=True, tag="reveal_top"):
    """Reveal the top `count` cards; take `take` that carry one of `labels`; rest goes back on top.

    Example: `{reveal_top: {count: 3, take: 1, labels: [Land, Artifact]}}`.
    """

    count: Count
    take: Count
    labels: tuple[str, ...] = ()


class LookAtTop(Word, frozen=True, tag="look_at_top"):
    """Look at the top `count` cards in private; take `take`; the rest goes to the bottom.

    Example: `{look_at_top: {count: 3, take: 1}}`.
    """

    count: Count
    take: Count


class DiscardSelf(Word, frozen=True, tag="discard_self"):
    """Discard the card that the ability is printed on. Example: `discard_self`."""


Effect = (
    Heal
    | AttackBonus
    | AttackPenalty
    | Shield
    | Asleep
    | DealDamage
    | GainEnergy
    | Draw
    | Roll
    | Unlock
    | SwitchIn
    | MaySwitch
    | ReturnToHand
    | Search
    | RevealTop
    | LookAtTop
    | DiscardSelf
)

HeldEffect = AttackBonus | AttackPenalty | Shield | Asleep
"""Effects that stay on a character for a while."""

# --- when a trigger fires -------------------------------------------------------------------


class TurnStart(Word, frozen=True, tag="turn_start"):
    """At the start of the controller's turn, before the draw (rule-12)."""


class TurnEnd(Word, frozen=True, tag="turn_end"):
    """At the end of the controller's turn (rule-12)."""


class Attached(Word, frozen=True, tag="attached"):
    """When this Item is attached to a character."""


class Played(Word, frozen=True, tag="played"):
    """When this card is played; its `targets` are named by the play."""


class AttackResolved(Word, frozen=True, tag="attack_resolved"):
    """After this card's attack of that name."""

    attack: str


class AbilityHealed(Word, frozen=True, tag="ability_healed"):
    """After the controller's ability of that name healed at least 1 HP (ruling-27)."""

    ability: str


class Rolled(Word, frozen=True, tag="rolled"):
    """After this card's roll of that name, when every die shows `all_show`."""

    ability: str
    all_show: Count


class After(Word, frozen=True, tag="after"):
    """After this card's ability of that name, with the same target (also when it did nothing)."""

    ability: str


When = TurnStart | TurnEnd | Attached | Played | AttackResolved | AbilityHealed | Rolled | After

# --- the five kinds of ability --------------------------------------------------------------


class Attack(Word, frozen=True, tag="attack"):
    """An attack: the one of the turn (rule-3).

    `damage` is one number, or one per target in the order named. `attacker` is who may use an
    artifact's attack (without it: this very combatant). `then` follows the damage: an effect whose
    holder is the target is aimed at each target in turn, the others come after the last target.
    """

    energy: Amount
    targets: Who
    damage: Amount | tuple[Amount, ...]
    attacker: Who | None = None
    requires: Requires | None = None
    once: Literal["game"] | None = None
    needs_unlock: bool = False
    then: tuple[Effect, ...] = ()


class Activated(Word, frozen=True, tag="activated"):
    """A power that its controller announces in Act & Attack before the attack (rule-4)."""

    do: tuple[Effect, ...]
    energy: Amount = 0
    once: Once = "turn"
    requires: Requires | None = None
    targets: Who | None = None


class Triggered(Word, frozen=True, tag="triggered"):
    """What happens by itself when its time comes; `optional` where the text says "may".

    An optional one without targets to choose is accepted by choosing its own card.
    """

    when: When
    do: tuple[Effect, ...] = ()
    requires: Requires | None = None
    targets: Who | None = None
    optional: bool = False
    once: Once | None = None


class ReduceDamage(Word, frozen=True, tag="reduce_damage"):
    """The attack deals `reduce` less damage to the protected one, minimum 0 (rule-10)."""

    reduce: Amount


class PreventDamage(Word, frozen=True, tag="prevent_damage"):
    """The attack deals no damage to the protected one: no hit at all (ruling-04)."""


class SurviveWith(Word, frozen=True, tag="survive_with"):
    """The one who would be defeated survives with exactly this many HP (rule-8)."""

    hp: Count


class CancelEffect(Word, frozen=True, tag="cancel_effect"):
    """The discrete effect does nothing to the protected card (rule-14)."""


Response = ReduceDamage | PreventDamage | SurviveWith | CancelEffect


class Reaction(Word, frozen=True, tag="reaction"):
    """What the controller may do in a window that an enemy card, or a defeat, opens (rule-4)."""

    window: Literal["before_damage", "before_effect", "would_be_defeated"]
    protects: Who
    do: Response
    once: Once
    requires: Requires | None = None
    pay: Literal["discard_self"] | None = None


class ContinuousBonus(Word, frozen=True):
    """Attacks of those meant deal `add` more damage; only the attack named, if one is (rule-9)."""

    add: Amount
    of: Who
    attack: str | None = None


class DamageReduction(Word, frozen=True):
    """Those meant take `reduce` less damage, minimum 0 (rule-10).

    `first_attack_each_turn`: only from the first attack against it in a turn (ruling-12).
    """

    reduce: Amount
    against: Literal["any", "attack", "enemy_attack"]
    of: Who
    first_attack_each_turn: bool = False


class HealChange(Word, frozen=True):
    """The ability heals `to` instead of `from` when `by` (the host of this Item) uses it."""

    ability: str
    from_: Amount = field(name="from")
    to: Amount
    by: Literal["host"] = "host"


class Continuous(Word, frozen=True, tag="continuous"):
    """What holds while its card is in play and `requires` is met: exactly one of the three."""

    attack_bonus: ContinuousBonus | None = None
    damage_reduction: DamageReduction | None = None
    heal_change: HealChange | None = None
    requires: Requires | None = None


Script = Attack | Activated | Triggered | Reaction | Continuous
