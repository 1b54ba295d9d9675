from typing import Any

import httpx
import pytest

from tests.support.play import json_of

ATTACK = {"type": "attack", "source": "a", "ability": "Cardboard Comet", "targets": ["e"]}
SETUP = {
    "phase": "setup",
    "seats": [
        {"hand": [{"id": "h1", "card": "miso"}]},
        {"hand": [{"id": "h2", "card": "miso"}]},
    ],
}


def _position(**changes: Any) -> dict[str, Any]:
    """Return a position in which seat 0 may attack, and seat 1 then react."""
    return {
        "turn": 5,
        "phase": "act",
        "seats": [
            {"energy": 4, "turns_taken": 3, "active": {"id": "a", "card": "skyscratcher"}},
            {"active": {"id": "e", "card": "tangledeep"}, "bench": [{"id": "f", "card": "miso"}]},
        ],
    } | changes


async def _ask(client: httpx.AsyncClient, path: str, **body: Any) -> httpx.Response:
    return await client.post(f"/v1/judge/{path}", json=body)


async def test_options_are_every_legal_answer(client: httpx.AsyncClient) -> None:
    answer = json_of(await _ask(client, "options", position=_position()))

    [decision] = answer["decisions"]
    assert (decision["seat"], decision["kind"]) == (0, "turn")
    options = [
        {key: value for key, value in option.items() if key != "label"}
        for option in decision["options"]
    ]
    assert options == [ATTACK, {"type": "end_turn"}]
    assert all(option["label"] for option in decision["options"])


async def test_the_same_position_gives_the_same_bytes(client: httpx.AsyncClient) -> None:
    answers = [await _ask(client, "options", position=_position()) for _ in range(2)]

    assert answers[0].content == answers[1].content


async def test_actions_are_applied_one_after_the_other(client: httpx.AsyncClient) -> None:
    actions = [ATTACK, {"type": "pass"}]

    answer = json_of(await _ask(client, "apply", position=_position(), actions=actions))

    [damage] = [event for event in answer["events"] if event["type"] == "damage_dealt"]
    assert damage["target"] == "e"
    assert damage["damage_after"] == damage["amount"]
    assert [event["seq"] for event in answer["events"]] == list(range(1, len(answer["events"]) + 1))
    assert answer["position"]["seats"][1]["active"]["damage"] == damage["amount"]
    assert answer["decisions"][0]["kind"] == "turn"


async def test_a_position_goes_on_where_it_was_left(client: httpx.AsyncClient) -> None:
    halfway = json_of(await _ask(client, "apply", position=_position(), actions=[ATTACK]))
    assert halfway["decisions"][0]["window"] == "before_damage"
    at_once = json_of(
        await _ask(client, "apply", position=_position(), actions=[ATTACK, {"type": "pass"}])
    )

    resumed = json_of(
        await _ask(client, "apply", position=halfway["position"], actions=[{"type": "pass"}])
    )

    assert resumed["position"] == at_once["position"]
    assert resumed["decisions"] == at_once["decisions"]


async def test_no_actions_leave_the_position_as_it_is(client: httpx.AsyncClient) -> None:
    answer = json_of(await _ask(client, "apply", position=_position(), actions=[]))

    assert (answer["position"], answer["events"]) == (_position(), [])


async def test_a_refusal_points_at_the_action_and_cites_the_rule(client: httpx.AsyncClient) -> None:
    actions = [ATTACK, {"type": "pass"}, ATTACK]

    response = await _ask(client, "apply", position=_position(), actions=actions)

    assert response.status_code == 409
    problem = response.json()
    assert problem["type"] == "/problems/illegal-action"
    assert problem["code"] == "already_attacked"
    assert problem["errors"][0]["pointer"] == "/actions/2"
    assert problem["cites"]["rules"]


@pytest.mark.parametrize(
    ("random", "fixed"), [(None, True), ({"key": "00ff", "counter": 3}, False)]
)
async def test_the_answer_says_whether_chance_was_a_fixed_one(
    client: httpx.AsyncClient, random: Any, fixed: bool
) -> None:
    position = _position() if random is None else _position(random=random)

    answer = json_of(await _ask(client, "apply", position=position, actions=[]))

    assert answer["random"] == {"fixed": fixed}
    assert answer["position"].get("random") == random


def _with_dice(card: dict[str, Any]) -> dict[str, Any]:
    position = _position()
    position["seats"][0]["support"] = [card]
    return position


DICE = _with_dice({"id": "n", "card": "nine-lives-dice"})
ROLL = {"type": "activate", "source": "n", "ability": "Fate's Purr"}


async def test_dice_show_what_the_call_says(client: httpx.AsyncClient) -> None:
    answer = json_of(
        await _ask(client, "apply", position=DICE, actions=[ROLL], random={"dice": [9, 9]})
    )

    [rolled] = [event for event in answer["events"] if event["type"] == "dice_rolled"]
    assert set(rolled["dice"]) == {9}


@pytest.mark.parametrize("dice", [[], [0], [10], [-1]])
async def test_dice_that_run_short_or_do_not_exist(
    client: httpx.AsyncClient, dice: list[int]
) -> None:
    response = await _ask(client, "apply", position=DICE, actions=[ROLL], random={"dice": dice})

    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "/random/dice"


async def test_explain_gives_every_reason_and_is_never_a_refusal(
    client: httpx.AsyncClient,
) -> None:
    answer = json_of(
        await _ask(client, "explain", position=_position(), action={"type": "promote", "card": "x"})
    )

    assert (answer["legal"], answer["events"]) == (False, [])
    assert answer["reasons"][0]["code"] == "wrong_decision"
    assert answer["reasons"][0]["detail"]
    assert answer["reasons"][0]["cites"]


async def test_explain_says_what_a_legal_action_does(client: httpx.AsyncClient) -> None:
    answer = json_of(await _ask(client, "explain", position=_position(), action=ATTACK))

    assert (answer["legal"], answer["reasons"]) == (True, [])
    assert answer["events"][0]["type"] == "attack_declared"


async def test_in_setup_the_owner_of_the_cards_acts(client: httpx.AsyncClient) -> None:
    actions = [{"type": "setup", "active": "h2"}, {"type": "setup", "active": "h1"}]

    answer = json_of(await _ask(client, "apply", position=SETUP, actions=actions))

    sides = answer["position"]["seats"]
    assert [side["active"]["id"] for side in sides] == ["h1", "h2"]


@pytest.mark.parametrize(
    "action", [{"type": "concede"}, {"type": "pass"}, {"type": "setup", "active": "nobody"}]
)
async def test_where_several_are_asked_the_action_has_to_say_who_acts(
    client: httpx.AsyncClient, action: Any
) -> None:
    response = await _ask(client, "apply", position=SETUP, actions=[action])

    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "/actions/0"


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_seat_concedes(client: httpx.AsyncClient, seat: int) -> None:
    for position in (SETUP, _position()):
        concede = {"type": "concede", "seat": seat}

        answer = json_of(await _ask(client, "apply", position=position, actions=[concede]))

        assert answer["position"]["result"] == {"winner": 1 - seat, "reason": "concede"}
        assert answer["decisions"] == []


async def test_a_seat_that_is_none_cannot_concede(client: httpx.AsyncClient) -> None:
    concede = {"type": "concede", "seat": 2}

    response = await _ask(client, "apply", position=_position(), actions=[concede])

    assert response.json()["errors"][0]["pointer"] == "/actions/0/seat"


async def test_nothing_follows_the_end(client: httpx.AsyncClient) -> None:
    actions = [{"type": "concede"}, {"type": "pass"}]

    response = await _ask(client, "apply", position=_position(), actions=actions)

    assert (response.status_code, response.json()["code"]) == (409, "match_over")
    assert response.json()["errors"][0]["pointer"] == "/actions/1"


@pytest.mark.parametrize(
    ("position", "pointer"),
    [
        (_position(colour="red"), "/position/colour"),
        (_position(seats=[{}]), "/position/seats"),
        (_position(phase="tea"), "/position/phase"),
        (_position(ruleset="chess"), "/position/ruleset"),
        (_position(ruleset=7), "/position/ruleset"),
        (_position(turn=-1), "/position/turn"),
        (_position(random={"key": "zz"}), "/position/random/key"),
        (
            _position(seats=[{"active": {"id": "a", "card": "nobody"}}, {}]),
            "/position/seats/0/active/card",
        ),
        (
            _position(seats=[{"active": {"id": "a", "card": "miso", "damage": 1000}}, {}]),
            "/position/seats/0/active/damage",
        ),
        (
            _position(seats=[{"support": [{"id": "w", "card": "windowland"}]}, {}]),
            "/position/seats/0/support/0",
        ),
        ("x", "/position"),
        ([], "/position"),
    ],
)
async def test_a_position_that_cannot_be(
    client: httpx.AsyncClient, position: Any, pointer: str
) -> None:
    for path, more in (
        ("options", {}),
        ("apply", {"actions": []}),
        ("explain", {"action": ATTACK}),
    ):
        response = await _ask(client, path, position=position, **more)

        assert response.status_code == 422, response.text
        assert response.json()["errors"][0]["pointer"].startswith(pointer)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"position": {}}, ""),
        ({"position": {}, "actions": {}}, "/actions"),
        ({"position": _position(), "actions": [{"type": "dance"}]}, "/actions/0"),
        ({"position": _position(), "actions": [ATTACK, 7]}, "/actions/1"),
        ({"position": {}, "actions": [], "random": {"dice": "9"}}, "/random/dice"),
        ({"position": {}, "actions": [], "random": {"shuffle": "well"}}, "/random/shuffle"),
        ({"position": {}, "actions": [], "seat": 1}, "/seat"),
    ],
)
async def test_a_call_of_the_wrong_shape(
    client: httpx.AsyncClient, body: Any, pointer: str
) -> None:
    response = await _ask(client, "apply", **body)

    assert response.status_code == 422, response.text
    assert response.json()["code"] == "invalid_payload"
    assert response.json()["errors"][0]["pointer"].startswith(pointer)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff",
        b'{"position":{"ruleset":"\xff"}}',
        b'{"position":' + b"[" * 60_000,
        b'{"position":{"seats":' + b"[" * 60_000 + b"]" * 60_000 + b"}}",
        b'{"position":"\\u0000' + b"[" * 60_000,
        b"[" * 60_000 + b'"\\ud800"',
        b'{"position": NaN}',
    ],
)
async def test_a_call_that_is_no_json(client: httpx.AsyncClient, content: bytes) -> None:
    response = await client.post("/v1/judge/options", content=content)

    assert (response.status_code, response.json()["code"]) == (400, "malformed_json")


async def test_an_unknown_parameter_is_refused(client: httpx.AsyncClient) -> None:
    response = await _ask(client, "options?seat=1", position=_position())

    assert (response.status_code, response.json()["code"]) == (400, "invalid_query")
    assert response.json()["errors"][0]["parameter"] == "seat"


async def test_a_hit_that_nothing_changes_has_an_empty_calculation(
    client: httpx.AsyncClient,
) -> None:
    seats = [
        {"energy": 2, "active": {"id": "a", "card": "miso"}},
        {"active": {"id": "e", "card": "mochi"}},
    ]
    attack = {"type": "attack", "source": "a", "ability": "Sunny Swipe", "targets": ["e"]}
    answer = json_of(await _ask(client, "apply", position=_position(seats=seats), actions=[attack]))

    [hit] = [event for event in answer["events"] if event["type"] == "damage_dealt"]
    assert (hit["base"], hit["steps"], hit["amount"]) == (40, [], 40)


async def test_a_position_that_is_too_large(client: httpx.AsyncClient) -> None:
    response = await _ask(client, "options", position=_position(padding="x" * 300_000))

    assert (response.status_code, response.json()["code"]) == (413, "payload_too_large")
