"""The printed reference: shared rules and cards, in the exact shape of its JSON document.

Keys are the document's (camel case there, snake case here). An unknown or missing key, or a value
of another type, is a mistake: the reference is data that everything else is checked against.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from app.engine.artifacts.book import Kind

AbilityKind = Literal["attack", "activated", "trigger", "passive"]
Status = Literal["printed", "provisional"]
Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


class Printed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """Base of what the document holds."""


class SharedRule(Printed, frozen=True):
    """One shared rule, with the version of the game that it comes from."""

    id: str
    title: str
    origin: str
    text: str


class Cost(Printed, frozen=True):
    """What an ability costs: Energy and, in words, anything besides."""

    energy: Natural
    additional: str


class PrintedAbility(Printed, frozen=True):
    """One ability: the structured reading of it and, in `printed_text`, the card's own words."""

    name: str
    kind: AbilityKind
    timing: str
    cost: Cost
    target: str
    effect: str
    duration: str
    frequency: str
    conditions: tuple[str, ...]
    printed_text: str
    origin: str


class PlayCost(Printed, frozen=True):
    """What playing the card costs."""

    energy: Natural
    additional: str
    basis: str


class Limits(Printed, frozen=True):
    """Printed limits; None where the card prints none."""

    deck_copies: Positive | None
    in_play_copies: Positive | None
    land_slots: Positive | None
    printed: str | None


class RulesProfile(Printed, frozen=True):
    """How the card plays."""

    version: str
    kind: Kind
    type: str
    placement: str
    play_timing: str
    play_cost: PlayCost
    play_limit: str
    eligibility: str
    limits: Limits
    hp: Positive | None
    search_tags: tuple[str, ...]
    disposition: str
    abilities: tuple[PrintedAbility, ...]
    notes: tuple[str, ...]


class ReferenceCard(Printed, frozen=True):
    """One card. `identities`, `traits` and `evolves_from` are printed on starter cats only."""

    id: str
    rules_profile: RulesProfile
    stats_patch: dict[str, Any]
    name: str
    category: str
    story_url: str | None = None
    source_image: str | None = None
    identities: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    evolves_from: tuple[str, ...] = ()


class Document(Printed, frozen=True):
    """A file of cards. The reference also carries the release and the shared rules."""

    schema_version: Literal[1]
    title: str
    summary: str
    cards: tuple[ReferenceCard, ...]
    rules_version: str | None = None
    effective_date: str | None = None
    release: str | None = None
    baseline: str | None = None
    shared_rules: tuple[SharedRule, ...] = ()
    set: str | None = None
    status: Status | None = None
