"""How well players play each game."""

from collections.abc import Callable
from datetime import datetime

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Field

from app.db.base import Moment, Stored, UtcDateTime, table_of
from app.db.engine import Database
from app.db.matches import Match, Seat
from app.db.players import Player


class Rating(Stored, table=True):
    """A player's skill at one game: mean and standard deviation, from so many rated matches."""

    __tablename__ = "ratings"

    player_id: str = Field(primary_key=True, foreign_key="players.id", max_length=36)
    ruleset: str = Field(primary_key=True, max_length=40)
    mu: float
    sigma: float
    matches: int
    updated_at: datetime = Field(sa_type=UtcDateTime)


class Skill(Struct, frozen=True):
    """What is believed of somebody's skill: mean and standard deviation."""

    mu: float
    sigma: float


class StoredRating(Struct, frozen=True):
    """A rating as stored."""

    ruleset: str
    mu: float
    sigma: float
    matches: int
    updated_at: Moment


Rate = Callable[[list[Skill], int | None], list[Skill]]
"""From the skills by seat and the winning seat (None: a draw) to the skills after that match."""

_ratings, _matches = table_of(Rating), table_of(Match)
_seats, _players = table_of(Seat), table_of(Player)


class RatingStore:
    """Ratings in the database. `first` is the skill of whom nothing is known."""

    def __init__(self, database: Database, first: Skill) -> None:
        self._db = database
        self._first = first

    async def of(self, player: str) -> list[StoredRating]:
        """Return the player's ratings, by ruleset."""
        columns = [_ratings.c[name] for name in StoredRating.__struct_fields__]
        rows = await self._db.rows(
            select(*columns).where(_ratings.c.player_id == player).order_by(_ratings.c.ruleset)
        )
        return [StoredRating(*row) for row in rows]

    async def due(self) -> list[str]:
        """Return the matches whose result has not changed the ratings yet."""
        rows = await self._db.rows(
            select(_matches.c.id).where(_matches.c.rating_due).order_by(_matches.c.id)
        )
        return [row.id for row in rows]

    async def settle(self, match: str, rate: Rate, at: datetime) -> None:
        """Let a match's result change the ratings, unless it has already, in one transaction."""
        await self._db.write(lambda connection: self._settle(connection, match, rate, at))

    async def forget(self, player: str) -> None:
        """Remove every rating of the player's."""
        await self._db.change(delete(_ratings).where(_ratings.c.player_id == player))

    def _settle(self, connection: Connection, match: str, rate: Rate, at: datetime) -> None:
        due = (_matches.c.id == match) & _matches.c.rating_due
        taken = connection.execute(update(_matches).where(due).values(rating_due=False))
        if taken.rowcount != 1:
            return
        which = select(_matches.c.ruleset, _matches.c.result).where(_matches.c.id == match)
        ruleset, result = connection.execute(which).one()
        players = connection.execute(
            select(_seats.c.player_id, _players.c.deleted_at)
            .join(_players, _players.c.id == _seats.c.player_id)
            .where(_seats.c.match_id == match)
            .order_by(_seats.c.seat)
        ).all()
        here = [row.player_id for row in players if row.deleted_at is None]
        known = self._known(connection, here, ruleset, at)
        before = [known.get(row.player_id, self._first) for row in players]
        after = rate(before, msgspec.json.decode(result).get("winner"))
        for row, skill in zip(players, after, strict=True):
            connection.execute(
                update(_ratings)
                .where(_ratings.c.player_id == row.player_id, _ratings.c.ruleset == ruleset)
                .values(
                    mu=skill.mu, sigma=skill.sigma, matches=_ratings.c.matches + 1, updated_at=at
                )
            )

    def _known(
        self, connection: Connection, players: list[str], ruleset: str, at: datetime
    ) -> dict[str, Skill]:
        """Return the players' skills and keep others from changing them meanwhile."""
        insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
        for player in sorted(players):  # in one order, so that nobody waits in a circle
            first = insert(_ratings).values(
                player_id=player,
                ruleset=ruleset,
                mu=self._first.mu,
                sigma=self._first.sigma,
                matches=0,
                updated_at=at,
            )
            connection.execute(first.on_conflict_do_nothing())
        rows = connection.execute(
            select(_ratings.c.player_id, _ratings.c.mu, _ratings.c.sigma)
            .where(_ratings.c.player_id.in_(players), _ratings.c.ruleset == ruleset)
            .order_by(_ratings.c.player_id)
            .with_for_update()
        )
        return {player: Skill(mu, sigma) for player, mu, sigma in rows}
