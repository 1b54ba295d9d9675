"""Taking back: what a seat did last counts no more, as long as nobody has learned from it."""

from typing import Any

from app.db.history import History, LoggedAction
from app.db.match_store import StoredMatch
from app.engine.kernel.event import Event
from app.engine.kernel.match_events import Undone
from app.services.failure import Failure
from app.services.moving import Step, position_of
from app.services.options import options_of
from app.services.rerunning import Rerun, UnfaithfulLogError
from app.services.rulesets import Game, kind_of
from app.services.steps import Steps


class Undo:
    """The use cases around going back. The log only grows: an event says to which version."""

    def __init__(self, steps: Steps, history: History, rerun: Rerun) -> None:
        self._steps = steps
        self._history = history
        self._rerun = rerun

    async def undo(
        self,
        player: str,
        match_id: str,
        version: int | None = None,
        expected_version: int | None = None,
    ) -> StoredMatch:
        """Take back the player's last action, if nobody else has to agree to that.

        With `version`, only if that is the version to which the action led: asked for twice, it is
        then taken back once.

        Raises `Failure`: `forbidden`, `match_over`, `precondition_failed`, or `undo_refused` with
        what forbids it.
        """

        async def plan(match: StoredMatch, game: Game) -> Step:
            sitter = match.seat_of(player)
            if sitter is None:
                raise Failure("forbidden", "You do not sit at this match.")
            if expected_version not in {None, match.version}:
                detail = f"The match is at version {match.version}, not {expected_version}."
                raise Failure("precondition_failed", detail, version=match.version)
            return await self.undo_to(match, game, sitter.seat, agreed=False, led_to=version)

        return await self._steps.take(match_id, plan)

    async def undo_to(
        self,
        match: StoredMatch,
        game: Game,
        seat: int,
        *,
        agreed: bool,
        led_to: int | None = None,
    ) -> Step:
        """Return the step that takes the seat's last action back, and all that came after it.

        Unless the other seat has `agreed`, that has to be nothing but the game's own course. Where
        it is given, the action has to be the one that `led_to` this version.
        """
        _check_policy(match, agreed=agreed)
        actions = await self._history.actions(match.id, match.version)
        own = [each for each in actions if each.seat == seat]
        if not own:
            raise _refused("There is no action of yours to take back.")
        if led_to not in {None, own[-1].version}:
            detail = f"Your last action led to version {own[-1].version}, not {led_to}."
            raise _refused(detail, version=match.version)
        _check_others(actions, own[-1], match, agreed=agreed)
        version = own[-1].version - 1
        await self._check_news(match, game, version)
        return await self.back_to(match, game, version, Undone(seat=seat, to_version=version))

    async def back_to(self, match: StoredMatch, game: Game, version: int, event: Event) -> Step:
        """Return the step that puts the match back to where it stood at `version`.

        Raises `Failure` (`undo_refused`) where the game had not begun, or has ended since then.
        """
        position = await self._position(match, game, version)
        return Step(events=(event,), position=position, back_to=version)

    async def _position(self, match: StoredMatch, game: Game, version: int) -> Any:
        present = position_of(game, match)
        if present is None or not game.rules.seats <= version < match.version:
            raise _refused(f"The game cannot go back to version {version}.")
        try:
            return await self._rerun.position_at(match, game, version)
        except UnfaithfulLogError:
            raise _refused("The cards have changed since this match began.") from None

    async def _check_news(self, match: StoredMatch, game: Game, version: int) -> None:
        for logged in await self._history.events_since(match.id, version):
            event = game.events.decode(logged)
            if event.informs():
                detail = f"Event {event.seq} ({kind_of(event)}) told somebody what was hidden."
                raise _refused(detail, seq=event.seq, event=kind_of(event))
        for decision in game.rules.decisions(position_of(game, match)):
            if decision.cards and decision.kind != "setup":
                detail = f"Seat {decision.seat} is looking at hidden cards."
                raise _refused(detail, event="searched")


def _check_policy(match: StoredMatch, *, agreed: bool) -> None:
    if match.status == "over":
        raise Failure("match_over", "The match is over.", version=match.version)
    if match.status != "playing":
        raise _refused("The match has not begun.")
    policy = options_of(match).undo
    if policy == "none" or (agreed and policy != "consent"):
        raise _refused(f"The options of this match say undo: {policy}.")


def _check_others(
    actions: list[LoggedAction], own: LoggedAction, match: StoredMatch, *, agreed: bool
) -> None:
    since = [each for each in actions if each.version > own.version]
    if not since or agreed:
        return
    detail = f"Seat {since[-1].seat} has acted since."
    if options_of(match).undo == "consent":
        detail += " Make an offer of kind “undo”: the other seat may agree."
    raise _refused(detail, version=since[-1].version)


def _refused(detail: str, **members: Any) -> Failure:
    return Failure("undo_refused", detail, **members)
