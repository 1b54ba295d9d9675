"""Pages about cards."""

from collections.abc import Iterable
from html import escape

from app.api.pages.layout import article, cited, following, frame, paragraph, row
from app.api.sheets.reference import cost_of, facts, type_line
from app.content.cards import Ability, Card
from app.content.library import Library


def cards_page(cards: Iterable[Card], total: int, more: str | None) -> str:
    """Return the page of a list of cards, `total` in all; `more` is the address of the next one."""
    told = (article(card.id, card.name, f"/v1/cards/{card.id}", _short(card)) for card in cards)
    count = paragraph(f"{total} card{'' if total == 1 else 's'}", "faint")
    return frame("Cards", count + "".join(told) + following(more))


def card_page(library: Library, card: Card) -> str:
    """Return the page of one card."""
    body = (
        paragraph(type_line(card))
        + "".join(paragraph(fact, "faint") for fact in facts(card))
        + "".join(map(_ability, card.abilities))
        + "".join(paragraph(note, "faint") for note in card.notes)
        + row("Rules", map(cited, library.card_rules[card.id]))
        + row("Rulings", (cited(ruling.id) for ruling in library.rulings_of(card.id)))
    )
    return frame(card.name, body)


def _short(card: Card) -> str:
    names = ", ".join(ability.name for ability in card.abilities)
    return paragraph(type_line(card)) + paragraph(names, "faint")


def _ability(ability: Ability) -> str:
    said = f"{escape(ability.name)} <span class='faint'>({escape(cost_of(ability))})</span>"
    return (
        f"<h2>{said}</h2>\n"
        + paragraph(ability.printed_text)
        + paragraph(f"{ability.timing} {ability.effect} {ability.frequency}", "faint")
    )
