"""What the reference's routes share: strict queries, pages of what does not change, and caching."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from fastapi import Depends, Query, Request, Response
from fastapi.dependencies.models import Dependant
from msgspec import Struct

from app.api.cursors import Cursor, list_id, read_cursor, write_cursor
from app.api.lists import Answer
from app.api.prepared import Prepared, ToldResponse, told
from app.content.library import Library
from app.content.mistakes import expected
from app.problems import Problem, ProblemError
from app.problems.openapi import Responses

NOT_MODIFIED: Responses = {304: {"description": "The client has this answer already."}}
"""Documents what a conditional request may be answered with."""


def _library(request: Request) -> Library:
    library: Library = request.app.state.library
    return library


Lib = Annotated[Library, Depends(_library)]
"""The library of this server."""


def _prepared(request: Request) -> Prepared:
    prepared: Prepared = request.app.state.prepared
    return prepared


Ready = Annotated[Prepared, Depends(_prepared)]
"""What is rendered of this server's library."""


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


class Asked(Struct, frozen=True):
    """Which part of a list is asked for: `size` items after the last one of the page before."""

    size: int
    cursor: Cursor | None


def _asked(
    request: Request,
    page_size: Annotated[int, Query(ge=1, le=500, description="Most items of a page.")] = 100,
    cursor: Annotated[str | None, Query(description="`next` of the page before.")] = None,
) -> Asked:
    if cursor is None:
        return Asked(page_size, None)
    try:
        read = read_cursor(cursor)
    except ValueError:
        raise bad_cursor() from None
    if read.of != list_id(request):
        raise bad_cursor()
    return Asked(page_size, read)


Paging = Annotated[Asked, Depends(_asked)]
"""The page that is asked for."""


def bad_cursor() -> Problem:
    """Return the problem of a cursor that leads nowhere in the list."""
    return bad_parameter("cursor", "This is no `next` of a page of this list.")


def tell(
    request: Request, library: Library, value: object, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer with what changes only with the data: tagged, dated, and 304 where it is known.

    The answer is kept for whoever asks the same again.
    """
    answer = told(msgspec.json.encode(value), library.modified, headers)
    _prepared(request).shelf.put(request.scope, answer)
    return ToldResponse(answer)


def tell_page(
    request: Request, library: Library, items: Sequence[Any], asked: Asked, **more: Any
) -> Response:
    """Answer with a page of items that have ids; `more` are further members of the answer."""
    return tell_part(request, library, part_of(items, asked), **more)


class Part(Struct, frozen=True):
    """A page of a list; `last` is the key and the id of its last item where the list goes on.

    `items` are the things themselves where `data` holds them as JSON already.
    """

    data: tuple[Any, ...]
    total: int
    last: tuple[str | int | None, str] | None
    items: tuple[Any, ...] = ()


def part_of(items: Sequence[Any], asked: Asked) -> Part:
    """Return the page that is asked for of items that have ids."""
    start = _after(items, asked.cursor)
    data = tuple(items[start : start + asked.size])
    end = start + len(data)
    last = (end - 1, data[-1].id) if end < len(items) else None
    return Part(data, len(items), last, data)


def next_of(request: Request, part: Part) -> tuple[str | None, str | None]:
    """Return the cursor and the address of the page that follows; None where there is none."""
    if part.last is None:
        return None, None
    cursor = write_cursor(Cursor(list_id(request), *part.last))
    url = request.url.include_query_params(cursor=cursor)
    return cursor, f"{url.path}?{url.query}"


def tell_part(
    request: Request,
    library: Library,
    part: Part,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Answer with a page, and say where the next one is."""
    following, address = next_of(request, part)
    linked = {} if address is None else {"Link": f'<{address}>; rel="next"'}
    answer = Answer(part.data, part.total, part.last is not None, following)
    value = {**msgspec.structs.asdict(answer), **more} if more else answer
    return tell(request, library, value, {**linked, **(headers or {})})


def _after(items: Sequence[Any], cursor: Cursor | None) -> int:
    """Return the place behind the item of this id; where it stood if it has gone."""
    if cursor is None:
        return 0
    if not isinstance(cursor.key, int) or cursor.key < 0:
        raise bad_cursor()
    for index, item in enumerate(items):
        if item.id == cursor.id:
            return index + 1
    return cursor.key
