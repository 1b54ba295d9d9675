import pytest
from alembic import command
from sqlalchemy import create_engine, inspect, text

from app.db.base import Stored
from app.db.engine import Database
from app.db.migrate import (
    OutdatedSchemaError,
    SchemaCheck,
    alembic_config,
    downgrade,
    is_current,
    upgrade,
)
from app.settings import Settings


def _tables(url: str) -> set[str]:
    engine = create_engine(url)
    names = set(inspect(engine).get_table_names())
    engine.dispose()
    return names - {"alembic_version"}


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def url(request: pytest.FixtureRequest) -> str:
    """A migrated database that may be left in any state."""
    url = Settings(database_url=request.getfixturevalue(request.param)).database_url
    upgrade(url)
    return url


def test_up_and_down_and_up_again(url: str) -> None:
    tables = {table.name for table in Stored.metadata.sorted_tables}
    assert _tables(url) == tables
    assert is_current(url)

    downgrade(url)
    assert _tables(url) == set()
    assert not is_current(url)

    upgrade(url)
    assert _tables(url) == tables
    assert is_current(url)


def test_the_migrations_make_what_the_tables_say(url: str) -> None:
    command.check(alembic_config(url))  # raises where they differ


async def test_a_running_server_notices_an_outdated_schema(url: str) -> None:
    async with Database(url) as database:
        check = SchemaCheck(database)
        await check()
        downgrade(url)
        with pytest.raises(OutdatedSchemaError):
            await check()


def test_what_was_stored_before_keeps_its_time(url: str) -> None:
    """Events have a moment each since 0003; of older ones only the match's last is known."""
    downgrade(url, "0002")
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in (
            "INSERT INTO players (id, created_at) VALUES ('p', '2026-11-01 12:00:00')",
            """INSERT INTO matches (id, ruleset, release, status, visibility, settings, version,
            last_seq, creator_id, created_at, updated_at) VALUES ('m', 'r', '1', 'playing',
            'public', '{}', 3, 1, 'p', '2026-11-01 12:00:00', '2026-11-02 12:00:00')""",
            "INSERT INTO events (match_id, seq, version, event) VALUES ('m', 1, 2, '{}')",
        ):
            connection.execute(text(statement))

    upgrade(url)

    with engine.connect() as connection:
        moment = connection.execute(text("SELECT at FROM events")).scalar_one()
    engine.dispose()
    assert str(moment).startswith("2026-11-02 12:00:00")
