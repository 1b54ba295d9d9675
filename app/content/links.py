"""How cards, rules, rulings and table settings are linked: each link can be followed both ways."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import asdict

from app.content.cards import Card
from app.content.check_scripts import walk
from app.content.reference import SharedRule
from app.content.rules import Rule, Ruling, TableSetting, WrittenSetting
from app.engine.artifacts import script
from app.engine.artifacts.script import Word
from app.engine.kernel.names import folded


def linked_rules(
    rules: Iterable[SharedRule],
    card_rules: Mapping[str, tuple[str, ...]],
    rulings: Iterable[Ruling],
    settings: Iterable[WrittenSetting],
) -> dict[str, Rule]:
    """Return the rules by id, with all that leads to them; `card_rules` are those of each card."""
    readings, open_points = tuple(rulings), tuple(settings)
    return {
        rule.id: Rule(
            id=rule.id,
            title=rule.title,
            origin=rule.origin,
            text=rule.text,
            cards=tuple(card for card, bearing in card_rules.items() if rule.id in bearing),
            rulings=tuple(ruling.id for ruling in readings if rule.id in ruling.rules),
            settings=tuple(setting.id for setting in open_points if rule.id in setting.rules),
        )
        for rule in rules
    }


def linked_settings(
    settings: Iterable[WrittenSetting], rulings: Iterable[Ruling]
) -> dict[str, TableSetting]:
    """Return the table settings by id, with the rulings that speak of them."""
    readings = tuple(rulings)
    return {
        setting.id: TableSetting(
            **asdict(setting),
            rulings=tuple(ruling.id for ruling in readings if setting.id in ruling.settings),
        )
        for setting in settings
    }


def rules_of(card: Card, rules: Iterable[SharedRule]) -> tuple[str, ...]:
    """Return the ids of the rules that bear on the card, in the order of the rules.

    Those are the rules that name it, and those about what is printed on it or what its scripts do.
    """
    bearing = set(_by_print(card))
    for ability in card.abilities:
        for placed in walk(ability.script, ""):
            bearing.update(_by_word(placed.word))
    names = [folded(card.name), *(folded(ability.name) for ability in card.abilities)]
    return tuple(
        rule.id
        for rule in rules
        if rule.id in bearing or any(name in folded(rule.text) for name in names)
    )


def _by_print(card: Card) -> Iterator[str]:
    yield from ("rule-1", "rule-2")
    if card.identities or card.evolves_from or card.attaches_to:
        yield "rule-6"
    if card.limits.deck_copies is not None or card.limits.in_play_copies is not None:
        yield "rule-7"
    if card.labels:
        yield "rule-13"


_BY_WORD: dict[type[Word], tuple[str, ...]] = {
    script.Attack: ("rule-3",),
    script.Activated: ("rule-4", "rule-7"),
    script.Reaction: ("rule-4", "rule-7"),
    script.Triggered: ("rule-4",),
    script.Continuous: ("rule-11",),
    script.TurnStart: ("rule-12",),
    script.TurnEnd: ("rule-12",),
    script.GainEnergy: ("rule-3",),
    script.Heal: ("rule-8",),
    script.HealChange: ("rule-8",),
    script.SurviveWith: ("rule-8",),
    script.ReturnToHand: ("rule-8",),
    script.AttackBonus: ("rule-9", "rule-11"),
    script.AttackPenalty: ("rule-9", "rule-11"),
    script.ContinuousBonus: ("rule-9",),
    script.DealDamage: ("rule-9",),
    script.Shield: ("rule-10", "rule-11"),
    script.DamageReduction: ("rule-10",),
    script.ReduceDamage: ("rule-10",),
    script.PreventDamage: ("rule-10", "rule-14"),
    script.CancelEffect: ("rule-10", "rule-14"),
    script.Asleep: ("rule-5", "rule-11"),
    script.SwitchIn: ("rule-5",),
    script.MaySwitch: ("rule-5",),
    script.RevealTop: ("rule-13",),
}


def _by_word(word: Word) -> Iterator[str]:
    yield from _BY_WORD.get(type(word), ())
    match word:
        case script.Attack() | script.Triggered() if word.once is not None:
            yield "rule-7"
        case script.Who():
            if word.side == "both":
                yield "rule-12"
            if word.named or word.named_all or word.not_named or word.is_ == "other":
                yield "rule-6"
        case _:
            pass
