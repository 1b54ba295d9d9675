"""What commands share: how to give up, and the settings."""

from typing import Any, NoReturn

import typer

from app.settings import Settings, SettingsError


def fail(message: str, status: int = 1) -> NoReturn:
    """End the command with one line on standard error."""
    typer.echo(f"purrbiter: {message}", err=True)
    raise typer.Exit(status)


def load_settings(**overrides: Any) -> Settings:
    """Read the settings; those given on the command line (not None) win. A bad one ends it all."""
    try:
        return Settings.load(**overrides)
    except SettingsError as exc:
        fail(str(exc), status=2)
