"""What is stored is tested on SQLite and on PostgreSQL alike."""

import httpx
import pytest

from app.settings import Settings
from tests.support.play import Somebody, new_match, new_player


@pytest.fixture
def settings(database_url: str) -> Settings:
    return Settings(database_url=database_url)


@pytest.fixture
async def players(client: httpx.AsyncClient) -> tuple[Somebody, Somebody]:
    """Two players; seat 0 is Ada's."""
    return await new_player(client, "Ada"), await new_player(client, "Grace")


@pytest.fixture
async def match(players: tuple[Somebody, Somebody]) -> str:
    """The path of a match that both have joined and anybody may watch, in setup."""
    return await new_match(players, options={"spectators": "on"})
