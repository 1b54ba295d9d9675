"""Stored, judged actions per second over HTTP, beside a loop of durable commits in raw SQLite."""

import asyncio
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from app.content.library import load_library
from benchmarks.result import Result
from tests.support.server import Server

MATCHES = 16
SECONDS = 8.0
COMMITS = 500


def run() -> Iterator[Result]:
    """Play 16 matches at once against a server process for some seconds."""
    with tempfile.TemporaryDirectory() as directory:
        raw = _raw_commits_per_second(Path(directory))
        with Server(Path(directory), PURRBITER_LOG_LEVEL="warning") as server:
            seconds = asyncio.run(_play(server.port))
    per_second = len(seconds) / SECONDS
    note = f"{MATCHES} matches at once, options and events included"
    yield Result("raw SQLite, one durable commit per action", raw, "commits/s", "the yardstick")
    yield Result("actions over HTTP", per_second, "actions/s", note)
    yield Result("… beside raw SQLite", per_second / raw, "ratio")
    yield Result("answer to an action, median", median(seconds) * 1000, "ms")
    yield Result(
        "answer to an action, 99th", sorted(seconds)[len(seconds) * 99 // 100] * 1000, "ms"
    )


def _raw_commits_per_second(directory: Path) -> float:
    """Store as much as an action stores, with nothing judged and nothing between."""
    connection = sqlite3.connect(directory / "raw.db", isolation_level=None)
    connection.executescript(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "CREATE TABLE matches (id TEXT PRIMARY KEY, version INT, position TEXT);"
        "CREATE TABLE actions (match TEXT, version INT, action TEXT, PRIMARY KEY (match, version));"
        "CREATE TABLE events (match TEXT, seq INT, event TEXT, PRIMARY KEY (match, seq));"
        "INSERT INTO matches VALUES ('m', 0, '')"
    )
    position, event = "p" * 5000, "e" * 150
    began = time.perf_counter()
    for version in range(COMMITS):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "UPDATE matches SET version = ?, position = ? WHERE id = 'm' AND version = ?",
            (version + 1, position, version),
        )
        connection.execute("INSERT INTO actions VALUES ('m', ?, ?)", (version, event))
        connection.executemany(
            "INSERT INTO events VALUES ('m', ?, ?)", [(version * 4 + i, event) for i in range(4)]
        )
        connection.execute("COMMIT")
    connection.close()
    return COMMITS / (time.perf_counter() - began)


async def _play(port: int) -> list[float]:
    """Play until the time is over; return how long each action took."""
    deadline = time.perf_counter() + SECONDS
    tables = [_play_on(port, random.Random(number), deadline) for number in range(MATCHES)]
    return [seconds for table in await asyncio.gather(*tables) for seconds in table]


async def _play_on(port: int, chance: random.Random, deadline: float) -> list[float]:
    """Play one match after the other with random options."""
    connection = await _Connection.open(port)
    seconds: list[float] = []
    while time.perf_counter() < deadline:
        path, tokens = await _new_match(connection)
        waiting = [0, 1]
        while waiting and time.perf_counter() < deadline:
            token = tokens[waiting[0]]
            asked = await connection.ask("GET", f"{path}/decision", token)
            decisions = asked["decisions"]
            while decisions and time.perf_counter() < deadline:
                body = {
                    "decision_id": decisions[0]["decision_id"],
                    "action": _answer(decisions[0], chance),
                }
                began = time.perf_counter()
                asked = await connection.ask("POST", f"{path}/actions", token, body)
                seconds.append(time.perf_counter() - began)
                decisions = asked["decisions"]
            waiting = asked["waiting_for"]
    connection.close()
    return seconds


async def _new_match(connection: "_Connection") -> tuple[str, list[str]]:
    tokens = [(await connection.ask("POST", "/v1/players"))["token"] for _ in range(2)]
    match = await connection.ask("POST", "/v1/matches", tokens[0], {})
    path = f"/v1/matches/{match['id']}"
    for token, deck in zip(tokens, load_library().decks.values(), strict=False):
        cards = [{"card": entry.card, "quantity": entry.quantity} for entry in deck.cards]
        await connection.ask("POST", f"{path}/seats", token, {"deck": {"cards": cards}})
    return path, tokens


def _answer(decision: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    if decision.get("options"):
        option: dict[str, Any] = chance.choice(decision["options"])
        return option
    ids = decision["from"]
    if decision["kind"] == "setup":
        return {"type": "setup", "active": ids[0]}
    return {"type": "choose", "ids": ids[: decision.get("min", 1)]}


class _Connection:
    """HTTP with next to no cost of its own, so that the server is measured and not a client."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> "_Connection":
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """Send a request and return the JSON of its answer, which has to be a success."""
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(content)}\r\n"
        if content:
            head += "Content-Type: application/json\r\n"
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        self._writer.write(head.encode() + b"\r\n" + content)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        received = await self._reader.readexactly(int(length))
        assert answer.split(b" ", 2)[1].startswith(b"2"), received
        return json.loads(received)

    def close(self) -> None:
        self._writer.close()
