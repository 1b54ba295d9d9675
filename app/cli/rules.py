"""`purrbiter rules`: the rules, rulings and table settings, offline."""

import re
from typing import Annotated

import typer

from app.cli.common import fail
from app.cli.reading import library, listed, say
from app.content.library import Library
from app.content.mistakes import nearest
from app.content.rules import Rule, Ruling, TableSetting

_NUMBER = re.compile(r"(?P<kind>rule|ruling|table)-?0*(?P<number>\d+)")


def rules(
    id_: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="rule-10, ruling-06 or table-13.")
    ] = None,
) -> None:
    """Show a rule, a ruling or a table setting; without an id, list them all."""
    known = library()
    if id_ is None:
        _list(known)
        return
    wanted = _tidy(id_)
    if wanted in known.rules:
        _rule(known.rules[wanted])
    elif wanted in known.rulings:
        _ruling(known.rulings[wanted])
    elif wanted in known.settings:
        _setting(known.settings[wanted], known)
    else:
        near = nearest(wanted, [*known.rules, *known.rulings, *known.settings])
        fail(f"there is no {id_!r}" + (f"; did you mean {near}?" if near else ""))


def _tidy(id_: str) -> str:
    """Return the id with as many digits as ids of its kind have."""
    found = _NUMBER.fullmatch(id_.strip().casefold())
    if found is None:
        return id_
    digits = 1 if found["kind"] == "rule" else 2
    return f"{found['kind']}-{found['number'].zfill(digits)}"


def _list(known: Library) -> None:
    for rule in known.rules.values():
        typer.echo(f"{rule.id:<10} {rule.title}")
    for ruling in known.rulings.values():
        line = f"{ruling.id:<10} {ruling.text}"
        typer.echo(line if len(line) <= 96 else f"{line[:95]}…")
    for setting in known.settings.values():
        typer.echo(f"{setting.id:<10} {setting.name} = {setting.shown}")


def _rule(rule: Rule) -> None:
    say(f"{rule.id} · {rule.title} ({rule.origin})")
    say(rule.text, indent=2)
    listed("Read by", rule.rulings)
    listed("Table settings", rule.settings)
    listed("Cards", rule.cards)


def _ruling(ruling: Ruling) -> None:
    say(f"{ruling.id} · {ruling.heading} (our reading of the printed texts)")
    say(ruling.text, indent=2)
    listed("Rules", ruling.rules)
    listed("Table settings", ruling.settings)
    listed("Cards", ruling.cards)


def _setting(setting: TableSetting, known: Library) -> None:
    say(f"{setting.id} · {setting.name} = {setting.shown} (profile {known.release.profile})")
    say(setting.meaning, indent=2)
    listed("Rules", setting.rules)
    listed("Rulings", setting.rulings)
