"""`purrbiter serve`: the server."""

from typing import Annotated

import typer
import uvicorn

from app import logs
from app.cli.common import fail, load_settings
from app.cli.migrate import require_current, upgrade
from app.cli.reading import library
from app.settings import Settings


def serve(
    host: Annotated[str | None, typer.Option(help="Address to serve on [PURRBITER_HOST].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to serve on [PURRBITER_PORT].")] = None,
    workers: Annotated[
        int | None, typer.Option(help="Number of processes [PURRBITER_WORKERS].")
    ] = None,
) -> None:
    """Serve the API. An embedded SQLite database is migrated by itself, any other is not."""
    settings = load_settings(host=host, port=port, workers=workers)
    _check_workers(settings)
    library()  # a broken file of cards ends the command here, in lines instead of a traceback
    if settings.embedded_database:
        upgrade(settings)
    else:
        require_current(settings)
    logs.configure(settings.log_level, settings.log_format)
    uvicorn.run(
        "app.main:from_environment",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="auto",  # uvloop where there is one
        http="app.problems.protocol:ProblemProtocol",  # httptools, with problems for bad requests
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,  # longer than proxies keep a connection that they may use again
        timeout_graceful_shutdown=settings.shutdown_seconds,
    )


def _check_workers(settings: Settings) -> None:
    """Several processes share a server database and tell each other of moves through Redis."""
    if settings.workers == 1:
        return
    missing = []
    if settings.embedded_database:
        missing.append("a server database (PURRBITER_DATABASE_URL=postgresql://…)")
    if settings.redis_url is None:
        missing.append("Redis (PURRBITER_REDIS_URL=redis://…)")
    if missing:
        fail(f"more than one worker needs {' and '.join(missing)}", status=2)
