"""From what use cases and the engine say to problems."""

import msgspec

from app.engine.kernel.refusal import InvalidPosition, Malformed
from app.problems.document import Problem, ProblemError
from app.services.failure import Failure

_CHALLENGES = {
    "unauthorized": {"WWW-Authenticate": "Bearer"},
    "login_failed": {"WWW-Authenticate": "Bearer"},
    "insufficient_scope": {"WWW-Authenticate": 'Bearer error="insufficient_scope"'},
}


def failure_problem(failure: Failure) -> Problem:
    """Return the problem for a use case that was not carried out."""
    return Problem(
        failure.code,
        failure.detail,
        errors=[ProblemError(pointer=flaw.pointer, detail=flaw.detail) for flaw in failure.flaws],
        cites=None if failure.cites is None else msgspec.to_builtins(failure.cites),
        headers=_CHALLENGES.get(failure.code),
        **msgspec.to_builtins(failure.members),
    )


def malformed_problem(malformed: Malformed) -> Problem:
    """Return the problem for a payload of the wrong shape, or a position that cannot be."""
    code = "invalid_position" if isinstance(malformed, InvalidPosition) else "invalid_payload"
    first, *more = malformed.flaws
    detail = f"At {first.pointer or 'the body'}: {first.detail}"
    if more:
        detail += f" ({len(more)} more in `errors`.)"
    errors = [ProblemError(pointer=flaw.pointer, detail=flaw.detail) for flaw in malformed.flaws]
    return Problem(code, detail, errors=errors)
