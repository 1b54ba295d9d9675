"""`/health`: for load balancers and whoever watches the server."""

from collections.abc import Awaitable, Callable
from typing import Literal

import anyio
import structlog
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from app.problems import Problem, responses

router = APIRouter(prefix="/health", tags=["health"])

_log = structlog.get_logger(__name__)

Probe = Callable[[], Awaitable[None]]
"""Raises when what it probes cannot be used. Probes stand in `app.state.readiness` by name."""

PROBE_SECONDS = 2.0
RETRY_AFTER_SECONDS = 5


class Health(BaseModel):
    """The server is well."""

    status: Literal["ok"] = "ok"


class Readiness(Health):
    """The server can serve; `checks` names what it looked at."""

    checks: dict[str, Literal["ok"]]


@router.get("/live")
async def get_liveness(response: Response) -> Health:
    """Say that the process answers. When it does not, restart it."""
    response.headers["Cache-Control"] = "no-store"
    return Health()


@router.get("/ready", responses=responses("unavailable"))
async def get_readiness(request: Request, response: Response) -> Readiness:
    """Say that everything the server needs can be used. When not, send it no requests."""
    probes: dict[str, Probe] = request.app.state.readiness
    for name, probe in probes.items():
        await _check(name, probe)
    response.headers["Cache-Control"] = "no-store"
    return Readiness(checks=dict.fromkeys(probes, "ok"))


async def _check(name: str, probe: Probe) -> None:
    try:
        with anyio.fail_after(PROBE_SECONDS):
            await probe()
    except Exception as exc:  # whatever it is, the answer is "not ready"
        _log.warning("not_ready", check=name, exc_info=exc)
        raise Problem(
            "unavailable",
            f"The check “{name}” failed.",
            headers={"Retry-After": str(RETRY_AFTER_SECONDS), "Cache-Control": "no-store"},
        ) from exc
