"""What happens to every request before a route sees it, as plain ASGI."""

import re
import secrets
import time

import structlog
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.problems import Problem, problem_response

_log = structlog.get_logger(__name__)

HEAD_ONLY = "purrbiter.head_only"
"""In the scope of a request that wants no body: whoever would send without end does not begin."""

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def _add(message: Message, *headers: tuple[bytes, bytes]) -> None:
    """Add headers that nothing further in sets, so that none has to be looked for first."""
    message["headers"] = [*message.get("headers", ()), *headers]


class RequestLog:
    """Gives each request an id, which its log lines and its response carry, and logs its end.

    A proxy's `X-Request-ID` is kept. Health checks are logged at debug level only.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and log its end."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        request_id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        status = 0
        started = time.perf_counter()

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add(message, (b"x-request-id", request_id.encode()))
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self.app(scope, receive, send_with_id)
            finally:
                log = _log.debug if scope["path"].startswith("/health/") else _log.info
                log(
                    "request",
                    method=scope["method"],
                    path=scope["path"],
                    status=status,
                    ms=round((time.perf_counter() - started) * 1000, 1),
                )


class OpenCors:
    """Lets a page from any origin call the API and read what it answers, errors included.

    There are no cookies to protect, tokens travel in a header that a page has to know. Since the
    answer is the same for all origins, it needs no `Vary: Origin` and caches stay useful.
    """

    EXPOSED = (
        "ETag, Idempotency-Expires, Idempotency-Replayed, Link, Location, Retry-After, X-Request-ID"
    )
    METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
    _OPEN = (
        (b"access-control-allow-origin", b"*"),
        (b"access-control-expose-headers", EXPOSED.encode()),
    )

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a preflight; add the headers to everything else."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_open(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add(message, *self._OPEN)
            await send(message)

        headers = Headers(scope=scope)
        if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            await self._preflight(headers)(scope, receive, send_open)
        else:
            await self.app(scope, receive, send_open)

    def _preflight(self, headers: Headers) -> Response:
        return Response(
            status_code=204,
            headers={
                "Access-Control-Allow-Methods": self.METHODS,
                "Access-Control-Allow-Headers": headers.get("access-control-request-headers", "*"),
                "Access-Control-Max-Age": "86400",
                "Vary": "Access-Control-Request-Headers",
            },
        )


class BodyLimit:
    """Refuses bodies above `max_bytes`, whether their length is announced or they just go on.

    FastAPI's own `max_body_size` answers an announced length with plain text.
    """

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self.app = app
        self.max_bytes = max_bytes
        self.detail = f"A body may have {max_bytes} bytes at most."

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at the announced length, then count what comes."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdecimal() and int(announced) > self.max_bytes:
            problem = Problem("payload_too_large", self.detail)
            await problem_response(Request(scope), problem)(scope, receive, send)
            return
        received = 0

        async def receive_counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.max_bytes:
                # FastAPI lets an HTTPException pass while it reads a body, and nothing else.
                raise HTTPException(413, self.detail)
            return message

        await self.app(scope, receive_counted, send)


class HeadAsGet:
    """Answers HEAD wherever GET is answered, with the same headers and no body (RFC 9110)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Turn HEAD into GET on the way in, and drop the body on the way out."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET", HEAD_ONLY: True}, receive, send_head)
