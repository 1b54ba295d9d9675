"""`purrbiter demo`: two scripted players play a match on a running server, told as it happens."""

import random
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import httpx
import typer

from app.cli.common import fail
from app.cli.reading import library
from app.cli.telling import Teller
from app.content.library import Library

DECKS = ("sunny-side", "moonlit-guard")
_LIKED = (
    "react", "evolve", "deploy", "play_land", "play", "activate", "attack", "begin_act", "end_turn",
)  # fmt: skip


def demo(
    url: Annotated[str, typer.Option(help="The server.")] = "http://127.0.0.1:8000",
    seed: Annotated[int, typer.Option(help="The same seed makes the same choices.")] = 1,
) -> None:
    """Play a whole match with two starter decks and print the referee's log.

    Every step goes over HTTP. The server shuffles, so that each match is another one.
    """
    known = library()
    try:
        with httpx.Client(base_url=url, timeout=30) as client:
            _play(client, known, random.Random(seed))  # noqa: S311 - taste, not secrecy
    except httpx.TransportError as exc:
        fail(f"no server answers at {url} ({exc}); start one with `purrbiter serve`")
    except httpx.HTTPStatusError as exc:
        fail(f"the server refused {exc.request.url.path}: {exc.response.text}")


def _play(client: httpx.Client, known: Library, chance: random.Random) -> None:
    names = [known.decks[deck].name for deck in DECKS]
    tokens = [_ask(client, "POST", "/v1/players", body={})["token"] for _ in DECKS]
    watched = {"options": {"spectators": "on"}}  # the log is told as a spectator may hear it
    match = _ask(client, "POST", "/v1/matches", tokens[0], watched)
    path = f"/v1/matches/{match['id']}"
    for token, deck in zip(tokens, DECKS, strict=True):
        cards = [{"card": e.card, "quantity": e.quantity} for e in known.decks[deck].cards]
        _ask(client, "POST", f"{path}/seats", token, {"deck": {"cards": cards}})
    typer.echo(f"{names[0]} against {names[1]}: {client.base_url}{path}\n")
    teller = Teller(names, {card.id: card.name for card in known.cards.values()})
    told = 0
    while True:
        for event in _events(client, path, told):
            told = event["seq"]
            for line in teller.lines(event):
                typer.echo(line)
        waiting = _ask(client, "GET", f"{path}/decision")["waiting_for"]
        if not waiting:
            return
        token = tokens[waiting[0]]
        [decision] = _ask(client, "GET", f"{path}/decision", token)["decisions"]
        body = {"decision_id": decision["decision_id"], "action": _choice(decision, chance)}
        _ask(client, "POST", f"{path}/actions", token, body)


def _choice(decision: Mapping[str, Any], chance: random.Random) -> Any:
    """Return what a player of simple tastes does: build up, then attack, then pass the turn."""
    options = decision["options"]
    if not options:
        ids = decision["from"]
        if decision["kind"] == "setup":
            return {"type": "setup", "active": ids[0], "bench": ids[1 : decision["max"]]}
        return {"type": "choose", "ids": ids[: max(1, decision["min"])]}
    for liked in _LIKED:
        found = [option for option in options if option["type"] == liked]
        if found:
            return chance.choice(found)
    return chance.choice(options)


def _events(client: httpx.Client, path: str, after: int) -> Iterator[Mapping[str, Any]]:
    """Yield the events that follow, as somebody who only looks on is told them."""
    while True:
        page = _ask(client, "GET", f"{path}/events?after={after}")
        yield from page["data"]
        if not page["has_more"]:
            return
        after = int(page["next"])


def _ask(
    client: httpx.Client, method: str, path: str, token: str | None = None, body: Any = None
) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    response = client.request(method, path, json=body, headers=headers)
    return response.raise_for_status().json()
