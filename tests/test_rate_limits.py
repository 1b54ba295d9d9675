"""Rate limits: per token, per address, for signing in; in memory and in Redis."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from app.main import create_app
from app.settings import Settings, SettingsError
from tests.support.play import new_player


@asynccontextmanager
async def _client(url: str, **limits: str) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(Settings(database_url=url, **limits))  # type: ignore[arg-type]
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://purrbiter.test") as client,
    ):
        yield client


@pytest.fixture(params=["memory", "redis"])
def storage(request: pytest.FixtureRequest) -> dict[str, str]:
    """The setting that says where is counted."""
    if request.param == "memory":
        return {}
    return {"redis_url": request.getfixturevalue("redis_url")}


async def test_an_address_that_asks_too_fast_is_told_when_to_come_back(
    sqlite_url: str, storage: dict[str, str]
) -> None:
    async with _client(sqlite_url, rate_per_address="3/hour", **storage) as client:
        answers = [await client.get("/v1/cards?page_size=1") for _ in range(5)]

        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        problem = answers[-1]
        assert problem.json()["code"] == "rate_limited"
        assert 1 <= int(problem.headers["retry-after"]) <= 7200
        assert problem.headers["access-control-allow-origin"] == "*"
        assert (await client.get("/health/live")).status_code == 200


async def test_each_token_has_a_limit_of_its_own(sqlite_url: str, storage: dict[str, str]) -> None:
    async with _client(sqlite_url, rate_per_token="2/hour", **storage) as client:
        ada, grace = await new_player(client), await new_player(client)

        mine = [(await ada.get("/v1/players/me")).status_code for _ in range(3)]
        others = await grace.get("/v1/players/me")
        without = await client.get("/v1/cards?page_size=1")

        assert mine == [200, 200, 429]
        assert (others.status_code, without.status_code) == (200, 200)


async def test_passwords_are_not_tried_without_end(sqlite_url: str) -> None:
    async with _client(sqlite_url, rate_sign_in="2/hour") as client:
        body = {"name": "Miso", "password": "who knows"}
        tried = [(await client.post("/v1/players/login", json=body)).status_code for _ in range(3)]
        made = await client.post("/v1/players", json={})

        assert (tried, made.status_code) == ([401, 401, 429], 429)
        assert (await client.get("/v1/cards?page_size=1")).status_code == 200


async def test_several_rates_hold_together(sqlite_url: str) -> None:
    async with _client(sqlite_url, rate_per_address="100/second; 2/hour") as client:
        answers = [(await client.get("/v1/rules")).status_code for _ in range(3)]

    assert answers == [200, 200, 429]


async def test_without_redis_nothing_is_refused(sqlite_url: str) -> None:
    down = {"redis_url": "redis://127.0.0.1:1/0", "rate_per_address": "1/hour"}
    async with _client(sqlite_url, **down) as client:
        answers = [(await client.get("/v1/rules")).status_code for _ in range(3)]

    assert answers == [200, 200, 200]


async def test_nothing_is_limited_unless_it_is_set(client: httpx.AsyncClient) -> None:
    answers = {(await client.get("/v1/rules")).status_code for _ in range(50)}

    assert answers == {200}


def test_a_rate_that_is_none_ends_the_start() -> None:
    with pytest.raises(SettingsError, match=r"PURRBITER_RATE_PER_TOKEN.*600/minute"):
        Settings.load(rate_per_token="often")
