"""How texts are cut into words, in cards and in queries alike."""

import re

from app.content.names import normalised

_DECIMAL = re.compile(r"([0-9]+\.[0-9]+)")


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text as they compare: no case, accents, apostrophes or dots.

    A dot between digits stays (`5.0`), and `&` is the word `and`.
    """
    return tuple(
        word
        for part in _DECIMAL.split(text)
        for word in ([part] if _DECIMAL.fullmatch(part) else normalised(part).split())
    )
