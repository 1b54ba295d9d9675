"""Who belongs to a match: whoever made it, sits at it or judges it."""

from app.db.match_store import StoredMatch
from app.services.failure import not_found
from app.services.options import options_of


def judges(match: StoredMatch, player: str | None) -> bool:
    """Whether the player is a judge of the match."""
    return player is not None and player in options_of(match).judges


def belongs(match: StoredMatch, player: str | None) -> bool:
    """Whether the player made the match, sits at it or judges it."""
    mine = player is not None and player == match.creator
    return mine or match.seat_of(player) is not None or judges(match, player)


def check_known(match: StoredMatch, player: str | None) -> None:
    """Raise `Failure` as if there were no match, if it is by invitation and not this player's."""
    if match.visibility == "invite" and not belongs(match, player):
        raise not_found(f"match {match.id}")
