"""`/v1/cards`, and the two search classes of rule-13: `/v1/artifacts` and `/v1/realms`."""

from fastapi import APIRouter, Depends, Request, Response

from app.api.forms import Wanted, in_forms
from app.api.lists import list_of
from app.api.missing import no_card
from app.api.reference import NOT_MODIFIED, Lib, Paging, refuse_unknown_parameters, tell_page
from app.api.schemas import answer
from app.api.selecting import Artifacts, Cards, Realms, tell_card, tell_cards
from app.content.cards import Card
from app.content.library import Library

router = APIRouter(
    prefix="/v1",
    tags=["cards"],
    default_response_class=Response,
    dependencies=[Depends(refuse_unknown_parameters)],
    responses=NOT_MODIFIED,
)


@router.get("/cards", responses=in_forms(list_of("FoundCard")))
async def list_cards(
    request: Request, library: Lib, cards: Cards, page: Paging, form: Wanted
) -> Response:
    """List the cards of every set; each parameter narrows the list further."""
    return tell_cards(request, library, cards, page, form)


@router.get("/artifacts", responses=in_forms(list_of("FoundCard")))
async def list_artifacts(
    request: Request, library: Lib, cards: Artifacts, page: Paging, form: Wanted
) -> Response:
    """List what an Artifact search finds (rule-13)."""
    return tell_cards(request, library, cards, page, form)


@router.get("/realms", responses=in_forms(list_of("FoundCard")))
async def list_realms(
    request: Request, library: Lib, cards: Realms, page: Paging, form: Wanted
) -> Response:
    """List what a Realm search finds: Realm means Land (rule-13)."""
    return tell_cards(request, library, cards, page, form)


@router.get(
    "/cards/{card_id}",
    responses=in_forms(answer("Card", "unknown_card", "ambiguous_name")),
)
async def get_card(request: Request, library: Lib, card_id: str, form: Wanted) -> Response:
    """Answer with a card by its id."""
    return tell_card(request, library, form, _card(library, card_id))


@router.get("/cards/{card_id}/rules", responses=list_of("Rule", "unknown_card", "ambiguous_name"))
async def list_rules_of_card(
    request: Request, library: Lib, card_id: str, page: Paging
) -> Response:
    """List the shared rules that bear on a card: those that name it or what its abilities do."""
    rules = library.card_rules[_card(library, card_id).id]
    return tell_page(request, library, [library.rules[rule] for rule in rules], page)


@router.get(
    "/cards/{card_id}/rulings", responses=list_of("Ruling", "unknown_card", "ambiguous_name")
)
async def list_rulings_of_card(
    request: Request, library: Lib, card_id: str, page: Paging
) -> Response:
    """List the rulings that concern a card."""
    return tell_page(request, library, library.rulings_of(_card(library, card_id).id), page)


def _card(library: Library, card_id: str) -> Card:
    card = library.cards.get(card_id)
    if card is None:
        raise no_card(library, f"No card has the id {card_id!r}.", library.names.find(card_id))
    return card
