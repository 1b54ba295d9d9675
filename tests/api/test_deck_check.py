"""`POST /v1/decks/validate`."""

from typing import Any

import httpx
import jsonschema_rs
import pytest
from fastapi import FastAPI

from app.content.library import load_library

STARTER = {
    "cards": [
        {"card": entry.card, "quantity": entry.quantity}
        for entry in load_library().decks["sunny-side"].cards
    ]
}


async def validate(client: httpx.AsyncClient, body: object) -> dict[str, Any]:
    response = await client.post("/v1/decks/validate", json=body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


async def test_a_legal_deck(client: httpx.AsyncClient) -> None:
    verdict = await validate(client, STARTER)
    assert set(verdict) == {
        "valid", "problems", "resolved", "fix", "deck_hash", "rules_version", "settings", "odds",
        "summary",
    }  # fmt: skip
    assert verdict["valid"]
    assert verdict["problems"] == []
    assert verdict["fix"] is None
    assert len(verdict["deck_hash"]) == 64


async def test_a_problem_has_the_fields_of_the_contract(client: httpx.AsyncClient) -> None:
    verdict = await validate(client, {"cards": [{"card": "shredder", "quantity": 2}]})
    problem = next(one for one in verdict["problems"] if one["code"] == "limit_one")
    assert problem == {
        "code": "limit_one",
        "severity": "error",
        "rule": "rule-7",
        "cards": [{"id": "shredder", "name": "SHREDDER", "quantity": 2, "limit": 1}],
        "message": "SHREDDER prints Limit 1 (rule-7, ruling-25); the deck has 2.",
        "pointer": "/cards/0/card",
        "suggestions": [{"action": "remove", "card": "shredder", "quantity": 1}],
    }


async def test_the_fix_is_valid_when_it_is_sent_back(client: httpx.AsyncClient) -> None:
    verdict = await validate(client, {"text": "9 Furthings\n2 Shredder\n1 Mzzo"})
    cards = [{"card": c["card"], "quantity": c["quantity"]} for c in verdict["fix"]["cards"]]
    assert (await validate(client, {"cards": cards}))["valid"]


async def test_settings_count(client: httpx.AsyncClient) -> None:
    body = {"text": "2 Miso", "settings": {"deck_size": 2, "min_basics": 2}}
    verdict = await validate(client, body)
    assert verdict["valid"]
    assert verdict["settings"] == {"deck_size": 2, "min_basics": 2}


async def test_several_decks_in_one_call(client: httpx.AsyncClient) -> None:
    answer = await validate(client, {"decks": [STARTER, {"text": "30 Furthngs"}]})
    first, second = answer["verdicts"]
    assert first["valid"]
    assert second["problems"][0]["pointer"] == "/decks/1/text"
    assert (await validate(client, {"decks": []})) == {"verdicts": []}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"cards": [], "text": ""}, ""),
        ({"text": "Miso", "decks": []}, ""),
        ({"settings": {"deck_size": 3}, "decks": []}, ""),
        ({"text": "Miso\n3"}, "/text"),
        ({"decks": [{"text": "Miso"}, {"text": "7"}]}, "/decks/1/text"),
        ({"decks": [{}] * 21}, "/decks"),
        ({"cards": [{"card": "miso", "quantity": 0}]}, "/cards/0/quantity"),
        ({"cards": [{"card": "miso", "quantity": 201}]}, "/cards/0/quantity"),
        ({"cards": [{"card": "miso", "quantity": 1.5}]}, "/cards/0/quantity"),
        ({"cards": [{"card": "", "quantity": 1}]}, "/cards/0/card"),
        ({"cards": [{"card": "miso"}] * 501}, "/cards"),
        ({"cards": [{"crad": "miso"}]}, "/cards/0/crad"),
        ({"text": "x" * 20_001}, "/text"),
        ({"text": "Miso", "settings": {"deck_sze": 3}}, "/settings/deck_sze"),
        ({"text": "Miso", "settings": {"deck_size": 0}}, "/settings/deck_size"),
        ([], ""),
    ],
)
async def test_a_payload_that_cannot_be_read(
    client: httpx.AsyncClient, body: object, pointer: str
) -> None:
    response = await client.post("/v1/decks/validate", json=body)
    assert response.status_code == 422, response.text
    assert response.json()["code"] == "invalid_payload"
    assert response.json()["errors"][0]["pointer"] == pointer


async def test_what_is_not_json(client: httpx.AsyncClient) -> None:
    headers = {"Content-Type": "application/json"}
    response = await client.post("/v1/decks/validate", content=b"{", headers=headers)
    assert response.status_code == 400
    assert response.json()["code"] == "malformed_json"


async def test_the_documented_examples_work(client: httpx.AsyncClient, app: FastAPI) -> None:
    document = app.openapi()
    operation = document["paths"]["/v1/decks/validate"]["post"]
    content = operation["requestBody"]["content"]["application/json"]
    schema = {**content["schema"], "components": document["components"]}
    answer = operation["responses"]["200"]["content"]["application/json"]["schema"]
    asked = jsonschema_rs.validator_for(schema)
    told = jsonschema_rs.validator_for({**answer, "components": document["components"]})
    for example in content["examples"].values():
        asked.validate(example["value"])
        told.validate(await validate(client, example["value"]))
