"""`/v1/matches` until they begin: made, found, joined, called off."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from app.api.access import Caller, UseCases
from app.api.bodies import json_response, read_body
from app.api.lists import Cursor, PageSize, list_of, list_response
from app.api.repeats import IdempotencyKey, kept_response, once_of
from app.api.schemas import answer, body, ref
from app.api.streams import EventStream, documented, wants_stream
from app.api.tables import OWN, MatchId, table_response
from app.db.matches import Visibility
from app.services.lobby import Entrance
from app.services.page import Page
from app.services.rulesets import DEFAULT_RULESET

router = APIRouter(prefix="/v1", tags=["lobby"], default_response_class=Response)

_OPTIONS: dict[str, JsonValue] = {"allOf": [{"$ref": ref("Options")["$ref"]}]}


class NewMatch(BaseModel):
    """A match to be made."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"settings": {"knockouts_to_win": 2}, "options": {"rated": True}}]
        },
    )

    ruleset: str = DEFAULT_RULESET
    visibility: Visibility = Field(
        default="public",
        description="`unlisted`: only those who know its id find it. `invite`: only those find it "
        "who made it, sit at it or judge it, and only an invitation lets anybody in.",
    )
    settings: dict[str, Any] = Field(
        default_factory=dict, description="The table settings that differ from the profile."
    )
    options: dict[str, Any] = Field(
        default_factory=dict,
        description="How the match is served, where that differs from the defaults.",
        json_schema_extra=_OPTIONS,
    )


class InviteCode(BaseModel):
    """The code of an invitation."""

    model_config = ConfigDict(extra="forbid")

    invite: str


@router.post(
    "/matches",
    status_code=201,
    responses=answer(
        "Match", "unauthorized", "request_in_flight", "idempotency_key_reused", status=201
    ),
)
async def create_match(
    request: Request,
    caller: Caller,
    services: UseCases,
    new: Annotated[NewMatch | None, Body()] = None,
    idempotency_key: IdempotencyKey = None,
) -> Response:
    """Make a match. Nobody sits at it yet: its maker joins like everyone."""
    new = new or NewMatch()
    once = await once_of(request, caller.id, "matches", idempotency_key)
    if once is not None:
        kept = await services.lobby.create_once(
            once, new.settings, new.visibility, new.ruleset, new.options
        )
        made = msgspec.json.decode(kept.body)["id"]
        return kept_response(kept, {**OWN, "Location": f"/v1/matches/{made}"})
    table = await services.lobby.create(
        caller.id, new.settings, new.visibility, new.ruleset, new.options
    )
    return table_response(table, 201, {"Location": f"/v1/matches/{table.id}"})


@router.get(
    "/matches",
    responses=documented(
        list_of("MatchSummary"),
        "`snapshot` with all open matches, then `appeared` (MatchSummary) for each that appears or "
        "changes, and `vanished` with the `id` of each that is open no more.",
    ),
)
async def list_matches(
    request: Request, services: UseCases, cursor: Cursor, page_size: PageSize = 100
) -> Response:
    """List the public matches that wait for players, the oldest first.

    With `Accept: text/event-stream`, a stream of their coming and going.
    """
    if wants_stream(request):
        seconds = request.app.state.settings.stream_write_seconds
        return EventStream(services.streams.of_lobby(), seconds)
    return list_response(request, await services.lobby.open_matches(cursor, page_size))


@router.post(
    "/matches/{match_id}/seats",
    status_code=201,
    responses=answer(
        "Match",
        "unauthorized",
        "bad_invite",
        "not_found",
        "match_full",
        "already_seated",
        "judge_of_match",
        "deck_not_legal",
        status=201,
    ),
    openapi_extra=body(
        ref("SeatRequest"), pasted={"deck": {"text": "3 Skyscratcher\n2 Furthings"}}
    ),
)
async def join_match(
    request: Request, match_id: MatchId, caller: Caller, services: UseCases
) -> Response:
    """Take a seat with a deck. When the last seat is taken, the game begins.

    The deck is checked by the table's settings, and fixed. `invite` is the code of an invitation.
    """
    entrance = await read_body(request, Entrance)
    table = await services.lobby.join(caller.id, match_id, entrance)
    return table_response(table, 201, {"Location": f"/v1/matches/{match_id}"})


@router.post(
    "/matches/{match_id}/abort",
    responses=answer(
        "MatchSummary", "unauthorized", "forbidden", "not_found", "match_over", "too_late"
    ),
)
async def abort_match(match_id: MatchId, caller: Caller, services: UseCases) -> Response:
    """Call a match off before its first action. It has no result then.

    A match that has not begun is its maker's to abort; after that, either player's.
    """
    return json_response(await services.lobby.abort(caller.id, match_id))


@router.post(
    "/matches/{match_id}/invites",
    status_code=201,
    responses=answer(
        "NewInvite", "unauthorized", "not_found", "no_invites", "match_full", status=201
    ),
)
async def create_invite(match_id: MatchId, caller: Caller, services: UseCases) -> Response:
    """Make an invitation to a match of the caller's own. Its code lets one player in.

    The code is shown only here.
    """
    invite = await services.invites.create(caller.id, match_id)
    headers = {"Location": f"/v1/matches/{match_id}/invites", "Cache-Control": "no-store"}
    return json_response(invite, 201, headers)


@router.get("/matches/{match_id}/invites", responses=list_of("Invite", "unauthorized", "not_found"))
async def list_invites(
    request: Request, match_id: MatchId, caller: Caller, services: UseCases
) -> Response:
    """List the invitations to a match of the caller's own, without their codes."""
    found = tuple(await services.invites.of(caller.id, match_id))
    return list_response(request, Page(found, len(found), None))


@router.post("/invites/lookup", responses=answer("MatchSummary", "unauthorized", "not_found"))
async def look_up_invite(code: InviteCode, _: Caller, services: UseCases) -> Response:
    """Show the match to which an invitation lets somebody in, before it is used.

    A code is a secret, and so stands in no address.
    """
    return json_response(await services.invites.look_up(code.invite))
