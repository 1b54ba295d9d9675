"""Which failure becomes which problem."""

from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.engine.kernel.refusal import Malformed
from app.problems import pages
from app.problems.document import Problem, problem_response
from app.problems.validation import validation_problem
from app.problems.verdicts import failure_problem, malformed_problem
from app.services.failure import Failure

_log = structlog.get_logger(__name__)

RETRY_AFTER_SECONDS = 5


def install(app: FastAPI) -> None:
    """Make every failure under `app` a problem document, and serve the pages about them."""
    app.include_router(pages.router)
    for failure, handler in _HANDLERS.items():
        app.add_exception_handler(failure, handler)


async def _on_problem(request: Request, problem: Problem) -> Response:
    return problem_response(request, problem)


async def _on_failure(request: Request, failure: Failure) -> Response:
    return problem_response(request, failure_problem(failure))


async def _on_malformed(request: Request, malformed: Malformed) -> Response:
    return problem_response(request, malformed_problem(malformed))


async def _on_validation_error(request: Request, exc: RequestValidationError) -> Response:
    return problem_response(request, validation_problem(exc))


async def _on_http_exception(request: Request, exc: HTTPException) -> Response:
    if exc.status_code == 405 and request.method == "OPTIONS":
        return Response(status_code=204, headers={"Allow": ", ".join(_allowed_methods(request))})
    return problem_response(request, _from_http_exception(request, exc))


def _from_http_exception(request: Request, exc: HTTPException) -> Problem:
    """Translate what Starlette and FastAPI raise themselves."""
    path = request.scope["path"]
    match exc.status_code:
        case 400:
            return Problem("malformed_json", "The body cannot be read as JSON in UTF-8.")
        case 404:
            return Problem("not_found", f"There is nothing at {path}.")
        case 405:
            allowed = ", ".join(_allowed_methods(request))
            detail = f"{path} does not take {request.method}, only {allowed}."
            return Problem("method_not_allowed", detail, headers={"Allow": allowed})
        case 413:
            return Problem("payload_too_large", exc.detail)
        case _:
            _log.error("unexpected_http_exception", status=exc.status_code, detail=exc.detail)
            return internal_error()


def _allowed_methods(request: Request) -> list[str]:
    """Return every method of the path; Starlette's own header knows only one route's."""
    methods = {"OPTIONS"}
    for route in iter_route_contexts(request.app.routes):
        if route.methods and route.path_regex.match(request.scope["path"]):
            methods |= route.methods
    if "GET" in methods:
        methods.add("HEAD")
    return sorted(methods)


async def _on_database_down(request: Request, exc: Exception) -> Response:
    _log.error("database_unavailable", exc_info=exc)
    return problem_response(
        request,
        Problem(
            "unavailable",
            "The database cannot be reached just now.",
            headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
        ),
    )


_HANDLERS: dict[type[Exception], Callable[[Request, Any], Awaitable[Response]]] = {
    Problem: _on_problem,
    Failure: _on_failure,
    Malformed: _on_malformed,
    RequestValidationError: _on_validation_error,
    HTTPException: _on_http_exception,
    OperationalError: _on_database_down,
    InterfaceError: _on_database_down,
    PoolTimeoutError: _on_database_down,
}


def internal_error() -> Problem:
    """Return the problem for our own mistakes, which tells nothing of the inside."""
    return Problem("internal_error", "Something went wrong on the server; it has been logged.")


class InternalErrors:
    """ASGI middleware: an exception that nobody handles is logged and becomes a 500 problem.

    Starlette's own place for this is outside all other middleware, where a response would miss the
    CORS headers and the request id.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and catch what comes back."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except Exception as exc:
            if started:
                raise  # too late for another answer: the server closes the connection
            _log.exception("internal_error", exc_info=exc)
            await problem_response(Request(scope), internal_error())(scope, receive, send)
