"""Claiming the win when the other player has gone."""

from datetime import datetime

from app.db.match_store import Sitter, StoredMatch
from app.engine.kernel.match_events import Claimed
from app.services.belonging import check_known
from app.services.failure import Failure
from app.services.ids import now
from app.services.moving import Step, position_of
from app.services.options import options_of
from app.services.players import Players
from app.services.rulesets import Game
from app.services.steps import Steps


class Claiming:
    """The use case of claiming a match that the other seat has abandoned."""

    def __init__(self, steps: Steps, players: Players) -> None:
        self._steps = steps
        self._players = players

    async def claim(self, player: str, match_id: str) -> StoredMatch:
        """End the match in the player's favour.

        The match must wait for the other seat alone, and its player must neither have answered nor
        have been heard of for the match's `abandonment_seconds`. Raises `Failure`: `forbidden`,
        `match_over`, or `not_now` with what is missing.
        """

        async def plan(match: StoredMatch, game: Game) -> Step:
            check_known(match, player)
            sitter = match.seat_of(player)
            if sitter is None:
                raise Failure("forbidden", "You do not sit at this match.")
            missing = _awaited(match, sitter)
            away = await self._away(match, missing, now())
            claimed = Claimed(seat=sitter.seat, away_seconds=away)
            position, events = game.rules.conclude(position_of(game, match), sitter.seat, "timeout")
            return Step(events=(claimed, *events), position=position)

        return await self._steps.take(match_id, plan)

    async def _away(self, match: StoredMatch, missing: Sitter, at: datetime) -> int:
        """Return for how many seconds the player has been away. Raises `Failure` for too few."""
        allowed = options_of(match).abandonment_seconds
        if allowed is None:
            raise Failure("not_now", "At this table nobody's absence is a loss.")
        asked = None if match.timing is None else match.timing.asked[missing.seat]
        signs = [await self._players.last_seen(missing.player), asked or match.updated_at]
        away = int((at - max(sign for sign in signs if sign is not None)).total_seconds())
        if away < allowed:
            detail = f"Seat {missing.seat} has been away for {away} of {allowed} seconds."
            raise Failure("not_now", detail, seconds=allowed - away)
        return away


def _awaited(match: StoredMatch, sitter: Sitter) -> Sitter:
    if match.status in {"over", "aborted"}:
        raise Failure("match_over", "The match is over.", version=match.version)
    if match.status != "playing" or match.paused_at is not None:
        raise Failure("not_now", "This match is not being played just now.")
    others = [each for each in match.seats if each.waiting]
    if sitter.waiting or len(others) != 1:
        raise Failure("not_now", "This match waits for you.")
    return others[0]
