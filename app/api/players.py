"""`/v1/players`: making a player, and looking after one's own account."""

from typing import Annotated

from fastapi import APIRouter, Body, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from app.api.access import Caller, UseCases
from app.api.bodies import json_response
from app.api.lists import Cursor, PageSize, list_of, list_response
from app.api.schemas import answer
from app.db.matches import Status
from app.problems import responses
from app.services.page import Page
from app.services.players import NewAccount
from app.services.scopes import Scope

router = APIRouter(prefix="/v1/players", tags=["players"], default_response_class=Response)

_LENGTHS = "8 to 200 characters."
_SECRET: dict[str, JsonValue] = {"format": "password", "writeOnly": True}


class NewPlayer(BaseModel):
    """Who wants to play; without a name, a guest."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "Miso"}]})

    name: str | None = Field(
        default=None, description="1 to 40 printable characters, unlike any other player's name."
    )
    password: str | None = Field(default=None, description=_LENGTHS, json_schema_extra=_SECRET)


class Login(BaseModel):
    """A named player's name and password."""

    model_config = ConfigDict(extra="forbid")

    name: str
    password: str = Field(json_schema_extra=_SECRET)


class PasswordChange(BaseModel):
    """The password to be, and the one so far, if there is one."""

    model_config = ConfigDict(extra="forbid")

    password: str = Field(description=_LENGTHS, json_schema_extra=_SECRET)
    current: str | None = Field(default=None, json_schema_extra=_SECRET)


class TokenWish(BaseModel):
    """What another token is to be good for."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"scopes": ["read"], "label": "Stream overlay"}]},
    )

    scopes: list[Scope] = Field(
        description="`read` sees what the player sees; `play` acts for the player, too."
    )
    label: str | None = Field(default=None, description="What it is for, to tell it from others.")


@router.post("", status_code=201, responses=answer("NewAccount", "name_taken", status=201))
async def create_player(
    services: UseCases, new: Annotated[NewPlayer | None, Body()] = None
) -> Response:
    """Make a player. The token is shown only here: whoever has it is the player.

    With a password, a named player can get another token where this one is lost.
    """
    new = new or NewPlayer()
    return _signed_in(await services.players.create(new.name, new.password))


@router.post("/login", status_code=201, responses=answer("NewAccount", "login_failed", status=201))
async def login(services: UseCases, known: Login) -> Response:
    """Sign a named player in with the password: make another token."""
    return _signed_in(await services.players.login(known.name, known.password))


def _signed_in(account: NewAccount) -> Response:
    headers = {"Location": "/v1/players/me", "Cache-Control": "no-store"}
    return json_response(account, 201, headers)


@router.get("/me", responses=answer("Player", "unauthorized"))
async def get_me(caller: Caller) -> Response:
    """Say who the token stands for."""
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return json_response(caller.profile, headers=headers)


@router.delete("/me", status_code=204, responses=responses("unauthorized"))
async def delete_me(caller: Caller, services: UseCases) -> Response:
    """Delete the account.

    Matches that are being played are conceded; tokens, decks and the name are gone, the logs of the
    matches stay as they are.
    """
    await services.pairing.forget(caller.id)
    await services.acting.concede_all(caller.id)
    await services.ratings.forget(caller.id)
    await services.decks.remove_all(caller.id)
    await services.players.forget(caller.id)
    return Response(status_code=204)


@router.get("/me/matches", responses=list_of("MatchSummary", "unauthorized"))
async def list_own_matches(
    request: Request,
    caller: Caller,
    services: UseCases,
    cursor: Cursor,
    page_size: PageSize = 100,
    waiting: Annotated[
        bool | None, Query(description="Only those that (do not) wait for the caller.")
    ] = None,
    status: Annotated[Status | None, Query(description="Only those with this status.")] = None,
) -> Response:
    """List the matches at which the caller sits, the youngest first."""
    page = await services.day.matches(caller.id, cursor, page_size, waiting=waiting, status=status)
    return list_response(request, page)


@router.get("/me/ratings", responses=list_of("Rating", "unauthorized"))
async def list_ratings(request: Request, caller: Caller, services: UseCases) -> Response:
    """List the caller's ratings: one for each game with a rated match, soon after its end."""
    found = tuple(await services.ratings.of(caller.id))
    return list_response(request, Page(found, len(found), None))


@router.put("/me/password", status_code=204, responses=responses("unauthorized", "forbidden"))
async def set_password(caller: Caller, services: UseCases, change: PasswordChange) -> Response:
    """Set the password of a named account; where there is one already, it has to be named."""
    await services.players.set_password(caller.id, change.password, change.current)
    return Response(status_code=204)


@router.post(
    "/me/tokens",
    status_code=201,
    responses=answer("NewToken", "unauthorized", "forbidden", status=201),
)
async def create_token(caller: Caller, services: UseCases, wish: TokenWish) -> Response:
    """Make another token, good for no more than the one that is sent; it is shown only here."""
    token = await services.players.make_token(caller, wish.scopes, wish.label)
    headers = {"Location": "/v1/players/me/tokens", "Cache-Control": "no-store"}
    return json_response(token, 201, headers)


@router.get("/me/tokens", responses=list_of("Token", "unauthorized"))
async def list_tokens(request: Request, caller: Caller, services: UseCases) -> Response:
    """List the account's tokens, revoked ones too, without what is secret about them."""
    tokens = await services.players.tokens(caller.id)
    return list_response(request, Page(tuple(tokens), len(tokens), None))


@router.delete(
    "/me/tokens/{token_id}", status_code=204, responses=responses("unauthorized", "not_found")
)
async def revoke_token(token_id: str, caller: Caller, services: UseCases) -> Response:
    """Revoke one of the account's tokens, at once and for good."""
    await services.players.revoke(caller.id, token_id)
    return Response(status_code=204)
