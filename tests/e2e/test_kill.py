"""SIGKILL at any moment: whatever was acknowledged is there, and the open decision too."""

import asyncio
import random
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

MATCHES = 4
ROUNDS = 3


@pytest.fixture
def server(tmp_path: Path, database_url: str) -> Iterator[Server]:
    directory = tmp_path / "server"
    directory.mkdir()
    with Server(directory, PURRBITER_DATABASE_URL=database_url) as server:
        yield server


@pytest.fixture
async def client(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
        yield client


class _Table:
    """A match with its players, and what the server has acknowledged in it."""

    def __init__(self, match: str, players: tuple[Somebody, Somebody], seed: int) -> None:
        self.match = match
        self.players = players
        self.chance = random.Random(seed)
        self.acknowledged: dict[int, str] = {}

    async def play(self) -> None:
        """Play until the match is over or the server goes away."""
        while True:
            asked = [
                (player, of) for player in self.players for of in await player.asked(self.match)
            ]
            if not asked:
                return
            player, decision = asked[0]
            action = answer_to(decision, self.chance)
            acted = json_of(await player.act(self.match, decision["decision_id"], action))
            self.acknowledged[acted["version"]] = decision["decision_id"]

    async def check(self, database: Database) -> None:
        """Compare what is there with what was acknowledged."""
        id_ = self.match.rpartition("/")[2]
        actions, events = table_of(Action), table_of(Event)
        logged = {
            row.version: row.decision_id
            for row in await database.rows(select(actions).where(actions.c.match_id == id_))
        }
        assert self.acknowledged.items() <= logged.items()
        assert len(logged) - len(self.acknowledged) <= ROUNDS  # one answer lost in each crash
        assert sorted(logged) == list(range(3, 3 + len(logged)))  # two joined before
        table = json_of(await self.players[0].get(self.match))
        assert table["version"] == 2 + len(logged)
        seqs = await database.rows(
            select(events.c.seq).where(events.c.match_id == id_).order_by(events.c.seq)
        )
        assert [row.seq for row in seqs] == list(range(1, table["last_seq"] + 1))
        for seat in table["waiting_for"]:
            assert await self.players[seat].asked(self.match)


async def test_what_was_acknowledged_survives_a_kill(
    server: Server, client: httpx.AsyncClient, database_url: str
) -> None:
    chance = random.Random(11)
    tables = []
    for seed in range(MATCHES):
        players = (await new_player(client), await new_player(client))
        match = await new_match(players, settings={"turn_limit": 40})
        tables.append(_Table(match, players, seed))
    async with Database(Settings(database_url=database_url).database_url) as database:
        for _ in range(ROUNDS):
            playing = [asyncio.create_task(table.play()) for table in tables]
            await asyncio.sleep(chance.uniform(0.3, 0.9))
            await asyncio.to_thread(server.kill)
            ended = await asyncio.gather(*playing, return_exceptions=True)
            assert all(each is None or isinstance(each, httpx.TransportError) for each in ended), (
                ended
            )
            await asyncio.to_thread(server.start)
            for table in tables:
                await table.check(database)
    assert sum(len(table.acknowledged) for table in tables) > ROUNDS * MATCHES


async def test_a_reaction_goes_on_after_a_kill(server: Server, client: httpx.AsyncClient) -> None:
    players = (await new_player(client), await new_player(client))
    match, player, decision = await _until_a_reaction(players)
    before = [json_of(await each.get(match)) for each in players]

    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)

    assert [json_of(await each.get(match)) for each in players] == before
    assert await player.asked(match) == [decision]
    acted = json_of(await player.act(match, decision["decision_id"], decision["options"][0]))
    assert acted["version"] == before[0]["version"] + 1


async def _until_a_reaction(
    players: tuple[Somebody, Somebody],
) -> tuple[str, Somebody, dict[str, Any]]:
    """Play until somebody may react, in another match where one ends without."""
    chance = random.Random(3)
    while True:
        match = await new_match(players)
        while asked := [(player, of) for player in players for of in await player.asked(match)]:
            player, decision = asked[0]
            if decision["kind"] == "react":
                return match, player, decision
            json_of(await player.act(match, decision["decision_id"], answer_to(decision, chance)))
