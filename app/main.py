"""The application: how its parts are wired together, and nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import Depends, FastAPI
from fastapi.routing import APIRoute
from starlette.middleware import Middleware

from app import api, logs, problems
from app.api import schemas
from app.api.strictness import refuse_unstorable
from app.content.library import load_library
from app.db.engine import Database
from app.db.migrate import SchemaCheck
from app.middleware import BodyLimit, HeadAsGet, OpenCors, RequestLog
from app.problems import openapi
from app.services.opening import open_services
from app.settings import Settings


class Application(FastAPI):
    """FastAPI, with an OpenAPI document that tells of every failure."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document; FastAPI makes it anew only when routes were added."""
        before = self.openapi_schema
        schema = super().openapi()
        return schema if schema is before else openapi.complete(schemas.add_to(schema))


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the application; without `settings`, from the environment."""
    settings = settings or Settings.load()
    app = Application(
        title="Purrbiter",
        summary="A referee for card games.",
        description=api.DESCRIPTION,
        version=version("purrbiter"),
        openapi_tags=api.TAGS,
        generate_unique_id_function=_operation_id,
        redirect_slashes=False,
        dependencies=[Depends(refuse_unstorable)],
        responses=openapi.DEFAULT,
        lifespan=_lifespan,
        # The outermost first.
        middleware=[
            Middleware(RequestLog),
            Middleware(OpenCors),
            Middleware(problems.InternalErrors),
            Middleware(HeadAsGet),
            Middleware(BodyLimit, max_bytes=settings.max_body_bytes),
        ],
    )
    app.state.settings = settings
    problems.install(app)
    for router in api.routers:
        app.include_router(router)
    return app


def from_environment() -> FastAPI:
    """Build what each process of `purrbiter serve` runs."""
    settings = Settings.load()
    logs.configure(settings.log_level, settings.log_format)
    return create_app(settings)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Build what lives as long as the process and put it on `app.state`; take it down again."""
    library = app.state.library = load_library()
    database = Database(app.state.settings.database_url)
    app.state.readiness = {"database": database.ping, "schema": SchemaCheck(database)}
    async with database, open_services(database, library) as services:
        app.state.services = services
        yield


def _operation_id(route: APIRoute) -> str:
    """Name an operation after its function: `list_cards` is `listCards` to client generators."""
    first, *rest = route.name.split("_")
    return first + "".join(word.capitalize() for word in rest)
