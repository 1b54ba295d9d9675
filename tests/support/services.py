"""PostgreSQL and Redis for the tests that need them: found, and left as they were found."""

import getpass
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

import psycopg
import pytest
import redis
from psycopg import sql
from sqlalchemy.engine import make_url

REQUIRE = "PURRBITER_TEST_REQUIRE_SERVICES"
POSTGRES = "PURRBITER_TEST_POSTGRES_URL"
REDIS = "PURRBITER_TEST_REDIS_URL"


def skip_or_fail(reason: str) -> NoReturn:
    """Skip the test because something is absent, or fail it where everything has to be there."""
    if os.environ.get(REQUIRE) == "1":
        pytest.fail(f"{reason} ({REQUIRE}=1)", pytrace=False)
    pytest.skip(reason)


def _postgres_candidates() -> list[str]:
    if POSTGRES in os.environ:
        return [os.environ[POSTGRES]]
    users = dict.fromkeys(("postgres", getpass.getuser()))
    return [f"postgresql://{user}@127.0.0.1:5432/test" for user in users]


def _reachable_postgres() -> str:
    for url in _postgres_candidates():
        try:
            psycopg.connect(url, connect_timeout=3).close()
        except psycopg.OperationalError:
            continue
        return url
    skip_or_fail(f"no PostgreSQL at 127.0.0.1:5432 with a database test; {POSTGRES} names another")


@contextmanager
def fresh_postgres() -> Iterator[str]:
    """Yield the URL of an empty database that goes away afterwards."""
    server = _reachable_postgres()
    name = f"purrbiter_test_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield make_url(server).set(database=name).render_as_string(hide_password=False)
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            admin.execute(drop)


def empty_postgres(url: str, tables: Sequence[str]) -> None:
    """Delete every row of the tables, in this order."""
    with psycopg.connect(url) as connection:
        for table in tables:
            connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))


@contextmanager
def fresh_redis() -> Iterator[str]:
    """Yield the URL of a Redis database that was empty and that no other test process uses."""
    base = os.environ.get(REDIS, "redis://127.0.0.1:6379")
    for number in range(15, 0, -1):
        url = f"{base}/{number}"
        with redis.Redis.from_url(url, socket_connect_timeout=3) as connection:
            if not _claim(connection):
                continue
            try:
                yield url
            finally:
                connection.flushdb()
            return
    pytest.fail("every Redis database from 1 to 15 holds something")


def _claim(connection: redis.Redis) -> bool:
    try:
        empty = connection.dbsize() == 0
        return empty and bool(connection.set("purrbiter-test-claim", os.getpid(), nx=True, ex=600))
    except redis.ConnectionError:
        skip_or_fail(f"no Redis at 127.0.0.1:6379; {REDIS} names another")
