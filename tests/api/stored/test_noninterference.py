"""What a viewer may not know changes no byte that the viewer gets, whatever they ask.

Two worlds play the same match at the same time under the same ids. Before every step all that one
viewer cannot know (the hands and decks of others, the order of decks, the ids of these cards) is
moved in the second world. Then the viewer asks both worlds everything, and every byte of the
answers, their headers, the streams and the log lines has to be the same. Only how long a request
took is left out.
"""

import asyncio
import random
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from fastapi import FastAPI
from sqlalchemy import update

from app.api import streams
from app.db.base import table_of
from app.db.matches import Match
from app.db.migrate import upgrade
from app.main import create_app
from app.services.ids import taken_from
from app.services.opening import Services
from app.services.timekeeping import Timekeeper
from app.settings import Settings
from tests.conformance.artifacts import RULES
from tests.conformance.subjects import SUBJECTS
from tests.conformance.test_secrecy import named
from tests.support.clockwork import Clockwork
from tests.support.play import Somebody, answer_to, json_of, new_match, new_player
from tests.support.services import fresh_postgres

ARTIFACTS = next(subject for subject in SUBJECTS if subject.rules is RULES)
TABLES: dict[int | None, dict[str, Any]] = {
    0: {"turn_limit": 10},
    1: {"turn_limit": 10, "opening_hand": 9},
    None: {"turn_limit": 10, "knockouts_to_win": 5},
}


@pytest.fixture(autouse=True)
def same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.making.new_key", lambda: "6b" * 32)


@pytest.fixture(autouse=True)
def no_sweeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each world has its own time, and only those who ask in it may go by that."""

    async def rest(_: Timekeeper) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Timekeeper, "tick", rest)


@pytest.fixture(params=["sqlite", "postgresql"])
def two_urls(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Two migrated databases with nothing in them."""
    if request.param == "sqlite":
        migrated = request.getfixturevalue("migrated_sqlite")
        files = [shutil.copy(migrated, tmp_path / f"{name}.db") for name in "ab"]
        yield f"sqlite:///{files[0]}", f"sqlite:///{files[1]}"
        return
    with fresh_postgres() as first, fresh_postgres() as second:
        for url in (first, second):
            upgrade(Settings(database_url=url).database_url)
        yield first, second


@dataclass
class World:
    """An application with its own time, ids and players; `viewer` is whose eyes are compared."""

    app: FastAPI
    client: httpx.AsyncClient
    clock: Clockwork
    players: tuple[Somebody, Somebody]
    match: str

    @property
    def services(self) -> Services:
        found: Services = self.app.state.services
        return found

    async def position(self) -> Any:
        stored = await self.services.acting._store.find(self.match.rpartition("/")[2])
        assert stored is not None
        assert stored.position is not None
        return RULES.read_stored(stored.position)

    async def put(self, position: Any) -> None:
        """Exchange the stored position, and let the process forget what it remembers of it."""
        matches = table_of(Match)
        mine = matches.c.id == self.match.rpartition("/")[2]
        text = RULES.encode(position).decode()
        await self.services.acting._store._db.change(
            update(matches).where(mine).values(position=text)
        )
        self.services.acting._recent.forget_all()

    async def ask(self, viewer: int | None, method: str, path: str, **more: Any) -> bytes:
        """Return an answer with its status, its headers and what was logged of it, as bytes."""
        headers = {"X-Request-ID": "same"} | more.pop("headers", {})
        with taken_from(self.clock.source()), structlog.testing.capture_logs() as logs:
            if viewer is None:
                answer = await self.client.request(method, path, headers=headers, **more)
            else:
                answer = await self.players[viewer].ask(method, path, headers=headers, **more)
        lines = [{**line, "ms": None} for line in logs]
        return repr((answer.status_code, sorted(answer.headers.items()), lines)).encode() + (
            answer.content
        )

    async def stream(self, viewer: int | None, after: int) -> bytes:
        """Return what a stream says up to the decision."""
        account = None
        if viewer is not None:
            account = await self.services.players.authenticate(self.players[viewer].token)
        player = None if account is None else account.id
        with taken_from(self.clock.source()):
            sight = await self.services.matches.look(self.match.rpartition("/")[2], player)
            told = b""
            frames = self.services.streams.of_match(sight, account, after)
            async for chunk in streams._written(frames):
                told += chunk
                if chunk.startswith(b"event: decision"):
                    break
        return told

    async def lobby(self) -> bytes:
        async for chunk in streams._written(self.services.streams.of_lobby()):
            if chunk.startswith(b"event: snapshot"):
                return chunk
        raise AssertionError


@asynccontextmanager
async def _world(url: str, table: dict[str, Any]) -> AsyncIterator[World]:
    app, clock = create_app(Settings(database_url=url)), Clockwork()
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://purrbiter.test") as client,
    ):
        with taken_from(clock.source()):
            players = (await new_player(client, "Ada"), await new_player(client, "Grace"))
            options = {"spectators": "on", "clock": {"bank_seconds": 6000}}
            match = await new_match(players, settings=table, options=options)
        yield World(app, client, clock, players, match)


@pytest.mark.parametrize("viewer", TABLES)
async def test_what_a_viewer_may_not_know_changes_no_byte(
    two_urls: tuple[str, str], viewer: int | None
) -> None:
    steps = moved = 0
    async with _worlds(two_urls, viewer) as worlds:
        rng = random.Random(40)
        while await _step(worlds, viewer, rng, thorough=steps % 2 == 0):
            steps += 1
            moved += await _differ(worlds)
    assert steps > 30
    assert moved > steps // 2


async def test_a_leak_would_be_noticed(
    two_urls: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is compared does depend on what is hidden, where it is not hidden."""
    monkeypatch.setattr("app.services.matches.Sight.seat", 1)
    async with _worlds(two_urls, 0) as worlds:
        rng = random.Random(40)
        with pytest.raises(AssertionError, match="events"):
            await _to_the_end(worlds, rng)


async def _to_the_end(worlds: list[World], rng: random.Random) -> None:
    while await _step(worlds, 0, rng, thorough=True):
        pass


@asynccontextmanager
async def _worlds(urls: tuple[str, str], viewer: int | None) -> AsyncIterator[list[World]]:
    async with _world(urls[0], TABLES[viewer]) as one, _world(urls[1], TABLES[viewer]) as two:
        yield [one, two]


async def _differ(worlds: list[World]) -> bool:
    first, second = [RULES.encode(await world.position()) for world in worlds]
    return first != second


async def _step(
    worlds: list[World], viewer: int | None, rng: random.Random, *, thorough: bool
) -> bool:
    """Compare, then let somebody act in both worlds; return whether the game goes on."""
    plain, other = worlds
    position = await plain.position()
    asked = RULES.decisions(position)
    if not asked:
        await _compare(worlds, viewer)
        return False
    if thorough:
        await other.put(ARTIFACTS.shuffled(position, viewer, rng))
        await _compare(worlds, viewer)
    seat = rng.choice(asked).seat
    [decision] = await _asked(plain, seat)
    action = answer_to(decision, rng)
    await other.put(_moved(position, seat, action, viewer, rng))
    body = {"decision_id": decision["decision_id"], "action": action}
    for world in worlds:
        world.clock.go_on(2)
    answers = [
        await world.ask(seat, "POST", f"{world.match}/actions", json=body) for world in worlds
    ]
    assert answers[0].startswith(b"(200"), answers[0]
    assert answers[1].startswith(b"(200"), answers[1]
    if seat == viewer:
        assert answers[0] == answers[1]
    return True


async def _asked(world: World, seat: int) -> list[dict[str, Any]]:
    with taken_from(world.clock.source()):
        found: list[dict[str, Any]] = json_of(
            await world.players[seat].get(f"{world.match}/decision")
        )["decisions"]
    return found


def _moved(position: Any, seat: int, action: Any, viewer: int | None, rng: random.Random) -> Any:
    """Move what the viewer cannot know, unless the action shows it to everybody."""
    read = RULES.read_action(action)
    _, events = RULES.apply(position, seat, read)
    if any(ARTIFACTS.discloses(event) for event in events):
        return position
    return ARTIFACTS.shuffled(position, viewer, rng, keep=named(read), own_deck=False)


def _difference(first: bytes, second: bytes) -> tuple[bytes, bytes]:
    at = next(i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b)
    return first[at - 150 : at + 150], second[at - 150 : at + 150]


async def _compare(worlds: list[World], viewer: int | None) -> None:
    match = worlds[0].match
    assert worlds[1].match == match
    stale = {"decision_id": "x", "action": {"type": "end_turn"}}
    nowhere = {"decision_id": "x", "action": {"type": "deploy", "card": "nowhere"}}
    requests: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", match, {}),
        ("GET", match, {"headers": {"If-None-Match": '"5.seat0"'}}),
        ("GET", f"{match}/decision", {}),
        ("GET", f"{match}/events?page_size=1000", {}),
        ("GET", f"{match}/events?after=3&page_size=7", {}),
        ("GET", f"{match}/uses", {}),
        ("GET", f"{match}/waiting", {}),
        ("GET", "/v1/matches", {}),
        ("GET", "/v1/players/me", {}),
        ("GET", "/v1/players/me/matches", {}),
        ("GET", "/metrics", {}),
        ("POST", f"{match}/actions", {"json": stale}),
        ("POST", f"{match}/actions", {"json": stale, "headers": {"If-Match": '"1.x"'}}),
        ("POST", f"{match}/undo", {"json": {"version": 1}}),
        ("POST", f"{match}/seats", {"json": {"deck_id": "sunny-side"}}),
    ]
    if viewer is not None:
        for decision in await _asked(worlds[0], viewer):
            body = {**nowhere, "decision_id": decision["decision_id"]}
            requests.append(("POST", f"{match}/actions", {"json": body}))
    for method, path, more in requests:
        first, second = [await world.ask(viewer, method, path, **more) for world in worlds]
        assert first == second, (method, path, _difference(first, second))
    for after in (0, 5):
        first, second = [await world.stream(viewer, after) for world in worlds]
        assert first == second
    assert await worlds[0].lobby() == await worlds[1].lobby()
