"""The waiting list and ratings: whom one plays, and what comes of it."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import httpx
from fastapi import FastAPI

from app.services.ids import now
from app.services.opening import Services
from tests.support.play import Somebody, json_of, new_match, new_player, starter_deck

Both = tuple[Somebody, Somebody]
DECK = {"deck": starter_deck()}


async def _until(ask: Callable[[], Awaitable[Any]]) -> Any:
    """Ask until there is an answer."""
    async with asyncio.timeout(30):
        while not (answer := await ask()):  # noqa: ASYNC110 - a server is asked
            await asyncio.sleep(0.05)
        return answer


async def _ratings(player: Somebody) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json_of(await player.get("/v1/players/me/ratings"))["data"]
    return data


async def test_two_who_want_the_same_play_each_other(players: Both) -> None:
    ada, grace = players
    wish = {**DECK, "settings": {"knockouts_to_win": 2}}

    first = await ada.post("/v1/lobby", wish)
    second = await grace.post("/v1/lobby", {**wish, "deck": starter_deck(1)})

    assert (first.status_code, first.headers["location"]) == (201, "/v1/lobby")
    assert (first.json()["status"], first.json()["match"]) == ("waiting", None)
    assert second.json()["status"] == "paired"
    match = f"/v1/matches/{second.json()['match']}"
    assert json_of(await ada.get("/v1/lobby"))["match"] == second.json()["match"]
    tables = [json_of(await player.get(match)) for player in players]
    assert [table["seat"] for table in tables] == [0, 1]
    assert tables[0]["status"] == "playing"
    assert tables[0]["settings"] == {"knockouts_to_win": 2}
    assert tables[0]["options"] == {"rated": True}
    assert all(table["decisions"] for table in tables)


async def test_other_tables_are_not_mixed(players: Both) -> None:
    ada, grace = players
    json_of(await ada.post("/v1/lobby", {**DECK, "settings": {"knockouts_to_win": 2}}))
    json_of(await grace.post("/v1/lobby", DECK))

    assert json_of(await ada.get("/v1/lobby"))["status"] == "waiting"
    assert json_of(await grace.get("/v1/lobby"))["status"] == "waiting"


async def test_who_waits_is_told_at_once(players: Both) -> None:
    ada, grace = players
    json_of(await ada.post("/v1/lobby", DECK))
    waiting = asyncio.create_task(ada.get("/v1/lobby?wait=30"))
    await asyncio.sleep(0)

    json_of(await grace.post("/v1/lobby", DECK))

    assert json_of(await waiting)["status"] == "paired"


async def test_nobody_is_paired_with_who_has_gone(app: FastAPI, players: Both) -> None:
    ada, grace = players
    services: Services = app.state.services
    [token] = json_of(await ada.get("/v1/players/me/tokens"))["data"]
    json_of(await ada.post("/v1/lobby", DECK))
    await services.players._store.touch(token["id"], now() - timedelta(minutes=2))

    assert json_of(await grace.post("/v1/lobby", DECK))["status"] == "waiting"

    await services.players._store.touch(token["id"], now())
    assert json_of(await grace.get("/v1/lobby?wait=30"))["status"] == "paired"


async def test_one_waits_once_and_leaves_once(players: Both) -> None:
    ada, _ = players
    assert (await ada.get("/v1/lobby")).status_code == 404
    assert (await ada.ask("DELETE", "/v1/lobby")).status_code == 404
    json_of(await ada.post("/v1/lobby", DECK))

    again = await ada.post("/v1/lobby", DECK)
    left = await ada.ask("DELETE", "/v1/lobby")
    twice = await ada.ask("DELETE", "/v1/lobby")

    assert (again.status_code, again.json()["code"]) == (409, "already_waiting")
    assert [left.status_code, twice.status_code] == [204, 404]
    json_of(await ada.post("/v1/lobby", DECK))


async def test_who_was_paired_may_wait_again(players: Both) -> None:
    ada, grace = players
    for _ in range(2):
        json_of(await ada.post("/v1/lobby", DECK))
        assert json_of(await grace.post("/v1/lobby", DECK))["status"] == "paired"
    assert json_of(await ada.get("/v1/players/me/matches"))["total"] == 2


async def test_an_illegal_deck_does_not_wait(players: Both) -> None:
    response = await players[0].post("/v1/lobby", {"deck": {"text": "40 Furthings"}})

    assert (response.status_code, response.json()["code"]) == (422, "deck_not_legal")
    assert (await players[0].get("/v1/lobby")).status_code == 404


async def test_a_wish_that_cannot_be(players: Both) -> None:
    for more, pointer in (
        ({"settings": {"nonsense": 1}}, "/settings/nonsense"),
        ({"options": {"nonsense": 1}}, "/options/nonsense"),
        ({"options": {"judges": [players[1].id]}}, "/options/judges"),
        ({"ruleset": "chess"}, "/ruleset"),
        ({"whim": 1}, "/whim"),
    ):
        response = await players[0].post("/v1/lobby", {**DECK, **more})
        assert response.status_code == 422, response.text
        assert response.json()["errors"][0]["pointer"] == pointer


async def test_everybody_who_comes_at_once_plays_exactly_one_match(
    client: httpx.AsyncClient, players: Both
) -> None:
    many = [*players, *[await new_player(client) for _ in range(6)]]

    await asyncio.gather(*(player.post("/v1/lobby", DECK) for player in many))

    async def paired() -> list[str] | None:
        entries = [json_of(await player.get("/v1/lobby")) for player in many]
        found = [entry["match"] for entry in entries]
        return found if all(found) else None

    matches = await _until(paired)
    assert sorted(matches.count(match) for match in set(matches)) == [2, 2, 2, 2]
    for player in many:
        assert json_of(await player.get("/v1/players/me/matches"))["total"] == 1


async def test_a_rated_match_changes_both_ratings_once(app: FastAPI, players: Both) -> None:
    ada, grace = players
    services: Services = app.state.services
    match = await new_match(players, options={"rated": True})
    json_of(await ada.act(match, None, {"type": "concede"}))

    [won] = await _until(lambda: _ratings(grace))
    [lost] = await _ratings(ada)

    assert won["mu"] > 25 > lost["mu"]
    assert won["sigma"] == lost["sigma"] < 8.333
    assert (won["matches"], lost["matches"]) == (1, 1)
    json_of(await grace.post(f"{match}/offers", {"kind": "rematch"}))  # the match moves on
    await asyncio.gather(*(services.ratings.settle_due() for _ in range(3)))
    assert (await _ratings(ada), await _ratings(grace)) == ([lost], [won])


async def test_what_is_not_rated_or_has_no_result_changes_no_rating(
    app: FastAPI, players: Both
) -> None:
    services: Services = app.state.services
    unrated = await new_match(players)
    json_of(await players[0].act(unrated, None, {"type": "concede"}))
    aborted = await new_match(players, options={"rated": True})
    json_of(await players[0].post(f"{aborted}/abort"))

    await services.ratings.settle_due()

    assert [await _ratings(player) for player in players] == [[], []]


async def test_a_draw_between_equals_leaves_the_means(app: FastAPI, players: Both) -> None:
    ada, grace = players
    services: Services = app.state.services
    match = await new_match(players, options={"rated": True})
    offer = json_of(await ada.post(f"{match}/offers", {"kind": "draw"}))["id"]
    json_of(await grace.post(f"{match}/offers/{offer}/accept"))

    await services.ratings.settle_due()

    assert [(await _ratings(player))[0]["mu"] for player in players] == [25, 25]


async def test_a_deleted_account_waits_no_more_and_is_not_rated(
    app: FastAPI, players: Both
) -> None:
    ada, grace = players
    services: Services = app.state.services
    await new_match(players, options={"rated": True})
    json_of(await ada.post("/v1/lobby", DECK))

    assert (await ada.ask("DELETE", "/v1/players/me")).status_code == 204

    await services.ratings.settle_due()
    [won] = await _ratings(grace)
    assert won["mu"] > 25
    assert await services.ratings.of(ada.id) == []
    assert json_of(await grace.post("/v1/lobby", DECK))["status"] == "waiting"
