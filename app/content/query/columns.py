"""The inverted index of one field: which rows have a word or a number.

Rows are the cards, in order; a set of rows is an integer with a bit for each, so that joining two
sets is one operation however many cards there are.
"""

import operator
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from app.content.query.text import words
from app.content.query.tree import Clause

Rows = int
"""A set of rows: bit n is row n."""

Texts = Sequence[str] | None
Values = Sequence[str | int] | None

_BITS = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def rows_of(numbers: Iterable[int], count: int) -> Rows:
    """Return the set of these rows, of `count` in all."""
    bits = bytearray(count // 8 + 1)
    for number in numbers:
        bits[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(bits, "little")


def numbers_in(rows: Rows) -> Iterator[int]:
    """Yield the rows of the set, in order."""
    for place, byte in enumerate(rows.to_bytes((rows.bit_length() + 7) // 8, "little")):
        for bit in _BITS[byte]:
            yield place * 8 + bit


class Column(Protocol):
    """One field of every card, or of the nth ability of every card."""

    def find(self, clause: Clause) -> Rows:
        """Return the rows for which the comparison holds."""
        ...


class TextColumn:
    """Texts, found by the words in them."""

    def __init__(self, rows: Sequence[Texts]) -> None:
        """Index the texts of each row; None is a row that is not there (a card's fifth ability)."""
        self._count = len(rows)
        self._there = rows_of((n for n, texts in enumerate(rows) if texts is not None), len(rows))
        # Many rows say the same: each wording is kept once, and rows know theirs by number.
        numbers: dict[tuple[str, ...], int] = {}
        self._wording = [numbers.setdefault(tuple(texts or ()), len(numbers)) for texts in rows]
        cut = [[words(text) for text in texts] for texts in numbers]
        # Each text stands in blanks on a line of its own, so that phrases end where words end.
        self._lines = ["\n".join(f" {' '.join(text)} " for text in texts) for texts in cut]
        places: dict[str, list[int]] = {}
        for number, wording in enumerate(self._wording):
            for word in {word for text in cut[wording] for word in text}:
                places.setdefault(word, []).append(number)
        self._rows = {word: rows_of(found, self._count) for word, found in places.items()}
        self._words = sorted(self._rows)

    def find(self, clause: Clause) -> Rows:
        """Return the rows with a text that has the value (`:`), or that is the value (`=`)."""
        asked = words(str(clause.value))
        if clause.operator == ":":
            return self._phrase(asked) if clause.quoted else self._beginning(asked)
        phrase = f" {' '.join(asked)} "
        whole = self._checked(self._all(asked), lambda line: phrase in line.split("\n"))
        return whole if clause.operator == "=" else self._there & ~whole

    def _beginning(self, asked: Sequence[str]) -> Rows:
        """Return the rows with these words in a row, the last of which may go on."""
        *before, last = asked
        found = 0
        for place in range(bisect_left(self._words, last), len(self._words)):
            if not self._words[place].startswith(last):
                break
            found |= self._rows[self._words[place]]
        if not before:
            return found
        begins = f" {' '.join(asked)}"
        return self._checked(found & self._all(before), lambda line: begins in line)

    def _phrase(self, asked: Sequence[str]) -> Rows:
        """Return the rows with exactly these words in a row."""
        found = self._all(asked)
        if len(asked) == 1:
            return found
        phrase = f" {' '.join(asked)} "
        return self._checked(found, lambda line: phrase in line)

    def _all(self, asked: Iterable[str]) -> Rows:
        found = self._there
        for word in asked:
            found &= self._rows.get(word, 0)
        return found

    def _checked(self, rows: Rows, holds: Callable[[str], bool]) -> Rows:
        """Return those of the rows whose lines pass, for what the index of words cannot tell."""
        found = list(numbers_in(rows))
        wordings = {self._wording[number] for number in found}
        passing = {number for number in wordings if holds(self._lines[number])}
        return rows_of((n for n in found if self._wording[n] in passing), self._count)


class ValueColumn:
    """Words or numbers, of which a row may have several, or none."""

    def __init__(self, rows: Sequence[Values]) -> None:
        """Index the values of each row; None is a row that is not there."""
        self._there = rows_of((n for n, values in enumerate(rows) if values is not None), len(rows))
        places: dict[str | int, list[int]] = {}
        for number, values in enumerate(rows):
            for value in set(values or ()):
                places.setdefault(value, []).append(number)
        self._rows = {value: rows_of(numbers, len(rows)) for value, numbers in places.items()}

    @property
    def words(self) -> set[str]:
        """The words that rows have."""
        return {value for value in self._rows if isinstance(value, str)}

    def find(self, clause: Clause) -> Rows:
        """Return the rows that have such a value; a row without any number never compares."""
        if isinstance(clause.value, str):
            same = self._rows.get(clause.value, 0)
            return self._there & ~same if clause.operator == "!=" else same
        found, holds = 0, _COMPARE[clause.operator]
        for number, rows in self._rows.items():
            if isinstance(number, int) and holds(number, clause.value):
                found |= rows
        return found
