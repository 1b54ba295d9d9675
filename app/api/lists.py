"""Lists: a page, where it goes on, and the `Link` that says so."""

from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response
from msgspec import Struct

from app.api.bodies import json_response
from app.api.schemas import ref
from app.problems import Problem
from app.problems.openapi import Responses, responses
from app.services.ids import is_id
from app.services.page import Page

PageSize = Annotated[int, Query(ge=1, le=1000, description="How many to answer with at most.")]


async def _cursor(
    cursor: Annotated[str | None, Query(description="`next` of the page before.")] = None,
) -> str:
    if cursor is not None and not is_id(cursor):
        raise Problem("invalid_query", "This is no `next` of a page.")
    return cursor or ""


Cursor = Annotated[str, Depends(_cursor)]


class Answer(Struct, frozen=True):
    """What a list answers; `next` is the `cursor` of the next page."""

    data: tuple[Any, ...]
    total: int
    has_more: bool
    next: str | None


def list_response(request: Request, page: Page[Any], parameter: str = "cursor") -> Response:
    """Answer with a page; the next one is had by its `next` in this query parameter."""
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if page.next is not None:
        url = request.url.include_query_params(**{parameter: page.next})
        headers["Link"] = f'<{url.path}?{url.query}>; rel="next"'
    answer = Answer(page.data, page.total, page.next is not None, page.next)
    return json_response(answer, headers=headers)


def list_of(name: str, *problems: str) -> Responses:
    """Document an answer that is a list of the component of this name."""
    schema = {
        "type": "object",
        "required": ["data", "total", "has_more", "next"],
        "properties": {
            "data": {"type": "array", "items": ref(name)},
            "total": {"type": "integer"},
            "has_more": {"type": "boolean"},
            "next": {"type": ["string", "null"], "description": "The `cursor` of the next page."},
        },
    }
    described = {"description": "", "content": {"application/json": {"schema": schema}}}
    return {200: described, **responses(*problems)}
