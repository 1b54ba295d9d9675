"""The `purrbiter` command: one module per command, gathered here."""

import typer

from app.cli.admin_token import admin_token
from app.cli.card import card
from app.cli.deck import deck
from app.cli.demo import demo
from app.cli.migrate import migrate
from app.cli.openapi import openapi
from app.cli.rules import rules
from app.cli.serve import serve

cli = typer.Typer(
    name="purrbiter",
    help="A referee for card games: cards, decks and judged matches over HTTP.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
cli.command()(serve)
cli.command()(migrate)
cli.command()(admin_token)
cli.command()(rules)
cli.command()(card)
cli.command()(demo)
cli.command()(openapi)
cli.add_typer(deck, name="deck")


def main() -> None:
    """Run the command line."""
    cli(prog_name="purrbiter")
