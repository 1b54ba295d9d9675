"""Cards, rules, rulings and table settings as reports."""

from collections.abc import Iterable, Iterator, Sequence

from app.api.sheets.sheet import Section, Sheet
from app.content.cards import Ability, Card
from app.content.library import Library
from app.content.rules import Rule, Ruling, TableSetting
from app.services.examples import LiveExample

_COLORS = {
    "Combatant": 0xC2412D,
    "Item": 0x2D6CC2,
    "Relic": 0x8A5BC7,
    "Consumable": 0xC78A2B,
    "Land": 0x3C8C4A,
}
_RULES = 0x5B6470


def card_sheet(library: Library, card: Card) -> Sheet:
    """Tell a card as it is printed, and which rules and rulings bear on it."""
    sections = [Section(_heading(ability), (ability.printed_text,)) for ability in card.abilities]
    rulings = [ruling.id for ruling in library.rulings_of(card.id)]
    sections += _listed("Notes", card.notes)
    sections += _in_a_row("Rules", library.card_rules[card.id])
    sections += _in_a_row("Rulings", rulings)
    return Sheet(
        title=card.name,
        lead=(type_line(card), *facts(card)),
        sections=tuple(sections),
        path=f"/v1/cards/{card.id}",
        color=_COLORS[card.kind],
    )


def type_line(card: Card) -> str:
    """Return kind, type and HP in one line."""
    parts = [card.kind, card.type]
    if card.hp is not None:
        parts.append(f"{card.hp} HP")
    return " · ".join(parts)


def cost_of(ability: Ability) -> str:
    """Return what kind of ability it is, and what it costs if it costs something."""
    energy = ability.cost.energy
    return f"{ability.kind}, {energy} Energy" if energy else ability.kind


def _heading(ability: Ability) -> str:
    return f"{ability.name} ({cost_of(ability)})"


def facts(card: Card) -> Iterator[str]:
    """Yield what else is to be known of a card, in short sentences."""
    if card.evolves_from:
        yield f"Evolves from {' or '.join(card.evolves_from)}."
    if card.attaches_to:
        yield f"Attaches to your {' or '.join(card.attaches_to)}."
    if card.limits.printed is not None:
        yield card.limits.printed
    if card.labels:
        yield f"Found by a search for: {', '.join(card.labels)}."
    if card.status == "provisional":
        yield "Provisional: this card is not printed yet."


def rule_sheet(library: Library, rule: Rule) -> Sheet:
    """Tell a shared rule, and what completes it."""
    names = [library.cards[card].name for card in rule.cards]
    return Sheet(
        title=f"{rule.id} · {rule.title}",
        lead=(rule.text, rule.origin),
        sections=(
            *_in_a_row("Rulings", rule.rulings),
            *_settings(library, rule.settings),
            *_in_a_row("Cards", names),
        ),
        path=f"/v1/rules/{rule.id}",
        color=_RULES,
    )


def ruling_sheet(library: Library, ruling: Ruling, examples: Sequence[LiveExample]) -> Sheet:
    """Tell a ruling, what it concerns, and how its examples came out."""
    names = [library.cards[card].name for card in ruling.cards]
    return Sheet(
        title=f"{ruling.id} · {ruling.heading}",
        lead=(ruling.text,),
        sections=(
            *_listed("Rules", (f"{id_} · {library.rules[id_].title}" for id_ in ruling.rules)),
            *_listed(
                "Table settings", (setting_line(library.settings[s]) for s in ruling.settings)
            ),
            *_in_a_row("Cards", names),
            *_listed("Examples", (_example(example) for example in examples)),
        ),
        path=f"/v1/rulings/{ruling.id}",
        color=_RULES,
    )


def setting_sheet(library: Library, setting: TableSetting) -> Sheet:
    """Tell a table setting."""
    return Sheet(
        title=f"{setting.id} · {setting.name}",
        lead=(setting.meaning, f"Default: {setting.shown}."),
        sections=(
            *_listed("Rules", (rule_line(library.rules[id_]) for id_ in setting.rules)),
            *_in_a_row("Rulings", setting.rulings),
        ),
        path=f"/v1/settings/{setting.id}",
        color=_RULES,
    )


def list_sheet(title: str, path: str, lines: Iterable[str], total: int) -> Sheet:
    """Tell a list, a line for each thing in it."""
    listed = tuple(lines)
    heading = f"All {total}" if len(listed) == total else f"{len(listed)} of {total}"
    return Sheet(title=title, sections=tuple(_listed(heading, listed)), path=path)


def card_line(card: Card) -> str:
    """Tell a card in a line."""
    return f"{card.name} · {type_line(card)}"


def rule_line(rule: Rule) -> str:
    """Tell a rule in a line."""
    return f"{rule.id} · {rule.title}"


def ruling_line(ruling: Ruling) -> str:
    """Tell a ruling in a line."""
    return f"{ruling.id} · {ruling.text}"


def setting_line(setting: TableSetting) -> str:
    """Tell a table setting in a line."""
    return f"{setting.id} · {setting.name} = {setting.shown}"


def _example(example: LiveExample) -> str:
    return f"{'passed' if example.outcome.passed else 'FAILED'}: {example.name}"


def _settings(library: Library, ids: Iterable[str]) -> Iterator[Section]:
    yield from _listed("Table settings", (setting_line(library.settings[id_]) for id_ in ids))


def _in_a_row(heading: str, words: Iterable[str]) -> Iterator[Section]:
    yield from _listed(heading, filter(None, [", ".join(words)]))


def _listed(heading: str, entries: Iterable[str]) -> Iterator[Section]:
    listed = tuple(entries)
    if listed:
        yield Section(heading, listed)
