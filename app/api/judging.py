"""`/v1/matches/{id}/judge…`: what a tournament judge may do, each time saying why."""

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from app.api.access import Caller, UseCases
from app.api.bodies import json_response, read_body
from app.api.schemas import answer, body, ref
from app.api.tables import MatchId
from app.problems.openapi import Responses
from app.services.judging import LossRuling, RewindRuling, Ruled, TimeRuling
from app.services.table import listed

router = APIRouter(
    prefix="/v1/matches/{match_id}", tags=["judging"], default_response_class=Response
)


class Appointment(BaseModel):
    """Who is to judge."""

    model_config = ConfigDict(extra="forbid")

    player: str = Field(description="The player's id.")


def _ruled(*more: str) -> Responses:
    return answer(
        "MatchSummary", "unauthorized", "forbidden", "not_found", "match_over", "not_now", *more
    )


@router.post(
    "/judges",
    status_code=201,
    responses=answer(
        "MatchSummary",
        "unauthorized",
        "forbidden",
        "not_found",
        "match_over",
        "too_late",
        "already_judge",
        "judge_of_match",
        "not_now",
        status=201,
    ),
)
async def appoint_judge(
    match_id: MatchId, caller: Caller, services: UseCases, appointment: Appointment
) -> Response:
    """Appoint a judge: the match's maker may before it begins, the operator until it is over."""
    match = await services.judging.appoint(caller, match_id, appointment.player)
    return json_response(listed(match), 201, {"Location": f"/v1/matches/{match_id}"})


@router.post(
    "/judge/open",
    responses=answer("OpenedMatch", "unauthorized", "forbidden", "not_found", "not_now"),
    openapi_extra=body(ref("JudgeReason"), why={"reason": "A hand was shown by mistake."}),
)
async def open_match(
    request: Request, match_id: MatchId, caller: Caller, services: UseCases
) -> Response:
    """Show a judge the whole position, hidden cards included. Both seats read that it was shown."""
    why = await read_body(request, Ruled)
    opened = await services.judging.open(caller.id, match_id, why)
    return json_response(opened, headers={"Cache-Control": "no-store"})


@router.post(
    "/judge/time",
    responses=_ruled("no_clock"),
    openapi_extra=body(
        ref("TimeRuling"), lost={"seat": 0, "seconds": 60, "reason": "A call to the judge."}
    ),
)
async def add_time(
    request: Request, match_id: MatchId, caller: Caller, services: UseCases
) -> Response:
    """Give a seat more time."""
    why = await read_body(request, TimeRuling)
    return json_response(listed(await services.judging.add_time(caller.id, match_id, why)))


@router.post(
    "/judge/pause",
    responses=_ruled(),
    openapi_extra=body(ref("JudgeReason"), call={"reason": "A call to the head judge."}),
)
async def pause_match(
    request: Request, match_id: MatchId, caller: Caller, services: UseCases
) -> Response:
    """Stop the clocks. A player or a judge resumes the match."""
    why = await read_body(request, Ruled)
    return json_response(listed(await services.judging.pause(caller.id, match_id, why)))


@router.post(
    "/judge/rewind",
    responses=_ruled("undo_refused"),
    openapi_extra=body(
        ref("RewindRuling"),
        back={"to_version": 12, "reason": "The wrong card was revealed.", "rules": ["rule-9"]},
    ),
)
async def rewind_match(
    request: Request, match_id: MatchId, caller: Caller, services: UseCases
) -> Response:
    """Put the match back to where it stood at a version. The log keeps what happened since."""
    why = await read_body(request, RewindRuling)
    return json_response(listed(await services.judging.rewind(caller.id, match_id, why)))


@router.post(
    "/judge/loss",
    responses=_ruled(),
    openapi_extra=body(ref("LossRuling"), late={"seat": 1, "reason": "Absent for ten minutes."}),
)
async def award_loss(
    request: Request, match_id: MatchId, caller: Caller, services: UseCases
) -> Response:
    """Decide that a seat has lost. The result is that of a concession; the log says whose it is."""
    why = await read_body(request, LossRuling)
    return json_response(listed(await services.judging.award_loss(caller.id, match_id, why)))
