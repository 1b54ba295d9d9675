from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.main import from_environment

LIMIT = 262_144


@pytest.fixture
def operations(app: FastAPI) -> list[dict[str, Any]]:
    return [operation for path in app.openapi()["paths"].values() for operation in path.values()]


@pytest.fixture
def echo_route(app: FastAPI) -> None:
    @app.post("/v1/echo")
    async def echo(payload: dict[str, str]) -> dict[str, str]:
        return payload


def body_of(size: int) -> bytes:
    return b'{"a": "%s"}' % (b"x" * (size - 9))


async def test_cors_is_open_and_exposes_what_a_client_needs(client: httpx.AsyncClient) -> None:
    response = await client.get("/v1/nothing", headers={"Origin": "https://table.example"})
    assert response.status_code == 404
    assert response.headers["access-control-allow-origin"] == "*"
    exposed = set(response.headers["access-control-expose-headers"].split(", "))
    assert exposed >= {"ETag", "Link", "Retry-After", "Location"}


async def test_a_preflight_is_answered_before_anything_else(client: httpx.AsyncClient) -> None:
    asked = {
        "Origin": "https://table.example",
        "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "authorization, if-match",
    }
    response = await client.options("/v1/anything", headers=asked)
    assert response.status_code == 204
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["access-control-allow-headers"] == "authorization, if-match"
    assert "PUT" in response.headers["access-control-allow-methods"]


async def test_options_without_a_preflight_tells_the_methods(client: httpx.AsyncClient) -> None:
    response = await client.options("/health/live")
    assert (response.status_code, response.headers["allow"]) == (204, "GET, HEAD, OPTIONS")


@pytest.mark.usefixtures("echo_route")
async def test_a_body_of_exactly_the_limit_is_taken(client: httpx.AsyncClient) -> None:
    body = body_of(LIMIT)
    assert len(body) == LIMIT
    response = await client.post(
        "/v1/echo", content=body, headers={"Content-Type": "application/json"}
    )
    assert response.status_code == 200


@pytest.mark.usefixtures("echo_route")
@pytest.mark.parametrize("path", ["/v1/echo", "/v1/nothing"])
async def test_a_body_announced_too_large_is_413(client: httpx.AsyncClient, path: str) -> None:
    response = await client.post(
        path, content=body_of(LIMIT + 1), headers={"Origin": "https://table.example"}
    )
    assert (response.status_code, response.json()["code"]) == (413, "payload_too_large")
    assert str(LIMIT) in response.json()["detail"]
    assert response.headers["access-control-allow-origin"] == "*"


@pytest.mark.usefixtures("echo_route")
async def test_a_body_that_goes_on_too_long_is_413(client: httpx.AsyncClient) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(10):
            yield b" " * 50_000

    response = await client.post(
        "/v1/echo", content=chunks(), headers={"Content-Type": "application/json"}
    )
    assert (response.status_code, response.json()["code"]) == (413, "payload_too_large")


async def test_head_is_get_without_a_body(client: httpx.AsyncClient) -> None:
    got, head = await client.get("/health/live"), await client.head("/health/live")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == got.headers["content-length"]


async def test_a_trailing_slash_is_another_path(client: httpx.AsyncClient) -> None:
    assert (await client.get("/health/live/")).status_code == 404


async def test_a_request_has_an_id(client: httpx.AsyncClient) -> None:
    first, second = [await client.get("/health/live") for _ in range(2)]
    assert first.headers["x-request-id"] != second.headers["x-request-id"]


@pytest.mark.parametrize(("given", "kept"), [("trace-1.a_B", True), ("a b", False), ("", False)])
async def test_a_sane_request_id_of_a_proxy_is_kept(
    client: httpx.AsyncClient, given: str, kept: bool
) -> None:
    response = await client.get("/health/live", headers={"X-Request-ID": given})
    assert (response.headers["x-request-id"] == given) is kept


def test_operation_ids_are_unique_names(operations: list[dict[str, Any]]) -> None:
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() and name[0].islower() and "_" not in name for name in names)


def test_every_operation_is_tagged_and_described(
    app: FastAPI, operations: list[dict[str, Any]]
) -> None:
    known = {tag["name"] for tag in app.openapi()["tags"]}
    for operation in operations:
        assert set(operation["tags"]) <= known, operation["operationId"]
        assert operation["description"], operation["operationId"]


def failures(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for status, response in operation["responses"].items():
        if status == "default" or status[0] in "45":
            yield response


def test_every_failure_is_documented_as_a_problem(operations: list[dict[str, Any]]) -> None:
    for operation in operations:
        assert "default" in operation["responses"]
        for response in failures(operation):
            (media_type,) = response["content"]
            assert media_type == "application/problem+json"
            schema = response["content"][media_type]["schema"]
            assert schema == {"$ref": "#/components/schemas/ProblemDocument"}


@pytest.mark.usefixtures("echo_route")
def test_whatever_takes_a_body_documents_what_may_be_wrong_with_it(app: FastAPI) -> None:
    assert {"400", "413", "422"} <= app.openapi()["paths"]["/v1/echo"]["post"]["responses"].keys()


def test_the_openapi_document_is_made_once(app: FastAPI) -> None:
    assert app.openapi() is app.openapi()


def test_the_environment_is_enough_to_build_the_application(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PURRBITER_DATABASE_URL", sqlite_url)
    monkeypatch.setattr("app.logs.configure", lambda *_: None)
    assert from_environment().title == "Purrbiter"
