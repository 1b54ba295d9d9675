"""What tests of the reference share: reading changes nothing, so one server will do for all."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.main import create_app
from app.settings import Settings


@pytest.fixture(scope="session")
async def reader(
    anyio_backend: str, migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of one application for all tests that only read."""
    file = shutil.copy(migrated_sqlite, tmp_path_factory.mktemp("reader") / "purrbiter.db")
    application = create_app(Settings(database_url=f"sqlite:///{file}"))
    async with application.router.lifespan_context(application):
        transport = httpx.ASGITransport(app=application)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            yield client
