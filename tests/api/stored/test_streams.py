"""Streams over a real connection: from any point, to everyone what they may know, to an end."""

import asyncio
import random
import socket
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.main import create_app
from app.services import matches as matches_service
from app.services import streams
from app.settings import Settings
from tests.support.play import (
    Somebody,
    answer_to,
    json_of,
    new_match,
    new_player,
    starter_deck,
)
from tests.support.streaming import Heard, Listener, eventually, listening, serving

Both = tuple[Somebody, Somebody]


@pytest.fixture
def settings(database_url: str) -> Settings:
    return Settings(database_url=database_url, stream_write_seconds=0.5)


@pytest.fixture
async def app(anyio_backend: str, settings: Settings) -> FastAPI:
    return create_app(settings)


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with serving(app) as url, httpx.AsyncClient(base_url=url, timeout=30) as client:
        yield client


async def _place_all(players: Both, match: str) -> None:
    for player in players:
        [decision] = await player.asked(match)
        action = {"type": "setup", "active": decision["from"][0]}
        json_of(await player.act(match, decision["decision_id"], action))


def _seqs(heard: list[Heard]) -> list[int]:
    return [int(each.id or 0) for each in heard if each.event == "message"]


async def test_a_stream_tells_all_from_the_beginning_and_then_what_is_asked(
    client: httpx.AsyncClient, players: Both, match: str
) -> None:
    async with listening(client, f"{match}/events", players[0].token) as stream:
        first = await stream.next()
        heard = await stream.until("decision")

    assert stream.response.headers["content-type"].startswith("text/event-stream")
    assert stream.response.headers["cache-control"] == "no-store"
    assert first.retry == "2000"
    listed = json_of(await players[0].get(f"{match}/events"))["data"]
    assert [each.json for each in heard[:-1]] == listed
    assert _seqs(heard) == [event["seq"] for event in listed]
    assert heard[-1].json == json_of(await players[0].get(f"{match}/decision"))
    assert heard[-1].id is None


async def test_what_happens_is_told_and_the_decision_comes_last(
    client: httpx.AsyncClient, players: Both, match: str
) -> None:
    async with listening(client, f"{match}/events", players[1].token) as stream:
        await stream.until("decision")
        await _place_all(players, match)
        placed = await stream.until("decision")  # that the other has placed
        began = await stream.until("decision")

    assert [each.event for each in placed] == ["decision"]
    assert placed[0].json["waiting_for"] == [1]
    assert began[-1].json == json_of(await players[1].get(f"{match}/decision"))
    assert "turn_started" in [each.json["type"] for each in began[:-1]]


@pytest.mark.parametrize("by", ["header", "query"])
async def test_a_stream_goes_on_from_any_point(
    client: httpx.AsyncClient, players: Both, match: str, by: str
) -> None:
    listed = json_of(await players[0].get(f"{match}/events"))["data"]
    for known in (0, 3, len(listed)):
        path, last = (
            (f"{match}/events?after=1", known) if by == "header" else (f"{match}/events", None)
        )
        if by == "query":
            path += f"?after={known}"
        async with listening(client, path, players[0].token, last) as stream:
            heard = await stream.until("decision")
        assert _seqs(heard) == [event["seq"] for event in listed[known:]]


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "9" * 20])
async def test_a_last_event_that_cannot_be(players: Both, match: str, last: str) -> None:
    headers = {"Accept": "text/event-stream", "Last-Event-ID": last}

    response = await players[0].get(f"{match}/events", headers=headers)

    assert (response.status_code, response.json()["code"]) == (400, "invalid_header")


async def test_whoever_may_not_watch_gets_a_problem_and_no_stream(
    client: httpx.AsyncClient, players: Both
) -> None:
    match = await new_match(players)
    headers = {"Accept": "text/event-stream"}

    hidden = await client.get(f"{match}/events", headers=headers)
    nowhere = await client.get("/v1/matches/x/events", headers=headers)

    assert (hidden.status_code, hidden.json()["code"]) == (403, "not_for_spectators")
    assert nowhere.status_code == 404


async def test_whoever_missed_too_much_gets_a_snapshot_instead(
    client: httpx.AsyncClient, players: Both, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "REPLAY_AT_MOST", 4)

    async with listening(client, f"{match}/events", players[0].token) as stream:
        heard = await stream.until("decision")

    table = json_of(await players[0].get(match))
    assert [each.event for each in heard] == ["snapshot", "decision"]
    assert heard[0].json == table
    assert heard[0].id == str(table["last_seq"])


async def test_whoever_knows_of_events_that_never_were_gets_a_snapshot(
    client: httpx.AsyncClient, players: Both, match: str
) -> None:
    async with listening(client, f"{match}/events", players[0].token, 10**6) as stream:
        heard = await stream.until("decision")

    assert [each.event for each in heard] == ["snapshot", "decision"]


async def test_a_quiet_stream_is_kept_alive(
    client: httpx.AsyncClient, players: Both, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches_service, "LOOK_AGAIN_SECONDS", 0.05)

    async with listening(client, f"{match}/events", players[0].token) as stream:
        await stream.until("decision")
        assert (await stream.next()).comment is not None


async def test_every_viewer_hears_the_same_numbers_and_only_what_is_theirs(
    client: httpx.AsyncClient, players: Both, match: str
) -> None:
    heard = []
    for token in (players[0].token, players[1].token, None):
        async with listening(client, f"{match}/events", token) as stream:
            heard.append(await stream.until("decision"))

    assert _seqs(heard[0]) == _seqs(heard[1]) == _seqs(heard[2])
    for seat, messages in enumerate(heard):
        drawn = [m.json for m in messages[:-1] if m.json["type"] == "card_drawn"]
        assert drawn
        assert all(("card" in event) == (event["seat"] == seat) for event in drawn)
    assert heard[2][-1].json["decisions"] == []


async def test_head_of_a_stream_ends(players: Both, match: str) -> None:
    response = await players[0].ask(
        "HEAD", f"{match}/events", headers={"Accept": "text/event-stream"}
    )

    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/event-stream")


async def test_a_reader_who_does_not_read_is_dropped_and_stops_nobody(
    app: FastAPI,
    client: httpx.AsyncClient,
    players: Both,
    match: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame = streams.Frame("decision", b'"' + b"x" * 200_000 + b'"')

    async def endless(*_: Any) -> AsyncIterator[Any]:
        while True:
            yield frame
            await asyncio.sleep(0)

    dropped = asyncio.Event()
    monkeypatch.setattr(
        "app.api.streams._log", type("Log", (), {"info": lambda *_, **__: dropped.set()})
    )
    with monkeypatch.context() as patched:
        patched.setattr(app.state.services.streams.__class__, "of_match", endless)
        reader, writer = await _connect(client, f"{match}/events", players[0].token)
        await reader.read(1000)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
    async with listening(client, f"{match}/events", players[1].token) as stream:
        await stream.until("decision")
        await _place_all(players, match)
        await stream.until("decision")
    async with asyncio.timeout(20):
        await dropped.wait()
    writer.transport.abort()


async def _connect(
    client: httpx.AsyncClient, path: str, token: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect with a small window, so that it is full soon."""
    host, port = client.base_url.host, client.base_url.port
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.setblocking(False)
    await asyncio.get_running_loop().sock_connect(connection, (host, port))
    reader, writer = await asyncio.open_connection(sock=connection)
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
    writer.write(f"{head}Authorization: Bearer {token}\r\n\r\n".encode())
    return reader, writer


async def test_a_client_that_goes_leaves_no_bell_behind(
    app: FastAPI, client: httpx.AsyncClient, players: Both, match: str
) -> None:
    async with listening(client, f"{match}/events", players[0].token) as stream:
        await stream.until("decision")
        assert app.state.services.bells._hung

    await eventually(lambda: not app.state.services.bells._hung)


async def test_the_end_of_the_server_ends_streams_and_waits_cleanly(
    app: FastAPI, client: httpx.AsyncClient, players: Both, match: str
) -> None:
    last = json_of(await players[1].get(match))["last_seq"]
    async with listening(client, f"{match}/events", players[0].token) as stream:
        await stream.until("decision")
        waiting = asyncio.create_task(players[1].get(f"{match}/events?after={last}&wait=30"))
        hung = app.state.services.bells._hung[match.rpartition("/")[2]]
        await eventually(lambda: len(hung) == 2)

        app.state.services.bells.stop()

        assert await stream.rest() == []
        assert json_of(await waiting)["data"] == []


async def test_a_stream_ends_for_those_who_may_not_listen_any_more(
    client: httpx.AsyncClient, players: Both
) -> None:
    made = json_of(await players[0].post("/v1/matches", {}))
    match = f"/v1/matches/{made['id']}"
    async with listening(client, f"{match}/events") as stream:
        await stream.until("decision")
        for number, player in enumerate(players):
            json_of(await player.post(f"{match}/seats", {"deck": starter_deck(number)}))
        rest = await stream.rest()

    assert {each.event for each in rest} <= {"decision"}


async def test_a_stream_ends_with_its_token(
    client: httpx.AsyncClient, players: Both, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "TRUSTED_SECONDS", 0.0)
    [token] = json_of(await players[0].get("/v1/players/me/tokens"))["data"]
    async with listening(client, f"{match}/events", players[0].token) as stream:
        await stream.until("decision")
        revoked = await players[0].ask("DELETE", f"/v1/players/me/tokens/{token['id']}")
        assert revoked.status_code == 204
        json_of(await players[1].act(match, None, {"type": "concede"}))

        assert await stream.rest() == []


# --- reconnecting in every kind of decision ---


async def test_whoever_reconnects_sees_what_they_would_have_seen(
    client: httpx.AsyncClient, players: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In each kind of decision and each window, for each viewer, from three points of the log."""
    keys = iter(range(1, 100))
    monkeypatch.setattr("app.services.making.new_key", lambda: f"{next(keys):064x}")
    wanted = {
        "setup", "turn", "promote", "choose",
        "react before_damage", "react before_effect", "react would_be_defeated",
    }  # fmt: skip
    chance = random.Random(8)
    seen: Counter[str] = Counter()
    while wanted - seen.keys():
        match = await new_match(players, options={"spectators": "on"})
        async with (
            listening(client, f"{match}/events", players[0].token) as first,
            listening(client, f"{match}/events", players[1].token) as second,
            listening(client, f"{match}/events") as third,
        ):
            await _compare_a_match(match, players, (first, second, third), chance, seen)


async def _compare_a_match(
    match: str,
    players: Both,
    streams_of: tuple[Listener, Listener, Listener],
    chance: random.Random,
    seen: Counter[str],
) -> None:
    told: list[list[Heard]] = [[], [], []]
    tokens = (players[0].token, players[1].token, None)
    while True:
        for messages, stream in zip(told, streams_of, strict=True):
            messages.extend(await stream.until("decision"))
        current = [messages[-1] for messages in told]
        if not current[2].json["waiting_for"]:
            return
        open_now = [d for message in current[:2] for d in message.json["decisions"]]
        kinds = {_kind(decision) for decision in open_now}
        if any(seen[kind] < 2 for kind in kinds):
            for token, messages in zip(tokens, told, strict=True):
                await _compare(players[0].client, match, token, messages, chance)
            seen.update(kinds)
        decision = chance.choice(open_now)
        action = answer_to(decision, chance)
        player = players[decision["seat"]]
        json_of(await player.act(match, decision["decision_id"], action))


def _kind(decision: dict[str, Any]) -> str:
    return f"{decision['kind']} {decision['window'] or ''}".strip()


async def _compare(
    client: httpx.AsyncClient,
    match: str,
    token: str | None,
    told: list[Heard],
    chance: random.Random,
) -> None:
    events = [message for message in told if message.event == "message"]
    earliest = max(0, len(events) - streams.REPLAY_AT_MOST)
    for known in {earliest, chance.randint(earliest, len(events)), len(events)}:
        async with listening(client, f"{match}/events", token, known) as stream:
            again = await stream.until("decision")
        assert again == [*events[known:], told[-1]]


# --- the lobby ---


async def test_the_lobby_tells_of_matches_that_open_and_vanish(
    client: httpx.AsyncClient, players: Both
) -> None:
    there = json_of(await players[0].post("/v1/matches", {}))
    async with listening(client, "/v1/matches") as stream:
        [snapshot] = await stream.until("snapshot")
        made = json_of(await players[0].post("/v1/matches", {}))
        [appeared] = await stream.until("appeared")
        json_of(await players[0].post("/v1/matches", {"visibility": "unlisted"}))
        json_of(await players[0].post(f"/v1/matches/{made['id']}/abort"))
        [vanished] = await stream.until("vanished")

    assert [match["id"] for match in snapshot.json["data"]] == [there["id"]]
    assert appeared.json["id"] == made["id"]
    assert vanished.json == {"id": made["id"]}


async def test_a_seat_that_is_taken_shows_in_the_lobby(
    client: httpx.AsyncClient, players: Both
) -> None:
    third = await new_player(client)
    async with listening(client, "/v1/matches") as stream:
        await stream.until("snapshot")
        await new_match(players)
        made = json_of(await third.post("/v1/matches", {}))
        while True:
            *_, appeared = await stream.until("appeared")
            if appeared.json["id"] == made["id"]:
                break
