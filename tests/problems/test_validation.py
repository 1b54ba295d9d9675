from typing import Annotated, Literal

import httpx
import pytest
from fastapi import FastAPI, Header
from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Line(Strict):
    card: str
    quantity: int = Field(ge=1)


class Attack(Strict):
    type: Literal["attack"]
    source: str


class Pass(Strict):
    type: Literal["pass"]


class Payload(Strict):
    cards: list[Line] = []
    action: Annotated[Attack | Pass, Field(discriminator="type")] | None = None
    notes: dict[str, int] = {}


@pytest.fixture(autouse=True)
def routes(app: FastAPI) -> None:
    @app.post("/v1/echo")
    async def echo(payload: Payload) -> Payload:
        return payload

    @app.get("/v1/things/{number}")
    async def get_thing(number: int, size: int = 1, x_count: Annotated[int, Header()] = 0) -> int:
        return number


@pytest.mark.parametrize(
    ("body", "pointer", "detail"),
    [
        ({"cards": [{"card": "miso", "quantity": 0}]}, "/cards/0/quantity", "greater than"),
        ({"cards": [{"card": "miso"}]}, "/cards/0/quantity", "This is required."),
        ({"cards": 3}, "/cards", "valid list"),
        ({"colour": 1}, "/colour", "There is no such field here."),
        ({"notes": {"a/b~c": "x"}}, "/notes/a~1b~0c", "valid integer"),
        ({"action": {"type": "attack"}}, "/action/source", "This is required."),
        ({"action": {"type": "attack", "source": 1}}, "/action/source", "valid string"),
        ({"action": {"type": "dance"}}, "/action", "does not match any of the expected tags"),
        ([], "", "valid dictionary"),
    ],
)
async def test_a_wrong_payload_is_422_with_a_pointer_into_the_body(
    client: httpx.AsyncClient, body: object, pointer: str, detail: str
) -> None:
    response = await client.post("/v1/echo", json=body)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (422, "invalid_payload")
    (error,) = problem["errors"]
    assert error["pointer"] == pointer
    assert detail in error["detail"]


async def test_every_mistake_is_listed(client: httpx.AsyncClient) -> None:
    body = {"cards": [{"card": 1, "quantity": 1}, {"card": "miso", "quantity": "x"}]}
    problem = (await client.post("/v1/echo", json=body)).json()
    assert [error["pointer"] for error in problem["errors"]] == [
        "/cards/0/card",
        "/cards/1/quantity",
    ]
    assert "1 more" in problem["detail"]


async def test_no_body_at_all_is_a_wrong_payload(client: httpx.AsyncClient) -> None:
    response = await client.post("/v1/echo")
    assert response.status_code == 422
    assert response.json()["errors"] == [{"pointer": "", "detail": "This is required."}]


@pytest.mark.parametrize(
    "body",
    [b"{", b'{"cards": [}', b"\xff\xfe", b"[" * 100_000, b"1" * 5000, b"1 2"],
    ids=["cut", "wrong", "not-utf8", "deep", "huge-number", "doubled"],
)
async def test_what_is_not_json_is_400(client: httpx.AsyncClient, body: bytes) -> None:
    response = await client.post(
        "/v1/echo", content=body, headers={"Content-Type": "application/json"}
    )
    assert (response.status_code, response.json()["code"]) == (400, "malformed_json")


async def test_another_content_type_is_400_and_says_which_is_right(
    client: httpx.AsyncClient,
) -> None:
    response = await client.post("/v1/echo", content=b"{}", headers={"Content-Type": "text/plain"})
    assert response.status_code == 400
    assert "application/json" in response.json()["detail"]


@pytest.mark.parametrize(
    ("path", "headers", "status", "code", "parameter"),
    [
        ("/v1/things/1?size=big", {}, 400, "invalid_query", "size"),
        ("/v1/things/one", {}, 404, "not_found", "number"),
        ("/v1/things/1", {"X-Count": "many"}, 400, "invalid_header", "x-count"),
    ],
)
async def test_a_wrong_parameter_is_named(
    client: httpx.AsyncClient,
    path: str,
    headers: dict[str, str],
    status: int,
    code: str,
    parameter: str,
) -> None:
    response = await client.get(path, headers=headers)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (status, code)
    assert problem["errors"][0]["parameter"] == parameter
    assert "pointer" not in problem["errors"][0]
