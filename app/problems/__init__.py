"""The one place where a failure becomes an HTTP problem (RFC 9457).

Raise `Problem("not_found", "There is no deck “x”.")` anywhere in the HTTP edge; the code decides
the status, the title and the page that explains it (`app.problems.catalogue`).
"""

from app.problems.document import (
    MEDIA_TYPE,
    Citation,
    Problem,
    ProblemDocument,
    ProblemError,
    problem_response,
)
from app.problems.handlers import InternalErrors, install
from app.problems.openapi import responses

__all__ = [
    "MEDIA_TYPE",
    "Citation",
    "InternalErrors",
    "Problem",
    "ProblemDocument",
    "ProblemError",
    "install",
    "problem_response",
    "responses",
]
