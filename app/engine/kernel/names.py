"""When two printed names are the same name."""

from functools import lru_cache


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """Return the form in which names compare: case and the apostrophe's shape do not count."""
    return name.replace("’", "'").replace("‘", "'").casefold()
