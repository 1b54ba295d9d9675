"""`purrbiter admin-token`: a token with which a player acts for the operator."""

import asyncio
from typing import Annotated

import typer

from app.cli.common import fail, load_settings
from app.db.engine import Database
from app.db.players import PlayerStore
from app.services.failure import Failure
from app.services.players import Players


def admin_token(
    name: Annotated[str, typer.Argument(help="The name of a player, who exists already.")],
) -> None:
    """Print a new token for the player that has the scope “admin”. It is shown only now."""
    try:
        typer.echo(asyncio.run(_make(load_settings().database_url, name)))
    except Failure as failure:
        fail(failure.detail)


async def _make(url: str, name: str) -> str:
    async with Database(url) as database:
        return await Players(PlayerStore(database)).make_admin_token(name)
