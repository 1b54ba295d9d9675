"""Whether a deck may be played at a table, and the smallest edit that would make it so.

A deck is a quantity by card id. Limits come from the cards (rule-7, ruling-25) and from the table
settings table-01 to table-03.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from app.engine.artifacts.book import BookCard, CardBook
from app.engine.artifacts.settings import Settings

Deck = Mapping[str, int]


class Copies(Struct, frozen=True):
    """A card of the deck: how many there are, and how many there may be.

    `id` and `limit` are None for a name that is no card's.
    """

    id: str | None
    name: str
    quantity: int
    limit: int | None


class Edit(Struct, frozen=True):
    """So many copies of a card to add or remove; `replace` puts it in the place of a bad name."""

    action: Literal["add", "remove", "replace"]
    card: str
    quantity: int


class DeckProblem(Struct, frozen=True, kw_only=True):
    """What is wrong with a deck, and the rule, ruling or table setting that says so.

    `rule` is None for a name that is no card's. A `warning` leaves the deck legal. `pointer` is a
    JSON Pointer to the place in what was sent, empty where it is the deck as a whole.
    """

    code: str
    severity: Literal["error", "warning"]
    rule: str | None
    cards: tuple[Copies, ...] = ()
    message: str
    pointer: str = ""
    suggestions: tuple[Edit, ...] = ()


def limit_of(card: BookCard, settings: Settings) -> int:
    """Return how many copies of the card a deck may have (rule-7, table-02)."""
    return settings.max_copies if card.limit_in_deck is None else card.limit_in_deck


def problems(
    book: CardBook, deck: Deck, settings: Settings, unknown: int = 0
) -> Iterator[DeckProblem]:
    """Yield what is wrong with the deck; `unknown` more cards are in it that no one knows."""
    edits = fix(book, deck, settings) or ()
    yield from _size(deck, settings, unknown, edits)
    yield from _copies(book, deck, settings)
    basics = _basics(book, deck)
    if basics < settings.min_basics:
        yield DeckProblem(
            code="not_enough_basics",
            severity="error",
            rule="table-03",
            message=f"The deck has {basics} of at least {settings.min_basics} combatants that can "
            "be deployed without a base (table-03).",
            suggestions=tuple(_basics_of(book, edits, settings.min_basics - basics)),
        )
    yield from _warnings(book, deck, settings)


def _basics_of(book: CardBook, edits: tuple[Edit, ...], short: int) -> Iterator[Edit]:
    """Yield as many basics that are to be added as are missing."""
    for edit in edits:
        if short and edit.action == "add" and book[edit.card].is_basic:
            quantity = min(edit.quantity, short)
            short -= quantity
            yield Edit("add", edit.card, quantity)


def _size(
    deck: Deck, settings: Settings, unknown: int, edits: tuple[Edit, ...]
) -> Iterator[DeckProblem]:
    size = sum(deck.values()) + unknown
    if size == settings.deck_size:
        return
    action = "add" if size < settings.deck_size else "remove"
    yield DeckProblem(
        code="deck_size",
        severity="error",
        rule="table-01",
        message=f"The deck has {_cards(size)}; a deck has exactly {settings.deck_size} (table-01).",
        suggestions=tuple(edit for edit in edits if edit.action == action),
    )


def _copies(book: CardBook, deck: Deck, settings: Settings) -> Iterator[DeckProblem]:
    for id_, quantity in deck.items():
        card, limit = book[id_], limit_of(book[id_], settings)
        if quantity <= limit:
            continue
        printed = card.limit_in_deck is not None
        said = (
            f"prints Limit {limit} (rule-7, ruling-25)"
            if printed
            else f"may be in a deck {limit} times at most (table-02)"
        )
        yield DeckProblem(
            code="limit_one" if printed else "too_many_copies",
            severity="error",
            rule="rule-7" if printed else "table-02",
            cards=(_copies_of(card, quantity, settings),),
            message=f"{card.name} {said}; the deck has {quantity}.",
            suggestions=(Edit("remove", id_, quantity - limit),),
        )


def _warnings(book: CardBook, deck: Deck, settings: Settings) -> Iterator[DeckProblem]:
    """Warn of cards that can never be played in this deck: they stay legal."""
    for id_, quantity in deck.items():
        card = book[id_]
        if not _is_stranded(book, deck, card):
            continue
        if card.is_evolution:
            missing = " or ".join(card.evolves_from)
            code, rule, said = "orphan_evolution", "ruling-40", f"evolves from {missing}"
        else:
            missing = " or ".join(card.attaches_to)
            code, rule, said = "no_eligible_holder", "ruling-37", f"attaches to {missing}"
        yield DeckProblem(
            code=code,
            severity="warning",
            rule=rule,
            cards=(_copies_of(card, quantity, settings),),
            message=f"{card.name} {said}, and the deck has none ({rule}).",
            suggestions=(Edit("remove", id_, quantity),),
        )


def _is_stranded(book: CardBook, deck: Deck, card: BookCard) -> bool:
    """Whether the card needs another that the deck does not have."""
    if card.is_evolution:
        return not any(book[id_].name in card.evolves_from for id_ in deck)
    wanted = set(card.attaches_to)
    return bool(wanted) and not any(wanted & book[id_].identities for id_ in deck)


def _copies_of(card: BookCard, quantity: int, settings: Settings) -> Copies:
    return Copies(card.id, card.name, quantity, limit_of(card, settings))


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def fix(
    book: CardBook, deck: Deck, settings: Settings, wished: Deck | None = None
) -> tuple[Edit, ...] | None:
    """Return the fewest cards to remove and add that make the deck legal; None if nothing can.

    Of equally small edits it is the one that takes out what cannot be played and puts in what is
    wished, then more of what is there.
    """
    kept = {id_: min(quantity, limit_of(book[id_], settings)) for id_, quantity in deck.items()}
    have = _basics(book, kept)
    short = max(0, settings.min_basics - have)
    surplus = sum(kept.values()) + short - settings.deck_size
    kept = _without(book, kept, surplus, spare=max(0, have - settings.min_basics))
    wishes = wished or {}
    order = _order(book, kept)
    basics = [id_ for id_ in (*wishes, *order) if book[id_].is_basic]
    _put_in(book, kept, settings, basics, short)
    for id_, quantity in wishes.items():
        _put_in(book, kept, settings, [id_], min(quantity, settings.deck_size - sum(kept.values())))
    _put_in(book, kept, settings, order, settings.deck_size - sum(kept.values()))
    if sum(kept.values()) != settings.deck_size or _basics(book, kept) < settings.min_basics:
        return None
    return tuple(_difference(deck, kept))


def _basics(book: CardBook, deck: Deck) -> int:
    return sum(quantity for id_, quantity in deck.items() if book[id_].is_basic)


def _without(book: CardBook, kept: Deck, surplus: int, spare: int) -> dict[str, int]:
    """Take `surplus` cards out, of the basics no more than are to spare; the last named first."""
    left = dict(kept)
    stranded = [id_ for id_ in reversed(left) if _is_stranded(book, kept, book[id_])]
    for id_ in dict.fromkeys([*stranded, *reversed(left)]):
        basic = book[id_].is_basic
        out = max(0, min(left[id_], surplus, spare if basic else surplus))
        left[id_] -= out
        surplus -= out
        spare -= out if basic else 0
    return {id_: quantity for id_, quantity in left.items() if quantity}


def _put_in(
    book: CardBook, kept: dict[str, int], settings: Settings, order: list[str], wanted: int
) -> None:
    """Put up to `wanted` cards in, as many of each as may be, in that order."""
    for id_ in order:
        room = limit_of(book[id_], settings) - kept.get(id_, 0)
        more = max(0, min(room, wanted))
        if more:
            kept[id_] = kept.get(id_, 0) + more
            wanted -= more


def _order(book: CardBook, kept: Deck) -> list[str]:
    """Return every card of the book: what is there first, then what can be played beside it."""
    playable = [card.id for card in book.values() if not _is_stranded(book, kept, card)]
    present = [id_ for id_ in kept if id_ in playable]
    basics = [id_ for id_ in playable if book[id_].is_basic]
    return list(dict.fromkeys([*present, *basics, *playable, *book]))


def _difference(before: Deck, after: Deck) -> Iterator[Edit]:
    changes = {id_: after.get(id_, 0) - before.get(id_, 0) for id_ in (*before, *after)}
    for id_, change in changes.items():
        if change < 0:
            yield Edit("remove", id_, -change)
    for id_, change in changes.items():
        if change > 0:
            yield Edit("add", id_, change)
