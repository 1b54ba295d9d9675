"""A player's day: the own matches, and which of them wait."""

import httpx

from tests.support.play import Somebody, json_of, new_match, new_player

Both = tuple[Somebody, Somebody]


async def _mine(player: Somebody, query: str = "") -> list[str]:
    data = json_of(await player.get(f"/v1/players/me/matches{query}"))["data"]
    return [f"/v1/matches/{match['id']}" for match in data]


async def _place(match: str, player: Somebody) -> None:
    [decision] = await player.asked(match)
    setup = {"type": "setup", "active": decision["from"][0]}
    json_of(await player.act(match, decision["decision_id"], setup))


async def test_own_matches_are_listed_the_youngest_first_in_pages(
    client: httpx.AsyncClient, players: Both
) -> None:
    ada, grace = players
    third = await new_player(client)
    matches = [await new_match(players) for _ in range(3)]
    await new_match((grace, third))

    page = json_of(await ada.get("/v1/players/me/matches?page_size=2"))
    rest = json_of(await ada.get(f"/v1/players/me/matches?page_size=2&cursor={page['next']}"))

    listed = [f"/v1/matches/{match['id']}" for match in [*page["data"], *rest["data"]]]
    assert listed == matches[::-1]
    assert (page["total"], page["has_more"], rest["has_more"]) == (3, True, False)


async def test_a_match_waits_for_whoever_is_asked(players: Both) -> None:
    ada, grace = players
    match, other = await new_match(players), await new_match(players)
    json_of(await ada.act(other, None, {"type": "concede"}))
    assert await _mine(ada, "?waiting=true") == await _mine(grace, "?waiting=true") == [match]

    await _place(match, ada)
    assert await _mine(ada, "?waiting=true") == []
    assert await _mine(ada, "?waiting=false") == [other, match]
    await _place(match, grace)

    first = json_of(await ada.get(match))["view"].get("turn_seat", 0)
    assert await _mine(players[first], "?waiting=true") == [match]
    assert await _mine(players[1 - first], "?waiting=true") == []
    json_of(await players[first].act(match, None, {"type": "concede"}))
    assert [await _mine(player, "?waiting=true") for player in players] == [[], []]


async def test_matches_are_listed_by_status(players: Both) -> None:
    ada, _ = players
    over, playing = await new_match(players), await new_match(players)
    json_of(await ada.act(over, None, {"type": "concede"}))

    assert await _mine(ada, "?status=over") == [over]
    assert await _mine(ada, "?status=playing&waiting=true") == [playing]
    assert await _mine(ada, "?status=aborted") == []


async def test_a_query_that_cannot_be(client: httpx.AsyncClient, players: Both) -> None:
    for query in ("?waiting=perhaps", "?status=lost", "?cursor=x"):
        response = await players[0].get(f"/v1/players/me/matches{query}")
        assert (response.status_code, response.json()["code"]) == (400, "invalid_query")
    assert (await client.get("/v1/players/me/matches")).status_code == 401
