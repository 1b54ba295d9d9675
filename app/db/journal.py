"""The journal: the moves of a moment in one transaction, each with its own answer."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from app.db.engine import Database
from app.db.moves import Move, OutdatedError

Write = Callable[[Sequence[Move], Connection], None]
_MOST = 64


class Journal:
    """Commits moves in groups: while one transaction reaches the disk, the next ones gather.

    One durable transaction costs about the same for one move as for many. A group in which one move
    cannot be stored is written again move by move, so that the others are.
    """

    def __init__(self, database: Database, write: Write) -> None:
        self._db = database
        self._write = write
        self._waiting: list[tuple[Move, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None

    async def commit(self, move: Move) -> None:
        """Return when the move is stored durably. Raises `OutdatedError` if another came first."""
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append((move, answer))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._drain())
        await answer

    async def close(self) -> None:
        """Wait until everything that was handed in is answered."""
        if self._writer is not None:
            await self._writer

    async def _drain(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            await self._commit(group)

    async def _commit(self, group: list[tuple[Move, asyncio.Future[None]]]) -> None:
        try:
            await self._db.write(partial(self._write, [move for move, _ in group]))
        except Exception as exc:  # noqa: BLE001  # whatever it is, it is the answer
            if len(group) > 1 and isinstance(exc, (OutdatedError, IntegrityError)):
                for alone in group:
                    await self._commit([alone])
                return
            for _, answer in group:
                if not answer.done():  # whoever asked may have gone
                    answer.set_exception(exc)
            return
        for _, answer in group:
            if not answer.done():
                answer.set_result(None)
