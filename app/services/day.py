"""A player's day: all matches of one's own, and those among them that wait for one."""

from app.db.match_store import MatchStore
from app.db.matches import Status
from app.services.page import Page, page_of
from app.services.table import Listed, listed


class Day:
    """The use case of looking through one's own matches."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    async def matches(
        self, player: str, before: str, size: int, *, waiting: bool | None, status: Status | None
    ) -> Page[Listed]:
        """Return the matches at which the player sits, the youngest first.

        `waiting`: only those that (do not) wait for an action of this player.
        """
        found, total = await self._store.of_player(
            player, before, size + 1, waiting=waiting, status=status
        )
        return page_of([listed(match) for match in found], total, size, lambda match: match.id)
