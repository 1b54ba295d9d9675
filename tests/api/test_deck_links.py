"""Starter decks, share codes, and decks as text."""

from typing import Any

import httpx
import pytest

from app.content.library import load_library
from tests.support.play import json_of, new_player

LIBRARY = load_library()
PLAIN = {"Accept": "text/plain"}


async def share(client: httpx.AsyncClient, deck: object) -> dict[str, Any]:
    shared: dict[str, Any] = json_of(await client.post("/v1/decks/share", json=deck))
    return shared


async def test_starter_decks_are_listed_with_their_verdicts(client: httpx.AsyncClient) -> None:
    answer = json_of(await client.get("/v1/decks/starters"))
    assert [deck["id"] for deck in answer["data"]] == list(LIBRARY.decks)
    assert answer["total"] == len(LIBRARY.decks)
    for deck in answer["data"]:
        assert deck["status"] == "provisional"
        assert deck["verdict"]["valid"]
        assert json_of(await client.get(deck["uri"])) == deck


async def test_a_starter_deck_has_a_share_code(client: httpx.AsyncClient) -> None:
    deck = json_of(await client.get("/v1/decks/starters/sunny-side"))
    shared = json_of(await client.get(f"/v1/decks/shared/{deck['code']}"))
    assert shared["verdict"]["deck_hash"] == deck["verdict"]["deck_hash"]


async def test_a_starter_deck_that_there_is_not(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/decks/starters/sunny-sid")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "did you mean sunny-side?" in answer.json()["detail"]


async def test_a_shared_deck_is_had_again_by_its_code(client: httpx.AsyncClient) -> None:
    shared = await share(client, {"text": "2 wand\n1 Mochi\n3 miso"})
    again = await client.get(shared["uri"])
    assert json_of(again) == shared
    assert "etag" in again.headers
    assert [(card["card"], card["quantity"]) for card in shared["cards"]] == [
        ("twinlight-wand", 2),
        ("miso", 3),
        ("mochi", 1),
    ]
    assert not shared["verdict"]["valid"]


async def test_the_same_cards_have_the_same_code(client: httpx.AsyncClient) -> None:
    one = await share(client, {"text": "2 Miso\n1 Mochi"})
    other = await share(client, {"cards": [{"card": "mochi"}, {"card": "miso", "quantity": 2}]})
    assert one == other


@pytest.mark.parametrize("uri", ["/v1/decks/starters/moonlit-guard", None])
async def test_a_deck_as_text_reads_back(client: httpx.AsyncClient, uri: str | None) -> None:
    if uri is None:
        uri = (await share(client, {"text": "2 wand\n1 Mochi\n3 oops gravy"}))["uri"]
    deck = json_of(await client.get(uri))
    text = (await client.get(uri, headers=PLAIN)).text
    assert text == deck["text"]
    assert (await share(client, {"text": text}))["code"] == deck["code"]


async def test_an_own_deck_as_text_reads_back(client: httpx.AsyncClient) -> None:
    ada = await new_player(client)
    body = {"name": "Mine", "text": "3 Miso\n2 Windowland"}
    stored = json_of(await ada.post("/v1/decks", body))
    answer = await ada.get(f"/v1/decks/{stored['id']}", headers=PLAIN)
    assert answer.text == "# Mine\nCombatants (3)\n3 Miso\nLands (2)\n2 Windowland\n"
    assert answer.headers["vary"] == "Authorization, Accept"
    again = await share(client, {"text": answer.text})
    assert again["verdict"]["deck_hash"] == stored["deck_hash"]


async def test_a_code_that_is_mistyped(client: httpx.AsyncClient) -> None:
    uri = (await share(client, {"text": "2 Miso"}))["uri"]
    answer = await client.get(uri[:-1] + ("A" if uri[-1] != "A" else "B"))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "checksum" in answer.json()["detail"]


async def test_an_unknown_card_cannot_be_shared(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/decks/share", json={"text": "2 Furthngs"})
    assert (answer.status_code, answer.json()["code"]) == (422, "deck_not_legal")
    assert answer.json()["verdict"]["problems"][0]["code"] == "unknown_card"


async def test_a_deck_beyond_every_table_cannot_be_shared(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/decks/share", json={"text": "200 Miso\n1 Mochi"})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_payload")


async def test_a_starter_decks_id_is_good_at_a_match(client: httpx.AsyncClient) -> None:
    ada, grace = await new_player(client), await new_player(client)
    match = json_of(await ada.post("/v1/matches", {}))["id"]
    for player, deck in ((ada, "sunny-side"), (grace, "yarn-nemesis")):
        joined = json_of(await player.post(f"/v1/matches/{match}/seats", {"deck_id": deck}))
    assert joined["status"] == "playing"


async def test_a_deck_id_that_there_is_not(client: httpx.AsyncClient) -> None:
    ada = await new_player(client)
    match = json_of(await ada.post("/v1/matches", {}))["id"]
    answer = await ada.post(f"/v1/matches/{match}/seats", {"deck_id": "sunny-sid"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
