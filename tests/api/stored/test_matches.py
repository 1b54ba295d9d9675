import asyncio
from typing import Any

import httpx
import pytest

from tests.support.play import Somebody, answer_to, json_of, new_match, new_player, starter_deck

Both = tuple[Somebody, Somebody]


async def _open(player: Somebody, **body: Any) -> str:
    return f"/v1/matches/{json_of(await player.post('/v1/matches', body))['id']}"


async def _set_up(match: str, players: Both) -> None:
    for player in players:
        [decision] = await player.asked(match)
        action = {"type": "setup", "active": decision["from"][0]}
        json_of(await player.act(match, decision["decision_id"], action))


async def test_a_match_is_made_without_a_seat(players: Both) -> None:
    response = await players[0].post(
        "/v1/matches", {"settings": {"knockouts_to_win": 2, "deck_size": 30}}
    )

    assert response.status_code == 201
    match = response.json()
    assert response.headers["location"] == f"/v1/matches/{match['id']}"
    assert match["status"] == "open"
    assert match["settings"] == {"knockouts_to_win": 2}  # those that differ from the profile
    assert (match["seat"], match["seats"], match["view"], match["decisions"]) == (
        None,
        [],
        None,
        [],
    )


async def test_making_a_match_needs_a_token(client: httpx.AsyncClient) -> None:
    assert (await client.post("/v1/matches", json={})).status_code == 401


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"settings": {"knockouts_to_win": 0}}, "/settings/knockouts_to_win"),
        ({"settings": {"nonsense": 1}}, "/settings/nonsense"),
        ({"settings": [1]}, "/settings"),
        ({"visibility": "secret"}, "/visibility"),
        ({"ruleset": "chess"}, "/ruleset"),
        ({"deck": {}}, "/deck"),
    ],
)
async def test_a_match_that_cannot_be(players: Both, body: Any, pointer: str) -> None:
    response = await players[0].post("/v1/matches", body)

    assert response.status_code == 422, response.text
    assert response.json()["errors"][0]["pointer"] == pointer


async def test_open_public_matches_are_listed(client: httpx.AsyncClient, players: Both) -> None:
    ada, _ = players
    public = [await _open(ada) for _ in range(3)]
    await _open(ada, visibility="unlisted")
    await new_match(players)

    first = json_of(await client.get("/v1/matches?page_size=2"))
    rest = json_of(await client.get(f"/v1/matches?page_size=2&cursor={first['next']}"))

    listed = [f"/v1/matches/{match['id']}" for match in [*first["data"], *rest["data"]]]
    assert listed == public
    assert (first["total"], first["has_more"], rest["has_more"]) == (3, True, False)


async def test_the_second_to_join_begins_the_game(players: Both) -> None:
    ada, grace = players
    path = await _open(ada)

    first = await grace.post(f"{path}/seats", {"deck": starter_deck()})
    second = await ada.post(f"{path}/seats", {"deck": starter_deck(1)})

    assert (first.status_code, first.json()["status"], first.json()["seat"]) == (201, "open", 0)
    table = second.json()
    assert (table["status"], table["seat"]) == ("playing", 1)
    assert [chair["player"]["name"] for chair in table["seats"]] == ["Grace", "Ada"]
    assert table["decisions"][0]["kind"] == "setup"
    assert table["waiting_for"] == [0, 1]


async def test_a_stored_deck_can_be_brought(players: Both) -> None:
    ada, grace = players
    deck = json_of(await ada.post("/v1/decks", {"name": "Sunny", **starter_deck()}))
    path = await _open(ada)

    foreign = await grace.post(f"{path}/seats", {"deck_id": deck["id"]})

    assert foreign.status_code == 404
    assert (await ada.post(f"{path}/seats", {"deck_id": deck["id"]})).status_code == 201


@pytest.mark.parametrize("body", [{}, {"deck": {"text": ""}, "deck_id": "x"}])
async def test_one_deck_is_brought(players: Both, body: Any) -> None:
    path = await _open(players[0])

    assert (await players[0].post(f"{path}/seats", body)).status_code == 422


async def test_an_illegal_deck_is_refused_with_the_verdict_and_leaves_nothing(
    players: Both,
) -> None:
    ada, _ = players
    path = await _open(ada)

    response = await ada.post(f"{path}/seats", {"deck": {"text": "40 Furthings"}})

    assert response.status_code == 422
    problem = response.json()
    assert problem["code"] == "deck_not_legal"
    assert problem["verdict"]["valid"] is False
    after = json_of(await ada.get(path))
    assert (after["seats"], after["version"]) == ([], 0)


async def test_the_decks_are_checked_by_the_settings_of_the_table(players: Both) -> None:
    ada, _ = players
    path = await _open(ada, settings={"deck_size": 40})

    response = await ada.post(f"{path}/seats", {"deck": starter_deck()})

    assert response.json()["verdict"]["problems"][0]["code"] == "deck_size"


async def test_a_player_takes_one_seat_and_a_match_has_two(
    client: httpx.AsyncClient, players: Both
) -> None:
    ada, grace = players
    third = await new_player(client)
    path = await _open(ada)
    json_of(await ada.post(f"{path}/seats", {"deck": starter_deck()}))

    again = await ada.post(f"{path}/seats", {"deck": starter_deck()})
    json_of(await grace.post(f"{path}/seats", {"deck": starter_deck()}))
    full = await third.post(f"{path}/seats", {"deck": starter_deck()})

    assert (again.status_code, again.json()["code"]) == (409, "already_seated")
    assert (full.status_code, full.json()["code"]) == (409, "match_full")


async def test_of_many_who_join_at_once_two_sit_down(
    client: httpx.AsyncClient, players: Both
) -> None:
    many = [await new_player(client) for _ in range(6)]
    path = await _open(players[0], options={"spectators": "on"})

    joined = await asyncio.gather(
        *(player.post(f"{path}/seats", {"deck": starter_deck()}) for player in many)
    )

    assert sorted(each.status_code for each in joined) == [201, 201, 409, 409, 409, 409]
    table = json_of(await players[0].get(path))
    assert [chair["seat"] for chair in table["seats"]] == [0, 1]


@pytest.mark.parametrize("match_id", ["x", "01a2294a-fa17-7569-9572-1a65b71292d5", "x" * 5000])
async def test_a_match_that_is_not(players: Both, match_id: str) -> None:
    for method, more in (("GET", ""), ("GET", "/events"), ("POST", "/actions")):
        body = {"json": {"action": {"type": "concede"}}} if method == "POST" else {}
        response = await players[0].ask(method, f"/v1/matches/{match_id}{more}", **body)

        assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_a_spectator_sees_no_hand_and_is_asked_nothing(
    client: httpx.AsyncClient, match: str
) -> None:
    table = json_of(await client.get(match))

    assert table["seat"] is None
    assert table["decisions"] == []
    assert all("hand" not in side and "deck" not in side for side in table["view"]["seats"])


async def test_a_spectator_cannot_act(client: httpx.AsyncClient, match: str) -> None:
    third = await new_player(client)

    response = await third.act(match, None, {"type": "concede"})

    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    anonymous = await client.post(f"{match}/actions", json={"action": {"type": "concede"}})
    assert anonymous.status_code == 401


async def test_the_match_is_tagged_by_version_for_each_viewer(
    client: httpx.AsyncClient, players: Both, match: str
) -> None:
    mine = await players[0].get(match)
    tag = mine.headers["etag"]

    assert mine.headers["cache-control"] == "private, no-cache"
    assert mine.headers["vary"] == "Authorization"
    unchanged = await players[0].get(match, headers={"If-None-Match": tag})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    others = await players[1].get(match, headers={"If-None-Match": tag})
    public = await client.get(match, headers={"If-None-Match": tag})
    assert {others.status_code, public.status_code} == {200}
    [decision] = await players[0].asked(match)
    setup = {"type": "setup", "active": decision["from"][0]}
    json_of(await players[0].act(match, decision["decision_id"], setup))
    assert (await players[0].get(match, headers={"If-None-Match": tag})).status_code == 200


async def test_an_action_answers_with_what_it_did(players: Both, match: str) -> None:
    await _set_up(match, players)
    first = json_of(await players[0].get(match))["view"].get("turn_seat", 0)
    [decision] = await players[first].asked(match)
    before = json_of(await players[first].get(match))

    acted = json_of(await players[first].act(match, decision["decision_id"], {"type": "begin_act"}))

    assert acted["version"] == before["version"] + 1
    assert [event["type"] for event in acted["events"]] == ["phase_began"]
    assert acted["events"][0]["seq"] == before["last_seq"] + 1
    assert acted["view"]["phase"] == "act"
    assert acted["decisions"][0]["decision_id"] != decision["decision_id"]
    after = json_of(await players[first].get(match))
    assert after["decisions"] == acted["decisions"]
    assert after["view"] == acted["view"]


async def test_every_option_is_ready_to_be_sent_back_and_has_a_label(
    players: Both, match: str
) -> None:
    await _set_up(match, players)
    first = json_of(await players[0].get(match))["view"].get("turn_seat", 0)
    [decision] = await players[first].asked(match)

    assert all(option["label"] for option in decision["options"])
    json_of(await players[first].act(match, decision["decision_id"], decision["options"][0]))


async def test_a_decision_keeps_its_id_while_the_other_seat_acts(players: Both, match: str) -> None:
    [before] = await players[0].asked(match)
    [other] = await players[1].asked(match)

    setup = {"type": "setup", "active": other["from"][0]}
    json_of(await players[1].act(match, other["decision_id"], setup))

    [after] = await players[0].asked(match)
    assert after["decision_id"] == before["decision_id"]
    setup = {"type": "setup", "active": before["from"][0]}
    json_of(await players[0].act(match, before["decision_id"], setup))


async def test_an_old_decision_is_stale_and_the_answer_names_the_open_one(
    players: Both, match: str
) -> None:
    await _set_up(match, players)
    first = json_of(await players[0].get(match))["view"].get("turn_seat", 0)
    [decision] = await players[first].asked(match)
    json_of(await players[first].act(match, decision["decision_id"], {"type": "begin_act"}))
    [current] = await players[first].asked(match)

    again = await players[first].act(match, decision["decision_id"], {"type": "end_turn"})

    assert again.status_code == 409
    problem = again.json()
    assert (problem["code"], problem["type"]) == ("stale_decision", "/problems/stale-decision")
    assert problem["decision_id"] == current["decision_id"]
    assert problem["version"] == json_of(await players[first].get(match))["version"]


async def test_who_is_not_asked_is_refused(players: Both, match: str) -> None:
    await _set_up(match, players)
    first = json_of(await players[0].get(match))["view"].get("turn_seat", 0)
    [decision] = await players[first].asked(match)
    other = players[1 - first]

    borrowed = await other.act(match, decision["decision_id"], {"type": "end_turn"})
    bare = await other.act(match, None, {"type": "end_turn"})

    assert borrowed.json()["code"] == "stale_decision"
    assert (bare.status_code, bare.json()["code"]) == (409, "not_your_decision")


async def test_an_action_has_to_name_its_decision(players: Both, match: str) -> None:
    [decision] = await players[0].asked(match)

    response = await players[0].act(match, None, answer_to(decision, _FIRST))

    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "/decision_id"


async def test_a_refusal_cites_its_rule_and_changes_nothing(players: Both, match: str) -> None:
    await _set_up(match, players)
    before = [json_of(await player.get(match)) for player in players]
    first = before[0]["view"].get("turn_seat", 0)
    [decision] = await players[first].asked(match)

    response = await players[first].act(
        match, decision["decision_id"], {"type": "switch", "with": "nobody"}
    )

    assert response.status_code == 409
    problem = response.json()
    assert problem["type"] == "/problems/illegal-action"
    assert problem["code"] == "wrong_phase"
    assert problem["cites"]["rules"]
    assert problem["decision_id"] == decision["decision_id"]
    assert problem["version"] == before[0]["version"]
    assert [json_of(await player.get(match)) for player in players] == before


async def test_of_two_answers_to_one_decision_one_counts(players: Both, match: str) -> None:
    await _set_up(match, players)
    first = json_of(await players[0].get(match))["view"].get("turn_seat", 0)
    [decision] = await players[first].asked(match)
    before = json_of(await players[first].get(match))["version"]

    answers = await asyncio.gather(
        *(
            players[first].act(match, decision["decision_id"], {"type": "begin_act"})
            for _ in range(5)
        )
    )

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
    codes = {answer.json()["code"] for answer in answers if answer.status_code == 409}
    assert codes == {"stale_decision"}
    assert json_of(await players[first].get(match))["version"] == before + 1


async def test_both_may_place_at_the_same_moment(players: Both, match: str) -> None:
    decisions = [(await player.asked(match))[0] for player in players]

    placed = await asyncio.gather(
        *(
            player.act(
                match,
                decision["decision_id"],
                {"type": "setup", "active": decision["from"][0]},
            )
            for player, decision in zip(players, decisions, strict=True)
        )
    )

    assert [each.status_code for each in placed] == [200, 200]
    assert json_of(await players[0].get(match))["view"].get("phase", "prepare") == "prepare"


@pytest.mark.parametrize("tag", ['"{}.seat0"', '"{}"', 'W/"{}.public"'])
async def test_if_match_refuses_a_match_that_moved(players: Both, match: str, tag: str) -> None:
    ada, _ = players
    version = json_of(await ada.get(match))["version"]
    [decision] = await ada.asked(match)
    body = {
        "decision_id": decision["decision_id"],
        "action": {"type": "setup", "active": decision["from"][0]},
    }

    moved = await ada.post(f"{match}/actions", body, headers={"If-Match": tag.format(version + 1)})
    fits = await ada.post(f"{match}/actions", body, headers={"If-Match": tag.format(version)})

    assert (moved.status_code, moved.json()["code"]) == (412, "precondition_failed")
    assert moved.json()["version"] == version
    assert fits.status_code == 200


async def test_expected_version_is_if_match_in_the_body(players: Both, match: str) -> None:
    body = {"action": {"type": "concede"}, "expected_version": 77}

    assert (await players[0].post(f"{match}/actions", body)).status_code == 412


async def test_an_if_match_that_is_no_tag(players: Both, match: str) -> None:
    response = await players[0].post(
        f"{match}/actions", {"action": {"type": "concede"}}, headers={"If-Match": "three"}
    )

    assert (response.status_code, response.json()["code"]) == (400, "invalid_header")


async def test_conceding_needs_no_decision_and_ends_the_match(players: Both, match: str) -> None:
    acted = json_of(await players[1].act(match, None, {"type": "concede"}))

    assert acted["decisions"] == []
    assert acted["events"][-1]["type"] == "match_over"
    table = json_of(await players[0].get(match))
    assert (table["status"], table["result"]["winner"]) == ("over", 0)
    late = await players[0].act(match, None, {"type": "concede"})
    assert (late.status_code, late.json()["code"]) == (409, "match_over")


async def test_nobody_concedes_for_another(players: Both, match: str) -> None:
    response = await players[1].act(match, None, {"type": "concede", "seat": 0})

    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert json_of(await players[0].get(match))["status"] == "playing"


async def test_there_is_nothing_to_answer_before_the_game(players: Both) -> None:
    path = await _open(players[0])
    json_of(await players[0].post(f"{path}/seats", {"deck": starter_deck()}))

    response = await players[0].act(path, None, {"type": "concede"})

    assert (response.status_code, response.json()["code"]) == (409, "stale_decision")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"action": {}}, "/action"),
        ({"action": {"type": "dance"}}, "/action/type"),
        ({"action": {"type": "deploy"}}, "/action"),
        ({"action": {"type": "deploy", "card": 7}}, "/action/card"),
        ({"action": {"type": "pass", "why": "not"}}, "/action/why"),
        ({"action": {"type": "pass"}, "decision_id": 7}, "/decision_id"),
        ({"action": {"type": "pass"}, "seat": 1}, "/seat"),
        ([], ""),
    ],
)
async def test_an_action_of_the_wrong_shape(
    players: Both, match: str, body: Any, pointer: str
) -> None:
    response = await players[0].post(f"{match}/actions", body)

    assert response.status_code == 422, response.text
    assert response.json()["code"] == "invalid_payload"
    assert response.json()["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b'{"action":' + b"[" * 100_000, b"nul"])
async def test_an_action_that_is_no_json(players: Both, match: str, content: bytes) -> None:
    response = await players[0].ask("POST", f"{match}/actions", content=content)

    assert (response.status_code, response.json()["code"]) == (400, "malformed_json")


class _First:
    def choice(self, options: list[Any]) -> Any:
        return options[0]


_FIRST: Any = _First()
