"""A report before it is rendered, and how texts are cut to size: between entries, then words."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

CONTINUED = "Continued"

# Where a text that is too long is best cut: after a line, then after a sentence, then at a space.
_BREAKS = (re.compile(r"\n+"), re.compile(r"(?<=[.;:?!])\s+"), re.compile(r"\s+"))


class Section(Struct, frozen=True):
    """A part of a report with entries under a heading; an entry is one thing that is said."""

    heading: str
    entries: tuple[str, ...]


class Sheet(Struct, frozen=True, kw_only=True):
    """A report. `lead` are paragraphs, `path` is where to read more, `color` is 0xRRGGBB."""

    title: str
    lead: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    path: str | None = None
    color: int | None = None


def length(text: str) -> int:
    """Return how long a chat takes a text to be: in UTF-16 code units, the most that any counts."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def shortened(text: str, limit: int) -> str:
    """Return the text, or as many whole words of it as fit and an ellipsis."""
    if length(text) <= limit:
        return text
    first = next(pieces(text, limit - 1))
    return f"{first}…"


def pieces(text: str, limit: int) -> Iterator[str]:
    """Cut a text into pieces of at most `limit`; only a word that is longer by itself is cut."""
    rest = text.strip()
    while length(rest) > limit:
        place, begins = _cut(rest, limit)
        yield rest[:place].rstrip()
        rest = rest[begins:].lstrip()
    if rest:
        yield rest


def _cut(text: str, limit: int) -> tuple[int, int]:
    """Return where the first piece of a too long text ends, and where the next one begins."""
    fits = limit
    while length(text[:fits]) > limit:
        fits -= 1
    for break_ in _BREAKS:
        found = None
        for found in break_.finditer(text, 0, fits + 1):  # noqa: B007 - the last one is wanted
            pass
        # A break far at the front would leave nearly empty pieces.
        if found is not None and (found.start() > fits // 2 or break_ is _BREAKS[-1]):
            return found.start(), found.end()
    return fits, fits


def grouped(entries: Iterable[str], limit: int, between: str = "\n") -> Iterator[str]:
    """Join entries into groups of at most `limit`; an entry that is longer is a group of pieces."""
    group = ""
    for entry in entries:
        for piece in pieces(entry, limit):
            joined = f"{group}{between}{piece}" if group else piece
            if length(joined) > limit:
                yield group
                joined = piece
            group = joined
    if group:
        yield group
