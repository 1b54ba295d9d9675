import asyncio

import pytest
import structlog

from app.services.chores import run_chores


async def test_a_chore_that_fails_is_tried_again_and_stops_no_other() -> None:
    done: list[str] = []
    often = asyncio.Event()

    async def broken() -> None:
        done.append("broken")
        raise RuntimeError("no")

    async def fine() -> None:
        done.append("fine")
        if len(done) >= 6:
            often.set()

    with structlog.testing.capture_logs() as logs:
        chores = asyncio.create_task(run_chores(broken, fine, every_seconds=0))
        await often.wait()
        chores.cancel()
        with pytest.raises(asyncio.CancelledError):
            await chores

    assert done[:4] == ["broken", "fine", "broken", "fine"]
    assert logs[0]["event"] == "chore_failed"
