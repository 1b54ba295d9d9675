"""Which representation of a thing a client would rather have (RFC 9110, section 12.5.1)."""

from collections.abc import Sequence
from functools import lru_cache

JSON = "application/json"
HTML = "text/html"
TEXT = "text/plain"


@lru_cache(maxsize=1024)
def preferred(accept: str | None, offered: Sequence[str]) -> str:
    """Return the media type of `offered` (a tuple) that an `Accept` header weighs most.

    What is offered first wins a draw, and where nothing of it is accepted, too. A type counts only
    where it is named: a browser's `*/*` is no wish for anything.
    """
    weights = {}
    for part in (accept or "").split(","):
        media_type, _, parameters = part.partition(";")
        weights[media_type.strip().lower()] = _weight(parameters)
    return max(offered, key=lambda media_type: weights.get(media_type, 0.0))


def _weight(parameters: str) -> float:
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
