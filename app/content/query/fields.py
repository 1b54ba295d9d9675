"""The table of the fields that a query can ask about.

It is the only such table: the parser, the index, the error texts, the plain words, `docs/query.md`
and the description of `q` in the OpenAPI document are all made from it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, get_args, get_type_hints

from msgspec import Struct

from app.content.cards import Ability, Card
from app.content.check_scripts import walk
from app.content.reference import AbilityKind
from app.engine.artifacts import script
from app.engine.artifacts.book import Kind
from app.engine.artifacts.script import Once, Reaction, Script, Triggered, When

Values = Iterable[str | int]
Holds = Literal["text", "word", "number"]

WHOLE = ("=", "!=")
OPERATORS: dict[Holds, tuple[str, ...]] = {
    "text": (":",),
    "word": (":", *WHOLE),
    "number": (":", *WHOLE, "<", "<=", ">", ">="),
}
_WINDOWS: tuple[str, ...] = get_args(get_type_hints(Reaction)["window"])


class Field(Struct, frozen=True, kw_only=True):
    """A field: what it holds, where it is read from, and how it is told of.

    `of_card` reads it from a card and the ids of the rules that bear on it, `of_ability` from each
    ability; one that is read from abilities only is a question about one ability. `words` are
    those that there are even if no card has them, `same` says which words mean another one,
    `prefix` may be left out of a value. A text can be compared as a `whole`.
    """

    name: str
    holds: Holds
    meaning: str
    example: str
    of_card: Callable[[Card, tuple[str, ...]], Values] | None = None
    of_ability: Callable[[Ability], Values] | None = None
    words: tuple[str, ...] = ()
    same: Mapping[str, str] = {}
    prefix: str = ""
    whole: bool = False
    noun: str = ""

    @property
    def operators(self) -> tuple[str, ...]:
        """The operators that it takes."""
        return OPERATORS[self.holds] + (WHOLE if self.whole else ())

    @property
    def one_ability(self) -> bool:
        """Whether it asks about one ability, and not about the card."""
        return self.of_card is None

    @property
    def spoken(self) -> str:
        """What it is called in a sentence."""
        return self.noun or self.name


def _card_texts(card: Card, _: tuple[str, ...]) -> Values:
    return (card.type, *card.notes)


def _ability_texts(ability: Ability) -> Values:
    return (ability.name, ability.printed_text, ability.effect, *ability.conditions)


def _damage(ability: Ability) -> Iterator[int]:
    for placed in walk(ability.script, ""):
        match placed.word:
            case script.Attack(damage=int() as amount) | script.DealDamage(amount=amount):
                yield amount
            case script.Attack(damage=tuple() as amounts):
                yield from amounts
            case _:
                pass


def _heal(ability: Ability) -> Iterator[int]:
    for placed in walk(ability.script, ""):
        match placed.word:
            case script.Heal(amount=amount) | script.HealChange(to=amount):
                yield amount
            case _:
                pass


def _once(ability: Ability) -> Values:
    once = getattr(ability.script, "once", None)
    return () if once is None else (once,)


def _trigger(ability: Ability) -> Values:
    behaviour: Script = ability.script
    if isinstance(behaviour, Triggered):
        return (str(behaviour.when.__struct_config__.tag),)
    return (behaviour.window,) if isinstance(behaviour, Reaction) else ()


def _number(value: int | None) -> Values:
    return () if value is None else (value,)


FIELDS: tuple[Field, ...] = (
    Field(
        name="name",
        holds="text",
        meaning="the card's name",
        example="name:wand",
        of_card=lambda card, _: (card.name,),
        whole=True,
    ),
    Field(
        name="text",
        holds="text",
        meaning="what is printed on the card: its type line, its notes, the names, texts, effects "
        "and conditions of its abilities",
        example='text:"draw 1 card"',
        of_card=_card_texts,
        of_ability=_ability_texts,
    ),
    Field(
        name="kind",
        holds="word",
        meaning="what kind of card it is",
        example="kind:relic",
        of_card=lambda card, _: (card.kind,),
        words=get_args(Kind),
    ),
    Field(
        name="type",
        holds="text",
        meaning="the type line",
        example="type:nemesis",
        of_card=lambda card, _: (card.type,),
        whole=True,
    ),
    Field(
        name="label",
        holds="word",
        meaning="the search class; a Realm is a Land (rule-13)",
        example="label:artifact",
        of_card=lambda card, _: card.labels,
        same={"realm": "Land"},
    ),
    Field(
        name="set",
        holds="word",
        meaning="the id of the set that it belongs to",
        example="set:starter-cats",
        of_card=lambda card, _: (card.set,),
    ),
    Field(
        name="trait",
        holds="word",
        meaning="a trait; `Nemesis` stands in the type line (ruling-33)",
        example="trait:cat",
        of_card=lambda card, _: card.traits,
    ),
    Field(
        name="hp",
        holds="number",
        meaning="its HP; only combatants have any",
        example="hp>=120",
        of_card=lambda card, _: _number(card.hp),
        noun="HP",
    ),
    Field(
        name="limit",
        holds="number",
        meaning="how many copies a deck may have, where the card prints that",
        example="limit:1",
        of_card=lambda card, _: _number(card.limits.deck_copies),
    ),
    Field(
        name="rule",
        holds="word",
        meaning="a shared rule that bears on the card",
        example="rule:9",
        of_card=lambda _, rules: rules,
        prefix="rule-",
    ),
    Field(
        name="ability",
        holds="text",
        meaning="the ability's name",
        example="ability:starfire",
        of_ability=lambda ability: (ability.name,),
        whole=True,
    ),
    Field(
        name="ability_kind",
        holds="word",
        meaning="the ability's kind",
        example="ability_kind:trigger",
        of_ability=lambda ability: (ability.kind,),
        words=get_args(AbilityKind),
        noun="kind",
    ),
    Field(
        name="timing",
        holds="text",
        meaning="when the ability can be used, as printed",
        example='timing:"end of your turn"',
        of_ability=lambda ability: (ability.timing,),
    ),
    Field(
        name="cost",
        holds="number",
        meaning="the Energy that the ability costs",
        example="cost<=1",
        of_ability=lambda ability: (ability.cost.energy,),
    ),
    Field(
        name="damage",
        holds="number",
        meaning="the damage that the ability deals to one target, without any bonus",
        example="damage>=60",
        of_ability=_damage,
    ),
    Field(
        name="heal",
        holds="number",
        meaning="the HP that the ability heals",
        example="heal>=20",
        of_ability=_heal,
        noun="healing",
    ),
    Field(
        name="once",
        holds="word",
        meaning="whether the ability works once per turn, or once per game",
        example="once:game",
        of_ability=_once,
        words=get_args(Once),
        noun="limit of uses",
    ),
    Field(
        name="trigger",
        holds="word",
        meaning="what sets the ability off, or what it reacts to",
        example="trigger:turn_end",
        of_ability=_trigger,
        words=(*(str(when.__struct_config__.tag) for when in get_args(When)), *_WINDOWS),
    ),
    Field(
        name="target",
        holds="text",
        meaning="whom the ability is aimed at, as printed",
        example="target:benched",
        of_ability=lambda ability: (ability.target,),
    ),
)

BY_NAME: Mapping[str, Field] = {field.name: field for field in FIELDS}
