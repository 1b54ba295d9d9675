import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from app.db.engine import Database
from app.db.history import History
from app.db.match_store import MatchStore, StoredMatch
from app.db.moves import Move, NewAction, NewEvent, NewSeat, OutdatedError, Use
from app.db.players import PlayerStore, StoredPlayer, StoredToken

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url) as database:
        players = PlayerStore(database)
        for name in ("ada", "grace"):
            token = StoredToken(name, None, "play", NOW)
            await players.add(StoredPlayer(name, name, NOW), name, token, name)
        yield database


@pytest.fixture
def store(database: Database) -> MatchStore:
    return MatchStore(database)


async def _match(store: MatchStore, match: str = "m") -> StoredMatch:
    await store.begin(
        StoredMatch(
            id=match,
            ruleset="r",
            release="1",
            status="open",
            visibility="public",
            settings={"x": 1},
            version=0,
            last_seq=0,
            position=None,
            result=None,
            created_at=NOW,
            updated_at=NOW,
            creator="ada",
        ),
        (),
    )
    return await _found(store, match)


async def _found(store: MatchStore, match: str = "m") -> StoredMatch:
    found = await store.find(match)
    assert found is not None
    return found


def _move(match: str = "m", version: int = 0, seq: int = 0) -> Move:
    return Move(
        match=match,
        version=version,
        at=NOW,
        status="playing",
        position=f'{{"turn":{version + 1}}}',
        last_seq=seq + 1,
        events=[NewEvent(seq + 1, '{"type":"x"}')],
    )


async def test_a_move_stores_all_that_changes(store: MatchStore, database: Database) -> None:
    await _match(store)
    seat = NewSeat(0, "ada", ("miso", "mochi"), "hash")
    await store.commit(replace(_move(), seat=seat))
    use = Use(0, "miso", "Sunny Swipe", "game", 3, 2, 2)
    await store.commit(
        replace(
            _move(version=1, seq=1),
            status="over",
            result='{"winner":0}',
            action=NewAction(0, "d", '{"type":"pass"}'),
            uses=[use],
        )
    )

    match = await _found(store)

    assert (match.version, match.status, match.last_seq) == (2, "over", 2)
    assert (match.position, match.result) == (b'{"turn":2}', {"winner": 0})
    sitter = match.seat_of("ada")
    assert sitter is not None
    assert (sitter.seat, sitter.name, sitter.acts, sitter.joined_at) == (0, "ada", 1, NOW)
    assert match.seat_of("grace") is None
    assert await store.decks("m") == {0: ("miso", "mochi")}
    assert await History(database).uses("m", 2) == [use]
    assert [event.seq for event in await store.events("m", 0, 10)] == [1, 2]
    assert [event.seq for event in await store.events("m", 1, 10)] == [2]


async def test_of_moves_from_one_version_one_counts(store: MatchStore) -> None:
    await _match(store)

    done = await asyncio.gather(*(store.commit(_move()) for _ in range(5)), return_exceptions=True)

    assert sorted(type(each).__name__ for each in done) == ["NoneType"] + ["OutdatedError"] * 4
    assert (await _found(store)).version == 1
    assert len(await store.events("m", 0, 10)) == 1


async def test_an_outdated_move_does_not_disturb_those_beside_it(store: MatchStore) -> None:
    names = [f"m{number}" for number in range(6)]
    for name in names:
        await _match(store, name)

    done = await asyncio.gather(
        *(store.commit(_move(name, version=int(name == "m3"))) for name in names),
        return_exceptions=True,
    )

    assert [type(each) for each in done] == [
        OutdatedError if name == "m3" else type(None) for name in names
    ]
    versions = [(await _found(store, name)).version for name in names]
    assert versions == [1, 1, 1, 0, 1, 1]


async def test_a_move_that_cannot_be_stored_does_not_disturb_those_beside_it(
    store: MatchStore,
) -> None:
    names = ["m0", "m1", "m2"]
    for name in names:
        await _match(store, name)
    broken = replace(_move("m1"), seat=NewSeat(0, "nobody", (), ""))

    done = await asyncio.gather(
        store.commit(_move("m0")),
        store.commit(broken),
        store.commit(_move("m2")),
        return_exceptions=True,
    )

    assert isinstance(done[1], IntegrityError)
    assert (done[0], done[2]) == (None, None)
    broken_match = await _found(store, "m1")
    assert (broken_match.version, broken_match.seats) == (0, ())
    assert await store.events("m1", 0, 10) == []


async def test_two_processes_cannot_both_move_a_match(database: Database) -> None:
    here = MatchStore(database)
    await _match(here)
    async with Database(database.url) as other:
        there = MatchStore(other)

        done = await asyncio.gather(
            here.commit(_move()), there.commit(_move()), return_exceptions=True
        )

    assert sorted(type(each).__name__ for each in done) == ["NoneType", "OutdatedError"]


async def test_closing_waits_for_what_is_being_stored(store: MatchStore) -> None:
    await _match(store)
    storing = asyncio.create_task(store.commit(_move()))
    await asyncio.sleep(0)

    await store.close()

    assert (await _found(store)).version == 1
    await storing


async def test_who_gave_up_waiting_does_not_stop_the_journal(store: MatchStore) -> None:
    await _match(store)
    await _match(store, "n")
    gone = asyncio.create_task(store.commit(_move()))
    await asyncio.sleep(0)
    gone.cancel()

    await store.commit(_move("n"))

    assert (await _found(store)).version == 1
    assert (await _found(store, "n")).version == 1
