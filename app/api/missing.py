"""The problem of a card that is not there, with those that may have been meant."""

import msgspec

from app.content.library import Library
from app.content.names import Candidate, Found, NotFound
from app.problems import Problem


def code_of(found: Found | NotFound) -> str:
    """Return the problem's code: `ambiguous_name` where the name is part of several."""
    return "ambiguous_name" if isinstance(found, NotFound) and found.ambiguous else "unknown_card"


def candidates_of(library: Library, found: Found | NotFound) -> tuple[Candidate, ...]:
    """Return who may have been meant, the likeliest first."""
    if isinstance(found, Found):
        return (library.names.candidate(found.card),)
    return found.candidates


def no_card(library: Library, detail: str, found: Found | NotFound) -> Problem:
    """Return the problem; `found` is what there is under what was asked for, or near it."""
    near = candidates_of(library, found)
    if near:
        detail += f" Is it {' or '.join(candidate.id for candidate in near)}?"
    return Problem(code_of(found), detail, candidates=msgspec.to_builtins(near))
