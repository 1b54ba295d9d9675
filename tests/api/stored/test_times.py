"""Clocks over HTTP: charged to whoever is asked, kept by whoever notices, never by the server."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.db.base import table_of
from app.db.matches import Match
from app.engine.kernel.match_events import Paused, Resumed, TimeAdded
from app.services import timekeeping
from app.services.opening import Services
from tests.support.clockwork import Clockwork, clockwork
from tests.support.play import Somebody, json_of, new_match

Both = tuple[Somebody, Somebody]
BANK: dict[str, Any] = {"clock": {"bank_seconds": 60, "increment_seconds": 5}}


@pytest.fixture(autouse=True)
def clock() -> Iterator[Clockwork]:
    with clockwork() as clock:
        yield clock


@pytest.fixture
def services(clock: Clockwork, app: FastAPI) -> Services:
    """The services, on which no silence is counted as absence: time leaps in these tests."""
    found: Services = app.state.services
    found.timekeeper._silence = timedelta(days=1000)
    return found


async def _place(player: Somebody, match: str) -> None:
    [decision] = await player.asked(match)
    action = {"type": "setup", "active": decision["from"][0]}
    json_of(await player.act(match, decision["decision_id"], action))


async def _begun(players: Both, **options: Any) -> str:
    """Return a match in which it is Ada's first turn."""
    match = await new_match(players, settings={"starting_seat": 0}, options=options)
    for player in players:
        await _place(player, match)
    return match


async def _left(player: Somebody, match: str) -> list[float]:
    left: list[float] = json_of(await player.get(match))["times"]["left"]
    return left


async def _events(player: Somebody, match: str) -> list[dict[str, Any]]:
    page = json_of(await player.get(f"{match}/events?page_size=1000"))
    found: list[dict[str, Any]] = page["data"]
    return found


@pytest.mark.parametrize(
    ("clock_option", "pointer"),
    [
        ({}, "/options/clock"),
        ({"bank_seconds": 0}, "/options/clock/bank_seconds"),
        ({"bank_seconds": 5, "days_per_turn": 2}, "/options/clock"),
        ({"days_per_turn": 2, "increment_seconds": 2}, "/options/clock"),
        ({"bank": 5}, "/options/clock/bank"),
    ],
)
async def test_a_clock_that_cannot_be(players: Both, clock_option: Any, pointer: str) -> None:
    response = await players[0].post("/v1/matches", {"options": {"clock": clock_option}})

    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == pointer


async def test_in_the_setup_both_think_at_their_own_cost(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await new_match(players, options=BANK)
    clock.go_on(10)
    await _place(players[1], match)
    clock.go_on(20)
    await _place(players[0], match)

    assert await _left(players[0], match) == [30.0, 50.0]


async def test_a_decision_says_when_its_time_is_over(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await _begun(players, **BANK)
    clock.go_on(7)

    [decision] = await players[0].asked(match)

    assert decision["deadline_at"] == "2026-11-29T12:01:00Z"
    table = json_of(await players[1].get(match))
    assert table["times"] == {
        "as_of": "2026-11-29T12:00:00Z",
        "left": [60.0, 60.0],
        "running": [0],
        "deadline_at": "2026-11-29T12:01:00Z",
    }


async def test_the_increment_comes_with_the_end_of_the_turn(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await _begun(players, **BANK)
    clock.go_on(10)
    [decision] = await players[0].asked(match)
    acted = await players[0].act(match, decision["decision_id"], {"type": "begin_act"})
    assert await _left(players[0], match) == [50.0, 60.0]
    clock.go_on(10)
    [decision] = json_of(acted)["decisions"]
    json_of(await players[0].act(match, decision["decision_id"], {"type": "end_turn"}))

    assert await _left(players[0], match) == [45.0, 60.0]


async def test_waiting_says_who_why_since_when_and_what_happens(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await _begun(players, **BANK)
    clock.go_on(3)

    waiting = json_of(await players[1].get(f"{match}/waiting"))

    assert waiting["waiting"] == [
        {
            "seat": 0,
            "kind": "turn",
            "window": None,
            "because": None,
            "since": "2026-11-29T12:00:00Z",
            "deadline_at": "2026-11-29T12:01:00Z",
        }
    ]
    assert waiting["deadline_at"] == "2026-11-29T12:01:00Z"
    assert (waiting["at_deadline"]["winner"], waiting["at_deadline"]["reason"]) == (1, "timeout")


async def test_without_a_clock_nothing_happens_at_no_deadline(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await _begun(players)
    clock.go_on(10**6)

    waiting = json_of(await players[1].get(f"{match}/waiting"))

    assert waiting["waiting"][0]["since"] == "2026-11-29T12:00:00Z"
    assert (waiting["deadline_at"], waiting["at_deadline"]) == (None, None)
    assert json_of(await players[0].get(match))["times"] is None


async def test_the_sweeper_ends_what_is_overdue(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await _begun(players, **BANK)
    clock.go_on(59.9)
    await services.timekeeper.tick()
    assert json_of(await players[0].get(match))["status"] == "playing"

    clock.go_on(0.1)
    await services.timekeeper.tick()

    table = json_of(await players[0].get(match))
    assert table["result"] == {"winner": 1, "reason": "timeout"}
    assert table["times"]["left"] == [0.0, 60.0]
    assert table["times"]["deadline_at"] is None


async def test_a_late_answer_finds_the_match_over(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await _begun(players, **BANK)
    [decision] = await players[0].asked(match)
    clock.go_on(60)

    late = await players[0].act(match, decision["decision_id"], {"type": "begin_act"})

    assert (late.status_code, late.json()["code"]) == (409, "match_over")


async def test_of_many_who_notice_one_ends_it(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await _begun(players, **BANK)
    [decision] = await players[0].asked(match)
    clock.go_on(61)

    await asyncio.gather(
        services.timekeeper.tick(),
        services.timekeeper.tick(),
        players[0].get(match),
        players[1].get(f"{match}/events"),
        players[0].act(match, decision["decision_id"], {"type": "begin_act"}),
        players[1].act(match, None, {"type": "concede"}),
    )

    ends = [event for event in await _events(players[0], match) if event["type"] == "match_over"]
    assert [(end["winner"], end["reason"]) for end in ends] == [(1, "timeout")]


async def test_if_nobody_places_anyone_it_is_a_draw(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await new_match(players, options=BANK)
    clock.go_on(60)

    assert json_of(await players[0].get(match))["result"] == {"winner": None, "reason": "timeout"}


async def test_who_has_placed_does_not_lose_for_who_has_not(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await new_match(players, options=BANK)
    await _place(players[0], match)
    clock.go_on(60)

    assert json_of(await players[1].get(match))["result"] == {"winner": 0, "reason": "timeout"}


async def test_days_per_turn(services: Services, clock: Clockwork, players: Both) -> None:
    match = await _begun(players, clock={"days_per_turn": 3})
    clock.go_on(2 * 86_400)
    [decision] = await players[0].asked(match)
    assert decision["deadline_at"] == "2026-12-02T12:00:00Z"
    acted = await players[0].act(match, decision["decision_id"], {"type": "begin_act"})
    [decision] = json_of(acted)["decisions"]
    assert decision["deadline_at"] == "2026-12-02T12:00:00Z"  # the days are for the whole turn
    json_of(await players[0].act(match, decision["decision_id"], {"type": "end_turn"}))

    [decision] = await players[1].asked(match)

    assert decision["deadline_at"] == "2026-12-04T12:00:00Z"


async def test_a_pause_stops_the_clock_and_the_game(
    services: Services, app: FastAPI, clock: Clockwork, players: Both
) -> None:
    match = await _begun(players, **BANK)
    [decision] = await players[0].asked(match)
    clock.go_on(10)
    await _pause(services, match, clock)
    clock.go_on(5000)
    await services.timekeeper.tick()

    refused = await players[0].act(match, decision["decision_id"], {"type": "begin_act"})
    assert (refused.status_code, refused.json()["code"]) == (409, "match_paused")
    [paused] = await players[0].asked(match)
    assert paused["deadline_at"] is None
    waiting = json_of(await players[0].get(f"{match}/waiting"))
    assert (waiting["paused_at"], waiting["at_deadline"]) == ("2026-11-29T12:00:10Z", None)

    await _resume(services, match, clock)
    clock.go_on(5)
    json_of(await players[0].act(match, decision["decision_id"], {"type": "begin_act"}))
    assert await _left(players[0], match) == [45.0, 60.0]


async def test_a_paused_match_can_be_conceded(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await _begun(players, **BANK)
    await _pause(services, match, clock)
    clock.go_on(5000)

    json_of(await players[1].act(match, None, {"type": "concede"}))

    assert await _left(players[0], match) == [60.0, 60.0]


async def _pause(services: Services, match: str, clock: Clockwork) -> None:
    async def plan(found: Any, _: Any) -> Any:
        return timekeeping.pause(found, clock.now, (Paused(seat=0),))

    await services.lobby._steps.take(match.rpartition("/")[2], plan)
    await _set_paused(services, match, clock.now)


async def _resume(services: Services, match: str, clock: Clockwork) -> None:
    async def plan(found: Any, _: Any) -> Any:
        return timekeeping.resume(found, clock.now, (Resumed(seat=0),))

    await services.lobby._steps.take(match.rpartition("/")[2], plan)
    await _set_paused(services, match, None)


async def _set_paused(services: Services, match: str, at: Any) -> None:
    matches = table_of(Match)
    mine = matches.c.id == match.rpartition("/")[2]
    await services.acting._store._db.change(matches.update().where(mine).values(paused_at=at))


async def test_a_judge_gives_time(services: Services, clock: Clockwork, players: Both) -> None:
    match = await _begun(players, **BANK)
    clock.go_on(10)

    async def plan(found: Any, _: Any) -> Any:
        event = TimeAdded(seat=0, seconds=30, judge="j", reason="A slow draw.")
        return timekeeping.add_time(found, event)

    await services.lobby._steps.take(match.rpartition("/")[2], plan)

    [decision] = await players[0].asked(match)
    assert decision["deadline_at"] == "2026-11-29T12:01:30Z"
    assert (await _events(players[1], match))[-1]["seconds"] == 30


class TestSilence:
    """Time in which no server was alive costs nobody anything."""

    @pytest.fixture
    def services(self, app: FastAPI) -> Services:
        found: Services = app.state.services
        return found

    async def test_the_time_without_a_server_is_credited_and_logged(
        self, services: Services, clock: Clockwork, players: Both
    ) -> None:
        match = await _begun(players, **BANK)
        clock.go_on(4)
        await services.timekeeper.tick()  # it may have been the last sign of life for 4 s
        before = await services.timekeeper._store.last_beat()
        assert before is not None
        clock.go_on(3600)

        await services.timekeeper.tick()

        spent = (before - (clock.now - timedelta(seconds=3604))).total_seconds()
        assert await _left(players[0], match) == [60.0 - spent, 60.0]
        [credit] = [e for e in await _events(players[1], match) if e["type"] == "time_credited"]
        assert (credit["seat"], credit["seconds"]) == (0, 3604 - spent)
        assert json_of(await players[0].get(match))["status"] == "playing"

    async def test_whoever_comes_before_the_sweeper_credits_it_too(
        self, clock: Clockwork, players: Both
    ) -> None:
        match = await _begun(players, **BANK)
        [decision] = await players[0].asked(match)
        clock.go_on(3600)

        json_of(await players[0].act(match, decision["decision_id"], {"type": "begin_act"}))

        types = [event["type"] for event in await _events(players[0], match)]
        assert types.count("time_credited") == 1

    async def test_it_is_credited_once(
        self, services: Services, clock: Clockwork, players: Both
    ) -> None:
        match = await _begun(players, **BANK)
        clock.go_on(3600)

        await asyncio.gather(*(services.timekeeper.tick() for _ in range(3)))

        types = [event["type"] for event in await _events(players[0], match)]
        assert types.count("time_credited") == 1

    async def test_what_does_not_run_is_not_credited(
        self, services: Services, clock: Clockwork, players: Both
    ) -> None:
        without = await _begun(players)
        paused = await _begun(players, **BANK)
        await _pause(services, paused, clock)
        clock.go_on(3600)

        await services.timekeeper.tick()

        for match in (without, paused):
            types = [event["type"] for event in await _events(players[0], match)]
            assert "time_credited" not in types


async def test_deadlines_are_stored_with_the_position(
    services: Services, clock: Clockwork, players: Both
) -> None:
    match = await _begun(players, **BANK)
    matches = table_of(Match)
    [row] = await services.acting._store._db.rows(
        select(matches.c.deadline_at).where(matches.c.id == match.rpartition("/")[2])
    )

    assert row.deadline_at == clock.now + timedelta(seconds=60)
