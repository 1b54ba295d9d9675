"""Bringing a database to the present schema, and telling whether it is there. Synchronous."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import make_url

from app.db.engine import Database
from app.paths import migrations_dir


def alembic_config(url: str) -> Config:
    """Return Alembic's configuration for the database at `url`."""
    config = Config()
    config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
    config.attributes["url"] = url
    return config


def upgrade(url: str, revision: str = "head") -> None:
    """Run the migrations up to `revision`; an SQLite file is made where there is none."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    command.upgrade(alembic_config(url), revision)


def downgrade(url: str, revision: str = "base") -> None:
    """Undo migrations down to `revision`. What only newer tables hold is lost."""
    command.downgrade(alembic_config(url), revision)


def is_current(url: str) -> bool:
    """Whether the database has every migration. Raises what SQLAlchemy raises if it is down."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return _applied(connection) == _newest(url)
    finally:
        engine.dispose()


class OutdatedSchemaError(Exception):
    """The database does not have every migration."""


class SchemaCheck:
    """A probe of a database that is in use: raises `OutdatedSchemaError` unless it is current."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._newest: set[str] | None = None

    async def __call__(self) -> None:
        """Look."""
        if self._newest is None:
            self._newest = _newest(self._db.url)
        if await self._db.read(_applied) != self._newest:
            raise OutdatedSchemaError


def _newest(url: str) -> set[str]:
    return set(ScriptDirectory.from_config(alembic_config(url)).get_heads())


def _applied(connection: Connection) -> set[str]:
    return set(MigrationContext.configure(connection).get_current_heads())
