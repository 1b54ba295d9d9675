"""From what pydantic and FastAPI found wrong to places that the client knows."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi.exceptions import RequestValidationError

from app.problems.document import Problem, ProblemError

# Where pydantic's words are a programmer's, these are ours; elsewhere its own are good.
_SENTENCES = {
    "extra_forbidden": "There is no such field here.",
    "missing": "This is required.",
}


def validation_problem(failure: RequestValidationError) -> Problem:
    """Return the problem for a request whose parameters or body FastAPI refused."""
    errors: Sequence[Mapping[str, Any]] = failure.errors()
    if any(error["type"] == "json_invalid" for error in errors):
        return _malformed_json(errors[0])
    sources = {error["loc"][0] for error in errors}
    if "body" in sources and isinstance(failure.body, bytes):
        return Problem(
            "malformed_json", "The body must be JSON, sent with Content-Type: application/json."
        )
    places = [_place(error, failure.body) for error in errors]
    first = places[0]
    where = first.parameter if first.pointer is None else first.pointer or "the body"
    detail = f"At {where}: {first.detail}"
    if len(places) > 1:
        detail += f" ({len(places) - 1} more in `errors`.)"
    return Problem(_code(sources), detail, errors=places)


def _malformed_json(error: Mapping[str, Any]) -> Problem:
    position, reason = error["loc"][-1], error["ctx"]["error"]
    return Problem("malformed_json", f"At character {position}: {reason}.")


def _code(sources: set[str]) -> str:
    if "body" in sources:
        return "invalid_payload"
    if "path" in sources:
        return "not_found"
    return "invalid_query" if "query" in sources else "invalid_header"


def _place(error: Mapping[str, Any], body: object) -> ProblemError:
    source, *path = error["loc"]
    detail = _SENTENCES.get(error["type"], str(error["msg"]))
    if source != "body":
        return ProblemError(parameter=str(path[0]), detail=detail)
    return ProblemError(pointer=_pointer(path, body, error["type"]), detail=detail)


def _pointer(path: Sequence[str | int], body: Any, error_type: str) -> str:
    """Return `path` as a JSON Pointer (RFC 6901), without the steps that the body does not have.

    Pydantic names the member of a union that it tried like a step of the path. A missing field is
    not in the body either, but it is the last step and is what the client has to add.
    """
    pointer = ""
    here = body
    for depth, step in enumerate(path):
        if _has(here, step):
            here = here[step]
        elif not (error_type == "missing" and depth == len(path) - 1):
            continue
        pointer += "/" + str(step).replace("~", "~0").replace("/", "~1")
    return pointer


def _has(value: object, step: str | int) -> bool:
    if isinstance(value, list):
        return isinstance(step, int) and step < len(value)
    return isinstance(value, dict) and step in value
