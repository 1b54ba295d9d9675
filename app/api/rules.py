"""`/v1/rules`, `/v1/rulings`, `/v1/settings` and `/v1/releases`: what a verdict cites."""

from collections.abc import Mapping
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response
from msgspec.structs import asdict

from app.api.access import UseCases
from app.api.forms import Faces, Listing, Wanted, in_forms, tell_as, tell_list_as
from app.api.lists import list_of
from app.api.pages import rules as pages
from app.api.reference import (
    NOT_MODIFIED,
    Lib,
    Paging,
    bad_parameter,
    part_of,
    refuse_unknown_parameters,
    tell_page,
)
from app.api.schemas import answer
from app.api.sheets import reference as sheets
from app.content.mistakes import expected
from app.content.rules import Rule, Ruling, TableSetting
from app.content.rules_search import search_rules
from app.problems import Problem
from app.services.examples import LiveExample

T = TypeVar("T")

MAX_SEARCH = 200

router = APIRouter(
    prefix="/v1",
    tags=["rules"],
    default_response_class=Response,
    dependencies=[Depends(refuse_unknown_parameters)],
    responses=NOT_MODIFIED,
)


class ShownRule(Rule, frozen=True, kw_only=True):
    """A shared rule with the examples that show it, and what came of them just now."""

    examples: tuple[LiveExample, ...]


class ShownRuling(Ruling, frozen=True, kw_only=True):
    """A ruling with the examples that show it, and what came of them just now."""

    examples: tuple[LiveExample, ...]


class ShownSetting(TableSetting, frozen=True, kw_only=True):
    """A table setting with the examples that show it, and what came of them just now."""

    examples: tuple[LiveExample, ...]


@router.get("/rules", responses=in_forms(list_of("Rule")))
async def list_rules(request: Request, library: Lib, page: Paging, form: Wanted) -> Response:
    """List the shared rules, as printed."""

    def faces(told: Listing) -> Faces:
        lines = map(sheets.rule_line, told.items)
        return Faces(
            lambda: sheets.list_sheet("Rules", "/v1/rules", lines, told.total),
            lambda: pages.rules_page(library, told.items, told.next),
        )

    part = part_of(tuple(library.rules.values()), page)
    return tell_list_as(request, library, form, part, faces)


@router.get("/rules/search", responses=list_of("RuleHit"))
async def search(
    request: Request,
    library: Lib,
    page: Paging,
    q: Annotated[
        str,
        Query(
            max_length=MAX_SEARCH,
            description="Words; each has to begin a word of what is found.",
            examples=["damage reduction"],
        ),
    ],
) -> Response:
    """Find rules, rulings and table settings by their words, the best first."""
    try:
        found = search_rules(library, q)
    except ValueError as error:
        raise bad_parameter("q", str(error)) from None
    return tell_page(request, library, found, page)


@router.get("/rules/{rule_id}", responses=in_forms(answer("ShownRule", "not_found")))
async def get_rule(
    request: Request, library: Lib, services: UseCases, rule_id: str, form: Wanted
) -> Response:
    """Answer with a shared rule and the examples that show it."""
    rule = _named(library.rules, rule_id, "rule")
    examples = services.examples.of(rule_id)
    faces = Faces(
        lambda: sheets.rule_sheet(library, rule),
        lambda: pages.rule_page(library, rule, examples),
    )
    return tell_as(request, library, form, ShownRule(**asdict(rule), examples=examples), faces)


@router.get("/rules/{rule_id}/cards", responses=list_of("Card", "not_found"))
async def list_cards_of_rule(
    request: Request, library: Lib, rule_id: str, page: Paging
) -> Response:
    """List the cards that a shared rule bears on."""
    rule = _named(library.rules, rule_id, "rule")
    return tell_page(request, library, [library.cards[card] for card in rule.cards], page)


@router.get("/rulings", responses=in_forms(list_of("Ruling")))
async def list_rulings(request: Request, library: Lib, page: Paging, form: Wanted) -> Response:
    """List how printed texts are read where they leave a choice."""

    def faces(told: Listing) -> Faces:
        lines = map(sheets.ruling_line, told.items)
        return Faces(
            lambda: sheets.list_sheet("Rulings", "/v1/rulings", lines, told.total),
            lambda: pages.rulings_page(library, told.items, told.next),
        )

    part = part_of(tuple(library.rulings.values()), page)
    return tell_list_as(request, library, form, part, faces)


@router.get("/rulings/{ruling_id}", responses=in_forms(answer("ShownRuling", "not_found")))
async def get_ruling(
    request: Request, library: Lib, services: UseCases, ruling_id: str, form: Wanted
) -> Response:
    """Answer with a ruling and the examples that show it."""
    ruling = _named(library.rulings, ruling_id, "ruling")
    examples = services.examples.of(ruling_id)
    faces = Faces(
        lambda: sheets.ruling_sheet(library, ruling, examples),
        lambda: pages.ruling_page(library, ruling, examples),
    )
    return tell_as(request, library, form, ShownRuling(**asdict(ruling), examples=examples), faces)


@router.get("/settings", responses=in_forms(list_of("TableSetting")))
async def list_settings(request: Request, library: Lib, page: Paging, form: Wanted) -> Response:
    """List the table settings with their defaults; every match may override them.

    `profile` names the defaults together, `notes` holds for all of them.
    """

    def faces(told: Listing) -> Faces:
        lines = map(sheets.setting_line, told.items)
        return Faces(
            lambda: sheets.list_sheet("Table settings", "/v1/settings", lines, told.total),
            lambda: pages.settings_page(library, told.items, told.next),
        )

    part = part_of(tuple(library.settings.values()), page)
    more = {"profile": library.release.profile, "notes": library.settings_notes}
    return tell_list_as(request, library, form, part, faces, **more)


@router.get("/settings/{setting_id}", responses=in_forms(answer("ShownSetting", "not_found")))
async def get_setting(
    request: Request, library: Lib, services: UseCases, setting_id: str, form: Wanted
) -> Response:
    """Answer with a table setting, the rules and rulings around it, and examples."""
    setting = _named(library.settings, setting_id, "setting")
    examples = services.examples.of(setting_id)
    faces = Faces(
        lambda: sheets.setting_sheet(library, setting),
        lambda: pages.setting_page(library, setting, examples),
    )
    shown = ShownSetting(**asdict(setting), examples=examples)
    return tell_as(request, library, form, shown, faces)


@router.get("/releases", responses=list_of("Release"))
async def list_releases(request: Request, library: Lib, page: Paging) -> Response:
    """List the releases of the reference; this server goes by the last one."""
    earlier = (one.release for one in library.earlier)
    return tell_page(request, library, (*earlier, library.release), page)


def _named(things: Mapping[str, T], id_: str, kind: str) -> T:
    if id_ not in things:
        raise Problem("not_found", f"No {kind} has this id: {expected(list(things), id_)}.")
    return things[id_]
