"""Alembic's environment: which tables there are, and how a revision is run and written."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import create_engine
from sqlmodel.sql.sqltypes import AutoString

from app.db import tables
from app.db.base import Stored, UtcDateTime
from app.settings import Settings

_ = tables  # importing them fills the metadata


def render_item(kind: str, item: Any, _autogen: AutogenContext) -> str | Literal[False]:
    """Write our and SQLModel's types as what they are in the database."""
    if kind == "type" and isinstance(item, AutoString):
        return f"sa.String(length={item.length})"
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    return False


def run() -> None:
    """Run the migrations in one transaction."""
    url = context.config.attributes.get("url") or Settings.load().database_url
    engine = create_engine(url)
    with engine.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=Stored.metadata,
            render_as_batch=connection.dialect.name == "sqlite",
            render_item=render_item,
            transaction_per_migration=True,
        )
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


run()
