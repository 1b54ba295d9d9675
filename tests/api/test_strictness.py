from typing import Any

import httpx
import pytest
from fastapi import FastAPI

JSON = {"Content-Type": "application/json"}


@pytest.fixture(autouse=True)
def echo_route(app: FastAPI) -> None:
    @app.post("/v1/echo")
    async def echo(payload: dict[str, Any]) -> dict[str, Any]:
        return payload

    @app.get("/v1/things/{name}")
    async def get_thing(name: str, q: str = "") -> str:
        return name


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": [-Infinity]}', "-Infinity is not JSON"),
        (rb'{"a": "\ud800"}', "surrogate"),
        (rb'{"\uDFFF": 1}', "surrogate"),
        (rb'{"a": {"b": ["x\u0000y"]}}', "U+0000"),
    ],
)
async def test_what_cannot_be_stored_is_not_taken(
    client: httpx.AsyncClient, body: bytes, reason: str
) -> None:
    response = await client.post("/v1/echo", content=body, headers=JSON)
    assert (response.status_code, response.json()["code"]) == (400, "malformed_json")
    assert reason in response.json()["detail"]


@pytest.mark.parametrize(
    "body",
    [
        '{"a":"NaN and Infinity are words"}',
        r'{"a":"\\u0000 is eight characters"}',
        '{"a":"😸 is a whole pair"}',
        '{"a":[1,null,true,2.5,{"b":"x"}]}',
    ],
)
async def test_what_only_looks_like_it_passes(client: httpx.AsyncClient, body: str) -> None:
    response = await client.post("/v1/echo", content=body.encode(), headers=JSON)
    assert response.status_code == 200
    assert response.text == body


async def test_an_escaped_pair_of_surrogates_is_one_character(client: httpx.AsyncClient) -> None:
    response = await client.post("/v1/echo", content=rb'{"a": "\ud83d\ude38"}', headers=JSON)
    assert response.json() == {"a": "😸"}


@pytest.mark.parametrize(
    ("path", "status"), [("/v1/things/a%00b", 404), ("/v1/things/a?q=%00", 400)]
)
async def test_a_nul_in_the_address_is_refused(
    client: httpx.AsyncClient, path: str, status: int
) -> None:
    response = await client.get(path)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
