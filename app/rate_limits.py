"""Rate limits: how often a token, or an address, may ask."""

import hashlib
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Self

import structlog
from limits import RateLimitItem, parse_many
from limits.aio.storage import MemoryStorage, RedisStorage, Storage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.problems import Problem, problem_response
from app.settings import Settings

_log = structlog.get_logger(__name__)

_FREE = ("/health/", "/metrics")
_SIGN_IN = frozenset({"/v1/players", "/v1/players/login"})


class Counter:
    """Counts requests: in memory, or in Redis, where it is shared by all processes.

    An asynchronous context manager, which lets go of Redis at the end.
    """

    def __init__(self, settings: Settings) -> None:
        self._per_token = _limits(settings.rate_per_token)
        self._per_address = _limits(settings.rate_per_address)
        self._sign_in = _limits(settings.rate_sign_in)
        self._closing = AsyncExitStack()
        self._limiter = SlidingWindowCounterRateLimiter(self._storage(settings.redis_url))

    @property
    def idle(self) -> bool:
        """Whether no limit is set."""
        return not (self._per_token or self._per_address or self._sign_in)

    async def too_fast(self, scope: Scope) -> int | None:
        """Count a request; return how many seconds to wait, if there is anything to wait for.

        Without an answer from Redis nothing is refused: a limit protects the server, and is no
        reason to stop it.
        """
        try:
            for limit, kind, who in self._counted(scope):
                if not await self._limiter.hit(limit, kind, who):
                    window = await self._limiter.get_window_stats(limit, kind, who)
                    return max(1, math.ceil(window.reset_time - time.time()))
        except Exception as exc:  # noqa: BLE001 - whatever Redis says
            _log.error("rate_limits_unavailable", exc_info=exc)
        return None

    def _counted(self, scope: Scope) -> Iterator[tuple[RateLimitItem, str, str]]:
        """Yield what the request counts for: a limit, and whose it is."""
        address = scope["client"][0] if scope.get("client") else "unknown"
        for limit in self._per_address:
            yield limit, "address", address
        if scope["method"] == "POST" and scope["path"] in _SIGN_IN:
            for limit in self._sign_in:
                yield limit, "sign_in", address
        authorization = Headers(scope=scope).get("authorization")
        if authorization is not None:
            token = hashlib.sha256(authorization.encode("utf-8", "surrogatepass")).hexdigest()
            for limit in self._per_token:
                yield limit, "token", token

    def _storage(self, redis_url: str | None) -> Storage:
        if redis_url is None or self.idle:
            return MemoryStorage()
        from redis.asyncio import ConnectionPool

        pool = ConnectionPool.from_url(redis_url)
        self._closing.push_async_callback(pool.aclose)
        return RedisStorage(
            "async+redis://",
            implementation="redispy",
            key_prefix="purrbiter",
            connection_pool=pool,  # type: ignore[arg-type] # it is documented, and not annotated
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._closing.aclose()


class RateLimits:
    """Refuses requests that come too fast, with 429 and `Retry-After`."""

    def __init__(self, app: ASGIApp, counter: Counter) -> None:
        self.app = app
        self._counter = counter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the request, and pass it on or refuse it."""
        counted = scope["type"] == "http" and not scope["path"].startswith(_FREE)
        if counted and not self._counter.idle:
            seconds = await self._counter.too_fast(scope)
            if seconds is not None:
                detail = f"That was too fast. Wait {seconds} s."
                problem = Problem("rate_limited", detail, headers={"Retry-After": str(seconds)})
                await problem_response(Request(scope), problem)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _limits(setting: str | None) -> Sequence[RateLimitItem]:
    return () if setting is None else parse_many(setting)
