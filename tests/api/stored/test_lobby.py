"""Matches until they begin: invitations, options, calling off."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.support.play import Somebody, json_of, new_match, new_player, starter_deck

Both = tuple[Somebody, Somebody]
SEAT = {"deck": starter_deck()}


async def _open(player: Somebody, **body: Any) -> str:
    return f"/v1/matches/{json_of(await player.post('/v1/matches', body))['id']}"


async def _invite(player: Somebody, match: str) -> str:
    code: str = json_of(await player.post(f"{match}/invites"))["code"]
    return code


async def _set_up(match: str, player: Somebody) -> None:
    [decision] = await player.asked(match)
    setup = {"type": "setup", "active": decision["from"][0]}
    json_of(await player.act(match, decision["decision_id"], setup))


async def test_options_are_shown_before_joining(client: httpx.AsyncClient, players: Both) -> None:
    match = await _open(
        players[0],
        settings={"knockouts_to_win": 2},
        options={"rated": True, "abandonment_seconds": 300},
    )

    shown = json_of(await client.get(match))

    assert shown["settings"] == {"knockouts_to_win": 2}
    assert shown["options"] == {"rated": True, "abandonment_seconds": 300}
    [listed] = json_of(await client.get("/v1/matches"))["data"]
    assert (listed["settings"], listed["options"]) == (shown["settings"], shown["options"])


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"rated": "yes"}, "/options/rated"),
        ({"abandonment_seconds": 1}, "/options/abandonment_seconds"),
        ({"nonsense": 1}, "/options/nonsense"),
        ({"judges": ["01a2294a-fa17-7569-9572-1a65b71292d5"]}, "/options/judges/0"),
        ([], "/options"),
    ],
)
async def test_options_that_cannot_be(players: Both, options: Any, pointer: str) -> None:
    response = await players[0].post("/v1/matches", {"options": options})

    assert response.status_code == 422, response.text
    assert response.json()["errors"][0]["pointer"] == pointer


async def test_a_match_by_invitation_does_not_exist_for_others(
    client: httpx.AsyncClient, players: Both
) -> None:
    ada, grace = players
    match = await _open(ada, visibility="invite")

    assert json_of(await ada.get(match))["status"] == "open"
    assert json_of(await client.get("/v1/matches"))["data"] == []
    for answer in (
        await client.get(match),
        await grace.get(match),
        await grace.get(f"{match}/decision"),
        await grace.get(f"{match}/events"),
        await grace.get(f"{match}/uses"),
        await grace.get(f"{match}/offers"),
        await grace.get(f"{match}/invites"),
        await grace.post(f"{match}/invites"),
        await grace.post(f"{match}/seats", SEAT),
        await grace.post(f"{match}/abort"),
        await grace.post(f"{match}/claim"),
        await grace.post(f"{match}/resume"),
        await grace.post(f"{match}/offers", {"kind": "draw"}),
        await grace.post(f"{match}/judges", {"player": grace.id}),
        await grace.post(f"{match}/judge/open", {"reason": "Curious."}),
        await grace.act(match, None, {"type": "concede"}),
    ):
        assert answer.status_code == 404, (answer.request.url, answer.text)


async def test_an_invitation_shows_the_table_and_lets_one_player_in(
    client: httpx.AsyncClient, players: Both
) -> None:
    ada, grace = players
    third = await new_player(client)
    match = await _open(ada, visibility="invite", settings={"knockouts_to_win": 2})
    made = await ada.post(f"{match}/invites")
    assert (made.status_code, made.headers["cache-control"]) == (201, "no-store")
    code = made.json()["code"]

    shown = json_of(await grace.post("/v1/invites/lookup", {"invite": code}))
    assert (shown["id"], shown["settings"]) == (match.rpartition("/")[2], {"knockouts_to_win": 2})
    joined = await grace.post(f"{match}/seats", {**SEAT, "invite": code})
    assert joined.status_code == 201
    assert json_of(await grace.get(match))["seat"] == 0

    again = await third.post(f"{match}/seats", {**SEAT, "invite": code})
    assert (again.status_code, again.json()["code"]) == (403, "bad_invite")
    gone = await third.post("/v1/invites/lookup", {"invite": code})
    assert gone.status_code == 404
    [listed] = json_of(await ada.get(f"{match}/invites"))["data"]
    assert listed["used_by"] == grace.id
    assert code not in str(listed)
    assert (await ada.post(f"{match}/seats", SEAT)).json()["status"] == "playing"
    assert (await third.get(match)).status_code == 404


@pytest.mark.parametrize("code", ["", "nonsense", "x" * 1000])
async def test_a_wrong_code_lets_nobody_in(players: Both, code: str) -> None:
    ada, grace = players
    match = await _open(ada, visibility="invite")
    await _invite(ada, match)

    response = await grace.post(f"{match}/seats", {**SEAT, "invite": code})

    assert (response.status_code, response.json()["code"]) == (403, "bad_invite")
    assert (await grace.post("/v1/invites/lookup", {"invite": code})).status_code == 404


async def test_an_invitation_is_good_for_its_own_match(players: Both) -> None:
    ada, grace = players
    match, other = [await _open(ada, visibility="invite") for _ in range(2)]
    code = await _invite(ada, other)

    response = await grace.post(f"{match}/seats", {**SEAT, "invite": code})

    assert response.status_code == 403
    json_of(await grace.post(f"{other}/seats", {**SEAT, "invite": code}))


async def test_a_refused_deck_does_not_use_the_invitation_up(players: Both) -> None:
    ada, grace = players
    match = await _open(ada, visibility="invite")
    code = await _invite(ada, match)

    refused = await grace.post(f"{match}/seats", {"deck": {"text": "40 Furthings"}, "invite": code})

    assert refused.status_code == 422
    json_of(await grace.post(f"{match}/seats", {**SEAT, "invite": code}))


async def test_of_many_with_one_invitation_one_gets_in(
    client: httpx.AsyncClient, players: Both
) -> None:
    many = [await new_player(client) for _ in range(5)]
    match = await _open(players[0], visibility="invite")
    code = await _invite(players[0], match)

    joined = await asyncio.gather(
        *(player.post(f"{match}/seats", {**SEAT, "invite": code}) for player in many)
    )

    assert sorted(each.status_code for each in joined) == [201, 403, 403, 403, 403]


async def test_who_cannot_invite(players: Both) -> None:
    ada, grace = players
    public = await _open(ada)
    private = await _open(ada, visibility="invite")
    code = await _invite(ada, private)
    json_of(await ada.post(f"{private}/seats", SEAT))
    json_of(await grace.post(f"{private}/seats", {**SEAT, "invite": code}))

    needless = await ada.post(f"{public}/invites")
    foreign = await grace.post(f"{private}/invites")
    late = await ada.post(f"{private}/invites")

    assert (needless.status_code, needless.json()["code"]) == (409, "no_invites")
    assert foreign.status_code == 404
    assert (late.status_code, late.json()["code"]) == (409, "match_full")


async def test_the_maker_calls_an_open_match_off(client: httpx.AsyncClient, players: Both) -> None:
    ada, grace = players
    match = await _open(ada)
    json_of(await grace.post(f"{match}/seats", SEAT))

    foreign = await grace.post(f"{match}/abort")
    aborted = json_of(await ada.post(f"{match}/abort"))
    again = await ada.post(f"{match}/abort")

    assert (foreign.status_code, foreign.json()["code"]) == (403, "forbidden")
    assert (aborted["status"], aborted["result"]) == ("aborted", None)
    assert (again.status_code, again.json()["code"]) == (409, "match_over")
    assert json_of(await client.get("/v1/matches"))["data"] == []
    late = await ada.post(f"{match}/seats", SEAT)
    assert (late.status_code, late.json()["code"]) == (409, "match_full")


async def test_either_player_aborts_before_the_first_action(players: Both, match: str) -> None:
    aborted = json_of(await players[1].post(f"{match}/abort"))

    assert (aborted["status"], aborted["result"]) == ("aborted", None)
    for player in players:
        table = json_of(await player.get(match))
        assert (table["view"], table["decisions"], table["waiting_for"]) == (None, [], [])
        assert json_of(await player.get(f"{match}/decision"))["decisions"] == []
        waiting = json_of(await player.get("/v1/players/me/matches?waiting=true"))
        assert waiting["data"] == []
        events = json_of(await player.get(f"{match}/events"))["data"]
        assert (events[-1]["type"], events[-1]["seat"]) == ("aborted", 1)
    late = await players[0].act(match, None, {"type": "concede"})
    assert (late.status_code, late.json()["code"]) == (409, "match_over")


async def test_it_is_too_late_to_abort_once_somebody_has_acted(players: Both, match: str) -> None:
    await _set_up(match, players[0])

    response = await players[1].post(f"{match}/abort")

    assert (response.status_code, response.json()["code"]) == (409, "too_late")


async def test_a_stranger_does_not_abort(client: httpx.AsyncClient, players: Both) -> None:
    match = await new_match(players)
    third = await new_player(client)

    assert (await third.post(f"{match}/abort")).status_code == 403
    assert json_of(await players[0].get(match))["status"] == "playing"
