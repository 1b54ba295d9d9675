"""Several servers over one database: what happens at one is heard at the other, at once."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.db.migrate import upgrade
from app.services.matches import LOOK_AGAIN_SECONDS
from app.settings import Settings
from tests.support.play import json_of, new_match, new_player
from tests.support.server import Server
from tests.support.streaming import listening


@pytest.fixture
def servers(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[tuple[Server, Server]]:
    upgrade(Settings(database_url=postgres_url).database_url)
    environment = {"PURRBITER_DATABASE_URL": postgres_url, "PURRBITER_REDIS_URL": redis_url}
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    with (
        Server(tmp_path / "here", **environment) as here,
        Server(tmp_path / "there", **environment) as there,
    ):
        yield here, there


async def test_a_stream_at_one_server_hears_of_an_action_at_another(
    servers: tuple[Server, Server],
) -> None:
    async with (
        httpx.AsyncClient(base_url=servers[0].url, timeout=30) as here,
        httpx.AsyncClient(base_url=servers[1].url, timeout=30) as there,
    ):
        players = (await new_player(here), await new_player(here))
        match = await new_match(players)
        headers = {"Authorization": f"Bearer {players[0].token}"}
        async with listening(there, f"{match}/events", players[1].token) as stream:
            await stream.until("decision")
            began = time.monotonic()
            body = {"action": {"type": "concede"}}
            json_of(await here.post(f"{match}/actions", json=body, headers=headers))
            heard = await stream.until("decision")

    assert time.monotonic() - began < LOOK_AGAIN_SECONDS / 2
    assert [each.json["type"] for each in heard[:-1]] == ["match_over"]
