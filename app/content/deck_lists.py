"""Reads decks: JSON with a quantity per card, or a list as people paste it."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from app.content.names import Found, NameIndex
from app.engine.kernel.refusal import Flaw, Malformed

MAX_TEXT = 20_000
MAX_LINES = 500
MAX_NAME = 200
MAX_QUANTITY = 200

_COMMENT = re.compile(r"(?:^|\s)(?:#|//).*$")
_BULLET = re.compile(r"^[-*•]\s+")
_SECTION = re.compile(r"^(?:\[.*\]|=.*|.*:)$")
_HEADER = re.compile(
    r"^(?:main ?)?(?:deck|board|cards|combatants?|characters?|cats?|evolutions?|items?|relics?"
    r"|consumables?|lands?|realms?|artifacts?)(?:\s*\(\d+\))?$",
    re.IGNORECASE,
)
_QUANTITY_FIRST = re.compile(
    r"^(?:(?P<q>\d+)(?:\s*[x×]\s+|[x×](?=\S)|\s+)|[x×]\s*(?P<x>\d+)\s+)(?P<name>\S.*)$",
    re.IGNORECASE,
)
_QUANTITY_LAST = re.compile(
    r"^(?P<name>.*\S)\s+(?:[x×]\s*(?P<x>\d+)|(?P<y>\d+)\s*[x×]|\((?P<z>\d+)\))$",
    re.IGNORECASE,
)


class DeckEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """So many copies of a card; `card` is its id, its name or an alias."""

    card: Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
    quantity: Annotated[int, Meta(ge=1, le=MAX_QUANTITY)] = 1


class DeckList(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deck as it is sent: either `cards`, or a `text` with a card per line."""

    cards: Annotated[tuple[DeckEntry, ...], Meta(max_length=MAX_LINES)] | None = None
    text: Annotated[str, Meta(max_length=MAX_TEXT)] | None = None


class Entry(Struct, frozen=True):
    """An entry of a deck list and where it stands; `line` counts from 1 in a text."""

    name: str
    quantity: int
    pointer: str
    line: int | None = None


def deck_of(counts: Mapping[str, int]) -> DeckList:
    """Return the deck list of quantities by card id."""
    return DeckList(tuple(DeckEntry(card, quantity) for card, quantity in counts.items()))


def entries_of(deck: DeckList, names: NameIndex, pointer: str = "") -> tuple[Entry, ...]:
    """Return the entries of a deck that was sent at `pointer`, in order, not yet looked up.

    Raises `Malformed` where it has not exactly one of `cards` and `text`, or its text cannot be
    read.
    """
    if deck.text is not None and deck.cards is None:
        return _read_text(deck.text, names, f"{pointer}/text")
    if deck.cards is None or deck.text is not None:
        raise Malformed([Flaw(pointer, "Send either `cards` or `text`.")])
    return tuple(
        Entry(entry.card, entry.quantity, f"{pointer}/cards/{index}/card")
        for index, entry in enumerate(deck.cards)
    )


def _read_text(text: str, names: NameIndex, place: str) -> tuple[Entry, ...]:
    """Read a list with a card per line: `2 Furthings`, `2x Furthings`, `Furthings x2`, `Furthings`.

    Sections, blank lines and comments (`#`, `//`) are passed over. A line that is as a whole the
    name of a card is that card.
    """
    lines = text.splitlines()
    if len(text) > MAX_TEXT:
        raise Malformed([Flaw(place, f"A deck list has {MAX_TEXT} characters at most.")])
    if len(lines) > MAX_LINES:
        raise Malformed([Flaw(place, f"A deck list has {MAX_LINES} lines at most.")])
    entries: list[Entry] = []
    flaws: list[Flaw] = []
    for number, line in enumerate(lines, start=1):
        for found in _line(line, names):
            if isinstance(found, str):
                flaws.append(Flaw(place, f"Line {number}: {found}"))
            else:
                entries.append(Entry(*found, place, number))
    if flaws:
        raise Malformed(flaws)
    return tuple(entries)


def _line(line: str, names: NameIndex) -> Iterator[tuple[str, int] | str]:
    """Yield the name and quantity of a line, or what is wrong with it; nothing for a heading."""
    text = _BULLET.sub("", _COMMENT.sub("", line).strip()).strip()
    if not text:
        return
    if isinstance(names.find(text), Found):
        yield text, 1
        return
    if _SECTION.match(text) or _HEADER.match(text):
        return
    name, quantity = _split(text)
    if name.isdigit():
        yield f"{name} of what? Write a card's name after the number."
    elif len(name) > MAX_NAME:
        yield f"A name has {MAX_NAME} characters at most."
    elif len(quantity) > 4 or not 1 <= int(quantity) <= MAX_QUANTITY:
        yield f"A quantity is a number from 1 to {MAX_QUANTITY}."
    else:
        yield name, int(quantity)


def _split(text: str) -> tuple[str, str]:
    first = _QUANTITY_FIRST.match(text)
    if first is not None:
        return first["name"].strip(), first["q"] or first["x"]
    last = _QUANTITY_LAST.match(text)
    if last is not None:
        return last["name"].strip(), last["x"] or last["y"] or last["z"]
    return text, "1"
