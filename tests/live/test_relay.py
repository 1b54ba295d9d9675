import asyncio

from app.live import relay
from app.live.bells import Bells
from app.live.relay import rung_together
from tests.support.streaming import eventually


async def test_what_rings_in_one_process_rings_in_the_other(redis_url: str) -> None:
    here, there = Bells(), Bells()
    async with rung_together(here, redis_url), rung_together(there, redis_url):
        with there.hang("m") as bell, there.hang("n") as other:
            assert await bell.heard(5)  # everyone looks once when the relay begins
            assert await other.heard(5)
            here.ring("m")

            assert await bell.heard(5)
            assert not await other.heard(0.05)


async def test_while_redis_is_away_bells_ring_here() -> None:
    bells = Bells()
    async with rung_together(bells, "redis://127.0.0.1:1/0"):
        with bells.hang("m") as bell:
            bells.ring("m")

            assert await bell.heard(1)


async def test_when_redis_comes_back_everyone_looks(redis_url: str) -> None:
    bells = Bells()
    relayed = relay._Relay(bells, redis_url)
    with bells.hang("m") as bell:
        listening = asyncio.create_task(relayed.listen())
        assert await bell.heard(5)
        listening.cancel()
        await asyncio.wait([listening])
        listening = asyncio.create_task(relayed.listen())

        assert await bell.heard(5)
        listening.cancel()
        await asyncio.wait([listening])


async def test_alone_nobody_is_told() -> None:
    bells = Bells()
    async with rung_together(bells, None):
        assert bells.tell is None


async def test_too_much_is_dropped_and_stops_nobody() -> None:
    bells = Bells()
    relayed = relay._Relay(bells, "redis://127.0.0.1:1/0")
    for _ in range(relay._WAITING + 5):
        relayed.tell("m")

    await eventually(lambda: relayed._waiting.qsize() == relay._WAITING)
