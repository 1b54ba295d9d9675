"""The reference beside a raw ASGI application, and twenty thousand cards beside our own.

Every server is one process with one worker; who is compared is asked in turn, by the same client
with the same load.
"""

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median

import httpx

from benchmarks.result import Result
from benchmarks.servers import serving

MANY = 20_000
CONNECTIONS = 8
ROUNDS = 8
SECONDS = 1.0
ASKED = 300
QUERIES = (
    "heal {n}",
    '"deal {n} damage"',
    "cost<=2 damage>={n}",
    "kind:combatant hp>{n} -trait:nemesis",
    "(damage>={n} or heal>={n}) once:game",
)


def run() -> Iterator[Result]:
    """Measure card lookup and 304 beside raw bytes, then search and autocomplete by size."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        with serving("purrbiter", directory, BENCHMARK_CARDS="0") as ours:
            card = directory / "card.json"
            known = httpx.get(f"http://127.0.0.1:{ours}/v1/cards/the-solemates")
            card.write_bytes(known.content)
            with serving("raw", directory, BENCHMARK_BODY=str(card)) as raw:
                yield from _beside_raw(ours, raw, known.headers["etag"])
            with serving("purrbiter", directory, BENCHMARK_CARDS=str(MANY)) as many:
                yield from _by_size(ours, many)


def _beside_raw(ours: int, raw: int, tag: str) -> Iterator[Result]:
    path = "/v1/cards/the-solemates"
    for name, headers in (("GET /v1/cards/{id}", ""), ("304", f"If-None-Match: {tag}\r\n")):
        rates: dict[int, list[float]] = {ours: [], raw: []}
        for _ in range(ROUNDS):
            for port in (raw, ours):
                rates[port].append(asyncio.run(_load(port, path, headers)))
        note = f"{CONNECTIONS} connections, median of {ROUNDS} rounds of {SECONDS} s"
        yield Result(f"{name}, raw ASGI", median(rates[raw]), "requests/s", note)
        yield Result(name, median(rates[ours]), "requests/s", note)
        ratios = [one / other for one, other in zip(rates[ours], rates[raw], strict=True)]
        yield Result(f"{name} beside raw ASGI", median(ratios), "ratio", "median of the rounds")


async def _load(port: int, path: str, headers: str) -> float:
    """Ask one thing over and over; return the requests per second."""
    deadline = time.perf_counter() + SECONDS
    counts = await asyncio.gather(
        *(_ask_until(deadline, port, path, headers) for _ in range(CONNECTIONS))
    )
    return sum(counts) / SECONDS


async def _ask_until(deadline: float, port: int, path: str, headers: str) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    count = 0
    while time.perf_counter() < deadline:
        await _ask(reader, writer, path, headers)
        count += 1
    writer.close()
    return count


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, headers: str = ""
) -> None:
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    assert head.startswith((b"http/1.1 200", b"http/1.1 304")), head
    length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
    await reader.readexactly(int(length or 0))


def _by_size(ours: int, many: int) -> Iterator[Result]:
    """Ask what was not asked before, so that nothing is answered from what is kept."""
    searches = [
        "/v1/cards/search?page_size=20&q=" + str(httpx.QueryParams(q=query.format(n=n)))[2:]
        for n, query in zip(range(ASKED), cycle(QUERIES), strict=False)
    ]
    letters = "abcdefghijklmnopqrst"
    typed = [f"/v1/cards/autocomplete?q={a}{b}" for a in letters for b in letters][:ASKED]
    for name, paths in (("search", searches), ("autocomplete", typed)):
        small, large = (asyncio.run(_latencies(port, paths)) for port in (ours, many))
        yield Result(f"{name}, our own cards, median", median(small) * 1000, "ms")
        yield Result(f"{name}, {MANY:,} cards, median", median(large) * 1000, "ms")
        yield Result(
            f"{name}, {MANY:,} cards, 99th", sorted(large)[-len(large) // 100] * 1000, "ms"
        )
        yield Result(
            f"{name}, {MANY:,} cards beside our own", median(large) / median(small), "ratio"
        )


async def _latencies(port: int, paths: Sequence[str]) -> list[float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    seconds = []
    for path in paths:
        began = time.perf_counter()
        await _ask(reader, writer, path)
        seconds.append(time.perf_counter() - began)
    writer.close()
    return seconds
