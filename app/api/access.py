"""Who asks, and whom to ask: the dependencies of routes."""

from typing import Annotated

from fastapi import Depends, Request
from fastapi.openapi.models import HTTPBearer
from fastapi.security.base import SecurityBase

from app.problems import Problem
from app.services.opening import Services
from app.services.players import Account
from app.services.scopes import check_scope


async def _services(request: Request) -> Services:
    # Asynchronous as all of these are: FastAPI runs a plain function in another thread.
    services: Services = request.app.state.services
    return services


UseCases = Annotated[Services, Depends(_services)]


class _Viewing(SecurityBase):
    """Finds out whose token was sent, and that it is good for this: to look, or to act."""

    scheme_name = "token"
    model = HTTPBearer(description="The token that `POST /v1/players` gave.")

    async def __call__(self, request: Request) -> Account | None:
        authorization = request.headers.get("authorization")
        if authorization is None:
            return None
        scheme, _, secret = authorization.partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            raise _unauthorized("The Authorization header must be “Bearer” and a token.")
        services: Services = request.app.state.services
        account = await services.players.authenticate(secret.strip())
        check_scope(account.scopes, "read" if request.method == "GET" else "play")
        return account


class _Calling(_Viewing):
    """Insists on a token."""

    async def __call__(self, request: Request) -> Account:
        account = await super().__call__(request)
        if account is None:
            raise _unauthorized("This needs a token.")
        return account


class _Operating(_Calling):
    """Insists on a token of the operator's."""

    async def __call__(self, request: Request) -> Account:
        account = await super().__call__(request)
        check_scope(account.scopes, "admin")
        return account


Viewer = Annotated[Account | None, Depends(_Viewing())]
"""Whoever asks: None without a token. A bad token is refused even where none is needed."""

Caller = Annotated[Account, Depends(_Calling())]
"""Whoever asks, who has to have a token."""


Operator = Annotated[Account, Depends(_Operating())]
"""Whoever asks, who has to have a token with the scope `admin`."""


def id_of(viewer: Account | None) -> str | None:
    """Return the viewer's player id."""
    return None if viewer is None else viewer.id


def _unauthorized(detail: str) -> Problem:
    return Problem("unauthorized", detail, headers={"WWW-Authenticate": "Bearer"})
