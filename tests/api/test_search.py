"""`q` on every list of cards, `/v1/cards/search`, how a query was read, and a card by chance."""

from typing import Any

import httpx
import pytest

LISTS = ["/v1/cards", "/v1/cards/search", "/v1/artifacts", "/v1/realms"]


async def ask(reader: httpx.AsyncClient, path: str, **parameters: Any) -> Any:
    response = await reader.get(path, params=parameters)
    assert response.status_code == 200, response.text
    return response.json()


async def refused(reader: httpx.AsyncClient, path: str, **parameters: Any) -> Any:
    response = await reader.get(path, params=parameters)
    assert response.status_code == 400, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["code"] == "invalid_query"
    return problem


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/v1/cards", ["everspring", "twinlight-wand"]),
        ("/v1/cards/search", ["everspring", "twinlight-wand"]),
        ("/v1/artifacts", ["twinlight-wand"]),
        ("/v1/realms", ["everspring"]),
    ],
)
async def test_every_list_of_cards_takes_a_query(
    reader: httpx.AsyncClient, path: str, found: list[str]
) -> None:
    answer = await ask(reader, path, q="once:game heal>=30", order="name")
    assert [card["id"] for card in answer["data"]] == found
    assert answer["total"] == len(found)


async def test_a_result_says_by_which_ability_it_was_found(reader: httpx.AsyncClient) -> None:
    [wand] = (await ask(reader, "/v1/artifacts", q="once:game heal>=30"))["data"]
    assert wand["matches"] == [{"ability": "Twinlight Finale", "fields": ["once", "heal"]}]
    plain = await ask(reader, "/v1/cards/twinlight-wand")
    assert {**plain, "matches": wand["matches"]} == wand


async def test_without_a_query_there_are_no_matches(reader: httpx.AsyncClient) -> None:
    answer = await ask(reader, "/v1/cards", kind="land")
    assert all("matches" not in card for card in answer["data"])


async def test_a_query_and_parameters_narrow_each_other(reader: httpx.AsyncClient) -> None:
    answer = await ask(reader, "/v1/cards", q="heal", kind="land", limit=1)
    assert [card["id"] for card in answer["data"]] == ["everspring"]


async def test_a_query_is_needed_where_searching_is_all_there_is(reader: httpx.AsyncClient) -> None:
    for path in ("/v1/cards/search", "/v1/cards/search/explain"):
        assert (await refused(reader, path))["errors"][0]["parameter"] == "q"


@pytest.mark.parametrize("path", [*LISTS, "/v1/cards/search/explain", "/v1/cards/random"])
async def test_a_bad_query_is_answered_with_its_place(reader: httpx.AsyncClient, path: str) -> None:
    problem = await refused(reader, path, q="miso knd:land")
    assert problem["position"] == {"start": 5, "end": 8}
    assert problem["nearest"] == "kind"
    assert "kind" in problem["allowed"]
    assert problem["errors"][0]["parameter"] == "q"


@pytest.mark.parametrize("query", ["", "a" * 1001, "(" * 51 + "a" + ")" * 51, "hp>", "a or"])
async def test_a_query_that_cannot_be_read_is_refused(
    reader: httpx.AsyncClient, query: str
) -> None:
    problem = await refused(reader, "/v1/cards", q=query)
    assert problem["position"]["start"] <= problem["position"]["end"]


async def test_pages_of_a_search(reader: httpx.AsyncClient) -> None:
    url: str | None = "/v1/cards/search?q=miso&order=hp&dir=desc&page_size=3"
    found: list[str] = []
    while url is not None:
        response = await reader.get(url)
        answer = response.json()
        assert answer["total"] == 20
        assert len(answer["data"]) <= 3
        assert all(isinstance(card["matches"], list) for card in answer["data"])
        found += [card["id"] for card in answer["data"]]
        url = response.links["next"]["url"] if answer["has_more"] else None
        assert (answer["next"] is None) == (url is None)
    assert len(found) == len(set(found)) == 20


async def test_a_cursor_belongs_to_its_list(reader: httpx.AsyncClient) -> None:
    cursor = (await ask(reader, "/v1/cards", q="miso", page_size=2))["next"]
    await ask(reader, "/v1/cards", q="miso", page_size=5, cursor=cursor)
    for path, parameters in (
        ("/v1/cards", {"q": "mochi"}),
        ("/v1/cards", {"q": "miso", "order": "name"}),
        ("/v1/cards", {"q": "miso", "dir": "desc"}),
        ("/v1/artifacts", {"q": "miso"}),
        ("/v1/rules", {}),
    ):
        problem = await refused(reader, path, cursor=cursor, **parameters)
        assert problem["errors"][0]["parameter"] == "cursor"


@pytest.mark.parametrize(
    "cursor",
    ["", "x", "é", "WyJhIl0", "bnVsbA", "[", "WyJhIiwxLCJtaXNvIiwxXQ", "A" * 1001, "-_-_"],
)
@pytest.mark.parametrize("path", ["/v1/cards", "/v1/rules", "/v1/bulk", "/v1/releases"])
async def test_what_is_no_cursor_is_refused(
    reader: httpx.AsyncClient, path: str, cursor: str
) -> None:
    problem = await refused(reader, path, cursor=cursor)
    assert problem["errors"][0]["parameter"] == "cursor"


async def test_explaining(reader: httpx.AsyncClient) -> None:
    told = await ask(reader, "/v1/cards/search/explain", q="hp>500 kind:land")
    assert (
        told["words"] == "Cards of which this is true: the HP is above 500, and the kind is Land."
    )
    assert told["tree"]["type"] == "and"
    assert [part["field"] for part in told["tree"]["of"]] == ["hp", "kind"]
    assert [(one["query"], one["count"]) for one in told["clauses"]] == [
        ("hp>500", 0), ("kind:land", 4),
    ]  # fmt: skip
    assert told["total"] == 0
    assert told["relief"] == {
        "remove": "hp>500", "start": 0, "end": 6, "query": "kind:land", "total": 4,
    }  # fmt: skip


async def test_a_card_by_chance(reader: httpx.AsyncClient) -> None:
    ids = {card["id"] for card in (await ask(reader, "/v1/cards"))["data"]}
    response = await reader.get("/v1/cards/random")
    assert response.json()["id"] in ids
    assert response.headers["cache-control"] == "no-store"


async def test_a_card_by_chance_of_those_that_a_query_finds(reader: httpx.AsyncClient) -> None:
    card = await ask(reader, "/v1/cards/random", q="5.0", kind="combatant")
    assert card["id"] == "artax"
    assert card["matches"]


async def test_where_no_card_fits_there_is_none_by_chance(reader: httpx.AsyncClient) -> None:
    response = await reader.get("/v1/cards/random?q=hp>999")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
