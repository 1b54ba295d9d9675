import asyncio
import time
from typing import Any

import httpx
import pytest

from tests.support.play import Somebody, json_of

Both = tuple[Somebody, Somebody]


async def _events(player: Somebody, match: str, query: str = "") -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = json_of(await player.get(f"{match}/events{query}"))["data"]
    return events


async def test_every_viewer_gets_the_same_events_and_only_the_owner_what_was_drawn(
    client: httpx.AsyncClient, players: Both, match: str
) -> None:
    told = [await _events(player, match) for player in players]
    public = json_of(await client.get(f"{match}/events"))["data"]

    last = json_of(await players[0].get(match))["last_seq"]
    for events in (*told, public):
        assert [event["seq"] for event in events] == list(range(1, last + 1))
    for seat, events in enumerate(told):
        drawn = [event for event in events if event["type"] == "card_drawn"]
        assert drawn
        assert all(("card" in event) == (event["seat"] == seat) for event in drawn)
    assert all("card" not in event for event in public if event["type"] == "card_drawn")


async def test_events_go_on_after_the_last_known(players: Both, match: str) -> None:
    everything = await _events(players[0], match)

    page = json_of(await players[0].get(f"{match}/events?page_size=4"))
    assert (page["data"], page["has_more"], page["next"]) == (everything[:4], True, "4")
    assert page["total"] == len(everything)
    assert await _events(players[0], match, "?after=4") == everything[4:]
    assert await _events(players[0], match, f"?after={2**63 - 1}") == []


@pytest.mark.parametrize("query", ["after=-1", "after=x", f"after={2**63}", "wait=31", "wait=-1"])
async def test_a_query_that_cannot_be(players: Both, match: str, query: str) -> None:
    response = await players[0].get(f"{match}/events?{query}")

    assert (response.status_code, response.json()["code"]) == (400, "invalid_query")


async def test_who_waits_hears_of_the_next_action(players: Both, match: str) -> None:
    ada, grace = players
    last = json_of(await ada.get(match))["last_seq"]
    waiting = asyncio.create_task(ada.get(f"{match}/events?after={last}&wait=30"))
    await asyncio.sleep(0)  # let it ask; that it waits already is not needed

    json_of(await grace.act(match, None, {"type": "concede"}))

    events = json_of(await waiting)["data"]
    assert [event["type"] for event in events] == ["match_over"]


async def test_waiting_ends_after_the_time_that_was_asked_for(players: Both, match: str) -> None:
    last = json_of(await players[0].get(match))["last_seq"]
    began = time.monotonic()

    assert await _events(players[0], match, f"?after={last}&wait=0.2") == []

    assert time.monotonic() - began >= 0.2


async def test_nobody_waits_for_a_match_that_is_over(players: Both, match: str) -> None:
    json_of(await players[0].act(match, None, {"type": "concede"}))
    last = json_of(await players[0].get(match))["last_seq"]
    began = time.monotonic()

    assert await _events(players[0], match, f"?after={last}&wait=30") == []

    assert time.monotonic() - began < 10
