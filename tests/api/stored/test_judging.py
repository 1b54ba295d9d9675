"""What a tournament judge may do at a match, and what both seats read of it."""

from typing import Any

import httpx
import pytest

from app.db.engine import Database
from app.db.players import PlayerStore
from app.services.players import Players
from app.settings import Settings
from tests.support.play import Somebody, json_of, new_match, new_player, starter_deck

Both = tuple[Somebody, Somebody]
WHY = {"reason": "The wrong card was drawn.", "rules": ["rule-3"]}


@pytest.fixture
async def judge(client: httpx.AsyncClient, players: Both) -> Somebody:
    return await new_player(client, "Judge")


@pytest.fixture
async def match(players: Both, judge: Somebody) -> str:
    return await new_match(players, options={"judges": [judge.id], "clock": {"bank_seconds": 600}})


async def _set_up(match: str, players: Both) -> Somebody:
    """Place both, and return whose turn it is."""
    for player in players:
        [decision] = await player.asked(match)
        setup = {"type": "setup", "active": decision["from"][0]}
        json_of(await player.act(match, decision["decision_id"], setup))
    seat: int = json_of(await players[0].get(match))["view"].get("turn_seat", 0)
    return players[seat]


async def _last(player: Somebody, match: str, back: int = 1) -> dict[str, Any]:
    events: list[dict[str, Any]] = json_of(await player.get(f"{match}/events?page_size=1000"))[
        "data"
    ]
    return events[-back]


async def test_a_judge_sees_what_the_public_sees(
    players: Both, judge: Somebody, match: str
) -> None:
    table = json_of(await judge.get(match))

    assert (table["seat"], table["decisions"]) == (None, [])
    assert all("hand" not in side for side in table["view"]["seats"])


async def test_a_judge_who_opens_the_match_sees_all_but_the_dice_and_both_seats_read_it(
    players: Both, judge: Somebody, match: str
) -> None:
    opened = await judge.post(f"{match}/judge/open", WHY)

    assert opened.status_code == 200
    assert opened.headers["cache-control"] == "no-store"
    position = opened.json()["position"]
    assert all(side["hand"] and side["deck"] for side in position["seats"])
    assert "random" not in position
    for player in players:
        told = await _last(player, match)
        assert (told["type"], told["judge"]) == ("judge_opened", judge.id)
        assert (told["reason"], told["cites"]["rules"]) == (WHY["reason"], ["rule-3"])
    assert json_of(await players[0].get(match))["version"] == opened.json()["version"]


async def test_a_judge_adds_time(players: Both, judge: Somebody, match: str) -> None:
    response = await judge.post(f"{match}/judge/time", {**WHY, "seat": 1, "seconds": 90})

    assert response.status_code == 200, response.text
    told = await _last(players[0], match)
    assert (told["type"], told["seat"], told["seconds"]) == ("time_added", 1, 90)


async def test_there_is_no_time_to_add_without_a_clock(players: Both, judge: Somebody) -> None:
    match = await new_match(players, options={"judges": [judge.id]})

    response = await judge.post(f"{match}/judge/time", {**WHY, "seat": 1, "seconds": 90})

    assert (response.status_code, response.json()["code"]) == (409, "no_clock")


async def test_a_judge_pauses_and_resumes(players: Both, judge: Somebody, match: str) -> None:
    paused = json_of(await judge.post(f"{match}/judge/pause", WHY))
    again = await judge.post(f"{match}/judge/pause", WHY)
    told = await _last(players[0], match)
    resumed = json_of(await judge.post(f"{match}/resume"))

    assert (paused["paused"], again.status_code, resumed["paused"]) == (True, 409, False)
    assert (told["type"], told["judge"], told["reason"]) == ("paused", judge.id, WHY["reason"])
    assert (await _last(players[0], match))["judge"] == judge.id


async def test_a_judge_rewinds_and_the_log_keeps_what_was(
    players: Both, judge: Somebody, match: str
) -> None:
    first = await _set_up(match, players)
    before = json_of(await first.get(match))
    [decision] = await first.asked(match)
    json_of(await first.act(match, decision["decision_id"], {"type": "begin_act"}))

    rewound = await judge.post(f"{match}/judge/rewind", {**WHY, "to_version": before["version"]})

    assert rewound.status_code == 200, rewound.text
    after = json_of(await first.get(match))
    assert after["view"] == before["view"]
    assert after["version"] == before["version"] + 2
    for player in players:
        told = await _last(player, match)
        assert (told["type"], told["to_version"]) == ("rewound", before["version"])
        assert (await _last(player, match, 2))["type"] == "phase_began"
    stale = await first.act(match, decision["decision_id"], {"type": "begin_act"})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_decision")
    [again] = await first.asked(match)
    json_of(await first.act(match, again["decision_id"], {"type": "begin_act"}))


@pytest.mark.parametrize("version", [0, 1, 10_000])
async def test_a_match_goes_back_to_no_version_without_a_game(
    players: Both, judge: Somebody, match: str, version: int
) -> None:
    response = await judge.post(f"{match}/judge/rewind", {**WHY, "to_version": version})

    assert (response.status_code, response.json()["code"]) == (409, "undo_refused")


async def test_a_judge_awards_a_loss(players: Both, judge: Somebody, match: str) -> None:
    over = json_of(await judge.post(f"{match}/judge/loss", {**WHY, "seat": 0}))

    assert (over["status"], over["result"]) == ("over", {"winner": 1, "reason": "concede"})
    told = await _last(players[0], match, 2)
    assert (told["type"], told["seat"], told["judge"]) == ("loss_awarded", 0, judge.id)
    for path, more in (("loss", {"seat": 0}), ("rewind", {"to_version": 2}), ("pause", {})):
        late = await judge.post(f"{match}/judge/{path}", {**WHY, **more})
        assert (late.status_code, late.json()["code"]) == (409, "match_over")


RULINGS: list[tuple[str, dict[str, Any]]] = [
    ("open", {}),
    ("time", {"seat": 0, "seconds": 5}),
    ("pause", {}),
    ("rewind", {"to_version": 2}),
    ("loss", {"seat": 1}),
]


@pytest.mark.parametrize(("path", "more"), RULINGS)
async def test_nobody_else_judges(
    client: httpx.AsyncClient, players: Both, match: str, path: str, more: dict[str, Any]
) -> None:
    third = await new_player(client)
    body = {**WHY, **more}

    for player in (players[0], third):
        response = await player.post(f"{match}/judge/{path}", body)
        assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert (await client.post(f"{match}/judge/{path}", json=body)).status_code == 401


@pytest.mark.parametrize(("path", "more"), RULINGS)
@pytest.mark.parametrize(
    ("why", "pointer"),
    [
        ({}, ""),
        ({"reason": ""}, "/reason"),
        ({"reason": "  "}, "/reason"),
        ({"reason": "x" * 301}, "/reason"),
        ({"reason": "So.", "rules": ["rule-999"]}, "/rules/0"),
        ({"reason": "So.", "whim": True}, "/whim"),
    ],
)
async def test_a_judge_says_why(
    judge: Somebody,
    match: str,
    path: str,
    more: dict[str, Any],
    why: dict[str, Any],
    pointer: str,
) -> None:
    response = await judge.post(f"{match}/judge/{path}", {**why, **more})

    assert response.status_code == 422, response.text
    assert response.json()["errors"][0]["pointer"] == pointer


async def test_who_made_the_match_appoints_judges_until_it_begins(
    players: Both, judge: Somebody
) -> None:
    ada, grace = players
    path = f"/v1/matches/{json_of(await ada.post('/v1/matches', {}))['id']}"
    json_of(await grace.post(f"{path}/seats", {"deck": starter_deck()}))

    foreign = await grace.post(f"{path}/judges", {"player": judge.id})
    seated = await ada.post(f"{path}/judges", {"player": grace.id})
    nobody = await ada.post(f"{path}/judges", {"player": "nobody"})
    made = await ada.post(f"{path}/judges", {"player": judge.id})
    again = await ada.post(f"{path}/judges", {"player": judge.id})
    playing = await judge.post(f"{path}/seats", {"deck": starter_deck(1)})
    json_of(await ada.post(f"{path}/seats", {"deck": starter_deck(1)}))
    late = await ada.post(f"{path}/judges", {"player": judge.id})

    assert (foreign.status_code, foreign.json()["code"]) == (403, "forbidden")
    assert (seated.status_code, seated.json()["code"]) == (409, "judge_of_match")
    assert (nobody.status_code, nobody.json()["errors"][0]["pointer"]) == (422, "/player")
    assert (made.status_code, made.json()["options"]["judges"]) == (201, [judge.id])
    assert (again.status_code, again.json()["code"]) == (409, "already_judge")
    assert (playing.status_code, playing.json()["code"]) == (409, "judge_of_match")
    assert (late.status_code, late.json()["code"]) == (409, "too_late")
    json_of(await judge.post(f"{path}/judge/pause", WHY))


async def test_the_operator_appoints_judges_later_too(
    client: httpx.AsyncClient, players: Both, settings: Settings
) -> None:
    match = await new_match(players, visibility="unlisted")
    boss, judge = await new_player(client, "Boss"), await new_player(client)
    async with Database(settings.database_url) as database:
        secret = await Players(PlayerStore(database)).make_admin_token("Boss")
    operator = Somebody(client, boss.id, secret)

    unscoped = await boss.post(f"{match}/judges", {"player": judge.id})
    appointed = await operator.post(f"{match}/judges", {"player": judge.id})

    assert unscoped.status_code == 403
    assert appointed.status_code == 201
    assert (await _last(players[0], match))["type"] == "judge_appointed"
    json_of(await judge.post(f"{match}/judge/pause", WHY))


async def test_a_match_that_has_not_begun_is_not_judged(players: Both, judge: Somebody) -> None:
    made = json_of(await players[0].post("/v1/matches", {"options": {"judges": [judge.id]}}))

    for path, more in RULINGS:
        response = await judge.post(f"/v1/matches/{made['id']}/judge/{path}", {**WHY, **more})
        assert (response.status_code, response.json()["code"]) == (409, "not_now")
