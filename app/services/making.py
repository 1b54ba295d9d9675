"""Making matches: from an idea to a table, and from decks to the first position."""

import secrets
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from app.db.match_store import StoredMatch
from app.db.matches import Visibility
from app.db.moves import Move, NewSeat
from app.services.ids import new_id, now
from app.services.moving import move_to, numbered, sit_down
from app.services.rulesets import Game


class Plan(Struct, frozen=True, kw_only=True):
    """What a match is to be. `settings` and `options` are those that differ from the defaults."""

    creator: str
    game: Game
    settings: Mapping[str, object]
    options: Mapping[str, object]
    visibility: Visibility = "public"
    rematch_of: str | None = None


def new_key() -> str:
    """Return the secret from which all randomness of a match comes."""
    return secrets.token_hex(32)


def new_match(plan: Plan, release: str) -> StoredMatch:
    """Return a fresh match in which nobody sits yet."""
    moment = now()
    return StoredMatch(
        id=new_id(),
        ruleset=plan.game.rules.name,
        release=release,
        status="open",
        visibility=plan.visibility,
        settings=plan.settings,
        version=0,
        last_seq=0,
        position=None,
        result=None,
        created_at=moment,
        updated_at=moment,
        creator=plan.creator,
        options=plan.options,
        rematch_of=plan.rematch_of,
    )


def begin(game: Game, match: StoredMatch, decks: Mapping[int, Sequence[str]]) -> Move:
    """Return the move that begins the game with the decks by seat."""
    by_seat = [decks[seat] for seat in range(game.rules.seats)]
    position, events = game.rules.start(by_seat, match.settings, new_key())
    return move_to(game, match, position, numbered(match, events))


def seated(
    plan: Plan, release: str, seats: Sequence[NewSeat]
) -> tuple[StoredMatch, tuple[Move, ...]]:
    """Return a fresh match and the moves in which everybody sits down and the game begins."""
    match = new_match(plan, release)
    *first, last = seats
    moves = [sit_down(replace(match, version=version), seat) for version, seat in enumerate(first)]
    decks = {seat.seat: seat.deck for seat in seats}
    started = begin(plan.game, replace(match, version=len(moves)), decks)
    return match, (*moves, replace(started, seat=last))
