"""A match night: 50 matches at once, by clients that click twice, click late and lose their link.

Every match ends, every acknowledged action stands in its log exactly once, nobody sees a gap.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from app.db.base import table_of
from app.db.engine import Database
from app.db.matches import Action, Event
from app.settings import Settings
from tests.support.play import Somebody, answer_to, json_of, new_match, new_player
from tests.support.server import Server
from tests.support.streaming import Heard, listening

MATCHES = 50
TABLE = {"knockouts_to_win": 1, "turn_limit": 4}


@pytest.fixture
def server(tmp_path: Path, database_url: str) -> Iterator[Server]:
    directory = tmp_path / "server"
    directory.mkdir()
    settings = {"PURRBITER_DATABASE_URL": database_url, "PURRBITER_LOG_LEVEL": "warning"}
    with Server(directory, **settings) as server:
        yield server


@pytest.fixture
async def client(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    limits = httpx.Limits(max_connections=None, keepalive_expiry=30)
    async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=limits) as client:
        yield client


class Clumsy:
    """A player who goes by the stream alone, and does everything that people do to servers."""

    def __init__(self, player: Somebody, match: str, seed: int, done: Counter[str]) -> None:
        self.player = player
        self.match = match
        self.chance = random.Random(seed)
        self.done = done
        self.last = 0
        self.over = False
        self.answered = ""
        self.acknowledged: dict[int, str] = {}

    async def play(self) -> None:
        """Listen and act until the match is over, over as many connections as it takes."""
        while not self.over:
            path = f"{self.match}/events"
            async with listening(self.player.client, path, self.player.token, self.last) as stream:
                while not self.over:
                    message = await stream.next()
                    await self._hear(message)
                    if self.chance.random() < 0.05:
                        self.done["dropped streams"] += 1
                        break

    async def _hear(self, message: Heard) -> None:
        if message.comment is not None or message.retry is not None:
            return
        assert message.event in {"message", "decision"}
        if message.event == "message":
            assert message.json["seq"] == self.last + 1, "a gap"
            self.last += 1
            return
        asked = message.json
        self.over = not asked["waiting_for"]
        for decision in asked["decisions"]:
            if decision["decision_id"] != self.answered:
                await self._answer(decision)

    async def _answer(self, decision: dict[str, Any]) -> None:
        action = answer_to(decision, self.chance)
        if self.answered and self.chance.random() < 0.15:
            late = await self.player.act(self.match, self.answered, action)
            assert late.json()["code"] in {"stale_decision", "match_over"}, late.text
            self.done["stale submits"] += 1
        body = {"decision_id": decision["decision_id"], "action": action}
        headers = {}
        if self.chance.random() < 0.5:
            headers["Idempotency-Key"] = decision["decision_id"]
        clicks = 2 if self.chance.random() < 0.3 else 1
        answers = await asyncio.gather(
            *(
                self.player.post(f"{self.match}/actions", body, headers=headers)
                for _ in range(clicks)
            )
        )
        self._check(decision["decision_id"], answers)
        self.answered = decision["decision_id"]
        self.done["double submits"] += clicks - 1
        self.done["actions"] += 1

    def _check(self, decision: str, answers: list[httpx.Response]) -> None:
        done = [each for each in answers if each.status_code == 200]
        refused = [each.json()["code"] for each in answers if each.status_code != 200]
        assert set(refused) <= {"stale_decision", "request_in_flight", "match_over"}, refused
        contents = {each.content for each in done}
        assert len(contents) == 1, "acted twice, or not at all"
        self.acknowledged[done[0].json()["version"]] = decision


@pytest.mark.timeout(240)
async def test_fifty_matches_at_once(client: httpx.AsyncClient, database_url: str) -> None:
    done: Counter[str] = Counter()
    tables = await asyncio.gather(*(_table(client, number, done) for number in range(MATCHES)))

    await asyncio.gather(*(clumsy.play() for table in tables for clumsy in table))

    assert done["double submits"] > 60
    assert done["stale submits"] > 25
    assert done["dropped streams"] > 60
    async with Database(Settings(database_url=database_url).database_url) as database:
        for table in tables:
            await _check(database, table)


async def _table(
    client: httpx.AsyncClient, number: int, done: Counter[str]
) -> tuple[Clumsy, Clumsy]:
    players = (await new_player(client), await new_player(client))
    match = await new_match(players, settings=TABLE)
    first, second = players
    return Clumsy(first, match, 2 * number, done), Clumsy(second, match, 2 * number + 1, done)


async def _check(database: Database, table: tuple[Clumsy, Clumsy]) -> None:
    """Compare the log with what was acknowledged and heard."""
    first, second = table
    actions, events = table_of(Action), table_of(Event)
    match = first.match.rpartition("/")[2]
    logged = await database.rows(select(actions).where(actions.c.match_id == match))
    assert {row.version: row.decision_id for row in logged} == (
        first.acknowledged | second.acknowledged
    )
    assert len({row.decision_id for row in logged}) == len(logged)
    seqs = await database.rows(
        select(events.c.seq).where(events.c.match_id == match).order_by(events.c.seq)
    )
    assert [row.seq for row in seqs] == list(range(1, first.last + 1))
    assert first.last == second.last
    end = json_of(await first.player.get(first.match))
    assert (end["status"], end["version"]) == ("over", 2 + len(logged))
