"""Decks as text: a list that can be pasted again, and edits in a few words."""

from collections.abc import Iterator, Mapping
from typing import get_args

from app.content.deck_lists import MAX_QUANTITY, DeckList, entries_of
from app.content.library import Library
from app.content.names import Found
from app.engine.artifacts.book import Kind
from app.engine.artifacts.decks import Edit
from app.engine.kernel.refusal import Malformed


def text_of(library: Library, counts: Mapping[str, int], title: str | None = None) -> str:
    """Return the list of a deck, by kind, which reads back as the same cards.

    `title` becomes a comment above it.
    """
    lines = [] if title is None else [f"# {' '.join(title.split())}"]
    for kind in get_args(Kind):
        ids = [id_ for id_ in counts if library.cards[id_].kind == kind]
        if ids:
            lines.append(f"{kind}s ({sum(counts[id_] for id_ in ids)})")
            lines += (line for id_ in ids for line in _lines(library, id_, counts[id_]))
    return "".join(f"{line}\n" for line in lines)


def _lines(library: Library, card: str, quantity: int) -> Iterator[str]:
    written = _written(library, card)
    while quantity > 0:
        yield f"{min(quantity, MAX_QUANTITY)} {written}"
        quantity -= MAX_QUANTITY


def _written(library: Library, card: str) -> str:
    """Return the card's name, or its id where a list with the name would not say this card."""
    name = library.cards[card].name
    try:
        entries = entries_of(DeckList(text=f"2 {name}"), library.names)
    except Malformed:
        return card
    is_read = [(library.names.find(entry.name), entry.quantity) for entry in entries]
    return name if is_read == [(Found(card), 2)] else card


def edit_line(library: Library, edit: Edit) -> str:
    """Tell an edit in a few words."""
    card = library.cards.get(edit.card)
    name = edit.card if card is None else card.name
    if edit.action == "replace":
        return f"write {name} instead"
    return f"{edit.action} {edit.quantity} {name}"
