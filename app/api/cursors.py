"""Cursors: where a page ended, by what its last item is sorted by, and not by its number.

Items that come or go between two pages therefore neither repeat nor hide others.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec
from fastapi import Request
from msgspec import Struct

MAX_LENGTH = 1000
_OF_THE_PAGE = frozenset({"cursor", "page_size"})


class Cursor(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The last item of a page: its key and id in the list `of`, which is a digest of its address.

    The text of one is opaque to clients.
    """

    of: str
    key: str | int | None
    id: str


def list_id(request: Request) -> str:
    """Return what tells this list from others: its path, and its query but for the page."""
    query = sorted(
        pair for pair in request.query_params.multi_items() if pair[0] not in _OF_THE_PAGE
    )
    address = msgspec.json.encode([request.url.path, query])
    return hashlib.sha256(address).hexdigest()[:8]


def write_cursor(cursor: Cursor) -> str:
    """Return the text of a cursor."""
    return urlsafe_b64encode(msgspec.json.encode(cursor)).rstrip(b"=").decode()


def read_cursor(text: str) -> Cursor:
    """Read a cursor. Raises `ValueError` for a text that is none."""
    if len(text) > MAX_LENGTH:
        raise ValueError("too long")
    padded = text.encode("ascii") + b"=" * (-len(text) % 4)
    try:
        return msgspec.json.decode(urlsafe_b64decode(padded), type=Cursor)
    except msgspec.MsgspecError as error:
        raise ValueError("no cursor") from error
