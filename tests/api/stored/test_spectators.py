"""Whoever does not play sees what the match's options say, and no sooner."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.engine.kernel.match_events import OfferMade
from app.services.moving import Step
from app.services.opening import Services
from tests.support.clockwork import Clockwork, clockwork
from tests.support.play import Somebody, json_of, new_match, new_player

Both = tuple[Somebody, Somebody]
DELAYED = {"spectators": "on", "spectator_delay": 60}
PATHS = ("", "/decision", "/events", "/uses", "/waiting")


@pytest.fixture(autouse=True)
def clock() -> Iterator[Clockwork]:
    with clockwork() as clock:
        yield clock


async def _place(player: Somebody, match: str) -> None:
    [decision] = await player.asked(match)
    action = {"type": "setup", "active": decision["from"][0]}
    json_of(await player.act(match, decision["decision_id"], action))


@pytest.mark.parametrize("path", PATHS)
async def test_without_the_option_a_match_is_shown_to_its_players_only(
    client: httpx.AsyncClient, players: Both, path: str
) -> None:
    match = await new_match(players)
    stranger = await new_player(client)

    for response in (await client.get(match + path), await stranger.get(match + path)):
        assert (response.status_code, response.json()["code"]) == (403, "not_for_spectators")
    assert (await players[0].get(match + path)).status_code == 200


async def test_before_it_begins_everybody_sees_the_table(
    client: httpx.AsyncClient, players: Both
) -> None:
    made = json_of(await players[0].post("/v1/matches", {"options": {"undo": "none"}}))

    table = json_of(await client.get(f"/v1/matches/{made['id']}"))

    assert (table["status"], table["options"]["undo"]) == ("open", "none")


async def test_what_happens_is_shown_later(
    client: httpx.AsyncClient, clock: Clockwork, players: Both
) -> None:
    match = await new_match(players, settings={"starting_seat": 0}, options=DELAYED)
    begun = json_of(await players[0].get(match))
    nothing = json_of(await client.get(match))
    assert (nothing["view"], nothing["last_seq"], nothing["version"]) == (None, 0, 0)
    assert json_of(await client.get(f"{match}/events"))["data"] == []

    clock.go_on(60)
    for player in players:
        await _place(player, match)
    setup = json_of(await client.get(match))
    assert (setup["version"], setup["last_seq"]) == (begun["version"], begun["last_seq"])
    assert setup["view"]["phase"] == "setup"
    assert json_of(await client.get(f"{match}/events"))["total"] == begun["last_seq"]
    assert json_of(await client.get(f"{match}/decision"))["waiting_for"] == [0, 1]

    clock.go_on(60)
    now = json_of(await client.get(match))
    theirs = json_of(await players[0].get(match))
    assert (now["version"], now["last_seq"]) == (theirs["version"], theirs["last_seq"])


async def test_what_they_see_late_is_what_there_was(
    client: httpx.AsyncClient, clock: Clockwork, players: Both
) -> None:
    """Every version in turn, ends and undone actions included, is seen just a minute later."""
    match = await new_match(players, settings={"starting_seat": 0}, options=DELAYED)
    for player in players:
        await _place(player, match)
    clock.go_on(1)
    seen: list[tuple[float, dict[str, Any]]] = []
    for step in ("begin_act", "undo", "begin_act", "end_turn", "concede"):
        if step == "undo":
            json_of(await players[0].post(f"{match}/undo", {}))
        elif step == "concede":
            json_of(await players[0].act(match, None, {"type": "concede"}))
        else:
            [decision] = await players[0].asked(match)
            json_of(await players[0].act(match, decision["decision_id"], {"type": step}))
        table = json_of(await players[1].get(match))
        seen.append((clock.now.timestamp(), table))
        clock.go_on(10)
    clock.go_on(10)
    for moment, theirs in seen:
        clock.now += timedelta(seconds=moment + 60 - clock.now.timestamp())
        late = json_of(await client.get(match))
        for field in ("version", "last_seq", "status", "result", "updated_at", "waiting_for"):
            assert late[field] == theirs[field], field
        public = [{**side, "hand": None, "hand_count": None} for side in late["view"]["seats"]]
        mine = [{**side, "hand": None, "hand_count": None} for side in theirs["view"]["seats"]]
        assert public == mine


async def test_what_comes_after_the_end_does_not_unmake_it(
    app: FastAPI, client: httpx.AsyncClient, clock: Clockwork, players: Both
) -> None:
    services: Services = app.state.services
    match = await new_match(players, options=DELAYED)
    json_of(await players[0].act(match, None, {"type": "concede"}))
    clock.go_on(60)

    async def offer(*_: Any) -> Step:
        return Step(events=(OfferMade(seat=0, offer="o", kind="rematch"),))

    await services.lobby._steps.take(match.rpartition("/")[2], offer)
    late = json_of(await client.get(match))

    assert (late["status"], late["result"]["reason"]) == ("over", "concede")
    assert late["view"]["phase"] == "over"


async def test_a_judge_sees_what_there_is_at_once(client: httpx.AsyncClient, players: Both) -> None:
    judge = await new_player(client)
    options = {"judges": [judge.id]}

    match = await new_match(players, options=options)

    table = json_of(await judge.get(match))
    assert table["view"]["phase"] == "setup"
    assert all("hand" not in side for side in table["view"]["seats"])


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"spectators": "maybe"}, "/options/spectators"),
        ({"spectator_delay": -1}, "/options/spectator_delay"),
        ({"undo": True}, "/options/undo"),
        ({"nonsense": 1}, "/options/nonsense"),
    ],
)
async def test_options_that_cannot_be(players: Both, options: Any, pointer: str) -> None:
    response = await players[0].post("/v1/matches", {"options": options})

    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == pointer
