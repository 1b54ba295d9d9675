"""`Idempotency-Key`: a retry after a lost answer acts once and is answered the same."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from app.db.base import table_of
from app.db.live import KeyedAnswer
from app.db.matches import Action
from app.services.opening import Services
from tests.support.clockwork import Clockwork, clockwork
from tests.support.play import Somebody, json_of

Both = tuple[Somebody, Somebody]
KEY = {"Idempotency-Key": '"one"'}


async def _placing(player: Somebody, match: str) -> dict[str, Any]:
    [decision] = await player.asked(match)
    action = {"type": "setup", "active": decision["from"][0]}
    return {"decision_id": decision["decision_id"], "action": action}


@pytest.fixture
def services(app: FastAPI) -> Services:
    found: Services = app.state.services
    return found


async def _count(services: Services, table: Any) -> int:
    database = services.acting._store._db
    [row] = await database.rows(select(func.count()).select_from(table_of(table)))
    found: int = row[0]
    return found


async def test_the_same_request_is_answered_as_before_byte_for_byte(
    services: Services, players: Both, match: str
) -> None:
    body = await _placing(players[0], match)

    first = await players[0].post(f"{match}/actions", body, headers=KEY)
    second = await players[0].post(f"{match}/actions", body, headers=KEY)

    assert (first.status_code, second.status_code) == (200, 200)
    assert first.content == second.content
    replayed = [each.headers["idempotency-replayed"] for each in (first, second)]
    assert replayed == ["false", "true"]
    assert first.headers["idempotency-expires"] == second.headers["idempotency-expires"]
    assert await _count(services, Action) == 1


async def test_it_is_answered_as_before_also_when_the_match_went_on(
    players: Both, match: str
) -> None:
    body = await _placing(players[0], match)
    headers = {**KEY, "If-Match": '"2.seat0"'}
    first = await players[0].post(f"{match}/actions", body, headers=headers)
    json_of(await players[1].act(match, None, {"type": "concede"}))

    again = await players[0].post(f"{match}/actions", body, headers=headers)

    assert again.content == first.content


async def test_a_bare_key_is_the_quoted_one(players: Both, match: str) -> None:
    body = await _placing(players[0], match)
    first = await players[0].post(f"{match}/actions", body, headers=KEY)

    again = await players[0].post(f"{match}/actions", body, headers={"Idempotency-Key": "one"})

    assert again.content == first.content


async def test_another_body_under_the_same_key_is_refused(players: Both, match: str) -> None:
    body = await _placing(players[0], match)
    json_of(await players[0].post(f"{match}/actions", body, headers=KEY))

    response = await players[0].post(
        f"{match}/actions", {"action": {"type": "concede"}}, headers=KEY
    )

    assert (response.status_code, response.json()["code"]) == (422, "idempotency_key_reused")
    assert json_of(await players[0].get(match))["status"] == "playing"


async def test_keys_of_two_players_are_two_keys(players: Both, match: str) -> None:
    for player in players:
        body = await _placing(player, match)
        response = await player.post(f"{match}/actions", body, headers=KEY)
        assert response.headers["idempotency-replayed"] == "false"


async def test_while_the_first_is_being_answered_the_second_is_refused_or_answered_the_same(
    services: Services, players: Both, match: str
) -> None:
    body = await _placing(players[0], match)

    answers = await asyncio.gather(
        *(players[0].post(f"{match}/actions", body, headers=KEY) for _ in range(5))
    )

    assert {each.status_code for each in answers} <= {200, 409}
    assert len({each.content for each in answers if each.status_code == 200}) == 1
    for each in answers:
        if each.status_code == 409:
            assert each.json()["code"] == "request_in_flight"
    assert await _count(services, Action) == 1


async def test_a_request_in_flight_is_409(services: Services, players: Both, match: str) -> None:
    body = await _placing(players[0], match)
    services.repeats._answering.add((players[0].id, f"{match.rpartition('/')[2]}/actions", "one"))

    response = await players[0].post(f"{match}/actions", body, headers=KEY)

    assert (response.status_code, response.json()["code"]) == (409, "request_in_flight")


async def test_a_refusal_is_not_kept(players: Both, match: str) -> None:
    body = await _placing(players[0], match)
    wrong = {**body, "decision_id": "x"}
    refused = await players[0].post(f"{match}/actions", wrong, headers=KEY)
    assert refused.status_code == 409

    assert (await players[0].post(f"{match}/actions", body, headers=KEY)).status_code == 200


@pytest.mark.parametrize("key", ['""', '"a', "a b", '"a"b', "x" * 256])
async def test_a_key_that_cannot_be(players: Both, match: str, key: str) -> None:
    body = await _placing(players[0], match)

    response = await players[0].post(f"{match}/actions", body, headers={"Idempotency-Key": key})

    assert (response.status_code, response.json()["code"]) == (400, "invalid_header")


class TestExpiry:
    @pytest.fixture
    async def clock(self) -> AsyncIterator[Clockwork]:
        with clockwork() as clock:
            yield clock

    async def test_after_a_day_the_key_is_fresh_again(
        self, clock: Clockwork, services: Services, players: Both, match: str
    ) -> None:
        body = await _placing(players[0], match)
        kept = await players[0].post(f"{match}/actions", body, headers=KEY)
        assert kept.headers["idempotency-expires"] == "Mon, 30 Nov 2026 12:00:00 GMT"

        clock.go_on(24 * 3600)
        again = await players[0].post(f"{match}/actions", body, headers=KEY)

        assert again.json()["code"] == "stale_decision"
        assert await _count(services, KeyedAnswer) == 0


async def test_preflights_let_the_header_through_and_pages_read_the_answers(
    client: httpx.AsyncClient,
) -> None:
    response = await client.get("/health/live", headers={"Origin": "https://table.example"})

    exposed = response.headers["access-control-expose-headers"]
    assert {"Idempotency-Expires", "Idempotency-Replayed"} <= set(exposed.split(", "))


async def test_a_match_is_made_once(players: Both) -> None:
    body = {"settings": {"knockouts_to_win": 2}}

    first = await players[0].post("/v1/matches", body, headers=KEY)
    again = await players[0].post("/v1/matches", body, headers=KEY)
    other = await players[0].post("/v1/matches", {}, headers=KEY)

    assert (first.status_code, again.status_code, other.status_code) == (201, 201, 422)
    assert again.content == first.content
    assert again.headers["location"] == f"/v1/matches/{first.json()['id']}"
    assert json_of(await players[0].get("/v1/matches"))["total"] == 1
