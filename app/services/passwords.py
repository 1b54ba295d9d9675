"""Passwords: hashed slowly on purpose, a few at a time, beside the event loop."""

import asyncio

from pwdlib import PasswordHash

from app.services.failure import invalid

MIN_LENGTH = 8
MAX_LENGTH = 200
_AT_ONCE = 2  # each takes 64 MiB and a processor


class Passwords:
    """Hashes and checks passwords (argon2id)."""

    def __init__(self) -> None:
        self._hasher = PasswordHash.recommended()
        self._turn = asyncio.Semaphore(_AT_ONCE)

    async def hashed(self, password: str, pointer: str = "/password") -> str:
        """Return what is stored of a password. Raises `Failure` for one that is too short."""
        if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
            detail = f"A password has {MIN_LENGTH} to {MAX_LENGTH} characters."
            raise invalid(pointer, detail)
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, password: str, stored: str | None) -> bool:
        """Whether this is the password. It takes as long where there is none to compare with."""
        tried = password[: MAX_LENGTH + 1]
        async with self._turn:
            if stored is None:
                await asyncio.to_thread(self._hasher.hash, tried)
                return False
            return await asyncio.to_thread(self._hasher.verify, tried, stored)
