"""Cards by their names: the exact one, the one that was probably meant, and as they are typed."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from msgspec import Meta, Raw, Struct

from app.api.bodies import json_response, read_body
from app.api.forms import Wanted, in_forms
from app.api.lists import Answer, list_of
from app.api.missing import candidates_of, code_of, no_card
from app.api.reference import (
    NOT_MODIFIED,
    Lib,
    Ready,
    bad_parameter,
    refuse_unknown_parameters,
    tell,
)
from app.api.schemas import answer, body, ref
from app.api.selecting import tell_card
from app.content.cards import Card
from app.content.library import Library
from app.content.names import Candidate, Found
from app.content.reference import Status
from app.services.failure import invalid

router = APIRouter(prefix="/v1/cards", tags=["cards"], default_response_class=Response)
_STRICT = [Depends(refuse_unknown_parameters)]

MAX_NAME = 100
MAX_SUGGESTIONS = 20
MAX_IDENTIFIERS = 75

Name = Annotated[str | None, Query(min_length=1, max_length=MAX_NAME)]


@router.get(
    "/named",
    responses=in_forms(answer("Card", "unknown_card", "ambiguous_name")) | NOT_MODIFIED,
    dependencies=_STRICT,
)
async def get_card_by_name(
    request: Request, library: Lib, form: Wanted, exact: Name = None, fuzzy: Name = None
) -> Response:
    """Answer with the card of a name: `exact`, or `fuzzy`, which forgives slips and parts.

    Titles, ids and nicknames are names; case, accents, apostrophes and dots never count.
    """
    name = exact if fuzzy is None else fuzzy
    if name is None or None not in {exact, fuzzy}:
        raise bad_parameter("exact", "Exactly one of `exact` and `fuzzy` has to be there.")
    found = library.names.find(name) if fuzzy is None else library.names.guess(name)
    if not isinstance(found, Found):
        raise no_card(library, f"No card is called {name!r}.", found)
    located = {"Content-Location": f"/v1/cards/{found.card}"}
    return tell_card(request, library, form, library.cards[found.card], located)


class Suggestion(Struct, frozen=True):
    """A card whose name may be being typed; a name is cut to 100 characters."""

    id: str
    name: str
    status: Status


@router.get("/autocomplete", responses=list_of("Suggestion") | NOT_MODIFIED, dependencies=_STRICT)
async def autocomplete(
    request: Request,
    library: Lib,
    q: Annotated[str, Query(max_length=MAX_NAME, description="What has been typed so far.")],
) -> Response:
    """List at most 20 cards of whose names this is the beginning, or the beginning of a word."""
    found = library.names.complete(q, MAX_SUGGESTIONS)
    data = tuple(
        Suggestion(one.id, one.name[:MAX_NAME], library.cards[one.id].status) for one in found
    )
    return tell(request, library, Answer(data, len(data), has_more=False, next=None))


class CardIdentifier(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card by its id or by its name, one of the two."""

    id: Annotated[str, Meta(max_length=MAX_NAME)] | None = None
    name: Annotated[str, Meta(max_length=MAX_NAME)] | None = None


class CardIdentifiers(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards that are asked for."""

    identifiers: Annotated[tuple[CardIdentifier, ...], Meta(max_length=MAX_IDENTIFIERS)]


class MissingCard(Struct, frozen=True):
    """An identifier that leads to no card, why, and which cards may have been meant."""

    identifier: CardIdentifier
    pointer: str
    code: str
    candidates: tuple[Candidate, ...]


class Collection(Struct, frozen=True):
    """The cards that there are, in the order asked for, and what was not found."""

    data: tuple[Any, ...]
    not_found: tuple[MissingCard, ...]


class CardCollection(Collection, frozen=True):
    """The cards that there are, in the order asked for, and what was not found."""

    data: tuple[Card, ...]


@router.post(
    "/collection",
    responses=answer("CardCollection"),
    dependencies=_STRICT,
    openapi_extra=body(
        ref("CardIdentifiers"),
        some={"identifiers": [{"id": "miso"}, {"name": "Oops all gravy"}, {"name": "wnd"}]},
    ),
)
async def collect_cards(request: Request, library: Lib, prepared: Ready) -> Response:
    """Answer with up to 75 cards at once. A name has to be exact; what is not found is listed."""
    asked = await read_body(request, CardIdentifiers)
    cards: list[Raw] = []
    missing: list[MissingCard] = []
    for place, identifier in enumerate(asked.identifiers):
        pointer = f"/identifiers/{place}"
        found = _found(library, identifier, pointer)
        if isinstance(found, MissingCard):
            missing.append(found)
        else:
            cards.append(prepared.card(found))
    return json_response(Collection(tuple(cards), tuple(missing)))


def _found(library: Library, identifier: CardIdentifier, pointer: str) -> Card | MissingCard:
    id_, name = identifier.id, identifier.name
    if (id_ is None) == (name is None):
        raise invalid(pointer, "Give either an `id` or a `name`.")
    if id_ is not None and id_ in library.cards:
        return library.cards[id_]
    found = library.names.find(id_ or name or "")
    if isinstance(found, Found) and id_ is None:
        return library.cards[found.card]
    near = candidates_of(library, found)
    return MissingCard(identifier, pointer, code_of(found), near)
