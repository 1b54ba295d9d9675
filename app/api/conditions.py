"""Conditional requests on a match: `ETag`, `If-None-Match`, `If-Match`."""

import re
from collections.abc import Mapping

from fastapi import Request, Response

from app.problems import Problem
from app.services.table import Table

_TAG = re.compile(r'(?:W/)?"([0-9]{1,18})[^"]*"')


def etag(table: Table) -> str:
    """Return the tag of the match for its viewer: the version, and whose view it is."""
    viewer = "public" if table.seat is None else f"seat{table.seat}"
    return f'"{table.version}.{viewer}"'


def not_modified(request: Request, tag: str, headers: Mapping[str, str]) -> Response | None:
    """Answer 304 where the client has what the tag names."""
    known = request.headers.get("if-none-match", "")
    if tag in (part.strip().removeprefix("W/") for part in known.split(",")):
        return Response(status_code=304, headers={**headers, "ETag": tag})
    return None


def expected_version(if_match: str | None, in_body: int | None) -> int | None:
    """Return the version that the client insists on, from the header or else from the body."""
    if if_match is None or if_match.strip() == "*":
        return in_body
    found = _TAG.fullmatch(if_match.strip())
    if found is None:
        raise Problem("invalid_header", "If-Match takes the ETag of the match, or *.")
    return int(found[1])
