"""`/v1/matches`: played and watched."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Body, Header, Query, Request, Response
from msgspec import Meta, Struct
from pydantic import BaseModel, ConfigDict, Field

from app.api.access import Caller, UseCases, Viewer, id_of
from app.api.bodies import json_response, read_body
from app.api.conditions import etag, expected_version, not_modified
from app.api.lists import PageSize, list_of, list_response
from app.api.repeats import IdempotencyKey, kept_response, once_of
from app.api.schemas import answer, body, ref
from app.api.streams import EventStream, documented, last_event_id, wants_stream
from app.api.tables import OWN, MatchId, table_response
from app.services.acting import Answer
from app.services.opening import Services
from app.services.page import Page
from app.services.players import Account

router = APIRouter(prefix="/v1/matches", tags=["matches"], default_response_class=Response)

MAX_WAIT_SECONDS = 30
_NO_STORE = {"Cache-Control": "no-store"}

IfMatch = Annotated[str | None, Header(description="The match's `ETag`.")]


class TakenBack(BaseModel):
    """What is taken back."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"version": 7}]})

    version: int | None = Field(default=None, description="The `version` that the action led to.")


class _Played(Struct, forbid_unknown_fields=True):
    action: msgspec.Raw
    decision_id: Annotated[str, Meta(max_length=200)] | None = None
    expected_version: int | None = None


_ACTION = {
    "type": "object",
    "required": ["action"],
    "additionalProperties": False,
    "properties": {
        "decision_id": {
            "type": ["string", "null"],
            "description": "The decision that is answered; only `concede` answers none.",
        },
        "action": ref("Action"),
        "expected_version": {
            "type": ["integer", "null"],
            "description": "Refuse (412) unless the match is at this version; so does `If-Match`.",
        },
    },
}


@router.get(
    "/{match_id}", responses=answer("Match", "unauthorized", "not_for_spectators", "not_found")
)
async def get_match(
    request: Request, match_id: MatchId, viewer: Viewer, services: UseCases
) -> Response:
    """Show the match as the caller may see it: a player sees the own hand, others see none."""
    table = await services.matches.view(match_id, id_of(viewer))
    return not_modified(request, etag(table), OWN) or table_response(table)


@router.get(
    "/{match_id}/decision",
    responses=answer("MatchDecision", "unauthorized", "not_for_spectators", "not_found"),
)
async def get_decision(match_id: MatchId, viewer: Viewer, services: UseCases) -> Response:
    """Say what the caller is asked, and which seats the match waits for."""
    return json_response(await services.matches.asked(match_id, id_of(viewer)), headers=OWN)


@router.post(
    "/{match_id}/actions",
    responses=answer(
        "ActionResult",
        "unauthorized",
        "forbidden",
        "not_found",
        "illegal_action",
        "stale_decision",
        "match_over",
        "match_paused",
        "request_in_flight",
        "precondition_failed",
        "idempotency_key_reused",
    ),
    openapi_extra=body(_ACTION, concede={"action": {"type": "concede"}}),
)
async def act(
    request: Request,
    match_id: MatchId,
    caller: Caller,
    services: UseCases,
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
) -> Response:
    """Answer a decision, or concede. The answer comes when the action is stored durably."""
    played = await read_body(request, _Played)
    expected = expected_version(if_match, played.expected_version)
    answer = Answer(bytes(played.action), played.decision_id, expected)
    once = await once_of(request, caller.id, f"{match_id}/actions", idempotency_key)
    if once is not None:
        return kept_response(await services.acting.act_once(once, match_id, answer), _NO_STORE)
    acted = await services.acting.act(caller.id, match_id, answer)
    return json_response(acted, headers=_NO_STORE)


@router.post(
    "/{match_id}/undo",
    responses=answer(
        "Match",
        "unauthorized",
        "forbidden",
        "not_found",
        "undo_refused",
        "match_over",
        "precondition_failed",
    ),
)
async def undo(
    match_id: MatchId,
    caller: Caller,
    services: UseCases,
    taken_back: Annotated[TakenBack | None, Body()] = None,
    if_match: IfMatch = None,
) -> Response:
    """Take back the caller's last action, where nobody has learned from it or acted since.

    What the other seat would have to agree to is an offer of kind `undo`. Whoever names the
    `version` may ask twice, and takes back once.
    """
    version = None if taken_back is None else taken_back.version
    expected = expected_version(if_match, None)
    await services.undo.undo(caller.id, match_id, version, expected)
    return table_response(await services.matches.view(match_id, caller.id))


@router.get(
    "/{match_id}/waiting",
    responses=answer("Waiting", "unauthorized", "not_for_spectators", "not_found"),
)
async def get_waiting(match_id: MatchId, viewer: Viewer, services: UseCases) -> Response:
    """Say whom the match waits for, why, since when, and what happens at the deadline."""
    return json_response(await services.matches.waiting(match_id, id_of(viewer)), headers=OWN)


@router.get(
    "/{match_id}/events",
    responses=documented(
        list_of("Event", "unauthorized", "not_for_spectators", "not_found"),
        "Events as messages whose `id` is their `seq`, and after them `decision` (MatchDecision). "
        "Whoever has missed too much gets a `snapshot` (Match) first.",
    ),
)
async def list_events(
    request: Request,
    match_id: MatchId,
    viewer: Viewer,
    services: UseCases,
    after: Annotated[int, Query(ge=0, lt=2**63, description="The last `seq` that is known.")] = 0,
    wait: Annotated[
        float,
        Query(ge=0, le=MAX_WAIT_SECONDS, description="Seconds to wait where there is nothing yet."),
    ] = 0,
    page_size: PageSize = 100,
) -> Response:
    """List what happened, as the caller may know it. `next` is the `after` of the next call.

    With `Accept: text/event-stream`, a stream of what happens, from after `Last-Event-ID` (or
    `after`) on; without either, from the beginning.
    """
    if wants_stream(request):
        return await _stream(request, services, match_id, viewer, after)
    page = await services.matches.events(match_id, id_of(viewer), after, page_size, wait)
    return list_response(request, page, parameter="after")


@router.get(
    "/{match_id}/uses",
    responses=list_of("Use", "unauthorized", "not_for_spectators", "not_found"),
)
async def list_uses(
    request: Request, match_id: MatchId, viewer: Viewer, services: UseCases
) -> Response:
    """List the uses that each seat has spent: by title and ability, and when."""
    uses = tuple(await services.matches.uses(match_id, id_of(viewer)))
    return list_response(request, Page(uses, len(uses), None))


async def _stream(
    request: Request, services: Services, match_id: str, viewer: Account | None, after: int
) -> Response:
    known = last_event_id(request, after)
    sight = await services.matches.look(match_id, id_of(viewer))  # who may not listen hears so now
    frames = services.streams.of_match(sight, viewer, known)
    return EventStream(frames, request.app.state.settings.stream_write_seconds)
