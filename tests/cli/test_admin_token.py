import asyncio

import pytest
from typer.testing import CliRunner

from app.cli import cli
from app.db.engine import Database
from app.db.players import PlayerStore
from app.services.players import Account, Players


def _authenticate(url: str, secret: str) -> Account:
    async def work() -> Account:
        async with Database(url) as database:
            return await Players(PlayerStore(database)).authenticate(secret)

    return asyncio.run(work())


def _make_player(url: str, name: str) -> None:
    async def work() -> None:
        async with Database(url) as database:
            await Players(PlayerStore(database)).create(name)

    asyncio.run(work())


def test_the_operator_makes_a_token_with_every_scope(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PURRBITER_DATABASE_URL", sqlite_url)
    _make_player(sqlite_url, "Miso")

    made = CliRunner().invoke(cli, ["admin-token", "miso"])

    assert made.exit_code == 0
    account = _authenticate(sqlite_url, made.stdout.strip())
    assert account.profile.name == "Miso"
    assert account.scopes == {"admin", "play", "read"}


def test_a_token_needs_a_player(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURRBITER_DATABASE_URL", sqlite_url)

    made = CliRunner().invoke(cli, ["admin-token", "Nobody"])

    assert made.exit_code == 1
    assert "There is no player called “Nobody”" in made.stderr
