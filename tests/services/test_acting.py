"""Several processes over one database: what one of them remembers is never what decides."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.content.deck_lists import DeckEntry, DeckList
from app.content.library import load_library
from app.db.engine import Database
from app.services.acting import Answer
from app.services.failure import Failure
from app.services.lobby import Entrance
from app.services.opening import Services, open_services

BEGIN_ACT = b'{"type": "begin_act"}'


@pytest.fixture
async def two(database_url: str) -> AsyncIterator[tuple[Services, Services]]:
    library = load_library()
    async with (
        Database(database_url) as first,
        Database(database_url) as second,
        open_services(first, library) as here,
        open_services(second, library) as there,
    ):
        yield here, there


async def _match(services: Services) -> tuple[str, list[str]]:
    """Return a match that is set up, and its players by seat, the one to act first."""
    players = [(await services.players.create()).player.id for _ in range(2)]
    match = (await services.lobby.create(players[0], {"starting_seat": 0})).id
    for player, deck in zip(players, load_library().decks.values(), strict=False):
        cards = tuple(DeckEntry(entry.card, entry.quantity) for entry in deck.cards)
        await services.lobby.join(player, match, Entrance(DeckList(cards)))
    for player in players:
        [decision] = (await services.matches.asked(match, player)).decisions
        setup = b'{"type": "setup", "active": "%s"}' % decision.from_[0].encode()
        await services.acting.act(player, match, Answer(setup, decision.decision_id))
    return match, players


async def _decision(services: Services, match: str, player: str) -> str:
    [decision] = (await services.matches.asked(match, player)).decisions
    return decision.decision_id


async def test_a_process_that_remembers_an_old_position_looks_again(
    two: tuple[Services, Services],
) -> None:
    here, there = two
    match, players = await _match(here)
    first = await _decision(there, match, players[0])
    moved = await there.acting.act(players[0], match, Answer(BEGIN_ACT, first))

    # `here` remembers the match before that, where this action would be refused.
    again = await here.acting.act(
        players[0], match, Answer(b'{"type": "end_turn"}', moved.decisions[0].decision_id)
    )

    assert again.version == moved.version + 1


async def test_of_two_processes_one_answers_a_decision(two: tuple[Services, Services]) -> None:
    here, there = two
    match, players = await _match(here)
    decision = await _decision(there, match, players[0])

    done = await asyncio.gather(
        *(
            services.acting.act(players[0], match, Answer(BEGIN_ACT, decision))
            for services in (here, there, here, there)
        ),
        return_exceptions=True,
    )

    failures = [each for each in done if isinstance(each, Failure)]
    assert [failure.code for failure in failures] == ["stale_decision"] * 3


async def test_a_token_is_dead_where_it_was_revoked(two: tuple[Services, Services]) -> None:
    here, there = two
    account = await here.players.create("Ada")
    known = await there.players.authenticate(account.token)
    assert (await here.players.authenticate(account.token)).token == known.token

    await here.players.revoke(account.player.id, known.token)

    with pytest.raises(Failure, match="unknown or revoked"):
        await here.players.authenticate(account.token)
