"""`/v1/lobby`: waiting for somebody to play."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from app.api.access import Caller, UseCases
from app.api.bodies import json_response, read_body
from app.api.schemas import answer, body, ref
from app.api.tables import OWN
from app.problems import responses
from app.services.pairing import Wish

router = APIRouter(prefix="/v1/lobby", tags=["lobby"], default_response_class=Response)

MAX_WAIT_SECONDS = 30


@router.post(
    "",
    status_code=201,
    responses=answer("LobbyEntry", "unauthorized", "deck_not_legal", "already_waiting", status=201),
    openapi_extra=body(
        ref("LobbyRequest"),
        pasted={"deck": {"text": "3 Skyscratcher\n2 Furthings"}, "settings": {"deck_size": 30}},
    ),
)
async def enter_lobby(request: Request, caller: Caller, services: UseCases) -> Response:
    """Wait for somebody to play at a table with equal settings and options.

    The deck is checked and fixed now. Who waits is paired with the nearest rating; the longer one
    waits, the less near it has to be. `match` in the answer is the match, once it is made. Ask
    again for the entry while you wait: who is not heard of for a minute and a half is left out.
    """
    entry = await services.pairing.enter(caller.id, await read_body(request, Wish))
    return json_response(entry, 201, {"Location": "/v1/lobby"})


@router.get("", responses=answer("LobbyEntry", "unauthorized", "not_found"))
async def get_lobby_entry(
    caller: Caller,
    services: UseCases,
    wait: Annotated[
        float,
        Query(ge=0, le=MAX_WAIT_SECONDS, description="Seconds to wait for a match to be made."),
    ] = 0,
) -> Response:
    """Show the caller's place on the waiting list, and the match that came of it."""
    return json_response(await services.pairing.find(caller.id, wait), headers=OWN)


@router.delete("", status_code=204, responses=responses("unauthorized", "not_found"))
async def leave_lobby(caller: Caller, services: UseCases) -> Response:
    """Wait no longer."""
    await services.pairing.leave(caller.id)
    return Response(status_code=204)
