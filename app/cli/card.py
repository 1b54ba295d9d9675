"""`purrbiter card`: a card by its name, or by a part of it, offline."""

from typing import Annotated

import typer

from app.cli.common import fail
from app.cli.reading import library, listed, say
from app.content.cards import Ability, Card
from app.content.library import Library
from app.content.names import NotFound


def card(
    name: Annotated[str, typer.Argument(help="An id, a name, an alias, or a part of one.")],
) -> None:
    """Show a card as it is printed, with the rules and rulings that bear on it."""
    known = library()
    found = known.names.search(name)
    if isinstance(found, NotFound):
        near = "".join(f"\n  {one.name} ({one.id})" for one in found.candidates)
        if found.ambiguous:
            fail(f"several cards fit {name!r}:{near}")
        fail(f"there is no card {name!r}" + (f"; the nearest names are:{near}" if near else ""))
    _show(known, known.cards[found.card])


def _show(known: Library, shown: Card) -> None:
    provisional = "" if shown.status == "printed" else f", {shown.status}: not a printed card"
    say(f"{shown.name} ({shown.id}; {shown.set}{provisional})")
    hp = "" if shown.hp is None else f" · {shown.hp} HP"
    say(f"{shown.kind} · {shown.type}{hp}")
    listed("Counts as", shown.identities)
    listed("Evolves from", shown.evolves_from)
    listed("Attaches to", shown.attaches_to)
    listed("Traits", shown.traits)
    listed("Search labels", shown.labels)
    listed("Printed limit", [shown.limits.printed] if shown.limits.printed else [])
    for ability in shown.abilities:
        say()
        _ability(ability)
    if shown.notes:
        say()
    for note in shown.notes:
        say(f"Note: {note}")
    say()
    listed("Rules", known.card_rules[shown.id])
    listed("Rulings", (ruling.id for ruling in known.rulings_of(shown.id)))


def _ability(ability: Ability) -> None:
    cost = [f"{ability.cost.energy} Energy"] if ability.cost.energy else []
    if ability.cost.additional != "None.":
        cost.append(ability.cost.additional)
    say(" · ".join([ability.name, ability.kind, *cost]))
    say(ability.printed_text, indent=2)
    say(f"When: {ability.timing}", indent=2)
    say(f"Target: {ability.target}", indent=2)
    for condition in ability.conditions:
        say(f"Condition: {condition}", indent=2)
    say(f"Effect: {ability.effect}", indent=2)
    say(f"Duration: {ability.duration} Frequency: {ability.frequency}", indent=2)
