"""How broken data is reported: every mistake with its file, line and key, and what was expected."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from rapidfuzz import fuzz, process


class Mistake(Struct, frozen=True, order=True):
    """One flaw in a data file. `line` counts from 1; `key` is the path of keys to the place."""

    file: str
    line: int
    key: str
    detail: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}"
        return f"{where}: {self.key}: {self.detail}" if self.key else f"{where}: {self.detail}"


class ContentError(Exception):
    """Data that cannot be used. `mistakes` lists every flaw found, in file and line order."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(sorted(set(mistakes)))
        super().__init__("\n".join(str(mistake) for mistake in self.mistakes))


def nearest(word: str, allowed: Iterable[str]) -> str | None:
    """Return the allowed word that is most like this one, or None where none is much like it."""
    found = process.extractOne(word, list(allowed), scorer=fuzz.ratio, score_cutoff=60)
    return None if found is None else str(found[0])


def expected(allowed: Sequence[str], got: str) -> str:
    """Say which words are allowed where `got` stands, and which of them was probably meant."""
    listed = ", ".join(allowed) or "nothing"
    guess = nearest(got, allowed)
    hint = f"; did you mean {guess}?" if guess else ""
    return f"{got!r} is not known here; expected {listed}{hint}"
