"""Fixtures for every test: an application with a database of its own, a client, real services."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import hypothesis
import pytest
from fastapi import FastAPI

from app.db.base import Stored
from app.db.migrate import upgrade
from app.main import create_app
from app.settings import Settings
from tests.support.server import Server
from tests.support.services import empty_postgres, fresh_postgres, fresh_redis

# How long an example takes depends on what else the machine does: that is no test.
hypothesis.settings.register_profile("purrbiter", deadline=None)
hypothesis.settings.load_profile("purrbiter")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def clean_environment() -> Iterator[None]:
    """No test depends on how the server of whoever runs it is set."""
    with pytest.MonkeyPatch.context() as environment:
        for name in Settings.model_fields:
            environment.delenv(f"PURRBITER_{name.upper()}", raising=False)
        yield


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the present schema and nothing in it, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "purrbiter.db"
    upgrade(Settings(database_url=f"sqlite:///{file}").database_url)
    return file


@pytest.fixture
def sqlite_url(tmp_path: Path, migrated_sqlite: Path) -> str:
    """A migrated SQLite database of this test's own."""
    file = shutil.copy(migrated_sqlite, tmp_path / "purrbiter.db")
    return f"sqlite:///{file}"


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """An empty PostgreSQL database of this test's own."""
    with fresh_postgres() as url:
        yield url


@pytest.fixture
def redis_url() -> Iterator[str]:
    """An empty Redis database of this test's own."""
    with fresh_redis() as url:
        yield url


@pytest.fixture(scope="session")
def migrated_postgres() -> Iterator[str]:
    """A PostgreSQL database with the present schema, made once: making one takes a second."""
    with fresh_postgres() as url:
        upgrade(Settings(database_url=url).database_url)
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A migrated database of each kind with nothing in it, for what has to work on both."""
    if request.param == "sqlite":
        url: str = request.getfixturevalue("sqlite_url")
        return url
    url = request.getfixturevalue("migrated_postgres")
    empty_postgres(url, [table.name for table in reversed(Stored.metadata.sorted_tables)])
    return url


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    """Settings of a test server with an embedded database."""
    return Settings(database_url=sqlite_url)


@pytest.fixture
async def app(anyio_backend: str, settings: Settings) -> AsyncIterator[FastAPI]:
    """The application, started; add routes to it to test what surrounds them."""
    application = create_app(settings)
    async with application.router.lifespan_context(application):
        yield application


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A client of `app`, without a network."""
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://purrbiter.test") as client:
        yield client


@pytest.fixture
def live_server(tmp_path: Path) -> Iterator[Server]:
    """A real server in a process of its own, with an SQLite file in its working directory."""
    directory = tmp_path / "server"
    directory.mkdir()
    with Server(directory) as server:
        yield server
