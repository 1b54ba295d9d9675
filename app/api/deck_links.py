"""Decks with an address: starter decks, and those behind share codes. Nothing is stored."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from app.api.bodies import json_response, read_body
from app.api.forms import Faces, Listing, Wanted, in_forms, tell_as, tell_list_as
from app.api.lists import list_of
from app.api.pages import decks as pages
from app.api.reference import NOT_MODIFIED, Lib, Paging, part_of, refuse_unknown_parameters
from app.api.schemas import answer, body, ref
from app.api.sheets.decks import verdict_sheet
from app.api.sheets.reference import list_sheet
from app.content.deck_check import check_deck, counts_of
from app.content.deck_lists import DeckList
from app.content.library import Library
from app.content.mistakes import expected
from app.content.share_codes import MAX_LENGTH, ShareCodeError
from app.content.shared_decks import SharedDeck, deck_behind, shared_deck, starter
from app.problems import Problem
from app.services.failure import Failure, invalid

router = APIRouter(
    prefix="/v1/decks",
    tags=["decks"],
    default_response_class=Response,
    dependencies=[Depends(refuse_unknown_parameters)],
)


@router.get("/starters", responses=in_forms(list_of("Starter")) | NOT_MODIFIED)
async def list_starter_decks(
    request: Request, library: Lib, page: Paging, form: Wanted
) -> Response:
    """List the starter decks. The id of one is good as a `deck_id` at any match."""

    def faces(told: Listing) -> Faces:
        lines = (f"{one.id} · {one.name}: {one.verdict.summary}" for one in told.items)
        return Faces(
            lambda: list_sheet("Starter decks", "/v1/decks/starters", lines, told.total),
            lambda: pages.starters_page(told.items, told.next),
        )

    decks = [starter(library, deck) for deck in library.decks.values()]
    return tell_list_as(request, library, form, part_of(decks, page), faces)


@router.get(
    "/starters/{deck_id}", responses=in_forms(answer("Starter", "not_found")) | NOT_MODIFIED
)
async def get_starter_deck(request: Request, library: Lib, deck_id: str, form: Wanted) -> Response:
    """Answer with a starter deck; as plain text, with a list that can be pasted again."""
    if deck_id not in library.decks:
        known = expected(list(library.decks), deck_id)
        raise Problem("not_found", f"No starter deck has this id: {known}.")
    deck = starter(library, library.decks[deck_id])
    return tell_as(request, library, form, deck, _faces(library, deck, deck.name))


@router.post(
    "/share",
    responses=answer("SharedDeck", "deck_not_legal"),
    openapi_extra=body(
        ref("DeckList"),
        cards={"cards": [{"card": "furthings", "quantity": 2}]},
        text={"text": "2 Furthings\n1 The Twinlight Wand"},
    ),
)
async def share_deck(request: Request, library: Lib) -> Response:
    """Answer with the share code of a deck: its cards in a few characters, and nothing stored.

    The deck may be illegal, but every card has to exist. The order of the cards does not count.
    """
    verdict = check_deck(library, await read_body(request, DeckList))
    if verdict.deck_hash is None:
        raise Failure("deck_not_legal", verdict.summary, verdict=verdict)
    try:
        return json_response(shared_deck(library, counts_of(verdict)))
    except ValueError as error:
        raise invalid("", str(error)) from None


@router.get("/shared/{code}", responses=in_forms(answer("SharedDeck", "not_found")) | NOT_MODIFIED)
async def get_shared_deck(
    request: Request,
    library: Lib,
    code: Annotated[str, Path(max_length=MAX_LENGTH, description="A share code.")],
    form: Wanted,
) -> Response:
    """Answer with the deck behind a share code and with what the deck check says of it.

    As plain text it is a list that can be pasted again.
    """
    try:
        deck = deck_behind(library, code)
    except ShareCodeError as error:
        raise Problem("not_found", str(error)) from None
    return tell_as(request, library, form, deck, _faces(library, deck, "Shared deck"))


def _faces(library: Library, deck: SharedDeck, title: str) -> Faces:
    return Faces(
        sheet=lambda: verdict_sheet(library, deck.verdict, title, deck.uri),
        page=lambda: pages.deck_page(library, title, deck.cards, deck.text, deck.verdict),
        text=lambda: deck.text,
    )
