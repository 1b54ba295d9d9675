"""Reading server-sent events, and a server in this process whose streams can be read."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

SECONDS = 20.0


@dataclass(frozen=True)
class Heard:
    """One message of a stream; a comment has only that."""

    event: str = "message"
    data: str = ""
    id: str | None = None
    retry: str | None = None
    comment: str | None = None

    @property
    def json(self) -> Any:
        return json.loads(self.data)


class Listener:
    """Hears a stream message by message."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._lines = response.aiter_lines()

    async def next(self) -> Heard:
        """Return the next message, comments and `retry` included. Raises at the stream's end."""
        fields: dict[str, str] = {}
        async with asyncio.timeout(SECONDS):
            async for line in self._lines:
                if not line:
                    return _heard(fields)
                name, _, value = line.partition(":")
                fields[name or "comment"] = value.removeprefix(" ")
        raise StopAsyncIteration

    async def until(self, event: str) -> list[Heard]:
        """Return the messages up to the next of this kind, without comments and `retry`."""
        heard: list[Heard] = []
        while True:
            message = await self.next()
            if message.comment is None and message.retry is None:
                heard.append(message)
            if message.event == event:
                return heard

    async def rest(self) -> list[Heard]:
        """Return what comes until the stream ends."""
        heard = []
        try:
            while True:
                heard.append(await self.next())
        except StopAsyncIteration:
            return heard


def _heard(fields: dict[str, str]) -> Heard:
    return Heard(
        event=fields.get("event", "message"),
        data=fields.get("data", ""),
        id=fields.get("id"),
        retry=fields.get("retry"),
        comment=fields.get("comment"),
    )


@asynccontextmanager
async def listening(
    client: httpx.AsyncClient, path: str, token: str | None = None, last: object = None
) -> AsyncIterator[Listener]:
    """Open a stream, from after the message `last` on."""
    headers = {"Accept": "text/event-stream"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    if last is not None:
        headers["Last-Event-ID"] = str(last)
    async with client.stream("GET", path, headers=headers, timeout=SECONDS) as response:
        if response.status_code != 200:
            await response.aread()
        assert response.status_code == 200, response.text
        yield Listener(response)


async def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds that others in this event loop bring about."""
    async with asyncio.timeout(SECONDS):
        while not holds():  # noqa: ASYNC110 - it has no event of its own
            await asyncio.sleep(0.01)


@asynccontextmanager
async def serving(app: FastAPI) -> AsyncIterator[str]:
    """Serve an application over a real connection from this event loop; yield the URL."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=5)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve([listener]))
    try:
        await eventually(lambda: server.started)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        app.state.services.bells.stop()  # what a signal does to `purrbiter serve`
        server.should_exit = True
        await running
        listener.close()
