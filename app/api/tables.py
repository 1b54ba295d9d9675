"""A match as a response."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Path, Response

from app.api.bodies import json_response
from app.api.conditions import etag
from app.services.table import Table

OWN = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
"""The headers of what differs from caller to caller."""

MatchId = Annotated[str, Path(description="The match's id.")]


def table_response(
    table: Table, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer with a match as its viewer sees it, tagged by version."""
    return json_response(table, status, {**OWN, "ETag": etag(table), **(headers or {})})
