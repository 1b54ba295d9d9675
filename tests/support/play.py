"""Players that talk to a server, and matches played by them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from app.content.library import load_library


@dataclass(frozen=True)
class Somebody:
    """A player with a client and a token; `get`, `post`, … speak for that player."""

    client: httpx.AsyncClient
    id: str
    token: str

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"} | more.pop("headers", {})
        return await self.client.request(method, path, headers=headers, **more)

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.ask("GET", path, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return await self.ask("POST", path, json=body, **more)

    async def asked(self, match: str) -> list[dict[str, Any]]:
        """Return the decisions that this player has to take."""
        decisions: list[dict[str, Any]] = json_of(await self.get(f"{match}/decision"))["decisions"]
        return decisions

    async def act(self, match: str, decision: str | None, action: Any) -> httpx.Response:
        return await self.post(f"{match}/actions", {"decision_id": decision, "action": action})


def json_of(response: httpx.Response) -> Any:
    """Return the JSON of a success."""
    assert response.is_success, (response.status_code, response.text)
    return response.json()


async def new_player(client: httpx.AsyncClient, name: str | None = None) -> Somebody:
    made = json_of(await client.post("/v1/players", json={"name": name}))
    return Somebody(client, made["player"]["id"], made["token"])


def starter_deck(number: int = 0) -> dict[str, Any]:
    """Return a starter deck as it is sent."""
    deck = list(load_library().decks.values())[number]
    return {"cards": [{"card": each.card, "quantity": each.quantity} for each in deck.cards]}


async def new_match(players: Sequence[Somebody], **body: Any) -> str:
    """Make a match that both players have joined; return its path."""
    match = json_of(await players[0].post("/v1/matches", body))
    path = f"/v1/matches/{match['id']}"
    for number, player in enumerate(players):
        json_of(await player.post(f"{path}/seats", {"deck": starter_deck(number)}))
    return path


def answer_to(decision: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a legal answer."""
    if decision.get("options"):
        option: dict[str, Any] = chance.choice(decision["options"])
        return option
    ids = decision["from"]
    if decision["kind"] == "setup":
        return {"type": "setup", "active": ids[0], "bench": ids[1 : decision["max"]][:1]}
    return {"type": "choose", "ids": chance.sample(ids, decision.get("min", 1))}


async def play(
    match: str, players: Sequence[Somebody], chance: random.Random, most: int = 10_000
) -> list[dict[str, Any]]:
    """Play with random options until the match is over, or `most` actions were taken.

    Return what the server answered to each action.
    """
    answers: list[dict[str, Any]] = []
    while len(answers) < most:
        asked = [(player, await player.asked(match)) for player in players]
        open_now = [(player, decision) for player, of in asked for decision in of]
        if not open_now:
            break
        player, decision = open_now[0]
        action = answer_to(decision, chance)
        answers.append(json_of(await player.act(match, decision["decision_id"], action)))
    return answers
