"""Finding a card by what somebody calls it: exactly, by an alias, or by what is most like it."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain

from msgspec import Struct
from rapidfuzz import fuzz, process

from app.content.prefixes import Prefixes

_JOINED = re.compile(r"['’‘ʼ`.…]")
_SEPARATED = re.compile(r"[^a-z0-9]+")
_ENOUGH = 55.0
_PART_OF_NAME = 90.0
_SURE = 75.0
_LEAD = 8.0


@lru_cache(maxsize=4096)
def normalised(name: str) -> str:
    """Return the form in which names compare: no case, accents, apostrophes, dots; `&` is `and`."""
    plain = unicodedata.normalize("NFKD", name.casefold().replace("&", " and "))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _SEPARATED.sub(" ", _JOINED.sub("", letters)).strip()


class Candidate(Struct, frozen=True):
    """A card that may have been meant; `score` is 0 to 100."""

    id: str
    name: str
    score: float


class Found(Struct, frozen=True):
    """The one card of that name."""

    card: str


class NotFound(Struct, frozen=True):
    """No card, or no single card, has that name. `ambiguous` where it is a part of several names.

    `candidates` are the nearest, best first; none of them is ever taken by itself.
    """

    candidates: tuple[Candidate, ...]
    ambiguous: bool = False


class NameIndex:
    """The names of all cards: ids, titles and aliases, as `normalised` compares them."""

    def __init__(self, titles: Mapping[str, str], aliases: Mapping[str, str]) -> None:
        """Index `titles` by card id and `aliases` (alias to card id)."""
        self._titles = dict(titles)
        self._cards: dict[str, set[str]] = defaultdict(set)
        pairs = [*((card, card) for card in titles), *((t, c) for c, t in titles.items())]
        for name, card in (*pairs, *aliases.items()):
            self._cards[normalised(name)].add(card)
        self._words = Prefixes((word, key) for key in self._cards for word in key.split())
        named = [(key, card) for key, cards in self._cards.items() for card in cards]
        self._heads = Prefixes(named)
        self._tails = Prefixes((tail, card) for key, card in named for tail in _tails(key))

    def find(self, name: str) -> Found | NotFound:
        """Return the card that is exactly of this name (id, title or alias), or who is near."""
        exact = self._cards.get(normalised(name), set())
        if len(exact) == 1:
            return Found(next(iter(exact)))
        if exact:
            return NotFound(self._scored(dict.fromkeys(exact, 100.0)), ambiguous=True)
        return self._near(name)

    def search(self, name: str, limit: int = 5) -> Found | NotFound:
        """Return the card of this name, or the only one of whose name it is a part."""
        found = self.find(name)
        if isinstance(found, Found):
            return found
        parts = self._containing(normalised(name))
        if len(parts) == 1:
            return Found(next(iter(parts)))
        return NotFound(found.candidates[:limit], found.ambiguous)

    def guess(self, name: str) -> Found | NotFound:
        """Return the card that `search` finds, or the one that is much more like it than others."""
        found = self.search(name)
        if isinstance(found, Found) or found.ambiguous or not found.candidates:
            return found
        best, *others = found.candidates
        if best.score < _SURE:
            return found
        if others and best.score - others[0].score < _LEAD:
            return NotFound(found.candidates, ambiguous=True)
        return Found(best.id)

    def complete(self, text: str, limit: int) -> tuple[Candidate, ...]:
        """Return cards of whose names the text is the beginning, or the beginning of a word.

        The former come first; both in the order of the names.
        """
        asked = normalised(text)
        if not asked:
            return ()
        cards: dict[str, None] = {}
        for card in chain(self._heads.starting(asked), self._tails.starting(asked)):
            cards[card] = None
            if len(cards) == limit:
                break
        return tuple(self.candidate(card) for card in cards)

    def _near(self, name: str) -> NotFound:
        asked = normalised(name)
        scores: dict[str, float] = dict.fromkeys(self._containing(asked), _PART_OF_NAME)
        ambiguous = len(scores) > 1
        for key, score, _ in process.extract(
            asked, self._cards.keys(), scorer=fuzz.QRatio, limit=10, score_cutoff=_ENOUGH
        ):
            for card in self._cards[key]:
                scores[card] = max(score, scores.get(card, 0.0))
        return NotFound(self._scored(scores)[:5], ambiguous)

    def _containing(self, asked: str) -> set[str]:
        """Return the cards of whose names every word of `asked` begins a word."""
        words = asked.split()
        if not words:
            return set()
        keys = set.intersection(*(set(self._words.starting(word)) for word in words))
        return {card for key in keys for card in self._cards[key]}

    def candidate(self, card: str) -> Candidate:
        """Return the card as a sure candidate."""
        return Candidate(card, self._titles[card], 100.0)

    def _scored(self, scores: Mapping[str, float]) -> tuple[Candidate, ...]:
        ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        return tuple(Candidate(card, self._titles[card], round(s, 1)) for card, s in ranked)


def _tails(name: str) -> Iterator[str]:
    """Yield the name from its second word on, from its third, and so on."""
    words = name.split()
    return (" ".join(words[place:]) for place in range(1, len(words)))
