"""What the offline commands share: the library, and lines that a person reads with ease."""

import shutil
import textwrap
from collections.abc import Iterable

import typer

from app.cli.common import fail
from app.content.library import Library, load_library
from app.content.mistakes import ContentError

_WIDEST = 96


def library() -> Library:
    """Return the library; data that cannot be used ends the command with every mistake in it."""
    try:
        return load_library()
    except ContentError as exc:
        fail(f"the data cannot be used:\n{exc}", status=2)


def say(text: str = "", indent: int = 0) -> None:
    """Print a text, wrapped to the terminal; its own line breaks stay."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    margin = " " * indent
    for line in text.splitlines() or [""]:
        wrapped = textwrap.wrap(
            line, width, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
        )
        typer.echo("\n".join(wrapped))


def listed(label: str, values: Iterable[object]) -> None:
    """Print a label and its values on a line; nothing where there are none."""
    text = ", ".join(str(value) for value in values)
    if text:
        say(f"{label}: {text}")
