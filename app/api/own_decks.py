"""`/v1/decks`: the caller's stored decks."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from app.api.access import Caller, UseCases
from app.api.bodies import json_response, read_body
from app.api.forms import in_forms
from app.api.lists import Cursor, PageSize, list_of, list_response
from app.api.prepared import form_of
from app.api.reference import Lib
from app.api.schemas import answer, body, ref
from app.content.deck_text import text_of
from app.negotiation import TEXT
from app.problems import responses
from app.services.decks import NamedDeck

router = APIRouter(prefix="/v1/decks", tags=["decks"], default_response_class=Response)

_OWN = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
DeckId = Annotated[str, Path(description="The deck's id.")]


_BODY = body(
    ref("NamedDeck"),
    cards={"name": "Towers", "cards": [{"card": "skyscratcher", "quantity": 3}]},
    pasted={"name": "Towers", "text": "3 Skyscratcher\n2 Furthings"},
)


@router.get("", responses=list_of("OwnDeck", "unauthorized"))
async def list_decks(
    request: Request, caller: Caller, services: UseCases, cursor: Cursor, page_size: PageSize = 100
) -> Response:
    """List the caller's decks, the oldest first."""
    return list_response(request, await services.decks.of(caller.id, cursor, page_size))


@router.post(
    "",
    status_code=201,
    responses=answer("OwnDeck", "unauthorized", "deck_not_legal", status=201),
    openapi_extra=_BODY,
)
async def create_deck(request: Request, caller: Caller, services: UseCases) -> Response:
    """Store a deck. The answer says what the deck check thinks of it."""
    deck = await read_body(request, NamedDeck)
    stored = await services.decks.add(caller.id, deck)
    return json_response(stored, 201, {"Location": f"/v1/decks/{stored.id}"})


@router.get("/{deck_id}", responses=in_forms(answer("OwnDeck", "unauthorized", "not_found"), TEXT))
async def get_deck(
    request: Request, deck_id: DeckId, caller: Caller, services: UseCases, library: Lib
) -> Response:
    """Show one of the caller's decks; as plain text, it is a list that can be pasted again."""
    deck = await services.decks.find(caller.id, deck_id)
    headers = {**_OWN, "Vary": "Authorization, Accept"}
    if form_of(request.scope) != TEXT:
        return json_response(deck, headers=headers)
    text = text_of(library, {card.card: card.quantity for card in deck.cards}, deck.name)
    return Response(text, headers=headers, media_type=TEXT)


@router.put(
    "/{deck_id}",
    responses=answer("OwnDeck", "unauthorized", "not_found", "deck_not_legal"),
    openapi_extra=_BODY,
)
async def replace_deck(
    request: Request, deck_id: DeckId, caller: Caller, services: UseCases
) -> Response:
    """Put another name and other cards in the place of a deck's."""
    deck = await read_body(request, NamedDeck)
    return json_response(await services.decks.change(caller.id, deck_id, deck))


@router.delete("/{deck_id}", status_code=204, responses=responses("unauthorized", "not_found"))
async def delete_deck(deck_id: DeckId, caller: Caller, services: UseCases) -> Response:
    """Remove one of the caller's decks. Matches that it was brought to keep their own copy."""
    await services.decks.remove(caller.id, deck_id)
    return Response(status_code=204)
