"""SIGKILL at any moment: whatever was acknowledged is there, and the open decision too."""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from app.db.base import table_of
from app.db.engine import Database
from app.db.matches import Action, Event, Match
from app.settings import Settings
from tests.support.play import Somebody, answer_to, json_of, new_match, new_player
from tests.support.server import Server
from tests.support.streaming import listening

ROOT = Path(__file__).parents[2]
KEY = {"Idempotency-Key": "once"}
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


async def test_an_action_that_nobody_was_told_of_is_told_after_the_restart(
    tmp_path: Path, database_url: str
) -> None:
    """Killed between commit and answer: the other hears of it, and a retry acts no second time."""
    directory = tmp_path / "dying"
    directory.mkdir()
    environment = {"PURRBITER_DATABASE_URL": database_url, "PYTHONPATH": str(ROOT)}
    with Server(directory, "tests.support.dying", **environment) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
            players = (await new_player(client), await new_player(client))
            match, player, decision = await _until_a_reaction(players)
            other = players[1 - decision["seat"]]
            last = json_of(await other.get(match))["last_seq"]
            body = {"decision_id": decision["decision_id"], "action": decision["options"][0]}
            (directory / "die").touch()
            with pytest.raises(httpx.TransportError):
                await player.post(f"{match}/actions", body, headers=KEY)

            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)

            async with listening(client, f"{match}/events", other.token, last) as stream:
                heard = await stream.until("decision")
            again = await player.post(f"{match}/actions", body, headers=KEY)
            assert again.status_code == 200, again.text
            assert again.headers["idempotency-replayed"] == "true"
            assert [each.json["seq"] for each in heard[:-1]] == [
                event["seq"] for event in again.json()["events"]
            ]
            assert heard[-1].json["version"] == again.json()["version"]
            assert json_of(await player.get(match))["version"] == again.json()["version"]


async def test_clocks_randomness_and_uses_are_intact_after_a_kill_in_a_reaction(
    server: Server, client: httpx.AsyncClient, database_url: str
) -> None:
    players = (await new_player(client), await new_player(client))
    options = {"clock": {"bank_seconds": 3600, "increment_seconds": 5}}
    match, player, decision = await _until_a_reaction(players, spent=True, options=options)
    before = [await _everything(each, match) for each in players]
    async with Database(Settings(database_url=database_url).database_url) as database:
        position = await _stored(database, match)

        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)

        after = [await _everything(each, match) for each in players]
        excused = after[0][-1]["data"][before[0][-1]["total"] :]
        assert {event["type"] for event in excused} <= {"time_credited"}  # a slow start is excused
        assert excused or after == before
        assert await _stored(database, match) == position
        assert json.loads(position)["random"]["counter"] > 0
    acted = json_of(await player.act(match, decision["decision_id"], decision["options"][-1]))
    assert acted["events"] is not None
    times = json_of(await player.get(match))["times"]
    [was] = [answer["times"] for answer, *_ in before[:1]]
    assert times["left"][decision["seat"]] < was["left"][decision["seat"]]
    assert times["left"][1 - decision["seat"]] == was["left"][1 - decision["seat"]]


async def _everything(player: Somebody, match: str) -> list[Any]:
    paths = ("", "/decision", "/waiting", "/uses", "/events?page_size=1000")
    return [json_of(await player.get(match + path)) for path in paths]


async def _stored(database: Database, match: str) -> str:
    matches = table_of(Match)
    mine = matches.c.id == match.rpartition("/")[2]
    row = await database.row(select(matches.c.position).where(mine))
    assert row is not None
    return str(row.position)


async def test_a_stream_ends_cleanly_when_the_server_is_stopped(
    server: Server, client: httpx.AsyncClient
) -> None:
    players = (await new_player(client), await new_player(client))
    match = await new_match(players)
    async with listening(client, f"{match}/events", players[0].token) as stream:
        await stream.until("decision")

        stopping = asyncio.create_task(asyncio.to_thread(server.stop))

        assert await stream.rest() == []
    began = time.monotonic()
    await stopping
    assert time.monotonic() - began < 3
    assert "Cancel" not in server.log.read_text()


async def _until_a_reaction(
    players: tuple[Somebody, Somebody], *, spent: bool = False, **body: Any
) -> tuple[str, Somebody, dict[str, Any]]:
    """Play until somebody may react, in another match where one ends without.

    With `spent`, some use is spent by then.
    """
    chance = random.Random(3)
    while True:
        match = await new_match(players, **body)
        while asked := [(player, of) for player in players for of in await player.asked(match)]:
            player, decision = asked[0]
            used = not spent or json_of(await player.get(f"{match}/uses"))["data"]
            if decision["kind"] == "react" and used:
                return match, player, decision
            json_of(await player.act(match, decision["decision_id"], answer_to(decision, chance)))
