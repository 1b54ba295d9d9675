"""`/v1/bulk`, the whole reference as files, and `/v1/changes`, what is new in a release."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from app.api.lists import list_of
from app.api.prepared import ToldResponse, told
from app.api.reference import (
    NOT_MODIFIED,
    Lib,
    Paging,
    Ready,
    bad_parameter,
    refuse_unknown_parameters,
    tell_page,
)
from app.content.bulk import GZIP, JSON, JSON_LINES
from app.content.changes import changes
from app.content.mistakes import expected
from app.problems import Problem
from app.problems.openapi import responses

router = APIRouter(
    prefix="/v1",
    tags=["bulk"],
    default_response_class=Response,
    dependencies=[Depends(refuse_unknown_parameters)],
    responses=NOT_MODIFIED,
)

_FILE: dict[str, Any] = {
    "description": "The file. JSON is sent compressed to whoever accepts `gzip`.",
    "content": {
        JSON: {"schema": {"type": "object"}},
        JSON_LINES: {"schema": {"type": "string"}},
        GZIP: {"schema": {"type": "string", "contentMediaType": GZIP}},
    },
}


@router.get("/bulk", responses=list_of("BulkFile"))
async def list_bulk_files(
    request: Request, library: Lib, prepared: Ready, page: Paging
) -> Response:
    """List the files that hold the whole reference, with their sizes and SHA-256."""
    return tell_page(request, library, prepared.bulk.files, page)


@router.get("/bulk/{name}", responses={200: _FILE, **responses("not_found")})
async def get_bulk_file(request: Request, library: Lib, prepared: Ready, name: str) -> Response:
    """Answer with a file of `/v1/bulk`."""
    bulk = prepared.bulk
    file = next((file for file in bulk.files if file.name == name), None)
    if file is None:
        names = [file.name for file in bulk.files]
        raise Problem("not_found", f"There is no such file: {expected(names, name)}.")
    headers = {"Vary": "Accept-Encoding"}
    packed = f"{name}.gz"
    if packed in bulk.contents and _takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        name = packed
    return ToldResponse(told(bulk.contents[name], library.modified, headers, file.content_type))


def _takes_gzip(request: Request) -> bool:
    """Whether the client accepts gzip (RFC 9110, section 12.5.3); without a header, it does not."""
    weights: dict[str, str] = {}
    for part in request.headers.get("accept-encoding", "").split(","):
        coding, _, parameter = part.partition(";")
        weights[coding.strip().lower()] = parameter.replace(" ", "").lower()
    weight = weights.get("gzip", weights.get("*"))
    return weight is not None and weight not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}


@router.get("/changes", responses=list_of("Change"))
async def list_changes(
    request: Request,
    library: Lib,
    prepared: Ready,
    page: Paging,
    since: Annotated[str, Query(description="The id of a release of `/v1/releases`.")],
) -> Response:
    """List what is new since a release: each card, rule, ruling and setting, field by field."""
    known = {one.release.id: one for one in (*library.earlier, prepared.snapshot)}
    if since not in known:
        raise bad_parameter("since", expected(list(known), since))
    found = changes(known[since], prepared.snapshot)
    return tell_page(request, library, found, page, since=since, until=library.release.id)
