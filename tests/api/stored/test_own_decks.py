from typing import Any

import httpx
import pytest

from tests.support.play import Somebody, json_of, starter_deck

Both = tuple[Somebody, Somebody]


async def _stored(player: Somebody, name: str = "Sunny") -> dict[str, Any]:
    deck: dict[str, Any] = json_of(await player.post("/v1/decks", {"name": name, **starter_deck()}))
    return deck


async def test_a_deck_is_stored_and_judged(players: Both) -> None:
    response = await players[0].post("/v1/decks", {"name": " Sunny ", **starter_deck()})

    assert response.status_code == 201
    deck = response.json()
    assert response.headers["location"] == f"/v1/decks/{deck['id']}"
    assert deck["name"] == "Sunny"
    assert deck["valid"] is True
    assert sum(card["quantity"] for card in deck["cards"]) == 30
    assert json_of(await players[0].get(f"/v1/decks/{deck['id']}")) == deck


async def test_a_deck_that_is_not_legal_yet_is_stored_with_what_is_missing(players: Both) -> None:
    deck = json_of(await players[0].post("/v1/decks", {"name": "Draft", "text": "2 Furthings"}))

    assert deck["valid"] is False
    assert "deck_size" in [problem["code"] for problem in deck["problems"]]


async def test_a_deck_with_an_unknown_card_is_refused_with_the_verdict(players: Both) -> None:
    response = await players[0].post("/v1/decks", {"name": "Draft", "text": "2 Furthinks"})

    assert response.status_code == 422
    problem = response.json()
    assert problem["code"] == "deck_not_legal"
    assert problem["verdict"]["problems"][0]["code"] == "unknown_card"


async def test_a_deck_is_replaced_and_removed(players: Both) -> None:
    ada, _ = players
    path = f"/v1/decks/{(await _stored(ada))['id']}"

    changed = await ada.ask("PUT", path, json={"name": "Moon", **starter_deck(1)})

    assert json_of(changed)["name"] == "Moon"
    assert json_of(await ada.get(path))["cards"] == changed.json()["cards"]
    assert (await ada.ask("DELETE", path)).status_code == 204
    assert (await ada.get(path)).status_code == 404
    assert (await ada.ask("DELETE", path)).status_code == 404
    assert (await ada.ask("PUT", path, json={"name": "x", "text": ""})).status_code == 404


async def test_nobody_else_sees_a_deck(client: httpx.AsyncClient, players: Both) -> None:
    ada, grace = players
    path = f"/v1/decks/{(await _stored(ada))['id']}"

    assert (await grace.get(path)).status_code == 404
    assert (await grace.ask("DELETE", path)).status_code == 404
    assert json_of(await grace.get("/v1/decks"))["data"] == []
    assert (await client.get(path)).status_code == 401


async def test_the_list_of_decks_has_pages(players: Both) -> None:
    ada, _ = players
    names = ["One", "Two", "Three"]
    for name in names:
        await _stored(ada, name)

    first = await ada.get("/v1/decks?page_size=2")
    page = json_of(first)
    assert [deck["name"] for deck in page["data"]] == names[:2]
    assert (page["total"], page["has_more"]) == (3, True)
    link = first.headers["link"].removeprefix("<").removesuffix('>; rel="next"')
    second = json_of(await ada.get(link))
    assert [deck["name"] for deck in second["data"]] == names[2:]
    assert (second["has_more"], second["next"]) == (False, None)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"name": "x"}, ""),
        ({"name": " ", "text": ""}, "/name"),
        ({"name": "x", "cards": [{"card": "miso", "quantity": 0}]}, "/cards/0/quantity"),
        ({"name": "x", "cards": [{"card": 7}]}, "/cards/0/card"),
        ({"name": "x", "cards": [], "author": "me"}, "/author"),
        ([], ""),
    ],
)
async def test_a_deck_of_the_wrong_shape(players: Both, body: Any, pointer: str) -> None:
    response = await players[0].post("/v1/decks", body)

    assert response.status_code == 422, response.text
    problem = response.json()
    assert problem["code"] == "invalid_payload"
    assert problem["errors"][0]["pointer"] == pointer


async def test_a_cursor_that_was_made_up(players: Both) -> None:
    response = await players[0].get("/v1/decks?cursor=x")

    assert (response.status_code, response.json()["code"]) == (400, "invalid_query")
