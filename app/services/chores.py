"""Chores: what is done again and again while the server runs, whoever asks."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

_log = structlog.get_logger(__name__)

Chore = Callable[[], Awaitable[None]]


async def run_chores(*chores: Chore, every_seconds: float = 1.0) -> None:
    """Do all chores in turn, over and over, until cancelled. What fails is logged and retried."""
    while True:
        for chore in chores:
            try:
                await chore()
            except Exception:  # noqa: BLE001 - whatever it is, the other chores go on
                _log.exception("chore_failed", chore=chore.__qualname__)
        await asyncio.sleep(every_seconds)
