"""`/v1/judge`: what may be done in a position and what comes of it. No account, nothing stored."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Request, Response
from msgspec import Meta, Struct

from app.api.access import UseCases
from app.api.bodies import json_response, read_body
from app.api.reference import refuse_unknown_parameters
from app.api.schemas import answer, body, ref
from app.services.judge import Supposed

router = APIRouter(
    prefix="/v1/judge",
    tags=["judge"],
    default_response_class=Response,
    dependencies=[Depends(refuse_unknown_parameters)],
)

MAX_ACTIONS = 200
MAX_DICE = 1000


class _Position(Struct, forbid_unknown_fields=True):
    position: msgspec.Raw


class _Chance(Struct, forbid_unknown_fields=True):
    dice: Annotated[list[int], Meta(max_length=MAX_DICE)] | None = None
    shuffle: Literal["keep"] | None = None


class _Played(_Position, forbid_unknown_fields=True):
    actions: Annotated[list[msgspec.Raw], Meta(max_length=MAX_ACTIONS)]
    random: _Chance | None = None


class _Asked(_Position, forbid_unknown_fields=True):
    action: msgspec.Raw


_EXAMPLE = {
    "turn": 5,
    "phase": "act",
    "seats": [
        {"energy": 4, "turns_taken": 3, "active": {"id": "a", "card": "skyscratcher"}},
        {"active": {"id": "e", "card": "tangledeep"}, "bench": [{"id": "f", "card": "miso"}]},
    ],
}
_ATTACK = {"type": "attack", "source": "a", "ability": "Cardboard Comet", "targets": ["e"]}
_CHANCE_SCHEMA = {
    "type": ["object", "null"],
    "additionalProperties": False,
    "properties": {
        "dice": {
            "type": ["array", "null"],
            "items": {"type": "integer"},
            "maxItems": MAX_DICE,
            "description": "What the dice show, in order. Too few of them is an error.",
        },
        "shuffle": {
            "enum": ["keep", None],
            "description": "`keep`: shuffled decks stay in their order.",
        },
    },
}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required,
        "additionalProperties": False,
        "properties": properties,
    }


@router.post(
    "/options",
    responses=answer("JudgeOptions", "invalid_position"),
    openapi_extra=body(
        _object(["position"], position=ref("Position")), attack={"position": _EXAMPLE}
    ),
)
async def list_options(request: Request, services: UseCases) -> Response:
    """Say who is asked what in a position, with every legal answer."""
    asked = await read_body(request, _Position)
    return json_response(services.judge.options(bytes(asked.position)))


@router.post(
    "/apply",
    responses=answer("JudgeResult", "illegal_action", "hidden_information", "invalid_position"),
    openapi_extra=body(
        _object(
            ["position", "actions"],
            position=ref("Position"),
            actions={"type": "array", "items": ref("Action"), "maxItems": MAX_ACTIONS},
            random=_CHANCE_SCHEMA,
        ),
        attack={"position": _EXAMPLE, "actions": [_ATTACK], "random": {"dice": [9, 9]}},
    ),
)
async def apply_actions(request: Request, services: UseCases) -> Response:
    """Play actions on a position.

    A refused action is named by `errors[0].pointer`. Chance is what `random` says, then the
    position's own; a position without any gets a fixed one, and the answer says so.
    """
    played = await read_body(request, _Played)
    chance = played.random or _Chance()
    supposed = Supposed(chance.dice, chance.shuffle == "keep")
    actions = [bytes(action) for action in played.actions]
    return json_response(services.judge.apply(bytes(played.position), actions, supposed))


@router.post(
    "/explain",
    responses=answer("JudgeExplanation", "invalid_position"),
    openapi_extra=body(
        _object(["position", "action"], position=ref("Position"), action=ref("Action")),
        attack={"position": _EXAMPLE, "action": _ATTACK},
    ),
)
async def explain_action(request: Request, services: UseCases) -> Response:
    """Say everything that makes an action illegal, or what it would do. Both are a 200."""
    asked = await read_body(request, _Asked)
    return json_response(services.judge.explain(bytes(asked.position), bytes(asked.action)))
