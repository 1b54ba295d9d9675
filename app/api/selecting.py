"""Choosing cards by a query and by a parameter per field, for every list of cards."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, get_args

from fastapi import Depends, Query, Request, Response
from msgspec import Raw

from app.api.forms import Faces, Form, Listing, tell_as, tell_list_as
from app.api.pages.cards import card_page, cards_page
from app.api.reference import Asked, Lib, Part, bad_cursor, bad_parameter
from app.api.sheets import reference as sheets
from app.content.cards import Card
from app.content.library import Library
from app.content.query.errors import QueryError
from app.content.query.fields import BY_NAME
from app.content.query.order import Direction, OrderName
from app.content.query.page import paragraph
from app.content.query.parser import MAX_LENGTH, make_clause
from app.content.query.search import AbilityMatch
from app.content.query.selection import Selection, select
from app.content.query.tree import Clause
from app.content.reference import AbilityKind
from app.engine.artifacts.book import Kind
from app.negotiation import JSON
from app.problems import Problem, ProblemError

EXAMPLE = "cost<=2 damage>=60 -kind:item"


class FoundCard(Card, frozen=True):
    """A card in a list. Where a query was asked, `matches` says by which abilities it was found."""

    matches: tuple[AbilityMatch, ...] = ()


def described(name: str, words: tuple[str, ...] = ()) -> Any:
    """Describe the parameter of a field as the table of fields does."""
    field = BY_NAME[name]
    extra: dict[str, Any] | None = {"enum": [*words]} if words else None
    return Query(
        alias=name,
        description=f"{field.meaning[0].upper()}{field.meaning[1:]}.",
        json_schema_extra=extra,
    )


Q = Query(description=paragraph(), examples=[EXAMPLE], json_schema_extra={"maxLength": MAX_LENGTH})
_LABELS = ("artifact", "land", "realm")
_Number = Annotated[int | None, Query(ge=1, le=1_000_000)]


def _beside(  # noqa: PLR0913, PLR0917 - a parameter for each field
    library: Lib,
    set_: Annotated[str | None, described("set")] = None,
    kind: Annotated[str | None, described("kind", get_args(Kind))] = None,
    label: Annotated[str | None, described("label", _LABELS)] = None,
    trait: Annotated[str | None, described("trait")] = None,
    hp: Annotated[_Number, described("hp")] = None,
    ability_kind: Annotated[str | None, described("ability_kind", get_args(AbilityKind))] = None,
    limit: Annotated[_Number, described("limit")] = None,
) -> list[Clause]:
    """Return a clause for each parameter that is given."""
    given = {
        "set": set_,
        "kind": kind,
        "label": label,
        "trait": trait,
        "hp": hp,
        "ability_kind": ability_kind,
        "limit": limit,
    }
    return [
        _clause(library, name, str(value)) for name, value in given.items() if value is not None
    ]


def _clause(library: Library, name: str, value: str) -> Clause:
    try:
        return make_clause(BY_NAME[name], ":", value, library.search.vocabulary)
    except QueryError as error:
        raise bad_parameter(name, error.detail) from None


def _cards(
    library: Lib,
    beside: Annotated[list[Clause], Depends(_beside)],
    q: Annotated[str | None, Q] = None,
    order: Annotated[
        OrderName, Query(description="What to sort by, then by id; `printed` is as in print.")
    ] = "printed",
    dir_: Annotated[
        Direction, Query(alias="dir", description="Cards without HP come last either way.")
    ] = "asc",
) -> Selection:
    return choose(library, q, beside, order, dir_)


def choose(
    library: Library,
    q: str | None,
    beside: list[Clause],
    order: OrderName = "printed",
    direction: Direction = "asc",
) -> Selection:
    """Return the cards that are asked for. Raises a problem that says where the query is wrong."""
    try:
        return select(library.search, q, beside, order, direction)
    except QueryError as error:
        raise bad_query(error) from None


def bad_query(error: QueryError) -> Problem:
    """Return the problem of a query that cannot be read."""
    return Problem(
        "invalid_query",
        error.detail,
        errors=[ProblemError(parameter="q", detail=error.detail)],
        position={"start": error.start, "end": error.end},
        allowed=list(error.allowed) or None,
        nearest=error.nearest,
    )


def _labelled(label: str) -> Any:
    def labelled(library: Lib, cards: Annotated[Selection, Depends(_cards)]) -> Selection:
        return cards.only(_clause(library, "label", label))

    return Depends(labelled)


Cards = Annotated[Selection, Depends(_cards)]
"""The cards that the query and the parameters leave, in the order that they ask for."""
Artifacts = Annotated[Selection, _labelled("artifact")]
"""Of these, what an Artifact search finds."""
Realms = Annotated[Selection, _labelled("realm")]
"""Of these, what a Realm search finds."""


def tell_cards(
    request: Request, library: Library, cards: Selection, asked: Asked, form: Form
) -> Response:
    """Answer with a page of the cards."""
    cursor, place = asked.cursor, 0
    if cursor is not None:
        try:
            place = cards.after(cursor.key, cursor.id)
        except TypeError:
            raise bad_cursor() from None
    rows = cards.page(place, asked.size + 1)
    goes_on = len(rows) > asked.size
    rows = rows[: asked.size]
    found = tuple(library.search.cards[row] for row in rows)
    last = cards.key(rows[-1]) if goes_on else None
    data = _rendered(request, found, cards.matches(rows)) if form.media_type == JSON else ()
    part = Part(data, cards.total, last, found)
    return tell_list_as(request, library, form, part, partial(_faces, request.url.path))


def _rendered(
    request: Request, cards: Sequence[Card], matches: Sequence[tuple[AbilityMatch, ...]] | None
) -> tuple[Raw, ...]:
    """Return the JSON of cards, with the matches of a query where one was asked."""
    render = request.app.state.prepared.card
    return tuple(
        render(card, None if matches is None else matches[place])
        for place, card in enumerate(cards)
    )


def _faces(path: str, told: Listing) -> Faces:
    return Faces(
        lambda: sheets.list_sheet("Cards", path, map(sheets.card_line, told.items), told.total),
        lambda: cards_page(told.items, told.total, told.next),
    )


def tell_card(
    request: Request,
    library: Library,
    form: Form,
    card: Card,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer with one card."""
    faces = Faces(lambda: sheets.card_sheet(library, card), lambda: card_page(library, card))
    return tell_as(request, library, form, card, faces, headers)
