"""Matches played to the end over HTTP, and what is stored of them."""

import json
import random
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from app.db.base import Stored, table_of
from app.db.engine import Database
from app.db.match_store import MatchStore
from app.db.matches import Action
from app.settings import Settings
from tests.support.play import Somebody, answer_to, json_of, new_match, play

Both = tuple[Somebody, Somebody]


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    async with Database(settings.database_url) as database:
        yield database


@pytest.fixture(autouse=True)
def known_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same shuffles and dice in every run."""
    monkeypatch.setattr("app.services.making.new_key", lambda: "5a" * 32)


async def _position(database: Database, match: str) -> dict[str, Any]:
    stored = await MatchStore(database).find(match.rpartition("/")[2])
    assert stored is not None
    position: dict[str, Any] = json.loads(stored.position or b"")
    return position


async def test_a_match_is_played_to_its_end(players: Both, database: Database) -> None:
    match = await new_match(players, settings={"knockouts_to_win": 1, "turn_limit": 12})

    answers = await play(match, players, random.Random(4))

    table = json_of(await players[0].get(match))
    assert table["status"] == "over"
    assert table["version"] == len(answers) + 2  # two joined
    assert (table["waiting_for"], table["decisions"]) == ([], [])
    assert table["result"] == table["view"]["result"]
    told = json_of(await players[0].get(f"{match}/events?page_size=1000"))["data"]
    assert [event["seq"] for event in told] == list(range(1, table["last_seq"] + 1))
    assert told[-1]["type"] == "match_over"
    actions = table_of(Action)
    stored = await database.rows(select(actions.c.version).order_by(actions.c.version))
    assert [row.version for row in stored] == [answer["version"] for answer in answers]


async def test_uses_are_mirrored_with_the_action(players: Both, database: Database) -> None:
    match = await new_match(players, settings={"turn_limit": 14})
    await play(match, players, random.Random(1))

    uses = json_of(await players[0].get(f"{match}/uses"))["data"]

    events = json_of(await players[1].get(f"{match}/events?page_size=1000"))["data"]
    recorded = [event for event in events if event["type"] == "use_recorded"]
    assert recorded
    told = [(use["spent_seq"], use["seat"], use["card"], use["ability"]) for use in uses]
    assert told == [(e["seq"], e["seat"], e["card"], e["ability"]) for e in recorded]
    position = await _position(database, match)
    for seat, side in enumerate(position["seats"]):
        spent = {(u["card"], u["ability"]) for u in side.get("used", ()) if u["scope"] == "game"}
        mirrored = {
            (u["card"], u["ability"]) for u in uses if (u["seat"], u["scope"]) == (seat, "game")
        }
        assert mirrored == spent


async def test_no_byte_that_a_viewer_gets_names_a_hidden_card(
    client: httpx.AsyncClient, players: Both, database: Database
) -> None:
    watched = {"spectators": "on"}
    match = await new_match(players, settings={"turn_limit": 10}, options=watched)
    chance = random.Random(7)
    while True:
        position = await _position(database, match)
        for seat in (0, 1, None):
            hidden = [card.encode() for card in _hidden(position, seat)]
            for path in (match, f"{match}/decision", f"{match}/events?page_size=1000"):
                asked = client if seat is None else players[seat]
                content = (await asked.get(path)).content
                assert not [card for card in hidden if card in content], (seat, path)
        decisions = [(p, d) for p in players for d in await p.asked(match)]
        if not decisions:
            break
        player, decision = decisions[-1]
        acted = await player.act(match, decision["decision_id"], answer_to(decision, chance))
        json_of(acted)
        hidden = [c.encode() for c in _hidden(await _position(database, match), decision["seat"])]
        assert not [card for card in hidden if card in acted.content]


def _hidden(position: dict[str, Any], viewer: int | None) -> list[str]:
    """Return the ids of the cards that the viewer may know nothing of."""
    ids: list[str] = []
    for seat, side in enumerate(position["seats"]):
        cards = list(side.get("deck", ()))
        if seat != viewer:
            cards += side.get("hand", ())
            if position.get("phase") == "setup":
                cards += [side[row] for row in ("active",) if row in side] + side.get("bench", [])
        ids += [card["id"] for card in cards]
    key = position["random"]["key"]
    return [*ids, key]


async def test_no_token_is_stored(players: Both, match: str, database: Database) -> None:
    everything = ""
    for table in Stored.metadata.sorted_tables:
        everything += str(await database.rows(select(table)))

    assert match.rpartition("/")[2] in everything
    assert not [player for player in players if player.token in everything]
