"""`POST /v1/decks/validate`: the deck check, without an account."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from msgspec import Meta, Struct

from app.api.bodies import json_response, read_body
from app.api.forms import Form, Wanted, in_forms, told_in_chat
from app.api.reference import Lib, refuse_unknown_parameters
from app.api.schemas import body, ref
from app.api.sheets.decks import verdict_sheet, verdicts_sheet
from app.api.sheets.embed import MEDIA_TYPE
from app.api.sheets.sheet import Sheet
from app.content.deck_check import Verdict, check_deck
from app.content.deck_lists import DeckList
from app.engine.artifacts.settings import DEFAULT, Settings
from app.negotiation import JSON, TEXT
from app.problems.openapi import Responses
from app.services.failure import invalid

router = APIRouter(
    prefix="/v1/decks",
    tags=["decks"],
    default_response_class=Response,
    dependencies=[Depends(refuse_unknown_parameters)],
)

MAX_DECKS = 20
DECK_EXAMPLE: dict[str, Any] = {
    "cards": [{"card": "furthings", "quantity": 2}, {"card": "The Twinlight Wand", "quantity": 1}]
}


class DeckQuestion(DeckList, frozen=True, forbid_unknown_fields=True):
    """A deck, by `cards` or as `text`, and the table settings that differ from the profile."""

    settings: Settings = DEFAULT


class DeckQuestions(Struct, frozen=True, forbid_unknown_fields=True):
    """Several decks to be checked in one call."""

    decks: Annotated[tuple[DeckQuestion, ...], Meta(max_length=MAX_DECKS)]


class Verdicts(Struct, frozen=True):
    """A verdict for each deck, in the order sent."""

    verdicts: tuple[Verdict, ...]


class _Body(DeckQuestion, frozen=True, forbid_unknown_fields=True):
    """One deck, or `decks`: which of the two is seen only once it is read."""

    decks: Annotated[tuple[DeckQuestion, ...], Meta(max_length=MAX_DECKS)] | None = None


_ANSWER = {"oneOf": [ref("Verdict"), ref("Verdicts")]}
_ANSWERS: Responses = {
    200: {
        "description": "What the deck check says; a deck that is not legal is an answer, too.",
        "content": {JSON: {"schema": _ANSWER}},
    }
}


@router.post(
    "/validate",
    openapi_extra=body(
        {"oneOf": [ref("DeckQuestion"), ref("DeckQuestions")]},
        cards=DECK_EXAMPLE,
        text={"text": "Combatants:\n3x Tangledeep\n2 Furthings\n", "settings": {"deck_size": 20}},
        several={"decks": [DECK_EXAMPLE, {"text": "30 Furthings"}]},
    ),
    responses=in_forms(_ANSWERS, TEXT, MEDIA_TYPE),
)
async def validate_deck(request: Request, library: Lib, form: Wanted) -> Response:
    """Say whether a deck may be played, what is wrong with it, and the smallest edit that helps.

    The same check decides when a deck is brought to a match. As plain text or as an embed it is a
    report in pages; send the same body for each.
    """
    asked = await read_body(request, _Body)
    if asked.decks is None:
        verdict = check_deck(library, asked, asked.settings)
        return _tell(request, form, verdict, lambda: verdict_sheet(library, verdict))
    if asked != _Body(decks=asked.decks):
        raise invalid("", "Send either one deck or `decks`.")
    verdicts = tuple(
        check_deck(library, deck, deck.settings, f"/decks/{index}")
        for index, deck in enumerate(asked.decks)
    )
    return _tell(request, form, Verdicts(verdicts), lambda: verdicts_sheet(library, verdicts))


def _tell(request: Request, form: Form, value: object, sheet: Callable[[], Sheet]) -> Response:
    vary = {"Vary": "Accept"}
    if form.media_type not in {TEXT, MEDIA_TYPE}:
        return json_response(value, headers=vary)
    body, media_type, paging = told_in_chat(request, form, sheet)
    return Response(body, headers={**vary, **paging}, media_type=media_type)
