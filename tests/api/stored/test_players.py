import httpx
import pytest

from tests.support.play import Somebody, json_of, new_match, new_player, starter_deck

Both = tuple[Somebody, Somebody]


async def test_a_named_player_is_made_with_a_token(client: httpx.AsyncClient) -> None:
    response = await client.post("/v1/players", json={"name": "  Ada   Lovelace "})

    assert response.status_code == 201
    assert response.headers["location"] == "/v1/players/me"
    assert response.headers["cache-control"] == "no-store"
    made = response.json()
    assert made["player"]["name"] == "Ada Lovelace"
    assert made["player"]["guest"] is False
    assert len(made["token"]) >= 43


@pytest.mark.parametrize("body", [None, {}, {"name": None}])
async def test_without_a_name_a_guest_is_made(
    client: httpx.AsyncClient, body: dict[str, None] | None
) -> None:
    made = json_of(await client.post("/v1/players", json=body))

    assert made["player"]["guest"] is True
    assert made["player"]["name"].startswith("Guest ")


async def test_names_are_taken_without_regard_to_case(client: httpx.AsyncClient) -> None:
    await new_player(client, "Straße")

    response = await client.post("/v1/players", json={"name": "STRASSE"})

    assert response.status_code == 409
    assert response.json()["code"] == "name_taken"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u0007b", "a\u202eb"])
async def test_a_name_that_cannot_be(client: httpx.AsyncClient, name: str) -> None:
    response = await client.post("/v1/players", json={"name": name})

    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "/name"


async def test_me_is_whose_token_it_is(players: Both) -> None:
    me = json_of(await players[1].get("/v1/players/me"))

    assert (me["id"], me["name"]) == (players[1].id, "Grace")


@pytest.mark.parametrize(
    "authorization", ["Bearer wrong", "Bearer ", "Bearer", "Basic YTpi", "x", "Bearer a b"]
)
async def test_a_bad_token_is_refused_even_where_none_is_needed(
    client: httpx.AsyncClient, match: str, authorization: str
) -> None:
    for path in ("/v1/players/me", match):
        response = await client.get(path, headers={"Authorization": authorization})

        assert response.status_code == 401
        assert response.json()["code"] == "unauthorized"
        assert response.headers["www-authenticate"] == "Bearer"


async def test_a_revoked_token_is_dead_at_once(players: Both) -> None:
    ada, _ = players
    tokens = json_of(await ada.get("/v1/players/me/tokens"))
    assert tokens["total"] == 1
    token = tokens["data"][0]
    assert "sha256" not in token
    assert token["last_used_at"] is not None

    revoked = await ada.ask("DELETE", f"/v1/players/me/tokens/{token['id']}")

    assert revoked.status_code == 204
    assert (await ada.get("/v1/players/me")).status_code == 401


async def test_nobody_elses_token_can_be_revoked(players: Both) -> None:
    ada, grace = players
    token = json_of(await ada.get("/v1/players/me/tokens"))["data"][0]["id"]

    refused = await grace.ask("DELETE", f"/v1/players/me/tokens/{token}")

    assert refused.status_code == 404
    assert (await ada.get("/v1/players/me")).status_code == 200


async def test_a_deleted_account_leaves_its_matches_readable(players: Both, match: str) -> None:
    ada, grace = players

    assert (await ada.ask("DELETE", "/v1/players/me")).status_code == 204

    assert (await ada.get("/v1/players/me")).status_code == 401
    table = json_of(await grace.get(match))
    assert table["status"] == "over"
    assert table["result"] == {"winner": 1, "reason": "concede"}
    assert table["seats"][0]["player"]["name"] == "Deleted player"
    events = json_of(await grace.get(f"{match}/events"))["data"]
    assert events[-1]["type"] == "match_over"


async def test_a_deleted_account_frees_its_seats_and_its_name(
    client: httpx.AsyncClient, players: Both
) -> None:
    ada, grace = players
    made = json_of(await grace.post("/v1/matches", {}))
    path = f"/v1/matches/{made['id']}"
    json_of(await ada.post(f"{path}/seats", {"deck": starter_deck()}))

    assert (await ada.ask("DELETE", "/v1/players/me")).status_code == 204

    assert json_of(await grace.get(path))["seats"] == []
    again = await new_player(client, "Ada")
    assert json_of(await again.get("/v1/players/me"))["name"] == "Ada"
    assert await new_match((again, grace))
