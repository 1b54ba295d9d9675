"""Scopes: what a token is good for."""

from collections.abc import Iterable
from typing import Literal

from app.services.failure import Failure

Scope = Literal["play", "read", "admin"]
"""`read` sees what its player sees; `play` acts and decides for its player, and sees; `admin` acts
for the operator, and is given on the command line only."""

FULL: tuple[Scope, ...] = ("play", "read")
"""What a player's own first token is good for."""


def scopes_in(stored: str) -> frozenset[str]:
    """Return the scopes of a token as it is stored: words with spaces between."""
    return frozenset(stored.split())


def stored_scopes(scopes: Iterable[str]) -> str:
    """Return the scopes as they are stored."""
    return " ".join(sorted(set(scopes)))


def insufficient(needed: Scope) -> Failure:
    """Return the failure of a token that is not good for this."""
    detail = f"This needs a token with the scope “{needed}”."
    return Failure("insufficient_scope", detail, needed=needed)


def check_scope(scopes: frozenset[str], needed: Scope) -> None:
    """Raise `Failure` unless the scopes allow what is needed."""
    if needed not in scopes and not (needed == "read" and "play" in scopes):
        raise insufficient(needed)
