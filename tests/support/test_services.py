from collections.abc import Callable
from contextlib import AbstractContextManager

import psycopg
import pytest
import redis

from tests.support.services import POSTGRES, REDIS, REQUIRE, fresh_postgres, fresh_redis


def test_a_database_is_empty_and_its_own_and_goes_away() -> None:
    with fresh_postgres() as first, fresh_postgres() as second:
        assert first != second
        with psycopg.connect(first) as connection:
            count = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
            assert connection.execute(count).fetchone() == (0,)
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(first)


def test_redis_databases_are_not_shared_and_are_left_empty() -> None:
    with fresh_redis() as first, fresh_redis() as second:
        assert first != second
        with redis.Redis.from_url(first) as connection:
            connection.set("paw", "print")
    with redis.Redis.from_url(first) as connection:
        assert not connection.exists("paw")


@pytest.mark.parametrize("service", [fresh_postgres, fresh_redis])
@pytest.mark.parametrize(
    ("required", "outcome"), [("0", pytest.skip.Exception), ("1", pytest.fail.Exception)]
)
def test_an_absent_service_skips_or_where_it_is_required_fails(
    service: Callable[[], AbstractContextManager[str]],
    required: str,
    outcome: type[BaseException],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(REQUIRE, required)
    monkeypatch.setenv(POSTGRES, "postgresql://nobody@127.0.0.1:1/none")
    monkeypatch.setenv(REDIS, "redis://127.0.0.1:1")
    with pytest.raises(outcome, match=r"no (PostgreSQL|Redis) at"), service():
        pass
