"""What begins with some letters: a sorted list, searched by halving."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator


class Prefixes:
    """Words or names, each leading to something that has it."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Index pairs of a word and what it leads to."""
        self._pairs = sorted(set(pairs))

    def starting(self, letters: str) -> Iterator[str]:
        """Yield what is led to by words with this beginning, in the order of the words."""
        for place in range(bisect_left(self._pairs, (letters, "")), len(self._pairs)):
            word, leads_to = self._pairs[place]
            if not word.startswith(letters):
                break
            yield leads_to
