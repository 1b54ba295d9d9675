"""Problems in the OpenAPI document."""

from typing import Any

from app.problems.catalogue import KINDS, Kind
from app.problems.document import MEDIA_TYPE, ProblemDocument

Responses = dict[int | str, dict[str, Any]]

DEFAULT: Responses = {
    "default": {"model": ProblemDocument, "description": "Any other failure, as a problem."}
}
"""Documents that whatever is not named otherwise is a problem document, too."""


def responses(*codes: str) -> Responses:
    """Document the problems that an operation answers with, for a route's `responses`.

    Codes of one status share an entry, with an example each. Raises `KeyError` for an unknown code.
    """
    documented: Responses = {}
    for kind in (KINDS[code] for code in codes):
        entry = documented.setdefault(
            kind.status,
            {
                "model": ProblemDocument,
                "description": "",
                "content": {"application/json": {"examples": {}}},
            },
        )
        line = f"`{kind.code}`: {kind.title}."
        entry["description"] = f"{entry['description']} {line}".strip()
        entry["content"]["application/json"]["examples"][kind.code] = _example(kind)
    return documented


def _example(kind: Kind) -> dict[str, Any]:
    value = {
        "type": kind.type,
        "title": kind.title,
        "status": kind.status,
        "code": kind.code,
        "detail": kind.page,
        "instance": "/v1/…",
    }
    return {"summary": kind.title, "value": value}


def complete(schema: dict[str, Any]) -> dict[str, Any]:
    """Finish FastAPI's OpenAPI document, in place: every failure that can be, in its media type.

    What an operation takes decides what may be wrong with it, so these responses are not left to
    each route: any body may be too large, not JSON or of the wrong shape, any query malformed.
    """
    for path in schema["paths"].values():
        for operation in path.values():
            _complete_operation(operation)
    return schema


def _complete_operation(operation: dict[str, Any]) -> None:
    codes = ["rate_limited"]
    if "security" in operation:
        codes.append("insufficient_scope")
    if any(parameter["in"] == "query" for parameter in operation.get("parameters", ())):
        codes.append("invalid_query")
    if "requestBody" in operation:
        codes += ["malformed_json", "payload_too_large", "invalid_payload"]
    for status, entry in responses(*codes).items():
        documented = operation["responses"].get(str(status))
        if documented is None:
            del entry["model"]
            operation["responses"][str(status)] = _with_schema(entry)
            continue
        documented["description"] += f" {entry['description']}"
        examples = documented["content"]["application/json"].setdefault("examples", {})
        examples.update(entry["content"]["application/json"]["examples"])
    for status, entry in operation["responses"].items():
        if status == "default" or status[0] in "45":
            entry["content"] = {MEDIA_TYPE: entry["content"]["application/json"]}


def _with_schema(entry: dict[str, Any]) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{ProblemDocument.__name__}"}
    entry["content"]["application/json"]["schema"] = schema
    return entry
