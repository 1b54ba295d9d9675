"""Stored decks, and the deck that a player brings to a match."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from app.content.deck_check import (
    ResolvedCard,
    Verdict,
    cards_of,
    check_deck,
    counts_of,
    legal_list,
)
from app.content.deck_lists import DeckList, deck_of
from app.content.library import Library
from app.db.base import Moment
from app.db.decks import DeckStore, StoredDeck
from app.engine.artifacts.decks import DeckProblem
from app.engine.artifacts.reading import read_settings
from app.services.failure import Failure, invalid, not_found
from app.services.ids import is_id, new_id, now
from app.services.page import Page, page_of

NAME_LENGTH = 100


class NamedDeck(DeckList, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deck to be stored. It need not be legal yet, but every card has to exist."""

    name: str


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """The deck for a match: one that is sent along, or the id of one's own or a starter deck."""

    deck: DeckList | None = None
    deck_id: str | None = None


class Brought(Struct, frozen=True):
    """A legal deck: its card ids, one for every copy."""

    cards: tuple[str, ...]
    deck_hash: str


class OwnDeck(Struct, frozen=True, kw_only=True):
    """A stored deck with what the deck check says about it at the profile's table settings."""

    id: str
    name: str
    cards: tuple[ResolvedCard, ...]
    deck_hash: str
    valid: bool
    problems: tuple[DeckProblem, ...]
    summary: str
    created_at: Moment
    updated_at: Moment


class Decks:
    """The use cases around decks. Nobody sees another player's deck."""

    def __init__(self, store: DeckStore, library: Library) -> None:
        self._store = store
        self._library = library

    async def add(self, owner: str, deck: NamedDeck) -> OwnDeck:
        """Store a deck, be it legal or not yet. Raises `Failure` where a card is unknown."""
        moment = now()
        verdict = self._check(deck)
        stored = StoredDeck(
            id=new_id(),
            owner=owner,
            name=_tidy(deck.name),
            cards=counts_of(verdict),
            deck_hash=verdict.deck_hash or "",
            created_at=moment,
            updated_at=moment,
        )
        await self._store.add(stored)
        return self._own(stored, verdict)

    async def find(self, owner: str, deck: str) -> OwnDeck:
        """Return one of the owner's decks. Raises `Failure` if there is none."""
        return self._judged(await self._find(owner, deck))

    async def of(self, owner: str, after: str, size: int) -> Page[OwnDeck]:
        """Return the owner's decks, the oldest first."""
        found, total = await self._store.of(owner, after, size + 1)
        judged = [self._judged(stored) for stored in found]
        return page_of(judged, total, size, lambda deck: deck.id)

    async def change(self, owner: str, deck_id: str, deck: NamedDeck) -> OwnDeck:
        """Put another content in the place of a deck."""
        stored = await self._find(owner, deck_id)
        verdict = self._check(deck)
        changed = replace(
            stored,
            name=_tidy(deck.name),
            cards=counts_of(verdict),
            deck_hash=verdict.deck_hash or "",
            updated_at=now(),
        )
        if not await self._store.replace(changed):
            raise not_found(f"deck {deck_id} of yours")
        return self._own(changed, verdict)

    async def remove(self, owner: str, deck: str) -> None:
        """Remove one of the owner's decks. Raises `Failure` if there is none."""
        if not is_id(deck) or not await self._store.remove(owner, deck):
            raise not_found(f"deck {deck} of yours")

    async def remove_all(self, owner: str) -> None:
        """Remove every deck of the owner."""
        await self._store.remove_all(owner)

    async def for_match(self, player: str, given: Given, settings: Mapping[str, object]) -> Brought:
        """Return the deck as it is played. Raises `Failure` for one that is not legal."""
        if (given.deck is None) == (given.deck_id is None):
            raise invalid("", "Send either `deck` or `deck_id`.")
        if given.deck is not None:
            deck = given.deck
        else:
            deck = await self._named(player, given.deck_id or "")
        verdict = check_deck(self._library, deck, read_settings(settings), "/deck")
        if not verdict.valid:
            raise _not_legal(verdict)
        return Brought(tuple(legal_list(verdict)), verdict.deck_hash or "")

    async def _named(self, player: str, deck_id: str) -> DeckList:
        """Return the starter deck, or the player's own one, of this id."""
        starter = self._library.decks.get(deck_id)
        if starter is not None:
            return DeckList(cards=starter.cards)
        return deck_of((await self._find(player, deck_id)).cards)

    async def _find(self, owner: str, deck: str) -> StoredDeck:
        stored = await self._store.find(owner, deck) if is_id(deck) else None
        if stored is None:
            raise not_found(f"deck {deck} of yours")
        return stored

    def _check(self, deck: DeckList) -> Verdict:
        verdict = check_deck(self._library, deck)
        if verdict.deck_hash is None:
            raise _not_legal(verdict)
        return verdict

    def _judged(self, stored: StoredDeck) -> OwnDeck:
        return self._own(stored, check_deck(self._library, deck_of(stored.cards)))

    def _own(self, stored: StoredDeck, verdict: Verdict) -> OwnDeck:
        return OwnDeck(
            id=stored.id,
            name=stored.name,
            cards=cards_of(self._library, stored.cards),
            deck_hash=stored.deck_hash,
            valid=verdict.valid,
            problems=verdict.problems,
            summary=verdict.summary,
            created_at=stored.created_at,
            updated_at=stored.updated_at,
        )


def _tidy(name: str) -> str:
    tidy = name.strip()
    if not tidy or len(tidy) > NAME_LENGTH or not tidy.isprintable():
        raise invalid("/name", f"A name has 1 to {NAME_LENGTH} printable characters.")
    return tidy


def _not_legal(verdict: Verdict) -> Failure:
    return Failure("deck_not_legal", verdict.summary, verdict=verdict)
