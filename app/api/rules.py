"""`/v1/rules`, `/v1/rulings`, `/v1/settings` and `/v1/releases`: what a verdict cites."""

from collections.abc import Mapping
from typing import TypeVar

from fastapi import APIRouter, Depends, Request, Response
from msgspec import Struct
from msgspec.structs import asdict

from app.api.lists import list_of
from app.api.reference import Lib, Paging, refuse_unknown_parameters, tell, tell_page
from app.api.schemas import answer
from app.content.mistakes import expected
from app.content.rules import Example
from app.problems import Problem

T = TypeVar("T")

router = APIRouter(
    prefix="/v1",
    tags=["rules"],
    default_response_class=Response,
    dependencies=[Depends(refuse_unknown_parameters)],
)


class ShownRule(Struct, frozen=True):
    """A shared rule with the examples that show it."""

    id: str
    title: str
    origin: str
    text: str
    cards: tuple[str, ...]
    rulings: tuple[str, ...]
    examples: tuple[Example, ...]


class ShownRuling(Struct, frozen=True):
    """A ruling with the examples that show it."""

    id: str
    heading: str
    text: str
    cards: tuple[str, ...]
    rules: tuple[str, ...]
    settings: tuple[str, ...]
    examples: tuple[Example, ...]


@router.get("/rules", responses=list_of("Rule"))
async def list_rules(request: Request, library: Lib, page: Paging) -> Response:
    """List the shared rules, as printed."""
    return tell_page(request, library, tuple(library.rules.values()), page)


@router.get("/rules/{rule_id}", responses=answer("ShownRule", "not_found"))
async def get_rule(request: Request, library: Lib, rule_id: str) -> Response:
    """Answer with a shared rule and the examples that show it."""
    rule = _named(library.rules, rule_id, "rule")
    shown = ShownRule(**asdict(rule), examples=library.examples_of(rule_id))
    return tell(request, library, shown)


@router.get("/rules/{rule_id}/cards", responses=list_of("Card", "not_found"))
async def list_cards_of_rule(
    request: Request, library: Lib, rule_id: str, page: Paging
) -> Response:
    """List the cards that a shared rule bears on."""
    rule = _named(library.rules, rule_id, "rule")
    return tell_page(request, library, [library.cards[card] for card in rule.cards], page)


@router.get("/rulings", responses=list_of("Ruling"))
async def list_rulings(request: Request, library: Lib, page: Paging) -> Response:
    """List how printed texts are read where they leave a choice."""
    return tell_page(request, library, tuple(library.rulings.values()), page)


@router.get("/rulings/{ruling_id}", responses=answer("ShownRuling", "not_found"))
async def get_ruling(request: Request, library: Lib, ruling_id: str) -> Response:
    """Answer with a ruling and the examples that show it."""
    ruling = _named(library.rulings, ruling_id, "ruling")
    shown = ShownRuling(**asdict(ruling), examples=library.examples_of(ruling_id))
    return tell(request, library, shown)


@router.get("/settings", responses=list_of("TableSetting"))
async def list_settings(request: Request, library: Lib, page: Paging) -> Response:
    """List the table settings with their defaults; every match may override them.

    `profile` names the defaults together, `notes` holds for all of them.
    """
    settings = tuple(library.settings.values())
    more = {"profile": library.release.profile, "notes": library.settings_notes}
    return tell_page(request, library, settings, page, **more)


@router.get("/releases", responses=list_of("Release"))
async def list_releases(request: Request, library: Lib, page: Paging) -> Response:
    """List the releases of the reference; this server goes by the last one."""
    return tell_page(request, library, (library.release,), page)


def _named(things: Mapping[str, T], id_: str, kind: str) -> T:
    if id_ not in things:
        raise Problem("not_found", f"No {kind} has this id: {expected(list(things), id_)}.")
    return things[id_]
