"""The database: SQLite (a file, one process) or PostgreSQL, and its two kinds of transaction.

SQLAlchemy runs synchronously in threads of our own, one hop to a thread for a whole transaction. An
asynchronous driver hops (SQLite) or wakes the loop (PostgreSQL) for every statement and fetch:
measured here, that made about 45 hops of an action and cost nine tenths of its time.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine, Executable, Row, create_engine, event, text
from sqlalchemy.engine import make_url

T = TypeVar("T")

_THREADS = 8
_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # an acknowledged action survives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=5000",
)
_BEGIN = "purrbiter_begin"


class Database:
    """A pool of connections and the threads that use them.

    An asynchronous context manager, which closes all of it at the end. `work` gets the connection
    of one transaction, in a thread: it must touch nothing that is not its own.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        is_sqlite = make_url(self.url).get_backend_name() == "sqlite"
        self._engine = _sqlite_engine(self.url) if is_sqlite else _server_engine(self.url)
        self._writer = self._engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        self._readers = ThreadPoolExecutor(_THREADS, "database-reader")
        # SQLite has one writer at a time, and who waits for it in there waits by polling.
        self._writers = ThreadPoolExecutor(1 if is_sqlite else _THREADS, "database-writer")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction that only reads."""
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, _within, self._engine, work
        )

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction that is committed at its end, and undone by an exception."""
        return await asyncio.get_running_loop().run_in_executor(
            self._writers, _within, self._writer, work
        )

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[*tuple[Any, ...]]]:
        """Return what one statement selects with these values for its parameters."""
        return await self.read(lambda connection: connection.execute(statement, values).all())

    async def row(self, statement: Executable, **values: Any) -> Row[*tuple[Any, ...]] | None:
        """Return the one row that a statement selects, if there is one."""
        rows = await self.rows(statement, **values)
        return rows[0] if rows else None

    async def change(self, *statements: Executable) -> int:
        """Run statements in one transaction; return how many rows the last one changed."""
        return await self.write(
            lambda connection: [connection.execute(each).rowcount for each in statements][-1]
        )

    async def ping(self) -> None:
        """Ask the database something. Raises what SQLAlchemy raises when it does not answer."""
        await self.rows(text("SELECT 1"))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writers.shutdown()
        self._readers.shutdown()
        self._engine.dispose()


def _within(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _server_engine(url: str) -> Engine:
    return create_engine(url, pool_size=2 * _THREADS, pool_pre_ping=True, hide_parameters=True)


def _sqlite_engine(url: str) -> Engine:
    engine = create_engine(url, pool_size=_THREADS + 1, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(dbapi_connection: Any, _record: object) -> None:
    # None: the driver begins no transaction by itself; `_begin` does, and says which kind.
    dbapi_connection.isolation_level = None
    for pragma in _PRAGMAS:
        dbapi_connection.execute(pragma)


def _begin(connection: Connection) -> None:
    """Begin at once as what it will be: a reader that wants to write later is refused by SQLite."""
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))
