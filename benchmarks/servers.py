"""Servers to measure beside one another, each a process of its own on a free port."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from app import logs
from app.content.library import load_library
from app.db.migrate import upgrade
from app.main import create_app
from app.settings import Settings
from tests.support.libraries import synthetic

START_SECONDS = 120


def raw() -> ASGIApp:
    """Build the yardstick: an application that sends the bytes it was given, and a 304 if asked."""
    body = Path(os.environ["BENCHMARK_BODY"]).read_bytes()
    described = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"etag", b'"x"'),
    ]

    async def app(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
        if scope["type"] != "http":
            raise RuntimeError("no lifespan here")
        known = any(name == b"if-none-match" for name, _ in scope["headers"])
        headers = described[2:] if known else described
        status = 304 if known else 200
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if known else body})

    return app


def purrbiter() -> FastAPI:
    """Build a server of as many made-up cards as are asked for, or of our own."""
    logs.configure("warning", "json")
    settings = Settings.load()
    upgrade(settings.database_url)
    count = int(os.environ["BENCHMARK_CARDS"])
    return create_app(settings, synthetic(count) if count else load_library())


@contextmanager
def serving(factory: str, directory: Path, **environment: str) -> Iterator[int]:
    """Serve the application that a function of this module builds; give its port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = int(listener.getsockname()[1])
    command = [
        *(sys.executable, "-m", "uvicorn", "--factory", f"benchmarks.servers:{factory}"),
        *("--port", str(port), "--log-level", "error", "--no-access-log"),
    ]
    process = subprocess.Popen(command, env=_environment(directory, environment))  # noqa: S603 - ours
    try:
        _wait(process, port)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def _environment(directory: Path, more: Mapping[str, str]) -> dict[str, str]:
    database = f"sqlite:///{directory / 'benchmark.db'}"
    return {**os.environ, "PURRBITER_DATABASE_URL": database, **more}


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            httpx.get(f"http://127.0.0.1:{port}/health/live", timeout=1)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server did not start")
