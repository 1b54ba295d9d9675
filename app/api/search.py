"""Searching: `/v1/cards/search`, how a query was read, and a card by chance."""

import secrets
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from app.api.forms import Wanted, in_forms
from app.api.lists import list_of
from app.api.reference import NOT_MODIFIED, Lib, Paging, Ready, refuse_unknown_parameters, tell
from app.api.schemas import answer
from app.api.selecting import Cards, Q, bad_query, tell_cards
from app.content.query.errors import QueryError
from app.content.query.explain import explain
from app.problems import Problem

router = APIRouter(
    prefix="/v1/cards",
    tags=["cards"],
    default_response_class=Response,
    dependencies=[Depends(refuse_unknown_parameters)],
)

Asked = Annotated[str, Q]
"""A query that has to be there."""


@router.get("/search", responses=in_forms(list_of("FoundCard")) | NOT_MODIFIED)
async def search_cards(
    request: Request,
    library: Lib,
    q: Asked,  # noqa: ARG001 - here it has to be there; `cards` are what it finds
    cards: Cards,
    page: Paging,
    form: Wanted,
) -> Response:
    """List the cards that a query finds, with the abilities by which they were found."""
    return tell_cards(request, library, cards, page, form)


@router.get("/search/explain", responses=answer("QueryExplanation") | NOT_MODIFIED)
async def explain_query(request: Request, library: Lib, q: Asked) -> Response:
    """Tell how a query was read: its tree, plain words, and how many cards each clause finds.

    Where it finds nothing, `relief` is the part to leave out so that the rest finds most.
    """
    try:
        return tell(request, library, explain(q, library.search))
    except QueryError as error:
        raise bad_query(error) from None


@router.get("/random", responses=answer("FoundCard", "not_found"))
async def get_random_card(library: Lib, prepared: Ready, cards: Cards) -> Response:
    """Answer with a card by chance, of those that the query and the parameters leave."""
    if not cards.total:
        raise Problem("not_found", "No card fits this query.")
    row = secrets.choice(cards.every_row())
    matches = cards.matches([row])
    body = prepared.card(library.search.cards[row], matches[0] if matches else None)
    return Response(
        bytes(body), headers={"Cache-Control": "no-store"}, media_type="application/json"
    )
