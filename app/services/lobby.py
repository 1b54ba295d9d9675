"""The lobby: matches that are made and wait for players, and how players come in."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from app.db.match_store import MatchStore, StoredMatch
from app.db.matches import Visibility
from app.db.moves import Move, NewSeat, OutdatedError
from app.db.players import PlayerStore
from app.engine.kernel.match_events import Aborted
from app.engine.kernel.refusal import Malformed
from app.live.bells import LOBBY, Bells
from app.services.belonging import check_known, judges
from app.services.decks import Decks, Given
from app.services.failure import Failure, invalid, placed
from app.services.invites import Invites
from app.services.making import Plan, begin, new_match
from app.services.moving import Step, position_of, sit_down
from app.services.options import Options, read_options
from app.services.page import Page, page_of
from app.services.repeats import Kept, Once, Repeats, kept
from app.services.rulesets import DEFAULT_RULESET, Game, Games, game_named
from app.services.steps import Steps
from app.services.table import Listed, Table, listed, table


class Entrance(Given, frozen=True, forbid_unknown_fields=True):
    """How a player comes to a match: with a deck and, where it is needed, an invitation's code."""

    invite: str | None = None


class Lobby:
    """The use cases around matches that have not begun."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a match is made from
        self,
        store: MatchStore,
        players: PlayerStore,
        known: Games,
        decks: Decks,
        invites: Invites,
        steps: Steps,
        repeats: Repeats,
        bells: Bells,
        release: str,
    ) -> None:
        self._store = store
        self._players = players
        self._games = known
        self._decks = decks
        self._invites = invites
        self._steps = steps
        self._repeats = repeats
        self._bells = bells
        self._release = release

    async def create(
        self,
        player: str,
        settings: Mapping[str, object],
        visibility: Visibility = "public",
        ruleset: str = DEFAULT_RULESET,
        options: Mapping[str, object] | None = None,
    ) -> Table:
        """Make a match in which nobody sits yet.

        Raises `Malformed` for unknown settings and options, `Failure` for judges that do not exist.
        """
        plan = replace(self.plan(player, settings, options or {}, ruleset), visibility=visibility)
        match, made = await self._new(plan)
        await self._store.begin(match, ())
        self._bells.ring(LOBBY)
        return made

    async def create_once(
        self,
        request: Once,
        settings: Mapping[str, object],
        visibility: Visibility,
        ruleset: str,
        options: Mapping[str, object],
    ) -> Kept:
        """Make a match unless this request has made one: then answer as before.

        Raises what `create` does, `request_in_flight` and `idempotency_key_reused`.
        """
        with self._repeats.alone(request):
            before = await self._repeats.answered(request)
            if before is not None:
                return before
            plan = self.plan(request.player, settings, options, ruleset)
            match, made = await self._new(replace(plan, visibility=visibility))
            answered, change = kept(request, 201, made, match.created_at)
            await self._store.begin(match, (), change)
        self._bells.ring(LOBBY)
        return answered

    async def _new(self, plan: Plan) -> tuple[StoredMatch, Table]:
        await self._check_judges(read_options(plan.options))
        match = new_match(plan, self._release)
        return match, table(plan.game, match, None, None)

    def plan(
        self,
        player: str,
        settings: Mapping[str, object],
        options: Mapping[str, object],
        ruleset: str = DEFAULT_RULESET,
    ) -> Plan:
        """Read what a match is to be. Raises `Malformed`."""
        game = game_named(self._games, ruleset, "/ruleset")
        try:
            differing = game.rules.read_settings(settings)
        except Malformed as exc:
            raise placed(exc, "/settings") from None
        served: dict[str, Any] = msgspec.to_builtins(read_options(options))
        return Plan(creator=player, game=game, settings=differing, options=served)

    async def open_matches(self, after: str, size: int) -> Page[Listed]:
        """Return public matches that wait for players, the oldest first."""
        found, total = await self._store.open_matches(after, size + 1)
        return page_of([listed(match) for match in found], total, size, lambda match: match.id)

    async def join(self, player: str, match_id: str, entrance: Entrance) -> Table:
        """Take a seat with a deck; the last seat taken begins the game.

        Raises `Failure`: `bad_invite`, `match_full`, `already_seated`, `judge_of_match`, or
        `deck_not_legal` with the verdict.
        """
        while True:
            match, game = await self._steps.find(match_id)
            move = await self._sit_down(game, match, player, entrance)
            try:
                await self._store.commit(move)
            except OutdatedError:
                continue  # somebody else sat down first: look again what is left
            self._bells.ring(match.id)
            self._bells.ring(LOBBY)
            after, _ = await self._steps.find(match.id)
            return table(game, after, position_of(game, after), after.seat_of(player))

    async def _sit_down(
        self, game: Game, match: StoredMatch, player: str, entrance: Entrance
    ) -> Move:
        """Return the move in which the player sits down, or raise why not."""
        if match.seat_of(player) is not None:
            raise Failure("already_seated", "You sit at this match already.")
        entry = await self._invites.entry(match, player, entrance.invite)
        if match.status != "open":
            raise Failure("match_full", "Every seat of this match is taken, or it was aborted.")
        if judges(match, player):
            raise Failure("judge_of_match", "You are a judge of this match.")
        deck = await self._decks.for_match(player, entrance, match.settings)
        taken = {sitter.seat for sitter in match.seats}
        number = next(seat for seat in range(game.rules.seats) if seat not in taken)
        seat = NewSeat(number, player, deck.cards, deck.deck_hash)
        if len(taken) + 1 < game.rules.seats:
            return replace(sit_down(match, seat), changes=entry)
        decks = await self._store.decks(match.id) | {seat.seat: tuple(seat.deck)}
        return replace(begin(game, match, decks), seat=seat, changes=entry)

    async def abort(self, player: str, match_id: str) -> Listed:
        """Call a match off before its first action: it has no result then.

        Before it begins its maker may do that, after that whoever sits at it. Raises `Failure`:
        `forbidden`, `match_over`, or `too_late`.
        """

        async def plan(match: StoredMatch, _: Game) -> Step:
            check_known(match, player)
            sitter = match.seat_of(player)
            if sitter is None and match.creator != player:
                raise Failure("forbidden", "You neither made this match nor sit at it.")
            if match.status in {"over", "aborted"}:
                raise Failure("match_over", "The match is over.", version=match.version)
            if match.status == "open" and match.creator != player:
                raise Failure("forbidden", "Until it begins, the match is its maker's to abort.")
            if match.status == "playing" and sitter is None:
                raise Failure("forbidden", "Once it has begun, the match is its players' to abort.")
            if any(each.acts for each in match.seats):
                raise Failure("too_late", "Somebody has acted: concede, or offer a draw.")
            seat = None if sitter is None else sitter.seat
            return Step(events=(Aborted(seat=seat),), status="aborted")

        after = await self._steps.take(match_id, plan)
        self._bells.ring(LOBBY)
        return listed(after)

    async def _check_judges(self, options: Options) -> None:
        existing = await self._players.existing(options.judges)
        for number, judge in enumerate(options.judges):
            if judge not in existing:
                raise invalid(f"/options/judges/{number}", f"There is no player {judge}.")
