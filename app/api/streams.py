"""Server-sent events: frames on the wire, and what becomes of readers who go or do not read."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any

import structlog
from fastapi import Request
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from starlette.types import Receive, Scope, Send

from app.api.tables import OWN
from app.middleware import HEAD_ONLY
from app.negotiation import JSON, preferred
from app.problems import Problem
from app.services.streams import Frame

MEDIA_TYPE = "text/event-stream"
RETRY_MS = 2000
_LARGEST = 2**63 - 1

_log = structlog.get_logger(__name__)


def wants_stream(request: Request) -> bool:
    """Whether the client would rather have a stream than JSON."""
    return preferred(request.headers.get("accept"), (JSON, MEDIA_TYPE)) == MEDIA_TYPE


def last_event_id(request: Request, after: int) -> int:
    """Return the last event that the client knows: by `Last-Event-ID`, or else by the query."""
    given = request.headers.get("last-event-id", "").strip()
    if not given:
        return after
    if not (given.isascii() and given.isdecimal() and len(given) < 20 and int(given) <= _LARGEST):
        raise Problem("invalid_header", "Last-Event-ID is the `id` of an event: a number.")
    return int(given)


def documented(answers: dict[Any, Any], description: str) -> dict[Any, Any]:
    """Add the stream to what a route documents of its success."""
    schema = {"type": "string", "description": description}
    answers[200]["content"][MEDIA_TYPE] = {"schema": schema}
    return answers


class EventStream(EventSourceResponse):
    """Sends frames as they come, as fast as the client reads.

    A client that takes longer than `patience` seconds over one frame is dropped: it reconnects and
    gets what it missed. Nothing is queued for it, so that it costs others nothing.
    """

    def __init__(
        self,
        frames: AsyncIterator[Frame | None],
        patience: float,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        live = {"Cache-Control": "no-store", "Vary": "Authorization, Accept"}
        super().__init__(
            _written(frames), headers={**OWN, **live, "X-Accel-Buffering": "no", **(headers or {})}
        )
        self._patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the stream ends, the client goes, or does not read."""
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        if scope.get(HEAD_ONLY):
            await send(start)
            await send({"type": "http.response.body"})
            return
        sending = asyncio.create_task(self._send(start, send))
        gone = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, gone):
                task.cancel()
            await asyncio.wait((sending, gone))
        if not sending.cancelled():
            sending.result()  # what went wrong in it goes wrong here

    async def _send(self, start: dict[str, Any], send: Send) -> None:
        await send(start)
        async with aclosing(self.body_iterator) as chunks:  # type: ignore[type-var]  # a generator
            async for chunk in chunks:
                try:
                    async with asyncio.timeout(self._patience):
                        await send({"type": "http.response.body", "body": chunk, "more_body": True})
                except TimeoutError:
                    _log.info("stream_dropped", reason="the client does not read")
                    return
        await send({"type": "http.response.body"})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _written(frames: AsyncIterator[Frame | None]) -> AsyncIterator[bytes]:
    yield format_sse_event(retry=RETRY_MS)
    async for frame in frames:
        if frame is None:
            yield KEEPALIVE_COMMENT
            continue
        # Events of the match are plain messages, whose `type` stands in them.
        yield format_sse_event(
            data_str=frame.data.decode(),
            event=None if frame.kind == "event" else frame.kind,
            id=None if frame.seq is None else str(frame.seq),
        )
