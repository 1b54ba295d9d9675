"""`POST /v1/decks/validate`: the deck check, without an account."""

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from msgspec import Meta, Struct

from app.api.bodies import json_response, read_body
from app.api.reference import Lib
from app.api.schemas import body, ref
from app.content.deck_check import Verdict, check_deck
from app.content.deck_lists import DeckList
from app.engine.artifacts.settings import DEFAULT, Settings
from app.services.failure import invalid

router = APIRouter(prefix="/v1/decks", tags=["decks"], default_response_class=Response)

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


@router.post(
    "/validate",
    openapi_extra=body(
        {"oneOf": [ref("DeckQuestion"), ref("DeckQuestions")]},
        cards=DECK_EXAMPLE,
        text={"text": "Combatants:\n3x Tangledeep\n2 Furthings\n", "settings": {"deck_size": 20}},
        several={"decks": [DECK_EXAMPLE, {"text": "30 Furthings"}]},
    ),
    responses={
        200: {
            "description": "What the deck check says; a deck that is not legal is an answer, too.",
            "content": {"application/json": {"schema": _ANSWER}},
        }
    },
)
async def validate_deck(request: Request, library: Lib) -> Response:
    """Say whether a deck may be played, what is wrong with it, and the smallest edit that helps.

    The same check decides when a deck is brought to a match.
    """
    asked = await read_body(request, _Body)
    if asked.decks is None:
        return json_response(check_deck(library, asked, asked.settings))
    if asked != _Body(decks=asked.decks):
        raise invalid("", "Send either one deck or `decks`.")
    verdicts = (
        check_deck(library, deck, deck.settings, f"/decks/{index}")
        for index, deck in enumerate(asked.decks)
    )
    return json_response(Verdicts(tuple(verdicts)))
