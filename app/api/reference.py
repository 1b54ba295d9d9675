"""What the reference's routes share: strict queries, pages of what does not change, and caching."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Query, Request, Response
from fastapi.dependencies.models import Dependant
from msgspec import Struct

from app.api.lists import Answer
from app.content.library import Library
from app.content.mistakes import expected
from app.problems import Problem, ProblemError

T = TypeVar("T")

CACHE_SECONDS = 300


def _library(request: Request) -> Library:
    library: Library = request.app.state.library
    return library


Lib = Annotated[Library, Depends(_library)]
"""The library of this server."""


async def refuse_unknown_parameters(request: Request) -> None:
    """Refuse a query parameter that the route does not have, or that stands there twice."""
    allowed = sorted(_declared(request.scope["route"].dependant))
    given = [name for name, _ in request.query_params.multi_items()]
    for name in given:
        if name not in allowed:
            raise bad_parameter(name, expected(allowed, name))
        if given.count(name) > 1:
            raise bad_parameter(name, "It stands there twice; once is enough.")


def _declared(dependant: Dependant) -> Iterator[str]:
    yield from (field.alias for field in dependant.query_params)
    for inner in dependant.dependencies:
        yield from _declared(inner)


def bad_parameter(name: str, detail: str) -> Problem:
    """Return the problem of a query parameter with a value that it cannot have."""
    error = ProblemError(parameter=name, detail=detail)
    return Problem("invalid_query", f"At {name}: {detail}", errors=[error])


def chosen(name: str, value: str | None, allowed: Iterable[str]) -> str | None:
    """Return which of the allowed values was meant; case does not count. Raises `Problem`."""
    if value is None:
        return None
    known = {one.casefold(): one for one in allowed}
    if value.casefold() not in known:
        raise bad_parameter(name, expected(list(known.values()), value))
    return known[value.casefold()]


class Asked(Struct, frozen=True):
    """Which part of a list is asked for: `size` items after the one whose id is `cursor`."""

    size: int
    cursor: str | None


def _asked(
    page_size: Annotated[int, Query(ge=1, le=500, description="Most items of a page.")] = 100,
    cursor: Annotated[str | None, Query(description="`next` of the page before.")] = None,
) -> Asked:
    return Asked(page_size, cursor)


Paging = Annotated[Asked, Depends(_asked)]
"""The page that is asked for."""


def tell(request: Request, library: Library, value: object) -> Response:
    """Answer with what changes only with the data: tagged, dated, and 304 where it is known."""
    return _tell(request, library, value, {})


def tell_page(
    request: Request, library: Library, items: Sequence[Any], asked: Asked, **more: Any
) -> Response:
    """Answer with a page of items that have ids; `more` are further members of the answer."""
    start = _after(items, asked.cursor)
    data = tuple(items[start : start + asked.size])
    goes_on = start + asked.size < len(items)
    following = data[-1].id if goes_on else None
    answer = Answer(data, len(items), goes_on, following)
    value = {**msgspec.structs.asdict(answer), **more} if more else answer
    headers = {}
    if following is not None:
        url = request.url.include_query_params(cursor=following)
        headers["Link"] = f'<{url.path}?{url.query}>; rel="next"'
    return _tell(request, library, value, headers)


def _after(items: Sequence[Any], cursor: str | None) -> int:
    if cursor is None:
        return 0
    for index, item in enumerate(items):
        if item.id == cursor:
            return index + 1
    raise bad_parameter("cursor", "This is no `next` of a page of this list.")


def _tell(request: Request, library: Library, value: object, headers: dict[str, str]) -> Response:
    body = msgspec.json.encode(value)
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    told = {
        **headers,
        "ETag": tag,
        "Last-Modified": format_datetime(library.modified, usegmt=True),
        "Cache-Control": f"public, max-age={CACHE_SECONDS}",
    }
    if _is_known(request, tag, library.modified):
        return Response(status_code=304, headers=told)
    return Response(body, headers=told, media_type="application/json")


def _is_known(request: Request, tag: str, modified: datetime) -> bool:
    """Whether the client has this very answer (RFC 9110, section 13.2.2)."""
    tags = request.headers.get("if-none-match")
    if tags is not None:
        return tags.strip() == "*" or tag in (
            part.strip().removeprefix("W/") for part in tags.split(",")
        )
    since = request.headers.get("if-modified-since")
    if since is None:
        return False
    try:
        date = parsedate_to_datetime(since)
    except ValueError:
        return False  # not a date: as if it were not there
    return modified <= (date if date.tzinfo else date.replace(tzinfo=UTC))
