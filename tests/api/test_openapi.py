"""The OpenAPI document: whole, valid, and with examples that work."""

from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema_rs
import pytest

from tests.support.play import json_of, new_match, new_player, starter_deck

Document = dict[str, Any]


@pytest.fixture
async def document(client: httpx.AsyncClient) -> Document:
    found: Document = json_of(await client.get("/openapi.json"))
    return found


def _schema(document: Document, schema: Any) -> jsonschema_rs.Validator:
    return jsonschema_rs.Draft202012Validator({**schema, "components": document["components"]})


def _operations(document: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


async def test_every_component_is_a_valid_schema(document: Document) -> None:
    for name in document["components"]["schemas"]:
        _schema(document, {"$ref": f"#/components/schemas/{name}"})


async def test_every_reference_leads_somewhere(document: Document) -> None:
    known = document["components"]["schemas"]

    def dangling(node: Any) -> Iterator[str]:
        match node:
            case {"$ref": str() as target} if target.rpartition("/")[2] not in known:
                yield target
            case dict():
                for value in node.values():
                    yield from dangling(value)
            case list():
                for value in node:
                    yield from dangling(value)
            case _:
                pass

    assert list(dangling(document)) == []


async def test_every_success_and_every_failure_is_modelled(document: Document) -> None:
    for method, path, operation in _operations(document):
        for status, response in operation["responses"].items():
            if status in {"204", "304"}:
                continue
            media = "application/json" if status.startswith("2") else "application/problem+json"
            schema = response["content"][media]["schema"]
            assert schema, (method, path, status)


async def test_operation_ids_are_names(document: Document) -> None:
    ids = [operation["operationId"] for _, _, operation in _operations(document)]

    assert len(set(ids)) == len(ids)
    assert all(each.isidentifier() for each in ids)


async def test_the_examples_of_bodies_fit_their_schemas(document: Document) -> None:
    for _, path, operation in _operations(document):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        for example in content.get("examples", {}).values():
            _schema(document, content["schema"]).validate(example["value"])
        assert content == {} or content["schema"], path


async def test_the_judges_examples_work(client: httpx.AsyncClient, document: Document) -> None:
    for _, path, operation in _operations(document):
        if not path.startswith("/v1/judge/"):
            continue
        content = operation["requestBody"]["content"]["application/json"]
        for example in content["examples"].values():
            answer = json_of(await client.post(path, json=example["value"]))
            schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
            _schema(document, schema).validate(answer)


async def test_what_a_match_answers_fits_its_schema(
    client: httpx.AsyncClient, document: Document
) -> None:
    ada, grace = await new_player(client, "Ada"), await new_player(client)
    match = await new_match((ada, grace), options={"spectators": "on"})
    [decision] = await ada.asked(match)
    setup = {"type": "setup", "active": decision["from"][0]}
    body = {"decision_id": decision["decision_id"], "action": setup}
    actions = document["paths"]["/v1/matches/{match_id}/actions"]["post"]
    taken = actions["requestBody"]["content"]["application/json"]["schema"]
    _schema(document, taken).validate(body)
    answers = {
        "/v1/matches/{match_id}/actions": await ada.post(f"{match}/actions", body),
        "/v1/matches/{match_id}": await ada.get(match),
        "/v1/matches/{match_id}/decision": await grace.get(f"{match}/decision"),
        "/v1/matches/{match_id}/events": await ada.get(f"{match}/events"),
        "/v1/matches/{match_id}/uses": await client.get(f"{match}/uses"),
        "/v1/matches": await client.get("/v1/matches"),
        "/v1/players/me": await ada.get("/v1/players/me"),
        "/v1/players/me/tokens": await ada.get("/v1/players/me/tokens"),
    }

    for path, answer in answers.items():
        operation = document["paths"][path]
        responses = (operation["post"] if path.endswith("actions") else operation["get"])[
            "responses"
        ]
        schema = responses["200"]["content"]["application/json"]["schema"]
        _schema(document, schema).validate(json_of(answer))


async def test_what_the_lobby_and_the_players_answer_fits_its_schema(
    client: httpx.AsyncClient, document: Document
) -> None:
    ada, grace = await new_player(client, "Ada"), await new_player(client)
    match = await new_match((ada, grace), options={"judges": [], "rated": True})
    private = json_of(await ada.post("/v1/matches", {"visibility": "invite"}))["id"]
    invite = await ada.post(f"/v1/matches/{private}/invites")
    offer = await ada.post(f"{match}/offers", {"kind": "draw"})
    answers = {
        ("post", "/v1/matches/{match_id}/invites"): invite,
        ("get", "/v1/matches/{match_id}/invites"): await ada.get(f"/v1/matches/{private}/invites"),
        ("post", "/v1/invites/lookup"): await grace.post(
            "/v1/invites/lookup", {"invite": invite.json()["code"]}
        ),
        ("post", "/v1/matches/{match_id}/abort"): await ada.post(f"/v1/matches/{private}/abort"),
        ("post", "/v1/matches/{match_id}/offers"): offer,
        ("get", "/v1/matches/{match_id}/offers"): await grace.get(f"{match}/offers"),
        ("post", "/v1/matches/{match_id}/offers/{offer_id}/accept"): await grace.post(
            f"{match}/offers/{offer.json()['id']}/accept"
        ),
        ("get", "/v1/matches/{match_id}/events"): await ada.get(f"{match}/events"),
        ("get", "/v1/players/me/matches"): await ada.get("/v1/players/me/matches"),
        ("get", "/v1/players/me/ratings"): await ada.get("/v1/players/me/ratings"),
        ("post", "/v1/players/me/tokens"): await ada.post(
            "/v1/players/me/tokens", {"scopes": ["read"]}
        ),
        ("post", "/v1/lobby"): await ada.post("/v1/lobby", {"deck": starter_deck()}),
        ("get", "/v1/lobby"): await ada.get("/v1/lobby"),
    }

    for (method, path), answer in answers.items():
        responses = document["paths"][path][method]["responses"]
        schema = responses[str(answer.status_code)]["content"]["application/json"]["schema"]
        _schema(document, schema).validate(json_of(answer))
