"""What the seats offer each other: draws, pauses, taking back, rematches; and claims."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest

from app.services import claiming
from app.services.ids import now
from tests.support.play import Somebody, json_of, new_match, new_player, starter_deck

Both = tuple[Somebody, Somebody]


async def _offer(player: Somebody, match: str, kind: str) -> str:
    response = await player.post(f"{match}/offers", {"kind": kind})
    assert response.status_code == 201, response.text
    offer: str = response.json()["id"]
    return offer


async def _answer(player: Somebody, match: str, offer: str, answer: str) -> httpx.Response:
    return await player.post(f"{match}/offers/{offer}/{answer}")


async def _set_up(match: str, *players: Somebody) -> None:
    for player in players:
        [decision] = await player.asked(match)
        setup = {"type": "setup", "active": decision["from"][0]}
        json_of(await player.act(match, decision["decision_id"], setup))


async def _events(player: Somebody, match: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = json_of(await player.get(f"{match}/events?page_size=1000"))[
        "data"
    ]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    return events


async def _first(match: str, players: Both) -> tuple[Somebody, Somebody]:
    """Return whose turn it is, and the other."""
    seat = json_of(await players[0].get(match))["view"].get("turn_seat", 0)
    return players[seat], players[1 - seat]


async def test_an_offer_stands_in_the_log_and_in_the_list(players: Both, match: str) -> None:
    ada, grace = players

    offer = await _offer(ada, match, "draw")

    for player in players:
        [listed] = json_of(await player.get(f"{match}/offers"))["data"]
        assert (listed["id"], listed["kind"], listed["seat"]) == (offer, "draw", 0)
        assert listed["status"] == "open"
        told = (await _events(player, match))[-1]
        assert (told["type"], told["offer"], told["kind"]) == ("offer_made", offer, "draw")
    declined = json_of(await _answer(grace, match, offer, "decline"))
    assert (declined["status"], json_of(await ada.get(match))["status"]) == ("declined", "playing")
    told = (await _events(ada, match))[-1]
    assert (told["type"], told["answer"], told["seat"]) == ("offer_answered", "declined", 1)


async def test_a_draw_that_both_want_ends_the_match(players: Both, match: str) -> None:
    ada, grace = players
    offer = await _offer(ada, match, "draw")

    accepted = json_of(await _answer(grace, match, offer, "accept"))

    assert accepted["status"] == "accepted"
    table = json_of(await ada.get(match))
    assert (table["status"], table["result"]) == ("over", {"winner": None, "reason": "agreed"})
    assert (table["decisions"], table["waiting_for"]) == ([], [])
    assert [event["type"] for event in (await _events(ada, match))[-2:]] == [
        "offer_answered",
        "match_over",
    ]


async def test_nothing_is_offered_twice(players: Both, match: str) -> None:
    ada, grace = players
    offer = await _offer(ada, match, "draw")
    version = json_of(await ada.get(match))["version"]

    again = await ada.post(f"{match}/offers", {"kind": "draw"})
    back = await grace.post(f"{match}/offers", {"kind": "draw"})

    for answer in (again, back):
        assert (answer.status_code, answer.json()["code"]) == (409, "offer_open")
        assert answer.json()["offer"] == offer
    assert json_of(await ada.get(match))["version"] == version
    await _offer(ada, match, "pause")  # another kind is another offer


async def test_an_offer_is_answered_once_and_by_the_other_seat(
    client: httpx.AsyncClient, players: Both, match: str
) -> None:
    ada, grace = players
    third = await new_player(client)
    offer = await _offer(ada, match, "draw")

    for answer in ("accept", "decline"):
        own = await _answer(ada, match, offer, answer)
        strange = await _answer(third, match, offer, answer)
        unknown = await _answer(grace, match, "nonsense", answer)
        assert [own.status_code, strange.status_code, unknown.status_code] == [403, 403, 404]
    json_of(await _answer(grace, match, offer, "decline"))
    late = await _answer(grace, match, offer, "accept")
    assert (late.status_code, late.json()["code"]) == (409, "offer_closed")


async def test_of_many_answers_to_an_offer_one_counts(players: Both, match: str) -> None:
    ada, grace = players
    offer = await _offer(ada, match, "draw")

    answers = await asyncio.gather(*(_answer(grace, match, offer, "accept") for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    told = [event["type"] for event in await _events(ada, match)]
    assert told.count("offer_answered") == told.count("match_over") == 1


async def test_a_draw_expires_when_the_other_seat_acts(players: Both, match: str) -> None:
    ada, grace = players
    offer = await _offer(ada, match, "draw")
    await _set_up(match, ada)
    [listed] = json_of(await ada.get(f"{match}/offers"))["data"]
    assert listed["status"] == "open"

    await _set_up(match, grace)

    [listed] = json_of(await ada.get(f"{match}/offers"))["data"]
    assert listed["status"] == "expired"
    late = await _answer(grace, match, offer, "accept")
    assert (late.status_code, late.json()["code"]) == (409, "offer_closed")
    await _offer(ada, match, "draw")


async def test_an_offer_ends_with_the_match(players: Both, match: str) -> None:
    ada, grace = players
    offer = await _offer(ada, match, "draw")
    json_of(await ada.act(match, None, {"type": "concede"}))

    late = await _answer(grace, match, offer, "accept")

    assert (late.status_code, late.json()["code"]) == (409, "offer_closed")
    assert json_of(await ada.get(match))["result"]["winner"] == 1
    refused = await ada.post(f"{match}/offers", {"kind": "draw"})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_now")


@pytest.mark.parametrize("body", [{}, {"kind": "bribe"}, {"kind": "draw", "seat": 1}, []])
async def test_an_offer_that_cannot_be(players: Both, match: str, body: Any) -> None:
    response = await players[0].post(f"{match}/offers", body)

    assert (response.status_code, response.json()["code"]) == (422, "invalid_payload")


async def test_offers_are_between_the_players(client: httpx.AsyncClient, match: str) -> None:
    third = await new_player(client)

    assert (await third.get(f"{match}/offers")).status_code == 403
    assert (await third.post(f"{match}/offers", {"kind": "draw"})).status_code == 403
    assert (await client.get(f"{match}/offers")).status_code == 401


async def test_there_is_nobody_to_make_an_offer_to_before_the_match(players: Both) -> None:
    made = json_of(await players[0].post("/v1/matches", {}))
    path = f"/v1/matches/{made['id']}"
    json_of(await players[0].post(f"{path}/seats", {"deck": starter_deck()}))

    response = await players[0].post(f"{path}/offers", {"kind": "draw"})

    assert (response.status_code, response.json()["code"]) == (409, "not_now")


async def test_a_pause_that_both_want_rests_the_match_until_one_resumes(
    players: Both, match: str
) -> None:
    ada, grace = players
    await _set_up(match, ada, grace)
    first, _ = await _first(match, players)
    json_of(await _answer(grace, match, await _offer(ada, match, "pause"), "accept"))

    assert json_of(await ada.get(match))["paused"] is True
    [decision] = await first.asked(match)
    refused = await first.act(match, decision["decision_id"], {"type": "begin_act"})
    assert (refused.status_code, refused.json()["code"]) == (409, "match_paused")
    waiting = json_of(await first.get("/v1/players/me/matches?waiting=true"))["data"]
    assert waiting == []
    twice = await ada.post(f"{match}/offers", {"kind": "pause"})
    assert (twice.status_code, twice.json()["code"]) == (409, "not_now")

    resumed = json_of(await grace.post(f"{match}/resume"))
    again = await grace.post(f"{match}/resume")

    assert resumed["paused"] is False
    assert (again.status_code, again.json()["code"]) == (409, "not_now")
    json_of(await first.act(match, decision["decision_id"], {"type": "begin_act"}))
    told = [event["type"] for event in await _events(ada, match)]
    assert told[-4:] == ["offer_answered", "paused", "resumed", "phase_began"]


async def test_one_may_concede_in_a_pause(players: Both, match: str) -> None:
    ada, grace = players
    json_of(await _answer(grace, match, await _offer(ada, match, "pause"), "accept"))

    json_of(await ada.act(match, None, {"type": "concede"}))

    assert json_of(await ada.get(match))["status"] == "over"
    assert (await ada.post(f"{match}/resume")).status_code == 409


async def test_what_is_taken_back_with_consent_counts_no_more(players: Both, match: str) -> None:
    await _set_up(match, *players)
    first, other = await _first(match, players)
    before = json_of(await first.get(match))
    [decision] = await first.asked(match)
    json_of(await first.act(match, decision["decision_id"], {"type": "begin_act"}))

    accepted = await _answer(other, match, await _offer(first, match, "undo"), "accept")

    assert accepted.status_code == 200, accepted.text
    after = json_of(await first.get(match))
    assert after["view"] == before["view"]
    [again] = await first.asked(match)
    assert again["decision_id"] != decision["decision_id"]
    assert [event["type"] for event in (await _events(first, match))[-2:]] == [
        "offer_answered",
        "undone",
    ]


async def test_nothing_to_take_back_is_no_offer(players: Both, match: str) -> None:
    response = await players[0].post(f"{match}/offers", {"kind": "undo"})

    assert (response.status_code, response.json()["code"]) == (409, "undo_refused")
    assert json_of(await players[0].get(f"{match}/offers"))["data"] == []


async def test_a_rematch_swaps_the_seats_and_is_linked_both_ways(players: Both) -> None:
    ada, grace = players
    match = await new_match(
        players, settings={"knockouts_to_win": 2}, visibility="unlisted", options={"undo": "none"}
    )
    early = await ada.post(f"{match}/offers", {"kind": "rematch"})
    assert (early.status_code, early.json()["code"]) == (409, "not_now")
    json_of(await ada.act(match, None, {"type": "concede"}))

    offer = await _offer(grace, match, "rematch")
    accepted = json_of(await _answer(ada, match, offer, "accept"))

    old = json_of(await ada.get(match))
    assert old["rematch"] == accepted["rematch"] is not None
    path = f"/v1/matches/{old['rematch']}"
    new = json_of(await ada.get(path))
    assert (new["status"], new["rematch_of"]) == ("playing", old["id"])
    assert (new["settings"], new["visibility"], new["options"]) == (
        {"knockouts_to_win": 2},
        "unlisted",
        {"undo": "none"},
    )
    assert new["seat"] == 1
    assert json_of(await grace.get(path))["seat"] == 0
    assert [chair["player"]["id"] for chair in new["seats"]] == [grace.id, ada.id]
    assert (await _events(ada, match))[-1]["match"] == old["rematch"]
    assert old["status"] == "over"
    again = await grace.post(f"{match}/offers", {"kind": "rematch"})
    assert (again.status_code, again.json()["code"]) == (409, "not_now")
    await _set_up(path, ada, grace)


async def test_nobody_plays_a_rematch_with_a_deleted_account(players: Both, match: str) -> None:
    ada, grace = players
    assert (await ada.ask("DELETE", "/v1/players/me")).status_code == 204

    response = await grace.post(f"{match}/offers", {"kind": "rematch"})

    assert (response.status_code, response.json()["code"]) == (409, "not_now")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims are judged an hour later than they come."""
    monkeypatch.setattr(claiming, "now", lambda: now() + timedelta(hours=1))


@pytest.mark.usefixtures("later")
async def test_who_is_away_too_long_can_lose_by_it(players: Both) -> None:
    ada, grace = players
    match = await new_match(players, options={"abandonment_seconds": 600})
    await _set_up(match, ada)

    absent = await grace.post(f"{match}/claim")
    claimed = json_of(await ada.post(f"{match}/claim"))
    again = await ada.post(f"{match}/claim")

    assert (absent.status_code, absent.json()["code"]) == (409, "not_now")
    assert (claimed["status"], claimed["result"]) == ("over", {"winner": 0, "reason": "timeout"})
    assert (again.status_code, again.json()["code"]) == (409, "match_over")
    told = (await _events(grace, match))[-2]
    assert (told["type"], told["seat"]) == ("claimed", 0)
    assert told["away_seconds"] >= 600


@pytest.mark.parametrize("seconds", [7200, None])
@pytest.mark.usefixtures("later")
async def test_who_may_still_come_back_loses_nothing(players: Both, seconds: int | None) -> None:
    match = await new_match(players, options={"abandonment_seconds": seconds})
    await _set_up(match, players[0])

    response = await players[0].post(f"{match}/claim")

    assert (response.status_code, response.json()["code"]) == (409, "not_now")
    assert json_of(await players[0].get(match))["status"] == "playing"


async def test_who_was_here_just_now_loses_nothing(
    client: httpx.AsyncClient, players: Both
) -> None:
    match = await new_match(players, options={"abandonment_seconds": 60})
    await _set_up(match, players[0])
    third = await new_player(client)

    response = await players[0].post(f"{match}/claim")

    assert (response.status_code, response.json()["code"]) == (409, "not_now")
    assert 0 < response.json()["seconds"] <= 60
    assert (await third.post(f"{match}/claim")).status_code == 403
