"""Every setting, from the environment (`PURRBITER_…`), with its default."""

from typing import Any, Literal, Self

from limits import parse_many
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

PREFIX = "PURRBITER_"

_DRIVERS = {
    "sqlite": "sqlite+pysqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}


class SettingsError(ValueError):
    """A setting has a value that it cannot have; the message is one line for whoever set it."""


class Settings(BaseSettings):
    """What may differ between two servers. The environment variable of `port` is `PURRBITER_PORT`.

    Use `Settings.load` at the start of a program: it says what is wrong in one line.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, validate_default=True, use_attribute_docstrings=True
    )

    database_url: str = Field(default="sqlite:///var/purrbiter.db", repr=False)
    """Where everything is stored: a SQLAlchemy URL of SQLite (a file; a relative path is relative
    to the working directory) or PostgreSQL. Read back, it names the driver."""

    redis_url: str | None = Field(default=None, repr=False)
    """Redis, through which several processes tell each other that a match moved."""

    host: str = "127.0.0.1"
    """The address to serve on; 0.0.0.0 is every address of the machine."""

    port: int = Field(default=8000, ge=1, le=65535)
    """The port to serve on."""

    workers: int = Field(default=1, ge=1)
    """How many processes serve. More than one needs a server database and Redis."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least important line that is still logged."""

    log_format: Literal["console", "json"] = "console"
    """Lines for a person, or a JSON object each for a collector of logs."""

    max_body_bytes: int = Field(default=256 * 1024, ge=1024)
    """The largest body of a request; a larger one is answered with 413."""

    stream_write_seconds: float = Field(default=10, gt=0)
    """How long a client of a stream may take over one piece of it before it is dropped."""

    rate_per_token: str | None = None
    """How often each token may ask, like `20/second; 600/minute`; not limited unless set."""

    rate_per_address: str | None = None
    """How often each address may ask, whatever its tokens; not limited unless set."""

    rate_sign_in: str | None = None
    """How often each address may make a player or sign in; not limited unless set."""

    shutdown_seconds: int = Field(default=5, ge=0)
    """How long a stopping server waits for requests that are still being answered."""

    @classmethod
    def load(cls, **overrides: Any) -> Self:
        """Read the environment; `overrides` that are not None win. Raises `SettingsError`."""
        given = {name: value for name, value in overrides.items() if value is not None}
        try:
            return cls(**given)
        except ValidationError as exc:
            lines = (f"{_name(error['loc'])}: {error['msg']}" for error in exc.errors())
            raise SettingsError("; ".join(lines)) from None

    @field_validator("database_url")
    @classmethod
    def _with_driver(cls, value: str) -> str:
        try:
            url = make_url(value)
        except ArgumentError:
            raise ValueError("not a database URL like sqlite:///var/purrbiter.db") from None
        dialect = url.get_backend_name()
        if dialect not in _DRIVERS:
            raise ValueError(f"only SQLite and PostgreSQL can be used, not {dialect}")
        if dialect == "sqlite" and url.database in {None, "", ":memory:"}:
            raise ValueError("SQLite needs a file: what is in memory does not survive a restart")
        return url.set(drivername=_DRIVERS[dialect]).render_as_string(hide_password=False)

    @field_validator("redis_url")
    @classmethod
    def _is_redis(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("not a Redis URL like redis://127.0.0.1:6379/0")
        return value

    @field_validator("rate_per_token", "rate_per_address", "rate_sign_in")
    @classmethod
    def _is_rate(cls, value: str | None) -> str | None:
        if value is not None:
            try:
                parse_many(value)
            except ValueError:
                raise ValueError("not a rate like 600/minute") from None
        return value

    @property
    def embedded_database(self) -> bool:
        """Whether the database is a file of this server's own, which it may migrate by itself."""
        return make_url(self.database_url).get_backend_name() == "sqlite"


def _name(location: tuple[int | str, ...]) -> str:
    return PREFIX + "_".join(str(part) for part in location).upper()
