"""Names with passwords, and tokens that are good for some things only."""

import httpx
import pytest

from app.db.engine import Database
from app.db.players import PlayerStore
from app.services.players import Players
from app.settings import Settings
from tests.support.play import Somebody, json_of, new_player

PASSWORD = "nine lives"
Both = tuple[Somebody, Somebody]


async def _named(client: httpx.AsyncClient, name: str = "Miso") -> Somebody:
    made = json_of(await client.post("/v1/players", json={"name": name, "password": PASSWORD}))
    return Somebody(client, made["player"]["id"], made["token"])


async def _with(player: Somebody, *scopes: str) -> Somebody:
    """Return the player with another token, good for these scopes."""
    made = json_of(await player.post("/v1/players/me/tokens", {"scopes": list(scopes)}))
    return Somebody(player.client, player.id, made["token"])


async def test_a_named_player_signs_in_with_the_password(client: httpx.AsyncClient) -> None:
    miso = await _named(client)

    response = await client.post("/v1/players/login", json={"name": " miso ", "password": PASSWORD})

    assert response.status_code == 201
    assert response.headers["cache-control"] == "no-store"
    token = response.json()["token"]
    assert token != miso.token
    again = Somebody(client, miso.id, token)
    assert json_of(await again.get("/v1/players/me"))["id"] == miso.id
    assert json_of(await miso.get("/v1/players/me"))["id"] == miso.id


async def test_a_wrong_password_and_an_unknown_name_are_answered_alike(
    client: httpx.AsyncClient,
) -> None:
    await _named(client)
    await new_player(client, "Mochi")  # has no password

    answers = [
        await client.post("/v1/players/login", json={"name": name, "password": password})
        for name, password in (
            ("Miso", "wrong password"),
            ("Nobody", PASSWORD),
            ("Mochi", PASSWORD),
            ("Miso", ""),
            ("", PASSWORD),
            ("Miso", "x" * 5000),
        )
    ]

    assert {answer.status_code for answer in answers} == {401}
    assert {answer.headers["www-authenticate"] for answer in answers} == {"Bearer"}
    assert len({answer.text for answer in answers}) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"password": PASSWORD},
        {"name": "Miso", "password": "short"},
        {"name": "Miso", "password": "x" * 201},
    ],
)
async def test_a_password_that_cannot_be(client: httpx.AsyncClient, body: dict[str, str]) -> None:
    response = await client.post("/v1/players", json=body)

    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "/password"


async def test_a_password_is_changed_by_whoever_knows_it(client: httpx.AsyncClient) -> None:
    miso = await _named(client)
    new = {"password": "ten lives!"}

    unknown = await miso.ask("PUT", "/v1/players/me/password", json=new)
    wrong = await miso.ask("PUT", "/v1/players/me/password", json={**new, "current": "no"})
    right = await miso.ask("PUT", "/v1/players/me/password", json={**new, "current": PASSWORD})

    assert [unknown.status_code, wrong.status_code, right.status_code] == [403, 403, 204]
    old = await client.post("/v1/players/login", json={"name": "Miso", "password": PASSWORD})
    assert old.status_code == 401
    json_of(await client.post("/v1/players/login", json={"name": "Miso", **new}))


async def test_a_named_player_without_a_password_gets_a_first_one(
    client: httpx.AsyncClient,
) -> None:
    ada, guest = await new_player(client, "Ada"), await new_player(client)
    body = {"password": PASSWORD}

    assert (await ada.ask("PUT", "/v1/players/me/password", json=body)).status_code == 204
    assert (await guest.ask("PUT", "/v1/players/me/password", json=body)).status_code == 422
    json_of(await client.post("/v1/players/login", json={"name": "Ada", **body}))


async def test_a_deleted_account_signs_in_no_more(client: httpx.AsyncClient) -> None:
    miso = await _named(client)
    await miso.ask("DELETE", "/v1/players/me")

    response = await client.post("/v1/players/login", json={"name": "Miso", "password": PASSWORD})

    assert response.status_code == 401


async def test_a_token_is_made_with_scopes_and_a_label(players: Both) -> None:
    ada, _ = players

    response = await ada.post("/v1/players/me/tokens", {"scopes": ["read"], "label": "Overlay"})

    assert response.status_code == 201
    made = response.json()
    assert (made["scopes"], made["label"]) == ("read", "Overlay")
    listed = json_of(await ada.get("/v1/players/me/tokens"))["data"]
    assert [(token["label"], token["scopes"]) for token in listed] == [
        (None, "play read"),
        ("Overlay", "read"),
    ]
    assert made["token"] not in str(listed)


async def test_a_token_to_read_sees_and_does_not_act(players: Both, match: str) -> None:
    reader = await _with(players[0], "read")

    table = json_of(await reader.get(match))
    assert table["seat"] == 0
    for answer in (
        await reader.act(match, None, {"type": "concede"}),
        await reader.post("/v1/matches", {}),
        await reader.post("/v1/players/me/tokens", {"scopes": ["play"]}),
        await reader.ask("DELETE", "/v1/players/me"),
        await reader.post(f"{match}/offers", {"kind": "draw"}),
    ):
        assert answer.status_code == 403
        assert (answer.json()["code"], answer.json()["needed"]) == ("insufficient_scope", "play")
        assert "insufficient_scope" in answer.headers["www-authenticate"]
    assert json_of(await players[0].get(match))["status"] == "playing"


async def test_a_token_to_play_sees_too(players: Both, match: str) -> None:
    player = await _with(players[0], "play")

    assert json_of(await player.get(match))["seat"] == 0
    assert (await player.act(match, None, {"type": "concede"})).status_code == 200


async def test_a_token_gives_no_more_than_it_has(players: Both) -> None:
    player = await _with(players[0], "play")

    more = await player.post("/v1/players/me/tokens", {"scopes": ["play", "read"]})
    admin = await players[0].post("/v1/players/me/tokens", {"scopes": ["admin"]})

    assert (more.status_code, more.json()["code"]) == (403, "insufficient_scope")
    assert (admin.status_code, admin.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"scopes": []}, "/scopes"),
        ({"scopes": ["everything"]}, "/scopes/0"),
        ({}, "/scopes"),
        ({"scopes": ["read"], "label": "x" * 101}, "/label"),
    ],
)
async def test_a_token_that_cannot_be(players: Both, body: dict[str, object], pointer: str) -> None:
    response = await players[0].post("/v1/players/me/tokens", body)

    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == pointer


async def test_the_operators_token_has_every_scope(
    client: httpx.AsyncClient, players: Both, settings: Settings
) -> None:
    async with Database(settings.database_url) as database:
        secret = await Players(PlayerStore(database)).make_admin_token("ada")

    operator = Somebody(client, players[0].id, secret)
    listed = json_of(await operator.get("/v1/players/me/tokens"))["data"]
    assert listed[-1]["scopes"] == "admin play read"
