"""`/v1/cards`, and the two search classes of rule-13: `/v1/artifacts` and `/v1/realms`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Literal, get_args

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response

from app.api.lists import list_of
from app.api.reference import (
    Lib,
    Paging,
    chosen,
    refuse_unknown_parameters,
    tell,
    tell_page,
)
from app.api.schemas import answer
from app.content.cards import Card
from app.content.library import Library
from app.content.names import NotFound
from app.content.reference import AbilityKind
from app.engine.artifacts.book import Kind
from app.problems import Problem

router = APIRouter(
    prefix="/v1",
    tags=["cards"],
    default_response_class=Response,
    dependencies=[Depends(refuse_unknown_parameters)],
)

Order = Literal["printed", "name", "hp", "kind", "set"]
Test = Callable[[Card], bool]

_KEYS: dict[str, Callable[[Card], Any]] = {
    "name": lambda card: card.name.casefold(),
    "hp": lambda card: card.hp,
    "kind": lambda card: get_args(Kind).index(card.kind),
    "set": lambda card: card.set,
}
_REALM = "Land"


def _one_of(*values: str) -> dict[str, Any]:
    return {"enum": list(values)}


def _cards(  # noqa: PLR0913, PLR0917 - a parameter for each field
    library: Lib,
    set_: Annotated[str | None, Query(alias="set", description="The id of a set.")] = None,
    kind: Annotated[str | None, Query(json_schema_extra=_one_of(*get_args(Kind)))] = None,
    label: Annotated[
        str | None,
        Query(
            description="A search class; a Realm is a Land (rule-13).",
            json_schema_extra=_one_of("artifact", "land", "realm"),
        ),
    ] = None,
    trait: Annotated[str | None, Query(description="`Cat` or `Nemesis` (ruling-33).")] = None,
    hp: Annotated[int | None, Query(ge=1, le=1_000_000, description="Exactly this HP.")] = None,
    ability_kind: Annotated[
        str | None, Query(json_schema_extra=_one_of(*get_args(AbilityKind)))
    ] = None,
    limit: Annotated[
        int | None, Query(ge=1, le=1_000_000, description="Copies in a deck, where printed.")
    ] = None,
    order: Annotated[Order, Query(description="What to sort by; `printed` is as in print.")] = (
        "printed"
    ),
    dir_: Annotated[Literal["asc", "desc"], Query(alias="dir")] = "asc",
) -> list[Card]:
    """Return the cards that the query's parameters leave, in the order that they ask for."""
    cards = library.cards.values()
    which_set = chosen("set", set_, {card.set for card in cards})
    which_kind = chosen("kind", kind, get_args(Kind))
    which_label = _label(label, library)
    which_trait = chosen("trait", trait, {trait for card in cards for trait in card.traits})
    which_ability = chosen("ability_kind", ability_kind, get_args(AbilityKind))
    tests: list[tuple[object, Test]] = [
        (which_set, lambda card: card.set == which_set),
        (which_kind, lambda card: card.kind == which_kind),
        (which_label, lambda card: which_label in card.labels),
        (which_trait, lambda card: which_trait in card.traits),
        (which_ability, lambda card: any(a.kind == which_ability for a in card.abilities)),
        (hp, lambda card: card.hp == hp),
        (limit, lambda card: card.limits.deck_copies == limit),
    ]
    asked = [test for value, test in tests if value is not None]
    return _sorted([card for card in cards if all(test(card) for test in asked)], order, dir_)


Cards = Annotated[list[Card], Depends(_cards)]


def _label(label: str | None, library: Library) -> str | None:
    if label is not None and label.casefold() == "realm":
        return _REALM
    return chosen(
        "label", label, sorted({x for card in library.cards.values() for x in card.labels})
    )


def _sorted(cards: Sequence[Card], order: Order, direction: str) -> list[Card]:
    """Sort stably, so that equals stay as printed; cards without HP come last either way."""
    down = direction == "desc"
    if order == "printed":
        return list(reversed(cards)) if down else list(cards)
    key = _KEYS[order]
    having = [card for card in cards if key(card) is not None]
    lacking = [card for card in cards if key(card) is None]
    return sorted(having, key=key, reverse=down) + lacking


@router.get("/cards", responses=list_of("Card"))
async def list_cards(request: Request, library: Lib, cards: Cards, page: Paging) -> Response:
    """List the cards of every set; each parameter narrows the list further."""
    return tell_page(request, library, cards, page)


@router.get("/artifacts", responses=list_of("Card"))
async def list_artifacts(request: Request, library: Lib, cards: Cards, page: Paging) -> Response:
    """List what an Artifact search finds (rule-13)."""
    return tell_page(request, library, _labelled(cards, "Artifact"), page)


@router.get("/realms", responses=list_of("Card"))
async def list_realms(request: Request, library: Lib, cards: Cards, page: Paging) -> Response:
    """List what a Realm search finds: Realm means Land (rule-13)."""
    return tell_page(request, library, _labelled(cards, _REALM), page)


def _labelled(cards: Iterable[Card], label: str) -> list[Card]:
    return [card for card in cards if label in card.labels]


@router.get("/cards/{card_id}", responses=answer("Card", "unknown_card", "ambiguous_name"))
async def get_card(request: Request, library: Lib, card_id: str) -> Response:
    """Answer with a card by its id."""
    return tell(request, library, _card(library, card_id))


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
    if card is not None:
        return card
    found = library.names.find(card_id)
    if isinstance(found, NotFound):
        near, ambiguous = found.candidates, found.ambiguous
    else:
        near, ambiguous = (library.names.candidate(found.card),), False
    detail = f"No card has the id {card_id!r}."
    if near:
        detail += f" Is it {' or '.join(candidate.id for candidate in near)}?"
    code = "ambiguous_name" if ambiguous else "unknown_card"
    raise Problem(code, detail, candidates=msgspec.to_builtins(near))
