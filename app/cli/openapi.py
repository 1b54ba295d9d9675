"""`purrbiter openapi`: the OpenAPI document, as it is committed."""

import json
from pathlib import Path
from typing import Annotated

import typer

from app.cli.common import fail


def openapi(
    file: Annotated[
        Path | None, typer.Argument(help="Where to write it; without one, standard output.")
    ] = None,
    *,
    breaking: Annotated[
        bool, typer.Option("--breaking", help="Write it even where it breaks clients.")
    ] = False,
) -> None:
    """Write the OpenAPI document; refuse to replace one whose clients it would break."""
    from app.compatibility import breaking_changes
    from app.main import create_app
    from app.settings import Settings

    document = create_app(Settings.load()).openapi()
    text = json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if file is None:
        typer.echo(text, nl=False)
        return
    if file.exists() and not breaking:
        changes = breaking_changes(json.loads(file.read_text(encoding="utf-8")), document)
        if changes:
            listed = "".join(f"\n- {change}" for change in changes)
            fail(f"this breaks clients (--breaking writes it all the same):{listed}")
    file.write_text(text, encoding="utf-8")
