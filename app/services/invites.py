"""Invitations: who may take a seat of a match that is not for everybody."""

import hashlib
import secrets

from msgspec import Struct

from app.db.base import Moment
from app.db.invites import InviteStore, StoredInvite, invite_used
from app.db.match_store import StoredMatch
from app.db.moves import Change
from app.services.failure import Failure, not_found
from app.services.ids import new_id, now
from app.services.steps import Steps
from app.services.table import Listed, listed


class NewInvite(Struct, frozen=True):
    """An invitation that was just made. `code` is told only now, and lets one player in."""

    id: str
    code: str
    created_at: Moment


class Invites:
    """The use cases around invitations."""

    def __init__(self, store: InviteStore, steps: Steps) -> None:
        self._store = store
        self._steps = steps

    async def create(self, player: str, match_id: str) -> NewInvite:
        """Make an invitation to a match of the player's own. Raises `Failure`."""
        match = await self._own(player, match_id)
        if match.visibility != "invite":
            raise Failure("no_invites", "Whoever knows this match may join it.")
        if match.status != "open":
            raise Failure("match_full", "This match takes no more players.")
        code = secrets.token_urlsafe(12)
        invite = StoredInvite(new_id(), now())
        await self._store.add(match.id, invite, _hashed(code))
        return NewInvite(invite.id, code, invite.created_at)

    async def of(self, player: str, match_id: str) -> list[StoredInvite]:
        """Return the invitations to a match of the player's own, without their codes."""
        match = await self._own(player, match_id)
        return await self._store.of(match.id)

    async def look_up(self, code: str) -> Listed:
        """Return the match to which the code lets somebody in. Raises `Failure`."""
        match_id = await self._store.match_of(_hashed(code))
        if match_id is None:
            raise _no_invitation()
        match, _ = await self._steps.find(match_id)
        if match.status != "open":
            raise _no_invitation()
        return listed(match)

    async def entry(self, match: StoredMatch, player: str, code: str | None) -> tuple[Change, ...]:
        """Return what lets the player in: nothing, or an invitation that is used up.

        Raises `Failure` where the match is by invitation and this is none.
        """
        if match.visibility != "invite" or player == match.creator:
            return ()
        if code is None:
            raise not_found(f"match {match.id}")
        sha256 = _hashed(code)
        if await self._store.match_of(sha256) != match.id:
            raise Failure("bad_invite", "This invitation is not good for this match (any more).")
        return (invite_used(match.id, sha256, player, now()),)

    async def _own(self, player: str, match_id: str) -> StoredMatch:
        match, _ = await self._steps.find(match_id)
        if match.creator != player:
            raise not_found(f"match {match_id} of yours")
        return match


def _no_invitation() -> Failure:
    return not_found("invitation with this code that is still good")


def _hashed(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
