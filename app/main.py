"""The application: how its parts are wired together, and nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Any

from fastapi import Depends, FastAPI
from fastapi.routing import APIRoute
from starlette.middleware import Middleware

from app import api, logs, problems
from app.api import reference_schemas, schemas
from app.api.prepared import Prepared, ServePrepared
from app.api.strictness import refuse_unstorable
from app.content.library import Library, load_library
from app.db.engine import Database
from app.db.migrate import SchemaCheck
from app.live.relay import rung_together
from app.live.stopping import told_to_stop
from app.middleware import BodyLimit, HeadAsGet, OpenCors, RequestLog
from app.problems import openapi
from app.rate_limits import Counter, RateLimits
from app.services.opening import open_services
from app.settings import Settings


class Application(FastAPI):
    """FastAPI, with an OpenAPI document that tells of every failure."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document; FastAPI makes it anew only when routes were added."""
        before = self.openapi_schema
        schema = super().openapi()
        if schema is before:
            return schema
        reference_schemas.add_reference(schemas.add_to(schema), load_library())
        return openapi.complete(schema)


def create_app(settings: Settings | None = None, library: Library | None = None) -> FastAPI:
    """Build the application; without `settings`, from the environment, on our own `library`."""
    settings = settings or Settings.load()
    counter = Counter(settings)
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
            Middleware(RateLimits, counter=counter),
            Middleware(HeadAsGet),
            Middleware(ServePrepared),
            Middleware(BodyLimit, max_bytes=settings.max_body_bytes),
        ],
    )
    app.state.settings = settings
    app.state.counter = counter
    app.state.library = library or load_library()
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
    library = app.state.library
    app.state.prepared = Prepared(library)
    database = Database(app.state.settings.database_url)
    app.state.readiness = {
        "database": database.ping,
        "schema": SchemaCheck(database),
        "cards": partial(_has_cards, library),
    }
    async with app.state.counter, database, open_services(database, library) as services:
        app.state.services = services
        bells = services.bells
        async with rung_together(bells, app.state.settings.redis_url):
            with told_to_stop(bells.stop):
                yield


async def _has_cards(library: Library) -> None:
    if not library.book:
        raise LookupError("the card book is empty")


def _operation_id(route: APIRoute) -> str:
    """Name an operation after its function: `list_cards` is `listCards` to client generators."""
    first, *rest = route.name.split("_")
    return first + "".join(word.capitalize() for word in rest)
