"""Decks that have an address: those behind share codes, and the starter decks."""

from collections.abc import Mapping

from msgspec import Struct

from app.content.deck_check import ResolvedCard, Verdict, cards_of, check_deck, counts_of
from app.content.deck_lists import deck_of
from app.content.deck_text import text_of
from app.content.library import Library, StarterDeck
from app.content.reference import Status
from app.content.share_codes import read_code, write_code


class SharedDeck(Struct, frozen=True, kw_only=True):
    """A deck behind a share code: its cards, the list as text, and the deck check's verdict.

    The verdict is that at the profile's table settings. `uri` is the address of this deck.
    """

    code: str
    uri: str
    cards: tuple[ResolvedCard, ...]
    text: str
    verdict: Verdict


class Starter(SharedDeck, frozen=True, kw_only=True):
    """A starter deck; its `id` is good as a `deck_id` at any match."""

    id: str
    name: str
    status: Status


def shared_deck(library: Library, counts: Mapping[str, int]) -> SharedDeck:
    """Return the deck as it is shared. Raises `ValueError` for one that is too large for that."""
    code = write_code(counts, library.share_codes)
    verdict = check_deck(library, deck_of(_sorted(library, counts)))
    deck = counts_of(verdict)
    return SharedDeck(
        code=code,
        uri=f"/v1/decks/shared/{code}",
        cards=cards_of(library, deck),
        text=text_of(library, deck),
        verdict=verdict,
    )


def deck_behind(library: Library, code: str) -> SharedDeck:
    """Return the deck behind a share code. Raises `ShareCodeError` where there is none."""
    return shared_deck(library, read_code(code, library.share_codes, library.cards))


def starter(library: Library, deck: StarterDeck) -> Starter:
    """Return a starter deck as it is shown."""
    verdict = check_deck(library, deck_of({one.card: one.quantity for one in deck.cards}))
    counts = counts_of(verdict)
    return Starter(
        id=deck.id,
        name=deck.name,
        status=deck.status,
        code=write_code(counts, library.share_codes),
        uri=f"/v1/decks/starters/{deck.id}",
        cards=cards_of(library, counts),
        text=text_of(library, counts, deck.name),
        verdict=verdict,
    )


def _sorted(library: Library, counts: Mapping[str, int]) -> dict[str, int]:
    """Return the deck in the order of the cards, as everyone who has the code sees it."""
    return {id_: counts[id_] for id_ in library.cards if id_ in counts}
