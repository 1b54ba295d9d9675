"""Answers of the reference, rendered once per release and then sent as bytes.

What a route of the reference answers with follows from the release and the address alone, so the
first answer to an address is kept, and `ServePrepared` sends it again without asking the route.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from functools import cached_property

import msgspec
from fastapi import Response
from msgspec import Raw, Struct
from starlette.types import ASGIApp, Receive, Scope, Send

from app.content.bulk import Bulk, make_bulk
from app.content.cards import Card
from app.content.library import Library
from app.content.query.search import AbilityMatch
from app.content.releases import Snapshot, snapshot
from app.negotiation import HTML, JSON, TEXT, preferred

CACHE_SECONDS = 300
MAX_BYTES = 32 * 1024 * 1024

RawHeaders = list[tuple[bytes, bytes]]


class Told(Struct, frozen=True):
    """An answer: its body, the strong tag and date by which clients know it, and its headers."""

    body: bytes
    tag: bytes
    modified: datetime
    headers: RawHeaders
    described: RawHeaders
    """What is said of the body, which a 304 does not have."""

    def is_known(self, scope: Scope) -> bool:
        """Whether the client has this very answer (RFC 9110, section 13.2.2)."""
        asked = {name: value for name, value in scope["headers"] if name.startswith(b"if-")}
        tags = asked.get(b"if-none-match")
        if tags is not None:
            return tags.strip() == b"*" or self.tag in (
                part.strip().removeprefix(b"W/") for part in tags.split(b",")
            )
        since = asked.get(b"if-modified-since")
        if since is None:
            return False
        try:
            date = parsedate_to_datetime(since.decode("latin-1"))
        except ValueError:
            return False  # not a date: as if it were not there
        return self.modified <= (date if date.tzinfo else date.replace(tzinfo=UTC))

    async def send(self, scope: Scope, send: Send) -> None:
        """Send it, or 304 to whom it is known."""
        known = self.is_known(scope)
        headers = self.headers if known else self.headers + self.described
        status = 304 if known else 200
        await send({"type": "http.response.start", "status": status, "headers": [*headers]})
        await send({"type": "http.response.body", "body": b"" if known else self.body})


def told(
    body: bytes,
    modified: datetime,
    headers: Mapping[str, str] | None = None,
    media_type: str = "application/json",
) -> Told:
    """Make an answer of what changes only with the data."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'.encode()
    given = {
        "Last-Modified": format_datetime(modified, usegmt=True),
        "Cache-Control": f"public, max-age={CACHE_SECONDS}",
        **(headers or {}),
    }
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in given.items()]
    return Told(
        body=body,
        tag=tag,
        modified=modified,
        headers=[(b"etag", tag), *raw],
        described=[
            (b"content-type", media_type.encode()),
            (b"content-length", str(len(body)).encode()),
        ],
    )


class ToldResponse(Response):
    """An answer as what a route returns."""

    def __init__(self, answer: Told) -> None:
        super().__init__()
        self.answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send it."""
        await self.answer.send(scope, send)


FORMS = (JSON, HTML, TEXT)
"""The representations that the reference has; JSON for whoever does not say."""


def form_of(scope: Scope) -> str:
    """Return which of them the request would rather have."""
    accept = next((value for name, value in scope["headers"] if name == b"accept"), b"").lower()
    return preferred(accept.decode("latin-1"), FORMS) if b"text/" in accept else JSON


class Shelf:
    """Answers by address and form: as many as fit into `most` bytes, the latest used of them."""

    def __init__(self, most: int = MAX_BYTES) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[tuple[str, bytes, str], Told] = OrderedDict()

    def get(self, scope: Scope) -> Told | None:
        """Return the answer to this request, if there is one."""
        key = (scope["path"], scope["query_string"], form_of(scope))
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def put(self, scope: Scope, answer: Told) -> None:
        """Keep the answer to this request; the least recently used ones make room for it."""
        key = (scope["path"], scope["query_string"], form_of(scope))
        if key in self._answers or len(answer.body) > self._most:
            return
        self._answers[key] = answer
        self._size += len(answer.body)
        while self._size > self._most:
            _, dropped = self._answers.popitem(last=False)
            self._size -= len(dropped.body)


class Prepared:
    """What is rendered of a library, each thing when it is first asked for."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.shelf = Shelf()
        self._cards: dict[str, Raw] = {}

    def card(self, card: Card, matches: tuple[AbilityMatch, ...] | None = None) -> Raw:
        """Return the JSON of a card, with the matches of a query if they are given."""
        if card.id not in self._cards:
            self._cards[card.id] = Raw(msgspec.json.encode(card))
        plain = self._cards[card.id]
        if matches is None:
            return plain
        return Raw(bytes(plain)[:-1] + b',"matches":' + msgspec.json.encode(matches) + b"}")

    @cached_property
    def bulk(self) -> Bulk:
        """The whole reference as files."""
        return make_bulk(self._library)

    @cached_property
    def snapshot(self) -> Snapshot:
        """The present release as later ones will remember it."""
        return snapshot(self.bulk.contents["reference.json"])


class ServePrepared:
    """Middleware that sends what is on the shelf, and lets the routes answer everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at the shelf, if this is a GET."""
        if scope["type"] == "http" and scope["method"] == "GET":
            prepared: Prepared | None = getattr(scope["app"].state, "prepared", None)
            answer = None if prepared is None else prepared.shelf.get(scope)
            if answer is not None:
                await answer.send(scope, send)
                return
        await self.app(scope, receive, send)
