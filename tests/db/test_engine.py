from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError

from app.db.base import table_of
from app.db.engine import Database
from app.db.players import Player, Token

players, tokens = table_of(Player), table_of(Token)
NOW = datetime(2026, 11, 29, 12, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url) as database:
        yield database


async def test_a_moment_comes_back_in_utc(database: Database) -> None:
    there = NOW.astimezone(timezone(timedelta(hours=9)))
    await database.change(insert(players).values(id="a", created_at=there))

    row = await database.row(select(players.c.created_at, players.c.deleted_at))

    assert row is not None
    assert tuple(row) == (NOW, None)
    assert row.created_at.tzinfo is UTC


async def test_a_moment_without_a_zone_is_refused(database: Database) -> None:
    with pytest.raises(StatementError, match="no time zone"):
        await database.change(insert(players).values(id="a", created_at=NOW.replace(tzinfo=None)))


async def test_an_exception_undoes_the_whole_transaction(database: Database) -> None:
    def work(connection: Connection) -> None:
        connection.execute(insert(players).values(id="a", created_at=NOW))
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        await database.write(work)

    assert await database.rows(select(players)) == []


async def test_foreign_keys_hold(database: Database) -> None:
    orphan = insert(tokens).values(
        id="t", player_id="nobody", sha256="x", scopes="", created_at=NOW
    )

    with pytest.raises(IntegrityError):
        await database.change(orphan)


async def test_sqlite_is_durable_and_does_not_block_readers(sqlite_url: str) -> None:
    async with Database(sqlite_url) as database:
        pragmas = {
            name: (await database.rows(text(f"PRAGMA {name}")))[0][0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }

    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 5000,
    }


async def test_a_database_that_does_not_answer() -> None:
    async with Database("postgresql+psycopg://nobody@127.0.0.1:1/none") as database:
        with pytest.raises(OperationalError):
            await database.ping()
