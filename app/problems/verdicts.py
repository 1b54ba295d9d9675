"""From what use cases and the engine say to problems."""

import msgspec

from app.engine.kernel.refusal import InvalidPosition, Malformed
from app.problems.document import Problem, ProblemError
from app.services.failure import Failure


def failure_problem(failure: Failure) -> Problem:
    """Return the problem for a use case that was not carried out."""
    challenge = {"WWW-Authenticate": "Bearer"} if failure.code == "unauthorized" else None
    return Problem(
        failure.code,
        failure.detail,
        errors=[ProblemError(pointer=flaw.pointer, detail=flaw.detail) for flaw in failure.flaws],
        cites=None if failure.cites is None else msgspec.to_builtins(failure.cites),
        headers=challenge,
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
