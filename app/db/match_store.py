"""The one place where matches are stored and found again."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from app.db.base import Moment, table_of
from app.db.engine import Database
from app.db.journal import Journal
from app.db.matches import Event, Match, Seat, Status, Visibility
from app.db.moves import Change, Move, NewSeat, write_moves
from app.db.players import Player
from app.db.timing import Timing


class Sitter(Struct, frozen=True):
    """Who sits where. `name` is None for a guest and for a deleted account (`gone`)."""

    seat: int
    player: str
    name: str | None
    gone: bool
    acts: int
    joined_at: Moment
    waiting: bool = False


class StoredMatch(Struct, frozen=True):
    """A match as it stands; the tables' documentation says what its fields mean.

    `rematch_of` is the match before this one, `rematch` the one after it.
    """

    id: str
    ruleset: str
    release: str
    status: Status
    visibility: Visibility
    settings: Mapping[str, object]
    version: int
    last_seq: int
    position: bytes | None
    result: Mapping[str, object] | None
    created_at: Moment
    updated_at: Moment
    creator: str
    options: Mapping[str, object] = {}
    paused_at: Moment | None = None
    timing: Timing | None = None
    rematch_of: str | None = None
    rematch: str | None = None
    seats: tuple[Sitter, ...] = ()

    def seat_of(self, player: str | None) -> Sitter | None:
        """Return where the player sits, if at all."""
        return next((sitter for sitter in self.seats if sitter.player == player), None)


class LoggedEvent(Struct, frozen=True):
    """An event as stored: JSON that only one who knows everything may read."""

    seq: int
    version: int
    event: str


_matches, _seats, _players = table_of(Match), table_of(Seat), table_of(Player)
_events = table_of(Event)
_after = _matches.alias("after")

_COLUMNS = (
    _matches.c.id,
    _matches.c.ruleset,
    _matches.c.release,
    _matches.c.status,
    _matches.c.visibility,
    _matches.c.settings,
    _matches.c.version,
    _matches.c.last_seq,
    _matches.c.position,
    _matches.c.result,
    _matches.c.created_at,
    _matches.c.updated_at,
    _matches.c.creator_id,
    _matches.c.options,
    _matches.c.paused_at,
    _matches.c.timing,
    _matches.c.rematch_of,
    select(_after.c.id)
    .where(_after.c.rematch_of == _matches.c.id)
    .scalar_subquery()
    .label("rematch"),
    _seats.c.seat,
    _seats.c.player_id,
    _players.c.name,
    _players.c.deleted_at,
    _seats.c.acts,
    _seats.c.joined_at,
    _seats.c.waiting,
)
_WITH_SEATS = (
    select(*_COLUMNS)
    .outerjoin(_seats, _seats.c.match_id == _matches.c.id)
    .outerjoin(_players, _players.c.id == _seats.c.player_id)
    .order_by(_matches.c.id, _seats.c.seat)
)
_ONE = _WITH_SEATS.where(_matches.c.id == bindparam("match"))
_OPEN = (_matches.c.status == "open") & (_matches.c.visibility == "public")


class MatchStore:
    """Matches in the database. What moves a match goes through its journal."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._journal = Journal(database, write_moves)

    async def begin(self, match: StoredMatch, moves: Sequence[Move], *changes: Change) -> None:
        """Add a match with its first moves, and make `changes`: all of it in one transaction.

        Raises `OutdatedError` if one of the changes cannot be made any more.
        """

        def work(connection: Connection) -> None:
            for change in (added(match, moves), *changes):
                change(connection)

        await self._db.write(work)

    async def commit(self, move: Move) -> None:
        """Store a move durably. Raises `OutdatedError` if the match has moved on before."""
        await self._journal.commit(move)

    async def find(self, match: str) -> StoredMatch | None:
        """Return the match of this id."""
        found = _matches_in(await self._db.rows(_ONE, match=match))
        return found[0] if found else None

    async def decks(self, match: str) -> dict[int, tuple[str, ...]]:
        """Return the card ids of each taken seat's deck."""
        rows = await self._db.rows(
            select(_seats.c.seat, _seats.c.deck).where(_seats.c.match_id == match)
        )
        return {seat: msgspec.json.decode(deck, type=tuple[str, ...]) for seat, deck in rows}

    async def seats(self, match: str) -> dict[int, NewSeat]:
        """Return who sits where with which deck."""
        columns = (_seats.c.seat, _seats.c.player_id, _seats.c.deck, _seats.c.deck_hash)
        rows = await self._db.rows(select(*columns).where(_seats.c.match_id == match))
        return {
            seat: NewSeat(seat, player, msgspec.json.decode(deck, type=tuple[str, ...]), deck_hash)
            for seat, player, deck, deck_hash in rows
        }

    async def of_player(
        self, player: str, before: str, limit: int, *, waiting: bool | None, status: Status | None
    ) -> tuple[list[StoredMatch], int]:
        """Return matches at which the player sits, the youngest first, and how many in all.

        Only those with ids before `before`; `waiting` and `status` choose among them.
        """
        mine = select(_matches.c.id).join(_seats, _seats.c.match_id == _matches.c.id)
        mine = mine.where(_seats.c.player_id == player)
        if waiting is not None:
            asked = _seats.c.waiting & _matches.c.paused_at.is_(None)
            mine = mine.where(asked if waiting else ~asked)
        if status is not None:
            mine = mine.where(_matches.c.status == status)
        count = select(func.count()).select_from(mine.subquery())
        page = mine.where(_matches.c.id < before) if before else mine
        page = page.order_by(_matches.c.id.desc()).limit(limit)
        rows, total = await self._db.read(
            lambda connection: (
                connection.execute(_WITH_SEATS.where(_matches.c.id.in_(page))).all(),
                connection.execute(count).scalar_one(),
            )
        )
        return _matches_in(rows)[::-1], total

    async def open_matches(self, after: str, limit: int) -> tuple[list[StoredMatch], int]:
        """Return public matches that wait for players, the oldest first, and how many in all."""
        page = select(_matches.c.id).where(_OPEN, _matches.c.id > after)
        page = page.order_by(_matches.c.id).limit(limit)
        count = select(func.count()).select_from(_matches).where(_OPEN)
        rows, total = await self._db.read(
            lambda connection: (
                connection.execute(_WITH_SEATS.where(_matches.c.id.in_(page))).all(),
                connection.execute(count).scalar_one(),
            )
        )
        return _matches_in(rows), total

    async def playing(self, player: str) -> list[str]:
        """Return the ids of the matches that the player is in the middle of."""
        rows = await self._db.rows(
            select(_matches.c.id)
            .join(_seats, _seats.c.match_id == _matches.c.id)
            .where(_seats.c.player_id == player, _matches.c.status == "playing")
            .order_by(_matches.c.id)
        )
        return [row.id for row in rows]

    async def events(self, match: str, after: int, limit: int) -> list[LoggedEvent]:
        """Return the events that follow `after`, in order."""
        rows = await self._db.rows(
            select(_events.c.seq, _events.c.version, _events.c.event)
            .where(_events.c.match_id == match, _events.c.seq > after)
            .order_by(_events.c.seq)
            .limit(limit)
        )
        return [LoggedEvent(*row) for row in rows]

    async def leave_open(self, player: str) -> None:
        """Free the player's seats in matches that have not begun."""
        is_open = select(_matches.c.id).where(_matches.c.status == "open")
        theirs = (_seats.c.player_id == player) & _seats.c.match_id.in_(is_open)
        await self._db.change(
            update(_matches)
            .where(_matches.c.id.in_(select(_seats.c.match_id).where(theirs)))
            .values(version=_matches.c.version + 1),
            delete(_seats).where(theirs),
        )

    async def close(self) -> None:
        """Wait for what is being stored."""
        await self._journal.close()


def added(match: StoredMatch, moves: Sequence[Move]) -> Change:
    """Return the change that adds a match with its first moves."""

    def work(connection: Connection) -> None:
        connection.execute(insert(_matches).values(_row(match)))
        if moves:
            write_moves(moves, connection)

    return work


def _row(match: StoredMatch) -> dict[str, object]:
    return {
        "id": match.id,
        "ruleset": match.ruleset,
        "release": match.release,
        "status": match.status,
        "visibility": match.visibility,
        "settings": msgspec.json.encode(match.settings).decode(),
        "version": match.version,
        "last_seq": match.last_seq,
        "creator_id": match.creator,
        "created_at": match.created_at,
        "updated_at": match.updated_at,
        "options": msgspec.json.encode(match.options).decode(),
        "rematch_of": match.rematch_of,
    }


def _matches_in(rows: Sequence[Row[*tuple[Any, ...]]]) -> list[StoredMatch]:
    """Put the rows together: one for each seat of a match, or one for a match without any."""
    found: dict[str, StoredMatch] = {}
    for row in rows:
        match = found.get(row.id) or _match(row)
        if row.seat is not None:
            match = msgspec.structs.replace(match, seats=(*match.seats, _sitter(row)))
        found[row.id] = match
    return list(found.values())


def _match(row: Row[*tuple[Any, ...]]) -> StoredMatch:
    return StoredMatch(
        id=row.id,
        ruleset=row.ruleset,
        release=row.release,
        status=row.status,
        visibility=row.visibility,
        settings=msgspec.json.decode(row.settings),
        version=row.version,
        last_seq=row.last_seq,
        position=None if row.position is None else row.position.encode(),
        result=None if row.result is None else msgspec.json.decode(row.result),
        creator=row.creator_id,
        options=msgspec.json.decode(row.options),
        paused_at=row.paused_at,
        timing=None if row.timing is None else msgspec.json.decode(row.timing, type=Timing),
        rematch_of=row.rematch_of,
        rematch=row.rematch,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _sitter(row: Row[*tuple[Any, ...]]) -> Sitter:
    return Sitter(
        seat=row.seat,
        player=row.player_id,
        name=row.name,
        gone=row.deleted_at is not None,
        acts=row.acts,
        joined_at=row.joined_at,
        waiting=row.waiting,
    )
