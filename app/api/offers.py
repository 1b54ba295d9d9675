"""`/v1/matches/{id}/offers`, pauses and claims: what players settle between themselves."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from app.api.access import Caller, UseCases
from app.api.bodies import json_response
from app.api.lists import list_of, list_response
from app.api.schemas import answer
from app.api.tables import MatchId
from app.engine.kernel.match_events import OfferKind
from app.services.page import Page
from app.services.table import listed

router = APIRouter(
    prefix="/v1/matches/{match_id}", tags=["matches"], default_response_class=Response
)

OfferId = Annotated[str, Path(description="The offer's id.")]
_ANSWERED = ("unauthorized", "forbidden", "not_found", "offer_closed", "not_now", "undo_refused")


class NewOffer(BaseModel):
    """What is offered."""

    model_config = ConfigDict(extra="forbid")

    kind: OfferKind = Field(
        description="`undo`: to take the offering seat's last action back, and all since; it "
        "expires when either seat acts. `draw` and `pause` expire when the other seat acts. "
        "`rematch`: the same table with seats swapped, once the match is over.",
    )


@router.get("/offers", responses=list_of("Offer", "unauthorized", "forbidden", "not_found"))
async def list_offers(
    request: Request, match_id: MatchId, caller: Caller, services: UseCases
) -> Response:
    """List what the seats have offered each other, the oldest first."""
    found = tuple(await services.offers.of(caller.id, match_id))
    return list_response(request, Page(found, len(found), None))


@router.post(
    "/offers",
    status_code=201,
    responses=answer(
        "Offer",
        "unauthorized",
        "forbidden",
        "not_found",
        "offer_open",
        "not_now",
        "undo_refused",
        status=201,
    ),
)
async def make_offer(
    match_id: MatchId, caller: Caller, services: UseCases, new: NewOffer
) -> Response:
    """Offer the other seat a draw, a pause, taking back or a rematch."""
    offer = await services.offers.make(caller.id, match_id, new.kind)
    return json_response(offer, 201, {"Location": f"/v1/matches/{match_id}/offers"})


@router.post("/offers/{offer_id}/accept", responses=answer("Offer", *_ANSWERED))
async def accept_offer(
    match_id: MatchId, offer_id: OfferId, caller: Caller, services: UseCases
) -> Response:
    """Accept what the other seat offers; it happens at once."""
    return json_response(await services.offers.answer(caller.id, match_id, offer_id, "accepted"))


@router.post("/offers/{offer_id}/decline", responses=answer("Offer", *_ANSWERED))
async def decline_offer(
    match_id: MatchId, offer_id: OfferId, caller: Caller, services: UseCases
) -> Response:
    """Decline what the other seat offers."""
    return json_response(await services.offers.answer(caller.id, match_id, offer_id, "declined"))


@router.post(
    "/resume",
    responses=answer("MatchSummary", "unauthorized", "forbidden", "not_found", "not_now"),
)
async def resume_match(match_id: MatchId, caller: Caller, services: UseCases) -> Response:
    """End a pause, as either player or a judge may. The clocks run again."""
    return json_response(listed(await services.offers.resume(caller.id, match_id)))


@router.post(
    "/claim",
    responses=answer(
        "MatchSummary", "unauthorized", "forbidden", "not_found", "match_over", "not_now"
    ),
)
async def claim_match(match_id: MatchId, caller: Caller, services: UseCases) -> Response:
    """Claim the win of a match that waits for a player who has gone.

    The player must not have been heard of for the match's `abandonment_seconds`.
    """
    return json_response(listed(await services.claiming.claim(caller.id, match_id)))
