"""`purrbiter migrate`: bring the database to this version's schema."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from sqlalchemy.exc import SQLAlchemyError

from app.cli.common import fail, load_settings
from app.settings import Settings


def migrate() -> None:
    """Bring the database (PURRBITER_DATABASE_URL) to this version's schema."""
    upgrade(load_settings())
    typer.echo("The database is up to date.")


def upgrade(settings: Settings) -> None:
    """Migrate the database; an embedded one is created first."""
    # Alembic is needed by these two commands alone, and is slow to import.
    from app.db.migrate import upgrade as upgrade_schema

    with _one_line_failures():
        upgrade_schema(settings.database_url)


def require_current(settings: Settings) -> None:
    """End the command unless the database has this version's schema."""
    from app.db.migrate import is_current

    with _one_line_failures():
        current = is_current(settings.database_url)
    if not current:
        fail("the database has another version's schema: run `purrbiter migrate` first")


@contextmanager
def _one_line_failures() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as exc:
        fail(f"this database needs the package {exc.name}: install purrbiter[scale]")
    except (OSError, SQLAlchemyError) as exc:
        reason = str(getattr(exc, "orig", None) or exc).strip().splitlines()[0]
        fail(f"the database cannot be used: {reason}")
