"""Taking back: only what nobody has learned from, and without a trace but in the log."""

import json
import random
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.db.base import table_of
from app.db.matches import AbilityUse, Action
from app.engine.artifacts.position import Position
from app.services.failure import Failure
from app.services.opening import Services
from tests.support.play import Somebody, answer_to, json_of, new_match

Both = tuple[Somebody, Somebody]
QUIET = {"deploy", "play", "play_land", "begin_act", "switch", "evolve"}


@pytest.fixture(autouse=True)
def known_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same shuffles and dice in every run."""
    monkeypatch.setattr("app.services.making.new_key", lambda: "5a" * 32)


@pytest.fixture
def services(app: FastAPI) -> Services:
    found: Services = app.state.services
    return found


async def _place(player: Somebody, match: str) -> dict[str, Any]:
    [decision] = await player.asked(match)
    action = {"type": "setup", "active": decision["from"][0]}
    acted: dict[str, Any] = json_of(await player.act(match, decision["decision_id"], action))
    return acted


async def _begun(players: Both, **options: Any) -> str:
    match = await new_match(players, settings={"starting_seat": 0}, options=options)
    for player in players:
        await _place(player, match)
    return match


async def _do(player: Somebody, match: str, kind: str) -> dict[str, Any]:
    """Take an option of this kind."""
    [decision] = await player.asked(match)
    option = next(each for each in decision["options"] if each["type"] == kind)
    acted: dict[str, Any] = json_of(await player.act(match, decision["decision_id"], option))
    return acted


async def _undo(player: Somebody, match: str, **body: Any) -> Any:
    return await player.post(f"{match}/undo", body)


async def _stored(services: Services, match: str) -> bytes:
    found = await services.acting._store.find(match.rpartition("/")[2])
    assert found is not None
    assert found.position is not None
    return found.position


async def test_what_told_nobody_anything_is_taken_back(services: Services, players: Both) -> None:
    match = await _begun(players)
    before = await _stored(services, match)
    [decision] = await players[0].asked(match)
    acted = await _do(players[0], match, "begin_act")

    undone = await _undo(players[0], match)

    table = json_of(undone)
    assert table["version"] == acted["version"] + 1
    assert table["view"].get("phase", "prepare") == "prepare"
    assert await _stored(services, match) == before
    [again] = await players[0].asked(match)
    assert again["options"] == decision["options"]
    event = json_of(await players[1].get(f"{match}/events?page_size=1000"))["data"][-1]
    assert (event["type"], event["seat"]) == ("undone", 0)
    assert event["to_version"] == acted["version"] - 1


async def test_no_decision_has_the_id_of_another(players: Both) -> None:
    match = await _begun(players)
    ids = []
    for _ in range(3):
        [decision] = await players[0].asked(match)
        ids.append(decision["decision_id"])
        acted = await _do(players[0], match, "begin_act")
        ids.append(acted["decisions"][0]["decision_id"])
        json_of(await _undo(players[0], match))

    assert len(set(ids)) == len(ids)
    stale = await players[0].act(match, ids[1], {"type": "end_turn"})
    assert stale.json()["code"] == "stale_decision"


async def test_the_last_placement_shows_both_and_stays(players: Both) -> None:
    match = await _begun(players)

    refused = await _undo(players[1], match)

    assert (refused.status_code, refused.json()["code"]) == (409, "undo_refused")
    assert refused.json()["event"] == "deployed"


async def test_a_placement_is_taken_back_before_the_other_has_placed(players: Both) -> None:
    match = await new_match(players)
    await _place(players[0], match)

    table = json_of(await _undo(players[0], match))

    assert table["waiting_for"] == [0, 1]
    await _place(players[1], match)
    await _place(players[0], match)


async def test_whoever_asks_twice_for_the_same_takes_back_once(players: Both) -> None:
    match = await _begun(players)
    acted = await _do(players[0], match, "begin_act")
    json_of(await _undo(players[0], match, version=acted["version"]))

    again = await _undo(players[0], match, version=acted["version"])

    assert again.json()["code"] == "undo_refused"


async def test_a_condition_on_the_version(players: Both) -> None:
    match = await _begun(players)
    await _do(players[0], match, "begin_act")

    response = await players[0].post(f"{match}/undo", None, headers={"If-Match": '"1.seat0"'})

    assert (response.status_code, response.json()["code"]) == (412, "precondition_failed")


async def test_a_drawn_card_is_not_taken_back(players: Both) -> None:
    match = await _begun(players)
    await _do(players[0], match, "end_turn")

    refused = await _undo(players[0], match)

    assert refused.json()["event"] == "card_drawn"
    assert "card_drawn" in refused.json()["detail"]


async def test_what_the_other_has_answered_needs_an_offer(players: Both) -> None:
    match = await new_match(players)
    await _place(players[0], match)
    await _place(players[1], match)

    refused = await _undo(players[0], match)

    assert refused.json()["code"] == "undo_refused"
    assert "offer" in refused.json()["detail"]


@pytest.mark.parametrize(("policy", "allowed"), [("none", False), ("free", True)])
async def test_the_options_decide(players: Both, policy: str, allowed: bool) -> None:
    match = await _begun(players, undo=policy)
    await _do(players[0], match, "begin_act")

    assert (await _undo(players[0], match)).is_success is allowed


async def test_only_who_sits_there_takes_back(players: Both, client: Any) -> None:
    match = await _begun(players)
    await _do(players[0], match, "begin_act")

    assert (await client.post(f"{match}/undo")).status_code == 401
    assert (await _undo(players[1], match)).json()["code"] == "undo_refused"


async def test_a_match_that_is_over_stays_over(players: Both) -> None:
    match = await _begun(players)
    json_of(await players[0].act(match, None, {"type": "concede"}))

    assert (await _undo(players[0], match)).json()["code"] == "match_over"


async def test_random_play_with_random_undos_is_exact(services: Services, players: Both) -> None:
    """Positions (with counter and uses), the mirrored uses and the log, after every taking back."""
    chance = random.Random(5)
    taken_back: set[str] = set()
    refused: set[str] = set()
    for _ in range(2):
        match = await new_match(players, settings={"turn_limit": 12})
        while asked := [(player, of) for player in players for of in await player.asked(match)]:
            player, decision = chance.choice(asked)
            before = await _stored(services, match)
            uses = json_of(await player.get(f"{match}/uses"))["data"]
            action = answer_to(decision, chance)
            acted = json_of(await player.act(match, decision["decision_id"], action))
            if chance.random() < 0.7:
                continue
            undone = await _undo(player, match)
            if undone.is_success:
                taken_back.add(action["type"])
                assert await _stored(services, match) == before
                assert json_of(await player.get(f"{match}/uses"))["data"] == uses
                assert not [e for e in acted["events"] if _tells(e)], acted["events"]
            else:
                refused.add(undone.json().get("event", undone.json()["code"]))
        await _check_log(services, match)
    assert len(taken_back) > 2
    assert len(refused) > 1


def _tells(event: dict[str, Any]) -> bool:
    return event["type"] in {
        "card_drawn", "dice_rolled", "deck_shuffled", "revealed", "looked_at", "searched",
        "hand_redrawn",
    }  # fmt: skip


async def _check_log(services: Services, match: str) -> None:
    """What stands in the log is every action once, and each use belongs to one that stands."""
    database, match_id = services.acting._store._db, match.rpartition("/")[2]
    actions, uses = table_of(Action), table_of(AbilityUse)
    rows = await database.rows(select(actions).where(actions.c.match_id == match_id))
    standing = {row.version for row in rows if row.undone_by is None}
    undone = {row.version: row.undone_by for row in rows if row.undone_by is not None}
    assert all(by > version for version, by in undone.items())
    mirrored = await database.rows(select(uses).where(uses.c.match_id == match_id))
    for use in mirrored:
        assert (use.undone_by is None) == (use.version in standing)
    position = json.loads(await _stored(services, match))
    assert position["random"]["counter"] > 0


async def test_with_consent_also_what_the_other_has_answered(
    services: Services, players: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step that an accepted offer takes: back before an attack whose window was passed, say."""
    keys = iter(range(1, 100))
    monkeypatch.setattr("app.services.making.new_key", lambda: f"{next(keys):064x}")
    chance = random.Random(6)
    while not await _one_agreed(services, players, chance):
        pass


async def _one_agreed(services: Services, players: Both, chance: random.Random) -> bool:
    """Play until the taking back of what the other seat has passed on is agreed to, or the end."""
    match = await new_match(players, settings={"turn_limit": 24})
    before: dict[int, bytes] = {}
    while asked := [(player, of) for player in players for of in await player.asked(match)]:
        player, decision = chance.choice(asked)
        seat = decision["seat"]
        before[seat] = await _stored(services, match)
        reacts = decision["kind"] == "react"
        action = {"type": "pass"} if reacts else answer_to(decision, chance)
        json_of(await player.act(match, decision["decision_id"], action))
        if reacts and await _agreed(services, match, 1 - seat):
            assert await _stored(services, match) == before[1 - seat]
            await _check_log(services, match)
            return True
    return False


async def _agreed(services: Services, match: str, seat: int) -> bool:
    async def plan(found: Any, game: Any) -> Any:
        with pytest.raises(Failure, match="has acted since"):
            await services.undo.undo_to(found, game, seat, agreed=False)
        return await services.undo.undo_to(found, game, seat, agreed=True)

    try:
        await services.lobby._steps.take(match.rpartition("/")[2], plan)
    except Failure:
        return False
    return True


async def test_a_log_that_gives_another_game_is_not_gone_back_in(
    services: Services, players: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await _begun(players)
    await _do(players[0], match, "begin_act")
    rules = services.acting._games["sacred-artifacts"].rules
    other = Position(turn=99)
    monkeypatch.setattr(type(rules), "start", lambda *_: (other, ()))
    monkeypatch.setattr(type(rules), "apply", lambda *_, **__: (other, ()))

    refused = await _undo(players[0], match)

    assert refused.json()["code"] == "undo_refused"
    assert "changed" in refused.json()["detail"]
