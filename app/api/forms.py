"""One address, several forms: JSON, a page for a person, plain text and Discord embeds for bots.

JSON is what everyone gets who does not ask for another one, by `Accept` or by `view=embed`.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import msgspec
from fastapi import Depends, Query, Request, Response
from msgspec import Struct

from app.api.pages.layout import HEADERS as PAGE_HEADERS
from app.api.prepared import ToldResponse, form_of, told
from app.api.reference import Part, bad_parameter, next_of, tell, tell_part
from app.api.schemas import ref
from app.api.sheets import embed, plain
from app.api.sheets.sheet import Sheet
from app.content.library import Library
from app.negotiation import HTML, JSON, TEXT
from app.problems.openapi import Responses

_VARY = {"Vary": "Accept"}
_PLAIN = f"{TEXT}; charset=utf-8"


class Form(Struct, frozen=True):
    """The form that is asked for, and which page of what a bot shows in several messages."""

    media_type: str
    page: int = 1


async def _form(
    request: Request,
    view: Annotated[
        Literal["embed"] | None, Query(description="`embed`: as a Discord embed object.")
    ] = None,
    page: Annotated[
        int, Query(ge=1, le=1000, description="Which page of an embed or of plain text.")
    ] = 1,
) -> Form:
    form = Form(embed.MEDIA_TYPE if view == "embed" else form_of(request.scope), page)
    if page > 1 and form.media_type in {JSON, HTML}:
        raise bad_parameter("page", "Only `view=embed` and `text/plain` come in such pages.")
    return form


Wanted = Annotated[Form, Depends(_form)]
"""The form that is asked for."""


class Faces(Struct, frozen=True):
    """How a thing is shown to people: `sheet` in a chat, `page` as HTML, `text` as plain text.

    Without `text`, plain text is the pages of the sheet.
    """

    sheet: Callable[[], Sheet]
    page: Callable[[], str]
    text: Callable[[], str] | None = None


class Listing(Struct, frozen=True):
    """A page of a list, and the address of the next one."""

    items: tuple[Any, ...]
    total: int
    next: str | None


def tell_as(
    request: Request,
    library: Library,
    form: Form,
    value: object,
    faces: Faces,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer with a thing in the form that is asked for; `value` is what it is in JSON."""
    if form.media_type == JSON:
        return tell(request, library, value, {**_VARY, **(headers or {})})
    return _show(request, library, form, faces, headers or {})


def tell_list_as(
    request: Request,
    library: Library,
    form: Form,
    part: Part,
    faces: Callable[[Listing], Faces],
    **more: Any,
) -> Response:
    """Answer with a page of a list in the form that is asked for; `more` is said in JSON, too."""
    if form.media_type == JSON:
        return tell_part(request, library, part, _VARY, **more)
    listing = Listing(part.items, part.total, next_of(request, part)[1])
    return _show(request, library, form, faces(listing), {})


def _show(
    request: Request, library: Library, form: Form, faces: Faces, headers: Mapping[str, str]
) -> Response:
    """Answer with anything but JSON."""
    if form.media_type == HTML:
        answer = told(
            faces.page().encode(),
            library.modified,
            {**_VARY, **PAGE_HEADERS, **headers},
            "text/html; charset=utf-8",
        )
        request.app.state.prepared.shelf.put(request.scope, answer)
        return ToldResponse(answer)
    if form.media_type == TEXT and faces.text is not None:
        return ToldResponse(
            told(faces.text().encode(), library.modified, {**_VARY, **headers}, _PLAIN)
        )
    body, media_type, paging = told_in_chat(request, form, faces.sheet)
    # Not kept for others: an embed names the server's address as this client knows it.
    return ToldResponse(told(body, library.modified, {**_VARY, **headers, **paging}, media_type))


def told_in_chat(
    request: Request, form: Form, sheet: Callable[[], Sheet]
) -> tuple[bytes, str, dict[str, str]]:
    """Return the body of an embed or of plain text, its media type, and where it goes on."""
    pages: tuple[bytes, ...]
    if form.media_type == TEXT:
        pages = tuple(page.encode() for page in plain.pages(sheet()))
    else:
        shown = embed.embeds(sheet(), str(request.base_url))
        pages = tuple(msgspec.json.encode(one) for one in shown)
    if form.page > len(pages):
        raise bad_parameter("page", f"The last page of this is {len(pages)}.")
    media_type = _PLAIN if form.media_type == TEXT else embed.MEDIA_TYPE
    return pages[form.page - 1], media_type, _next_page(request, form.page, len(pages))


def _next_page(request: Request, page: int, pages: int) -> dict[str, str]:
    if page == pages:
        return {}
    query = {**request.query_params, "page": str(page + 1)}
    return {"Link": f'<{request.url.path}?{urlencode(query)}>; rel="next"'}


def in_forms(responses: Responses, *media_types: str, status: int = 200) -> Responses:
    """Document that an answer can be had in these forms, too; all of them where none is named."""
    content = responses[status]["content"]
    for media_type in media_types or (HTML, TEXT, embed.MEDIA_TYPE):
        schema = ref("Embed") if media_type == embed.MEDIA_TYPE else {"type": "string"}
        content[media_type] = {"schema": schema}
    return responses
