"""Bells of several processes that ring together, through Redis.

What is lost while Redis is away costs nobody more than some seconds: whoever listens looks again by
itself, and everyone looks as soon as Redis is back.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any

import structlog

from app.live.bells import Bells

CHANNEL = "purrbiter:moves"
_RETRY_SECONDS = 1.0
_WAITING = 10_000

_log = structlog.get_logger(__name__)


@asynccontextmanager
async def rung_together(bells: Bells, redis_url: str | None) -> AsyncIterator[None]:
    """Ring what rings in other processes here, and what rings here there; alone without a URL."""
    if redis_url is None:
        yield
        return
    relay = _Relay(bells, redis_url)
    bells.tell = relay.tell
    running = [asyncio.create_task(_again(each)) for each in (relay.listen, relay.speak)]
    try:
        yield
    finally:
        bells.tell = None
        for task in running:
            task.cancel()
        await asyncio.wait(running)


class _Relay:
    def __init__(self, bells: Bells, url: str) -> None:
        from redis.asyncio import Redis

        self._bells = bells
        self._redis: Callable[[], Any] = lambda: Redis.from_url(url, decode_responses=True)
        self._waiting: asyncio.Queue[str] = asyncio.Queue(_WAITING)

    def tell(self, match: str) -> None:
        """Tell the others, soon; whoever acts does not wait for it."""
        if not self._waiting.full():
            self._waiting.put_nowait(match)

    async def listen(self) -> None:
        async with aclosing(self._redis()) as redis, aclosing(redis.pubsub()) as heard:
            await heard.subscribe(CHANNEL)
            self._bells.wake_all()  # something may have happened before this
            async for message in heard.listen():
                if message["type"] == "message":
                    self._bells.wake(message["data"])

    async def speak(self) -> None:
        async with aclosing(self._redis()) as redis:
            while True:
                await redis.publish(CHANNEL, await self._waiting.get())


async def _again(work: Callable[[], Awaitable[None]]) -> None:
    """Do it for ever: what breaks is begun anew after a while."""
    while True:
        try:
            await work()
        except Exception as exc:  # noqa: BLE001 - Redis, the network, names: it may come back
            _log.warning("relay_interrupted", error=str(exc))
        await asyncio.sleep(_RETRY_SECONDS)
