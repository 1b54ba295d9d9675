"""`/v1/cards`, `/v1/artifacts`, `/v1/realms`: lists, filters, one card, and caching."""

from typing import Any

import httpx
import jsonschema_rs
import pytest
from fastapi import FastAPI

SHIPPED = ("sacred-artifacts", "starter-cats")
"""The sets whose cards are counted here; whoever adds another set changes none of these tests."""


def shipped(answer: Any) -> list[str]:
    return [one["id"] for one in answer["data"] if one.get("set", SHIPPED[0]) in SHIPPED]


async def ids(client: httpx.AsyncClient, path: str) -> list[str]:
    response = await client.get(path)
    assert response.status_code == 200, response.text
    return shipped(response.json())


async def test_all_cards_are_listed_as_printed(client: httpx.AsyncClient) -> None:
    response = await client.get("/v1/cards")
    answer = response.json()
    total = len(answer["data"])
    assert (answer["total"], answer["has_more"], answer["next"]) == (total, False, None)
    assert len(shipped(answer)) == 28
    assert shipped(answer)[:2] == ["tangledeep", "furthings"]
    assert "link" not in response.headers


async def test_a_card_has_the_fields_of_the_contract(client: httpx.AsyncClient) -> None:
    card = (await client.get("/v1/cards/the-solemates")).json()
    assert set(card) >= {
        "id", "name", "set", "status", "kind", "type", "hp", "labels", "traits", "identities",
        "evolves_from", "limits", "abilities", "notes", "reference",
    }  # fmt: skip
    assert card["status"] == "printed"
    assert card["limits"]["deck_copies"] == 1
    support = card["abilities"][1]
    assert support["printed_text"].startswith("ONCE PER TURN · 1 ENERGY · Sole Support")
    assert support["cost"] == {"energy": 1, "additional": "None."}
    assert support["script"]["do"] == [
        {"type": "shield", "reduce": 20, "against": "attack", "until": "own_turn_start"}
    ]
    assert card["reference"]["rulesProfile"]["type"] == "Sentient Relic"


async def test_provisional_cards_say_so(client: httpx.AsyncClient) -> None:
    cards = (await client.get("/v1/cards")).json()["data"]
    told = {card["set"]: card["status"] for card in cards}
    assert (told["starter-cats"], told["sacred-artifacts"]) == ("provisional", "printed")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("set=starter-cats", 6),
        ("set=sacred-artifacts", 22),
        ("kind=Relic", 8),
        ("kind=relic", 8),
        ("label=artifact", 14),
        ("label=realm", 4),
        ("label=Land", 4),
        ("trait=Nemesis", 2),
        ("trait=cat", 6),
        ("hp=160", 3),
        ("hp=1", 0),
        ("ability_kind=attack", 14),
        ("limit=1", 13),
        ("kind=land&limit=1", 2),
    ],
)
async def test_filters(client: httpx.AsyncClient, query: str, expected: int) -> None:
    answer = (await client.get(f"/v1/cards?{query}")).json()
    assert answer["total"] == len(answer["data"])
    assert len(shipped(answer)) == expected


async def test_exactly_14_artifacts_and_4_realms(client: httpx.AsyncClient) -> None:
    artifacts = await ids(client, "/v1/artifacts")
    realms = await ids(client, "/v1/realms")
    assert len(artifacts) == 14
    assert {"furthings", "skyscratcher", "princess-duck-gravy"} < set(artifacts)
    assert realms == ["windowland", "purrchgate", "whiskerways", "everspring"]


async def test_artifacts_take_the_same_parameters(client: httpx.AsyncClient) -> None:
    assert await ids(client, "/v1/artifacts?kind=combatant") == ["furthings", "skyscratcher"]
    assert await ids(client, "/v1/realms?limit=1&order=name") == ["everspring", "whiskerways"]


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("order=name", "alley-cat", "windowland"),
        ("order=name&dir=desc", "windowland", "alley-cat"),
        ("dir=desc", "alley-cat", "tangledeep"),
        ("order=hp&kind=combatant", "fuzzy-fishies", "skyscratcher"),
        ("order=hp", "fuzzy-fishies", "windowland"),
        ("order=hp&dir=desc", "skyscratcher", "windowland"),
        ("order=kind", "alley-cat", "windowland"),
        ("order=set", "artax", "mochi-moonveil"),
    ],
)
async def test_order(client: httpx.AsyncClient, query: str, first: str, last: str) -> None:
    found = await ids(client, f"/v1/cards?{query}")
    assert (found[0], found[-1]) == (first, last)


async def test_pages_lead_through_the_whole_list(client: httpx.AsyncClient) -> None:
    found: list[str] = []
    url: str | None = "/v1/cards?order=name&page_size=10"
    while url is not None:
        response = await client.get(url)
        answer = response.json()
        assert answer["total"] >= 28
        found += shipped(answer)
        url = response.links["next"]["url"] if answer["has_more"] else None
        assert (answer["next"] is None) == (url is None)
    assert found == await ids(client, "/v1/cards?order=name")


@pytest.mark.parametrize(
    ("query", "parameter", "said"),
    [
        ("knd=relic", "knd", "did you mean kind?"),
        ("query=miso", "query", "expected ability_kind, cursor, dir"),
        ("kind=relics", "kind", "did you mean Relic?"),
        ("kind=", "kind", "expected Combatant"),
        ("label=land&label=artifact", "label", "twice"),
        ("hp=many", "hp", "integer"),
        ("order=size", "order", "'printed'"),
        ("page_size=501", "page_size", "500"),
        ("page_size=0", "page_size", "1"),
        ("cursor=nobody", "cursor", "no `next`"),
    ],
)
async def test_a_query_that_is_not_understood(
    client: httpx.AsyncClient, query: str, parameter: str, said: str
) -> None:
    response = await client.get(f"/v1/cards?{query}")
    assert response.status_code == 400
    problem = response.json()
    assert problem["code"] == "invalid_query"
    assert problem["errors"][0]["parameter"] == parameter
    assert said in problem["errors"][0]["detail"]


@pytest.mark.parametrize("path", ["cards/miso", "rules", "rules/rule-1", "settings", "releases"])
async def test_unknown_parameters_are_refused_everywhere(
    client: httpx.AsyncClient, path: str
) -> None:
    response = await client.get(f"/v1/{path}?frobnicate=1")
    assert response.status_code == 400


@pytest.mark.parametrize("path", ["", "/rules", "/rulings"])
async def test_an_unknown_card_has_candidates(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(f"/v1/cards/twinlight{path}")
    assert response.status_code == 404
    problem = response.json()
    assert problem["code"] == "unknown_card"
    assert problem["candidates"][0]["id"] == "twinlight-wand"


async def test_a_name_leads_to_the_id(client: httpx.AsyncClient) -> None:
    problem = (await client.get("/v1/cards/The Twinlight Wand")).json()
    assert [one["id"] for one in problem["candidates"]] == ["twinlight-wand"]


async def test_an_ambiguous_name(client: httpx.AsyncClient) -> None:
    response = await client.get("/v1/cards/the")
    assert response.status_code == 404
    assert response.json()["code"] == "ambiguous_name"
    assert len(response.json()["candidates"]) == 4


async def test_rules_and_rulings_of_a_card(client: httpx.AsyncClient) -> None:
    assert "rule-15" in await ids(client, "/v1/cards/the-solemates/rules")
    assert "ruling-11" in await ids(client, "/v1/cards/tangledeep/rulings")


@pytest.mark.parametrize("path", ["cards", "cards/miso", "rulings/ruling-01", "releases"])
async def test_caching(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(f"/v1/{path}")
    tag, modified = response.headers["etag"], response.headers["last-modified"]
    assert tag.startswith('"')
    assert response.headers["cache-control"] == "public, max-age=300"
    for known in (
        {"If-None-Match": tag},
        {"If-None-Match": f'"x", W/{tag}'},
        {"If-None-Match": "*"},
        {"If-Modified-Since": modified},
    ):
        again = await client.get(f"/v1/{path}", headers=known)
        assert again.status_code == 304, known
        assert again.content == b""
        assert again.headers["etag"] == tag


@pytest.mark.parametrize(
    "known",
    [
        {"If-None-Match": '"x"'},
        {"If-None-Match": '"x"', "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"},
        {"If-Modified-Since": "yesterday"},
        {"If-Modified-Since": "Mon, 01 Jan 2001 00:00:00 GMT"},
        {"If-Modified-Since": "Mon, 01 Jan 2001 00:00:00"},
    ],
    ids=["other tag", "tag before date", "no date", "older", "older without a zone"],
)
async def test_what_a_client_does_not_have_is_sent(
    client: httpx.AsyncClient, known: dict[str, str]
) -> None:
    assert (await client.get("/v1/cards/miso", headers=known)).status_code == 200


@pytest.mark.parametrize(
    ("path", "component"),
    [
        ("cards/crimson-wisp", "Card"),
        ("cards/starglaze-halo", "Card"),
        ("rules/rule-10", "ShownRule"),
        ("rulings/ruling-06", "ShownRuling"),
    ],
)
async def test_answers_are_as_documented(
    client: httpx.AsyncClient, app: FastAPI, path: str, component: str
) -> None:
    validator = validator_of(app, component)
    validator.validate((await client.get(f"/v1/{path}")).json())


@pytest.mark.parametrize(
    ("path", "component"),
    [
        ("cards", "Card"),
        ("artifacts", "Card"),
        ("realms", "Card"),
        ("cards/miso/rules", "Rule"),
        ("rules/rule-9/cards", "Card"),
        ("rules", "Rule"),
        ("rulings", "Ruling"),
        ("settings", "TableSetting"),
        ("releases", "Release"),
    ],
)
async def test_lists_are_as_documented(
    client: httpx.AsyncClient, app: FastAPI, path: str, component: str
) -> None:
    validator = validator_of(app, component)
    data = (await client.get(f"/v1/{path}")).json()["data"]
    assert data
    for item in data:
        validator.validate(item)


def validator_of(app: FastAPI, component: str) -> jsonschema_rs.Validator:
    document: dict[str, Any] = app.openapi()
    return jsonschema_rs.validator_for(
        {"$ref": f"#/components/schemas/{component}", "components": document["components"]}
    )
