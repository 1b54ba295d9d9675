"""Offers: what a seat proposes to the other, and what comes of it when that agrees.

An offer stands until it is answered, or expires: one to take back with the next action of either
seat, a draw or a pause with the next action of the seat that is asked, and all of them with the end
of the match. A rematch can be offered from then on.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from app.db.base import Moment
from app.db.match_changes import paused_set
from app.db.match_store import MatchStore, Sitter, StoredMatch, added
from app.db.moves import NewSeat
from app.db.offers import Answer, OfferStore, StoredOffer, offer_answered, offer_made
from app.engine.kernel.event import Event
from app.engine.kernel.match_events import OfferAnswered, OfferKind, OfferMade, Paused, Resumed
from app.services import timekeeping
from app.services.belonging import check_known, judges
from app.services.failure import Failure, not_found
from app.services.ids import new_id, now
from app.services.making import Plan, seated
from app.services.moving import Step, position_of
from app.services.rulesets import Game
from app.services.steps import Steps
from app.services.undo import Undo


class Offer(Struct, frozen=True, kw_only=True):
    """An offer as its match's players see it. `rematch` is the match that came of accepting it."""

    id: str
    seat: int
    kind: OfferKind
    status: Literal["open", "expired"] | Answer
    version: int
    made_at: Moment
    answered_at: Moment | None
    rematch: str | None = None


class Offers:
    """The use cases around offers and pauses."""

    def __init__(
        self, offers: OfferStore, matches: MatchStore, steps: Steps, undo: Undo, release: str
    ) -> None:
        self._offers = offers
        self._matches = matches
        self._steps = steps
        self._undo = undo
        self._release = release

    async def of(self, player: str, match_id: str) -> list[Offer]:
        """Return the offers of a match that the player belongs to, the oldest first."""
        match, _ = await self._steps.find(match_id)
        check_known(match, player)
        if match.seat_of(player) is None and not judges(match, player):
            raise Failure("forbidden", "Offers are between the players of a match.")
        return [_told(match, offer) for offer in await self._offers.of(match.id)]

    async def make(self, player: str, match_id: str, kind: OfferKind) -> Offer:
        """Offer something to the other seat.

        Raises `Failure`: `forbidden`, `not_now`, `undo_refused`, or `offer_open` where the same is
        offered already.
        """
        made: list[StoredOffer] = []

        async def plan(match: StoredMatch, game: Game) -> Step:
            sitter, other = _pair(match, player)
            _check_time(match, kind)
            await self._check_open(match, sitter, kind)
            if kind == "undo":
                await self._undo.undo_to(match, game, sitter.seat, agreed=True)
            if kind == "rematch" and other.gone:
                raise Failure("not_now", "The other player has no account any more.")
            offer = StoredOffer(
                id=new_id(),
                match_id=match.id,
                seat=sitter.seat,
                kind=kind,
                status="open",
                version=match.version + 1,
                own_acts=sitter.acts,
                other_acts=other.acts,
                made_at=now(),
            )
            made[:] = [offer]
            event = OfferMade(seat=sitter.seat, offer=offer.id, kind=kind)
            return Step(events=(event,), changes=(offer_made(offer),))

        after = await self._steps.take(match_id, plan)
        return _told(after, made[0])

    async def answer(self, player: str, match_id: str, offer_id: str, answer: Answer) -> Offer:
        """Accept or decline what the other seat offers; return the offer as it is then.

        Raises `Failure`: `not_found`, `forbidden`, `offer_closed`, or what forbids to take back.
        """

        async def plan(match: StoredMatch, game: Game) -> Step:
            sitter, other = _pair(match, player)
            offer = await self._offers.find(match.id, offer_id)
            if offer is None:
                raise not_found(f"offer {offer_id} at this match")
            if offer.seat == sitter.seat:
                raise Failure("forbidden", "Your own offer is the other seat's to answer.")
            status = _status(match, offer)
            if status != "open":
                raise Failure("offer_closed", f"This offer is {status}.")
            event = OfferAnswered(seat=sitter.seat, offer=offer.id, kind=offer.kind, answer=answer)
            step = Step(events=(event,))
            if answer == "accepted":
                step = await self._agreed(match, game, offer, event, (sitter, other))
            changes = (offer_answered(offer.id, answer, now()), *step.changes)
            return replace(step, changes=changes)

        after = await self._steps.take(match_id, plan)
        offer = await self._offers.find(after.id, offer_id)
        if offer is None:
            raise not_found(f"offer {offer_id} at this match")
        return _told(after, offer)

    async def resume(self, player: str, match_id: str) -> StoredMatch:
        """End a pause, as either player or a judge may. Raises `Failure`: `not_now`."""

        async def plan(match: StoredMatch, _: Game) -> Step:
            sitter = match.seat_of(player)
            judge = player if judges(match, player) else None
            check_known(match, player)
            if sitter is None and judge is None:
                raise Failure("forbidden", "You neither sit at this match nor judge it.")
            if match.paused_at is None or match.status != "playing":
                raise Failure("not_now", "This match is not paused.")
            event = Resumed(seat=None if sitter is None else sitter.seat, judge=judge)
            step = timekeeping.resume(match, now(), (event,))
            return replace(step, changes=(paused_set(match.id, None),))

        return await self._steps.take(match_id, plan)

    async def _check_open(self, match: StoredMatch, sitter: Sitter, kind: OfferKind) -> None:
        for offer in await self._offers.of(match.id):
            if offer.kind != kind or _status(match, offer) != "open":
                continue
            detail = "You have offered that already."
            if offer.seat != sitter.seat:
                detail = "The other seat offers just that: accept it."
            raise Failure("offer_open", detail, offer=offer.id)

    async def _agreed(
        self,
        match: StoredMatch,
        game: Game,
        offer: StoredOffer,
        event: OfferAnswered,
        pair: tuple[Sitter, Sitter],
    ) -> Step:
        """Return what both seats want."""
        match offer.kind:
            case "draw":
                position, events = game.rules.conclude(position_of(game, match), None, "agreed")
                return Step(events=(event, *events), position=position)
            case "pause":
                return pause(match, (event, Paused(seat=offer.seat)))
            case "undo":
                step = await self._undo.undo_to(match, game, offer.seat, agreed=True)
                return replace(step, events=(event, *step.events))
            case "rematch":
                return await self._rematch(match, game, event, pair)

    async def _rematch(
        self, match: StoredMatch, game: Game, event: OfferAnswered, pair: tuple[Sitter, Sitter]
    ) -> Step:
        """Return the step from which the same two play again, with their seats swapped."""
        decks = await self._matches.seats(match.id)
        seats = sorted(
            (
                NewSeat(
                    1 - sitter.seat,
                    sitter.player,
                    decks[sitter.seat].deck,
                    decks[sitter.seat].deck_hash,
                )
                for sitter in pair
            ),
            key=lambda seat: seat.seat,
        )
        plan = Plan(
            creator=match.creator,
            game=game,
            settings=match.settings,
            options=match.options,
            visibility=match.visibility,
            rematch_of=match.id,
        )
        fresh, moves = seated(plan, self._release, seats)
        return Step(events=(replace(event, match=fresh.id),), changes=(added(fresh, moves),))


def pause(match: StoredMatch, events: tuple[Event, ...]) -> Step:
    """Return the step that pauses a match. Raises `Failure` where that cannot be."""
    if match.status != "playing" or match.paused_at is not None:
        raise Failure("not_now", "Only a match that is being played can be paused.")
    at = now()
    step = timekeeping.pause(match, at, events)
    return replace(step, changes=(paused_set(match.id, at),))


def _pair(match: StoredMatch, player: str) -> tuple[Sitter, Sitter]:
    """Return the player's seat and the other one. Raises `Failure`."""
    check_known(match, player)
    sitter = match.seat_of(player)
    if sitter is None:
        raise Failure("forbidden", "You do not sit at this match.")
    other = next((each for each in match.seats if each.seat != sitter.seat), None)
    if other is None:
        raise Failure("not_now", "The other seat is free.")
    return sitter, other


def _check_time(match: StoredMatch, kind: OfferKind) -> None:
    if kind == "rematch":
        if match.status != "over":
            raise Failure("not_now", "A rematch comes after the match.")
        if match.rematch is not None:
            raise Failure("not_now", "The rematch is on.", match=match.rematch)
    elif match.status != "playing":
        raise Failure("not_now", "This match is not being played.")
    elif kind == "pause" and match.paused_at is not None:
        raise Failure("not_now", "This match is paused already.")


def _status(match: StoredMatch, offer: StoredOffer) -> Literal["open", "expired"] | Answer:
    """Return how an offer stands: whether one that nobody answered still can be."""
    if offer.status != "open":
        return offer.status
    if offer.kind == "rematch":
        return "open" if match.rematch is None else "expired"
    acts = {sitter.seat: sitter.acts for sitter in match.seats}
    stands = match.status == "playing" and acts[1 - offer.seat] == offer.other_acts
    if offer.kind == "undo":
        stands = stands and acts[offer.seat] == offer.own_acts
    if offer.kind == "pause":
        stands = stands and match.paused_at is None
    return "open" if stands else "expired"


def _told(match: StoredMatch, offer: StoredOffer) -> Offer:
    accepted = offer.kind == "rematch" and offer.status == "accepted"
    return Offer(
        id=offer.id,
        seat=offer.seat,
        kind=offer.kind,
        status=_status(match, offer),
        version=offer.version,
        made_at=offer.made_at,
        answered_at=offer.answered_at,
        rematch=match.rematch if accepted else None,
    )
