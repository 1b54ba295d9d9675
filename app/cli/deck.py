"""`purrbiter deck check`: the deck check on a file, offline."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from app.cli.common import fail
from app.cli.reading import library, say
from app.content.deck_check import Verdict, check_deck
from app.content.deck_lists import DeckList
from app.content.deck_text import edit_line
from app.content.library import Library
from app.engine.kernel.refusal import Malformed

deck = typer.Typer(help="Decks: whether they may be played.", no_args_is_help=True)

_UNREADABLE = 2


@deck.callback()
def _group() -> None:
    """Keep `check` a command of its own while it is the only one."""


@deck.command()
def check(
    file: Annotated[str, typer.Argument(help="A deck as JSON or as text; - is standard input.")],
) -> None:
    """Say whether a deck may be played; the exit status is 1 where it may not."""
    known = library()
    try:
        verdict = check_deck(known, _read(file))
    except Malformed as exc:
        fail("the deck cannot be read:\n" + "\n".join(f.detail for f in exc.flaws), _UNREADABLE)
    _show(known, verdict)
    if not verdict.valid:
        raise typer.Exit(1)


def _read(file: str) -> DeckList:
    """Return the deck in the file: JSON where it begins like JSON, else a list of cards."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        fail(f"{file} cannot be read: {exc}", _UNREADABLE)
    if not text.lstrip().startswith("{"):
        return DeckList(text=text)
    try:
        return msgspec.json.decode(text, type=DeckList)
    except msgspec.DecodeError as exc:
        fail(f"{file} is no deck: {exc}", _UNREADABLE)


def _show(known: Library, verdict: Verdict) -> None:
    say(verdict.summary)
    for problem in verdict.problems:
        say()
        say(f"{problem.severity} {problem.code}: {problem.message}")
        for edit in problem.suggestions:
            say(f"- {edit_line(known, edit)}", indent=2)
    if verdict.fix is not None:
        say()
        say("The smallest change that makes it legal:")
        for edit in verdict.fix.edits:
            say(f"- {edit_line(known, edit)}", indent=2)
