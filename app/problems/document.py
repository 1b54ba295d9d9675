"""A problem as an exception, and as the JSON that a client gets."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from app.problems.catalogue import KINDS

MEDIA_TYPE = "application/problem+json"


class ProblemError(BaseModel):
    """One mistake in what was sent."""

    pointer: str | None = Field(
        default=None,
        description="A JSON Pointer into the request's body; empty for the body as a whole.",
        examples=["/cards/0/quantity"],
    )
    parameter: str | None = Field(
        default=None,
        description="Instead of `pointer`: the name of the query, path or header parameter.",
        examples=["page_size"],
    )
    detail: str = Field(description="What is wrong there.")


class Citation(BaseModel):
    """What a verdict rests on."""

    card: str | None = None
    ability: str | None = None
    rules: list[str] = Field(
        default_factory=list,
        description="Ids of rules, rulings and table settings.",
        examples=[["rule-3", "ruling-06", "table-13"]],
    )


class QueryPosition(BaseModel):
    """A place in a query of the card language, in characters from 0."""

    start: int
    end: int


class ProblemDocument(BaseModel):
    """A failure, as RFC 9457 has it. Members that do not apply are left out."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(
        description="A URI reference to a page about this kind of problem.",
        examples=["/problems/illegal-action"],
    )
    title: str = Field(description="The kind of problem in a few words.")
    status: int = Field(description="The HTTP status.", examples=[409])
    code: str = Field(
        description="The kind of problem for programs.", examples=["not_enough_energy"]
    )
    detail: str = Field(
        description="This very problem, in a sentence for a person.",
        examples=["Twinlight Finale costs 4 Energy; you have 3 (rule-3)."],
    )
    instance: str = Field(description="The path of the request.")
    errors: list[ProblemError] | None = None
    cites: Citation | None = None
    decision_id: str | None = None
    version: int | None = None
    candidates: list[Any] | None = Field(
        default=None, description="What may have been meant instead."
    )
    position: QueryPosition | None = None
    allowed: list[str] | None = Field(
        default=None, description="What may stand at `position` of the query."
    )
    nearest: str | None = Field(
        default=None, description="Which of `allowed` was probably meant.", examples=["kind"]
    )


class Problem(Exception):
    """A failure with a known code. The HTTP edge raises it; `install` makes it a response.

    `errors` are places in what was sent, `cites` is `{card, ability, rules}` of what refuses, and
    any further keyword (`candidates`, `decision_id`, `version`, …) becomes a member of the document
    unless it is None. Raises `KeyError` for a code that the catalogue does not have.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        errors: Sequence[ProblemError] = (),
        cites: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        **members: object,
    ) -> None:
        super().__init__(detail)
        self.kind = KINDS[code]
        self.code = code
        self.detail = detail
        self.errors = tuple(errors)
        self.cites = cites
        self.headers = dict(headers or {})
        self.members = members

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.kind.status

    def document(self, instance: str) -> dict[str, object]:
        """Return the JSON object for the request at `instance`."""
        document: dict[str, object] = {
            "type": self.kind.type,
            "title": self.kind.title,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            "instance": instance,
        }
        if self.errors:
            document["errors"] = [error.model_dump(exclude_none=True) for error in self.errors]
        if self.cites is not None:
            document["cites"] = dict(self.cites)
        return document | {name: value for name, value in self.members.items() if value is not None}


def problem_response(request: Request, problem: Problem) -> Response:
    """Return the response for `problem`, with its headers."""
    document = problem.document(instance=quote(request.scope["path"]))
    # What a client sent may stand in `detail`, and JSON lets it hold half a surrogate pair, which
    # UTF-8 does not: as a backslash escape it is JSON again.
    body = json.dumps(document, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return Response(body, problem.status, problem.headers, media_type=MEDIA_TYPE)
