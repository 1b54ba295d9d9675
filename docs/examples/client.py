"""A client of Purrbiter: it looks a card up, has a deck checked, and plays a match with itself.

    python client.py http://127.0.0.1:8000

It needs httpx and nothing else. Copy what you can use.
"""

import sys
from collections.abc import Iterator
from typing import Any

import httpx

Json = dict[str, Any]


class Refused(Exception):
    """What the server answers instead of a success; `problem` is its document (RFC 9457)."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']}")
        self.problem = problem


class Purrbiter:
    """A server, as one player sees it; without a token, as everyone does."""

    def __init__(self, url: str, token: str | None = None) -> None:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.url = url
        self.http = httpx.Client(base_url=f"{url}/v1", headers=headers, timeout=40)

    def ask(self, method: str, path: str, body: Json | None = None, **query: Any) -> Any:
        """Return what the server answers. Raises `Refused`."""
        answer = self.http.request(method, path, json=body, params=query)
        if not answer.is_success:
            raise Refused(answer.json())
        return answer.json()

    def all(self, path: str, **query: Any) -> Iterator[Json]:
        """Yield everything in a list, page by page."""
        more = True
        while more:
            page = self.ask("GET", path, **query)
            yield from page["data"]
            more, query["cursor"] = page["has_more"], page["next"]

    def card(self, name: str) -> Json:
        """Return the card that was meant. Raises `Refused`, with candidates, where none is sure."""
        card: Json = self.ask("GET", "/cards/named", fuzzy=name)
        return card

    def check(self, text: str) -> Json:
        """Return the verdict on a pasted list."""
        verdict: Json = self.ask("POST", "/decks/validate", {"text": text})
        return verdict

    def sign_up(self, name: str | None = None) -> "Purrbiter":
        """Return the same server as a new player sees it. Keep the token: it is shown once."""
        made = self.ask("POST", "/players", {"name": name})
        return Purrbiter(self.url, made["token"])


# What a player would rather do, the best first. Everything else comes after these.
_WISHES = ("attack", "evolve", "deploy", "activate", "play", "play_land", "begin_act", "react")


def answer_to(decision: Json) -> Json:
    """Choose an action. Every option is complete: it is sent back as it came."""
    if decision.get("options"):
        options: list[Json] = decision["options"]
        rank = {wish: place for place, wish in enumerate(_WISHES)}
        return min(options, key=lambda option: rank.get(option["type"], len(rank)))
    # Too many answers to list: only the ids are given, and how many of them to name.
    ids = decision["from"]
    if decision["kind"] == "setup":
        return {"type": "setup", "active": ids[0], "bench": ids[1 : decision["max"]]}
    return {"type": "choose", "ids": ids[: decision.get("min", 1)]}


def take_turn(player: Purrbiter, match: str) -> bool:
    """Answer what the player is asked, if anything. Return whether there was something."""
    decisions = player.ask("GET", f"/matches/{match}/decision")["decisions"]
    for decision in decisions[:1]:
        try:
            body = {"decision_id": decision["decision_id"], "action": answer_to(decision)}
            player.ask("POST", f"/matches/{match}/actions", body)
        except Refused as refused:
            if refused.problem["code"] != "stale_decision":  # something else came first: look again
                raise
    return bool(decisions)


def play(server: Purrbiter) -> Json:
    """Play a match to its end, both seats; return how it ended."""
    players = [server.sign_up(), server.sign_up()]
    match = players[0].ask("POST", "/matches", {"settings": {"knockouts_to_win": 1}})["id"]
    for player, deck in zip(players, ("sunny-side", "yarn-nemesis"), strict=True):
        player.ask("POST", f"/matches/{match}/seats", {"deck_id": deck})
    while any(take_turn(player, match) for player in players):
        pass
    result: Json = players[0].ask("GET", f"/matches/{match}")["result"]
    return result


def main(url: str) -> None:
    """Show what a client can do."""
    server = Purrbiter(url)
    print("card:", server.card("twinlight")["name"])
    print("lands:", ", ".join(card["name"] for card in server.all("/cards", q="kind:land")))
    try:
        server.card("purrr")
    except Refused as refused:
        print("refused:", refused)
    print("deck:", server.check("3 Furthings\n2 Shredder")["summary"])
    print("match:", play(server))


if __name__ == "__main__":
    main(*sys.argv[1:])
