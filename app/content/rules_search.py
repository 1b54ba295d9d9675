"""Plain text search over rules, rulings and table settings."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from app.content.library import Library
from app.content.query.text import words

SNIPPET = 160
_TITLE, _TEXT, _ID = 4, 1, 100


class RuleHit(Struct, frozen=True):
    """A rule, ruling or table setting in which every word was found.

    `snippet` is the part of its text around the first of them; `…` stands where it is cut.
    """

    id: str
    kind: Literal["rule", "ruling", "setting"]
    title: str
    snippet: str
    uri: str


class _Document(Struct, frozen=True):
    hit: RuleHit
    text: str


def search_rules(library: Library, query: str) -> tuple[RuleHit, ...]:
    """Return all in which every word of the query begins a word, the best first.

    An id (`rule-10`, `ruling 6`) comes before a title, a title before a text; equals keep the
    order of rules, rulings, settings. Raises `ValueError` for a query without a word.
    """
    asked = words(query)
    if not asked:
        raise ValueError("There is no word in the query.")
    ranked = []
    for document in _documents(library):
        score = _score(document, asked)
        if score:
            ranked.append((score, document))
    ranked.sort(key=lambda pair: -pair[0])  # stable: equals stay in their order
    return tuple(_told(document, asked) for _, document in ranked)


def _documents(library: Library) -> Iterator[_Document]:
    for rule in library.rules.values():
        hit = RuleHit(rule.id, "rule", rule.title, "", f"/v1/rules/{rule.id}")
        yield _Document(hit, rule.text)
    for ruling in library.rulings.values():
        hit = RuleHit(ruling.id, "ruling", ruling.heading, "", f"/v1/rulings/{ruling.id}")
        yield _Document(hit, ruling.text)
    for setting in library.settings.values():
        hit = RuleHit(setting.id, "setting", setting.name, "", f"/v1/settings/{setting.id}")
        yield _Document(hit, setting.meaning)


def _score(document: _Document, asked: tuple[str, ...]) -> int:
    """Return how well a document fits; 0 where a word is missing."""
    hit = document.hit
    kind, _, number = hit.id.partition("-")
    if asked in {(kind, number), (kind, number.lstrip("0"))}:
        return _ID
    title, text = words(f"{hit.id} {hit.title}"), words(document.text)
    score = 0
    for word in asked:
        in_title = sum(one.startswith(word) for one in title)
        in_text = sum(one.startswith(word) for one in text)
        if not in_title and not in_text:
            return 0
        score += _TITLE * bool(in_title) + _TEXT * bool(in_text)
    return score


def _told(document: _Document, asked: tuple[str, ...]) -> RuleHit:
    hit = document.hit
    return RuleHit(hit.id, hit.kind, hit.title, _snippet(document.text, asked), hit.uri)


def _snippet(text: str, asked: tuple[str, ...]) -> str:
    """Return whole words around the first one that was asked for."""
    printed = text.split()
    first = next((i for i, one in enumerate(printed) if _begins(one, asked)), 0)
    start = end = first
    size = len(printed[first]) if printed else 0
    while True:
        grown = False
        for place in (start - 1, end + 1):
            if 0 <= place < len(printed) and size + 1 + len(printed[place]) <= SNIPPET:
                size += 1 + len(printed[place])
                start, end = min(start, place), max(end, place)
                grown = True
        if not grown:
            break
    cut = " ".join(printed[start : end + 1])
    return f"{'…' if start else ''}{cut}{'…' if end + 1 < len(printed) else ''}"


def _begins(printed: str, asked: tuple[str, ...]) -> bool:
    return any(one.startswith(word) for one in words(printed) for word in asked)
