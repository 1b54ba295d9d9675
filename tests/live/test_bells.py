import asyncio

from app.live.bells import Bells


async def test_a_bell_rings_for_its_match_alone() -> None:
    bells = Bells()
    with bells.hang("m") as bell, bells.hang("n") as other:
        bells.ring("m")

        assert await bell.heard(1)
        assert not await other.heard(0)


async def test_what_rang_before_anyone_listened_is_heard() -> None:
    bells = Bells()
    with bells.hang("m") as bell:
        bells.ring("m")
        await asyncio.sleep(0)

        assert await bell.heard(0.5)
        assert not await bell.heard(0)


async def test_everyone_who_waits_is_woken() -> None:
    bells = Bells()
    with bells.hang("m") as first, bells.hang("m") as second:
        waiting = asyncio.gather(first.heard(5), second.heard(5))
        await asyncio.sleep(0)
        bells.ring("m")

        assert tuple(await waiting) == (True, True)


async def test_a_bell_that_was_taken_down_is_forgotten() -> None:
    bells = Bells()
    with bells.hang("m"):
        pass

    bells.ring("m")
    assert not bells._hung
