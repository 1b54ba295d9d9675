"""Requests that may come twice: what was answered to the first is the answer to the second."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from app.db.answers import AnswerStore, StoredAnswer, keep
from app.db.moves import Change
from app.services.failure import Failure
from app.services.ids import now

KEPT_FOR = timedelta(hours=24)
_PRUNE_EVERY = timedelta(hours=1)


class Once(Struct, frozen=True):
    """A request that counts once: the `key` its player gave it, what it is about, what it says."""

    player: str
    scope: str
    key: str
    fingerprint: str


class Kept(Struct, frozen=True):
    """An answer as it was given and will be given again until it expires."""

    status: int
    body: bytes
    expires_at: datetime
    replayed: bool = False


def once(player: str, scope: str, key: str, body: bytes) -> Once:
    """Describe a request by its key and its body."""
    return Once(player, scope, key, hashlib.sha256(body).hexdigest())


class Repeats:
    """Kept answers, and the requests that are being answered just now in this process."""

    def __init__(self, store: AnswerStore) -> None:
        self._store = store
        self._answering: set[tuple[str, str, str]] = set()
        self._pruned_at: datetime | None = None

    @contextmanager
    def alone(self, request: Once) -> Iterator[None]:
        """Answer a request while no other of its key is. Raises `Failure`: `request_in_flight`."""
        name = (request.player, request.scope, request.key)
        if name in self._answering:
            detail = "A request with this Idempotency-Key is being answered just now."
            raise Failure("request_in_flight", detail)
        self._answering.add(name)
        try:
            yield
        finally:
            self._answering.discard(name)

    async def answered(self, request: Once) -> Kept | None:
        """Return what was answered before. Raises `Failure` if that was another request's."""
        await self._prune()
        found = await self._store.find(request.player, request.scope, request.key, now())
        if found is None:
            return None
        if found.fingerprint != request.fingerprint:
            detail = "This Idempotency-Key came before with another body."
            raise Failure("idempotency_key_reused", detail)
        return Kept(found.status, found.body.encode(), found.expires_at, replayed=True)

    async def _prune(self) -> None:
        """Forget what is kept no longer, from time to time."""
        if self._pruned_at is None or now() - self._pruned_at > _PRUNE_EVERY:
            self._pruned_at = now()
            await self._store.prune(now())


def kept(request: Once, status: int, answer: object, at: datetime) -> tuple[Kept, Change]:
    """Return an answer as it is given, and the change that keeps it."""
    body = msgspec.json.encode(answer)
    expires = at + KEPT_FOR
    row = StoredAnswer(
        request.player,
        request.scope,
        request.key,
        request.fingerprint,
        status,
        body.decode(),
        expires,
    )
    return Kept(status, body, expires), keep(row, at)
