"""`/v1/cards/named`, `/autocomplete`, `/collection`."""

from typing import Any

import httpx
import pytest


@pytest.mark.parametrize(
    ("parameter", "name", "card"),
    [
        ("exact", "The Twinlight Wand", "twinlight-wand"),
        ("exact", "twinlight-wand", "twinlight-wand"),
        ("exact", "WAND", "twinlight-wand"),
        ("exact", "gravy", "princess-duck-gravy"),
        ("exact", "oops all gravy", "princess-duck-gravy"),
        ("exact", "super misomochi and friends", "super-misomochi-and-friends"),
        ("exact", "Super Misomochi & Friends", "super-misomochi-and-friends"),
        ("exact", "super misomochi friends", "super-misomochi-and-friends"),
        ("fuzzy", "twinligt wand", "twinlight-wand"),
        ("fuzzy", "solemates", "the-solemates"),
        ("fuzzy", "miso", "miso"),
    ],
)
async def test_a_card_by_its_name(
    reader: httpx.AsyncClient, parameter: str, name: str, card: str
) -> None:
    response = await reader.get("/v1/cards/named", params={parameter: name})
    assert response.status_code == 200, response.text
    assert response.headers["content-location"] == f"/v1/cards/{card}"
    assert response.content == (await reader.get(f"/v1/cards/{card}")).content


@pytest.mark.parametrize(
    ("parameter", "name", "code", "first"),
    [
        ("exact", "twinlight", "unknown_card", "twinlight-wand"),
        ("exact", "furthngs", "unknown_card", "furthings"),
        ("exact", "the", "ambiguous_name", "fuzzy-fishies"),
        ("fuzzy", "the", "ambiguous_name", "fuzzy-fishies"),
        ("fuzzy", "zzzzzz", "unknown_card", None),
    ],
)
async def test_a_name_that_no_single_card_has(
    reader: httpx.AsyncClient, parameter: str, name: str, code: str, first: str | None
) -> None:
    response = await reader.get("/v1/cards/named", params={parameter: name})
    problem = response.json()
    assert (response.status_code, problem["code"]) == (404, code)
    ids = [one["id"] for one in problem["candidates"]]
    assert ids[:1] == ([] if first is None else [first])
    scores = [one["score"] for one in problem["candidates"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    "query", ["", "?exact=miso&fuzzy=miso", "?exact=", f"?fuzzy={'x' * 101}", "?name=miso"]
)
async def test_exactly_one_name_is_asked_for(reader: httpx.AsyncClient, query: str) -> None:
    response = await reader.get(f"/v1/cards/named{query}")
    assert (response.status_code, response.json()["code"]) == (400, "invalid_query")


async def test_completion_works_from_one_character_on(reader: httpx.AsyncClient) -> None:
    answer = (await reader.get("/v1/cards/autocomplete?q=w")).json()
    assert answer["data"] == [
        # by its nickname “wand”
        {"id": "twinlight-wand", "name": "The Twinlight Wand", "status": "printed"},
        {"id": "whiskerways", "name": "Whiskerways", "status": "printed"},
        {"id": "windowland", "name": "Windowland", "status": "printed"},
        {"id": "crimson-wisp", "name": "Crimson Wisp", "status": "printed"},
    ]
    assert (answer["total"], answer["has_more"], answer["next"]) == (4, False, None)


async def test_completion_tells_provisional_cards(reader: httpx.AsyncClient) -> None:
    [alley_cat] = (await reader.get("/v1/cards/autocomplete?q=alley")).json()["data"]
    assert alley_cat == {"id": "alley-cat", "name": "Alley Cat", "status": "provisional"}


@pytest.mark.parametrize("typed", ["", "’", "zzz"])
async def test_completion_of_nothing_is_nothing(reader: httpx.AsyncClient, typed: str) -> None:
    response = await reader.get("/v1/cards/autocomplete", params={"q": typed})
    assert response.json()["data"] == []


async def test_completion_has_limits(reader: httpx.AsyncClient) -> None:
    for letter in "abcdefghijklmnopqrstuvwxyz":
        data = (await reader.get(f"/v1/cards/autocomplete?q={letter}")).json()["data"]
        assert len(data) <= 20
        assert all(len(one["name"]) <= 100 for one in data)
    for bad in ("", f"?q={'x' * 101}"):
        assert (await reader.get(f"/v1/cards/autocomplete{bad}")).status_code == 400


async def collect(reader: httpx.AsyncClient, *identifiers: Any) -> httpx.Response:
    return await reader.post("/v1/cards/collection", json={"identifiers": identifiers})


async def test_a_collection(reader: httpx.AsyncClient) -> None:
    answer = (
        await collect(
            reader,
            {"name": "gravy"},
            {"id": "miso"},
            {"name": "wnd"},
            {"id": "the"},
            {"id": "The Twinlight Wand"},
        )
    ).json()
    assert [card["id"] for card in answer["data"]] == ["princess-duck-gravy", "miso"]
    assert answer["data"][1] == (await reader.get("/v1/cards/miso")).json()
    missing = answer["not_found"]
    assert [(one["identifier"], one["pointer"], one["code"]) for one in missing] == [
        ({"name": "wnd"}, "/identifiers/2", "unknown_card"),
        ({"id": "the"}, "/identifiers/3", "ambiguous_name"),
        ({"id": "The Twinlight Wand"}, "/identifiers/4", "unknown_card"),
    ]
    assert [one["candidates"][0]["id"] for one in missing] == [
        "twinlight-wand", "fuzzy-fishies", "twinlight-wand",
    ]  # fmt: skip


async def test_a_collection_of_75_is_taken_and_of_76_is_not(reader: httpx.AsyncClient) -> None:
    assert len((await collect(reader, *[{"id": "miso"}] * 75)).json()["data"]) == 75
    response = await collect(reader, *[{"id": "miso"}] * 76)
    assert (response.status_code, response.json()["code"]) == (422, "invalid_payload")
    assert response.json()["errors"][0]["pointer"] == "/identifiers"


@pytest.mark.parametrize(
    "identifier", [{}, {"id": "miso", "name": "Miso"}, {"id": 7}, {"set": "x"}, {"name": "x" * 101}]
)
async def test_what_is_no_identifier(reader: httpx.AsyncClient, identifier: Any) -> None:
    response = await collect(reader, {"id": "miso"}, identifier)
    assert (response.status_code, response.json()["code"]) == (422, "invalid_payload")
    assert response.json()["errors"][0]["pointer"].startswith("/identifiers/1")
