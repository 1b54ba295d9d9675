"""The card book: what the engine knows of each card, worked out once when it is read."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeVar, assert_never

from msgspec import Struct

from app.engine.artifacts import script
from app.engine.artifacts.script import Effect
from app.engine.kernel.citation import Cites
from app.engine.kernel.names import folded

S = TypeVar("S", bound=script.Word)

Kind = Literal["Combatant", "Item", "Relic", "Consumable", "Land"]


class CardAbility(Struct, frozen=True):
    """One printed ability with its script. `effects` is every effect of it, in the order written.

    A nested effect (of a roll's result) comes after the one that holds it; an effect's place in
    this tuple is its number in an agenda. `first` are the numbers that are done when the ability
    resolves, `use` is what a once-per-turn or once-per-game use is recorded under.
    """

    card: str
    name: str
    script: script.Script
    use_card: str
    effects: tuple[Effect, ...] = ()
    first: tuple[int, ...] = ()

    def cites(self, *rules: str) -> Cites:
        """Return a citation of this ability and the given rules."""
        return Cites(self.card, self.name, rules)


class Numbered(Struct, frozen=True):
    """The effects of a list, with nested ones numbered behind them."""

    effects: tuple[Effect, ...]
    first: tuple[int, ...]


def numbered(effects: Iterable[Effect]) -> Numbered:
    """Give each effect its number: the order written, nested ones directly after their holder."""
    flat: list[Effect] = []
    first: list[int] = []
    for effect in effects:
        first.append(len(flat))
        flat.append(effect)
        if isinstance(effect, script.Roll):
            for result in effect.results:
                flat.extend(numbered(result.do).effects)
    return Numbered(tuple(flat), tuple(first))


class PrintedCard(Struct, frozen=True, kw_only=True):
    """What the book needs of a card as printed.

    `identities` are the named cats that it counts as, `traits` what a script may ask for, `labels`
    its search classes (rule-13), `evolves_from` titles, `attaches_to` the identities that an Item
    may be attached to, `scripts` its abilities by printed name, in the printed order.
    """

    id: str
    name: str
    kind: Kind
    hp: int | None = None
    identities: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    evolves_from: tuple[str, ...] = ()
    attaches_to: tuple[str, ...] = ()
    limit_in_play: int | None = None
    limit_in_deck: int | None = None
    scripts: Mapping[str, script.Script] = {}


class BookCard:
    """A card ready for the engine: its printed facts, and its abilities sorted by what they do.

    `hp` is maximum HP (0 for what has none). `line` is the id of the base card of its line: the
    card that uses are recorded under (ruling-22) and the title that an Evolution names (ruling-40).
    """

    __slots__ = (
        "abilities", "activated", "attaches_to", "attacks", "bonuses", "evolves_from",
        "heal_changes", "hp", "id", "identities", "kind", "labels", "limit_in_deck",
        "limit_in_play", "line", "name", "reactions", "reductions", "supplied", "traits",
        "triggers",
    )  # fmt: skip

    def __init__(self, card: PrintedCard, line: str) -> None:
        self.id = card.id
        self.name = card.name
        self.kind = card.kind
        self.hp = card.hp or 0
        self.identities = frozenset(card.identities)
        self.traits = frozenset(card.traits)
        self.labels = frozenset(card.labels)
        self.evolves_from = card.evolves_from
        self.attaches_to = card.attaches_to
        self.limit_in_play = card.limit_in_play
        self.limit_in_deck = card.limit_in_deck
        self.line = line
        self.abilities: dict[str, CardAbility] = {}
        self.attacks: list[tuple[CardAbility, script.Attack]] = []
        self.supplied: list[tuple[CardAbility, script.Attack]] = []
        self.activated: list[tuple[CardAbility, script.Activated]] = []
        self.triggers: dict[type[script.When], list[tuple[CardAbility, script.Triggered]]] = {}
        self.reactions: dict[str, list[tuple[CardAbility, script.Reaction]]] = {}
        self.bonuses: list[tuple[CardAbility, script.Continuous, script.ContinuousBonus]] = []
        self.reductions: list[tuple[CardAbility, script.Continuous, script.DamageReduction]] = []
        self.heal_changes: list[tuple[CardAbility, script.Continuous, script.HealChange]] = []
        for name, words in card.scripts.items():
            self._add(name, words)

    def _add(self, name: str, words: script.Script) -> None:
        match words:
            case script.Attack():
                effects = numbered(words.then)
            case script.Activated() | script.Triggered():
                effects = numbered(words.do)
            case _:
                effects = numbered(())
        ability = CardAbility(self.id, name, words, self.line, effects.effects, effects.first)
        self.abilities[folded(name)] = ability
        match words:
            case script.Attack():
                (self.attacks if words.attacker is None else self.supplied).append((ability, words))
            case script.Activated():
                self.activated.append((ability, words))
            case script.Triggered():
                self.triggers.setdefault(type(words.when), []).append((ability, words))
            case script.Reaction():
                self.reactions.setdefault(words.window, []).append((ability, words))
            case script.Continuous():
                if words.attack_bonus is not None:
                    self.bonuses.append((ability, words, words.attack_bonus))
                if words.damage_reduction is not None:
                    self.reductions.append((ability, words, words.damage_reduction))
                if words.heal_change is not None:
                    self.heal_changes.append((ability, words, words.heal_change))
            case _:
                assert_never(words)

    @property
    def is_evolution(self) -> bool:
        """Whether it is played onto a character instead of deployed."""
        return bool(self.evolves_from)

    @property
    def is_basic(self) -> bool:
        """Whether it is a combatant that can be deployed without a base (table-03)."""
        return self.kind == "Combatant" and not self.evolves_from


class CardBook(dict[str, BookCard]):
    """All cards of a release by id, in the order in which they were read."""

    def __init__(self, cards: Iterable[PrintedCard]) -> None:
        printed = {card.id: card for card in cards}
        by_title = {card.name: card.id for card in printed.values()}
        super().__init__(
            (card.id, BookCard(card, _line(card, printed, by_title))) for card in printed.values()
        )

    def ability(self, card: str, name: str) -> CardAbility:
        """Return the card's ability of that name (as `names.folded` compares names)."""
        return self[card].abilities[folded(name)]

    def scripted(self, card: str, name: str, kind: type[S]) -> tuple[CardAbility, S]:
        """Return the card's ability of that name, known to be of this kind, with its script."""
        ability = self.ability(card, name)
        if not isinstance(ability.script, kind):  # pragma: no cover - verified before it is played
            raise TypeError(f"{name} of {card} is not of the kind {kind.__name__}")
        return ability, ability.script


def _line(card: PrintedCard, printed: Mapping[str, PrintedCard], titles: Mapping[str, str]) -> str:
    """Return the id of the base card of this card's line: itself where it evolves from nothing."""
    seen = {card.id}
    while card.evolves_from:
        base = titles.get(card.evolves_from[0])
        if base is None or base in seen:
            break
        seen.add(base)
        card = printed[base]
    return card.id
