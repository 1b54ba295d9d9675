"""Cards as everyone outside the engine sees them, made from the printed reference and scripts."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from app.content.reference import AbilityKind, Cost, ReferenceCard, Status
from app.engine.artifacts.book import Kind, PrintedCard
from app.engine.artifacts.script import Script

_ATTACH = re.compile(r"Attach to your (?P<first>\w+)(?: or (?P<second>\w+))?\.")
_NEMESIS = re.compile(r"\bNemesis\b")


class CardLimits(Struct, frozen=True):
    """How many copies may be in a deck and in play, as printed; None where nothing is printed."""

    deck_copies: int | None
    in_play_copies: int | None
    land_slots: int | None
    printed: str | None


class AbilityCost(Struct, frozen=True):
    """Energy, and in words what is paid besides."""

    energy: int
    additional: str


class Ability(Struct, frozen=True, kw_only=True):
    """A printed ability with the script that acts it out."""

    name: str
    kind: AbilityKind
    timing: str
    cost: AbilityCost
    target: str
    effect: str
    duration: str
    frequency: str
    conditions: tuple[str, ...]
    printed_text: str
    origin: str
    script: Script


class Card(Struct, frozen=True, kw_only=True):
    """A card. `reference` is the untouched source object; `status` says whether it was printed.

    `traits` are the printed ones and `Nemesis` where the type line says it (ruling-33),
    `attaches_to` the identities that an Item may be attached to.
    """

    id: str
    name: str
    set: str
    status: Status
    kind: Kind
    type: str
    hp: int | None
    labels: tuple[str, ...]
    traits: tuple[str, ...]
    identities: tuple[str, ...]
    evolves_from: tuple[str, ...]
    attaches_to: tuple[str, ...]
    limits: CardLimits
    abilities: tuple[Ability, ...]
    notes: tuple[str, ...]
    reference: Mapping[str, Any]

    def printed(self) -> PrintedCard:
        """Return what the engine's book needs of it."""
        return PrintedCard(
            id=self.id,
            name=self.name,
            kind=self.kind,
            hp=self.hp,
            identities=self.identities,
            traits=self.traits,
            labels=self.labels,
            evolves_from=self.evolves_from,
            attaches_to=self.attaches_to,
            limit_in_play=self.limits.in_play_copies,
            limit_in_deck=self.limits.deck_copies,
            scripts={ability.name: ability.script for ability in self.abilities},
        )


def traits_of(card: ReferenceCard) -> tuple[str, ...]:
    """Return the printed traits, and Nemesis where the type line says it (ruling-33)."""
    nemesis = ("Nemesis",) if _NEMESIS.search(card.rules_profile.type) else ()
    return (*card.traits, *(trait for trait in nemesis if trait not in card.traits))


def attaches_to(card: ReferenceCard) -> tuple[str, ...]:
    """Return the identities that an Item's placement names.

    Raises `ValueError` for an Item with another wording; empty for every other kind.
    """
    profile = card.rules_profile
    if profile.kind != "Item":
        return ()
    found = _ATTACH.fullmatch(profile.placement)
    if found is None:
        raise ValueError("expected “Attach to your X.” or “Attach to your X or Y.”")
    return tuple(name for name in found.groups() if name)


def make_card(
    card: ReferenceCard,
    scripts: Mapping[str, Script],
    source: Mapping[str, Any],
    set_id: str,
    status: Status,
) -> Card:
    """Join a checked reference card, its scripts by printed name, and its source object."""
    profile, limits = card.rules_profile, card.rules_profile.limits
    return Card(
        id=card.id,
        name=card.name,
        set=set_id,
        status=status,
        kind=profile.kind,
        type=profile.type,
        hp=profile.hp,
        labels=profile.search_tags,
        traits=traits_of(card),
        identities=card.identities,
        evolves_from=card.evolves_from,
        attaches_to=attaches_to(card),
        limits=CardLimits(
            limits.deck_copies, limits.in_play_copies, limits.land_slots, limits.printed
        ),
        abilities=tuple(
            Ability(
                name=printed.name,
                kind=printed.kind,
                timing=printed.timing,
                cost=_cost(printed.cost),
                target=printed.target,
                effect=printed.effect,
                duration=printed.duration,
                frequency=printed.frequency,
                conditions=printed.conditions,
                printed_text=printed.printed_text,
                origin=printed.origin,
                script=scripts[printed.name],
            )
            for printed in profile.abilities
        ),
        notes=profile.notes,
        reference=source,
    )


def _cost(cost: Cost) -> AbilityCost:
    return AbilityCost(cost.energy, cost.additional)
