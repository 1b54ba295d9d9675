from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.exceptions import HTTPException

from app.problems import Problem, ProblemError


def fail_with(app: FastAPI, failure: Exception) -> None:
    @app.get("/v1/failing")
    async def fail() -> None:
        raise failure


async def test_a_problem_becomes_its_document(app: FastAPI, client: httpx.AsyncClient) -> None:
    fail_with(
        app,
        Problem(
            "not_enough_energy",
            "Twinlight Finale costs 4 Energy; you have 3 (rule-3).",
            errors=[ProblemError(pointer="/actions/0", detail="too dear")],
            cites={"card": "the-solemates", "ability": "Twinlight Finale", "rules": ["rule-3"]},
            headers={"X-Extra": "yes"},
            decision_id="d1",
            version=None,
        ),
    )
    response = await client.get("/v1/failing")
    assert response.status_code == 409
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["x-extra"] == "yes"
    assert response.json() == {
        "type": "/problems/illegal-action",
        "title": "The rules do not allow this",
        "status": 409,
        "code": "not_enough_energy",
        "detail": "Twinlight Finale costs 4 Energy; you have 3 (rule-3).",
        "instance": "/v1/failing",
        "errors": [{"pointer": "/actions/0", "detail": "too dear"}],
        "cites": {"card": "the-solemates", "ability": "Twinlight Finale", "rules": ["rule-3"]},
        "decision_id": "d1",
    }


async def test_an_unknown_path_is_a_problem(client: httpx.AsyncClient) -> None:
    response = await client.get("/v1/no/such/ünknown")
    problem = response.json()
    assert (response.status_code, problem["code"]) == (404, "not_found")
    assert response.headers["content-type"] == "application/problem+json"
    assert problem["instance"] == "/v1/no/such/%C3%BCnknown"


async def test_405_allows_every_method_of_the_path(app: FastAPI, client: httpx.AsyncClient) -> None:
    readers, writers = APIRouter(prefix="/v1/things"), APIRouter(prefix="/v1/things")

    @readers.get("/{number}")
    async def get_thing(number: str) -> str:
        return number

    @writers.put("/{number}")
    async def put_thing(number: str) -> str:
        return number

    app.include_router(readers)
    app.include_router(writers)
    response = await client.delete("/v1/things/1")
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
    assert response.headers["allow"] == "GET, HEAD, OPTIONS, PUT"


async def test_our_own_mistake_is_500_and_tells_nothing(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    fail_with(app, RuntimeError("the password is tuna"))
    response = await client.get("/v1/failing", headers={"Origin": "https://table.example"})
    problem = response.json()
    assert (response.status_code, problem["code"]) == (500, "internal_error")
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["access-control-allow-origin"] == "*"
    assert "tuna" not in response.text


async def test_an_http_exception_that_nobody_planned_is_500(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    fail_with(app, HTTPException(418, "teapot"))
    response = await client.get("/v1/failing")
    assert (response.status_code, response.json()["code"]) == (500, "internal_error")


@pytest.mark.parametrize(
    "failure",
    [
        OperationalError("SELECT secret", {}, Exception("connection refused")),
        InterfaceError("SELECT secret", {}, Exception("connection closed")),
        PoolTimeoutError("pool exhausted"),
    ],
    ids=["operational", "interface", "pool"],
)
async def test_a_database_that_is_down_is_503(
    app: FastAPI, client: httpx.AsyncClient, failure: Exception
) -> None:
    fail_with(app, failure)
    response = await client.get("/v1/failing")
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert int(response.headers["retry-after"]) > 0
    assert "secret" not in response.text


async def test_an_answer_that_breaks_off_is_not_answered_twice(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    async def breaks_off(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("halfway")

    app.mount("/v1/stream", breaks_off)
    with pytest.raises(RuntimeError, match="halfway"):
        await client.get("/v1/stream/")
