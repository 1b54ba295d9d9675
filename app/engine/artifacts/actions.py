"""What a player may say. Each action is complete in itself and names cards by id."""

from typing import Annotated

from msgspec import Meta, Struct, field

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Ids = Annotated[tuple[Id, ...], Meta(max_length=200)]
Name = Annotated[str, Meta(min_length=1, max_length=100)]


class _Action(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    gc=False,
):
    """Base of the actions. A `label` comes with an option and may be sent back; it says nothing."""

    label: Annotated[str, Meta(max_length=500)] | None = None


class Setup(_Action, frozen=True, tag="setup", gc=False):
    """Place the opening Active combatant and Bench, face down."""

    active: Id
    bench: Ids = ()


class Deploy(_Action, frozen=True, tag="deploy", gc=False):
    """Put a combatant from hand onto the Bench (into the Active row if that is empty)."""

    card: Id


class Evolve(_Action, frozen=True, tag="evolve", gc=False):
    """Put an Evolution from hand onto a character."""

    card: Id
    onto: Id


class Play(_Action, frozen=True, tag="play", gc=False):
    """Play an Item or a Consumable on a character, or a Relic (no target)."""

    card: Id
    target: Id | None = None


class PlayLand(_Action, frozen=True, tag="play_land", gc=False):
    """Play a Land; the old one is discarded."""

    card: Id


class BeginAct(_Action, frozen=True, tag="begin_act", gc=False):
    """Go from Prepare to Act & Attack."""


class Switch(_Action, frozen=True, tag="switch", gc=False):
    """The normal paid switch: 1 Energy, once a turn (rule-5)."""

    with_: Id = field(name="with")


class Activate(_Action, frozen=True, tag="activate", gc=False):
    """Announce an activated ability."""

    source: Id
    ability: Name
    targets: Ids = ()


class Attack(_Action, frozen=True, tag="attack", gc=False):
    """Attack with the Active combatant; `source` is the card that supplies the attack."""

    source: Id
    ability: Name
    targets: Ids = ()


class React(_Action, frozen=True, tag="react", gc=False):
    """Use a reaction in the window that is open."""

    source: Id
    ability: Name
    targets: Ids = ()


class Pass(_Action, frozen=True, tag="pass", gc=False):
    """Let the window go by."""


class Choose(_Action, frozen=True, tag="choose", gc=False):
    """Answer any other question: targets, cards, an order (first topmost); `[]` declines."""

    ids: Ids = ()


class Promote(_Action, frozen=True, tag="promote", gc=False):
    """Make a Benched combatant the Active one."""

    card: Id


class EndTurn(_Action, frozen=True, tag="end_turn", gc=False):
    """End the turn."""


class Concede(_Action, frozen=True, tag="concede", gc=False):
    """Give the game up. Always allowed; `seat` says who where nobody is logged in (the judge)."""

    seat: int | None = None


Action = (
    Setup
    | Deploy
    | Evolve
    | Play
    | PlayLand
    | BeginAct
    | Switch
    | Activate
    | Attack
    | React
    | Pass
    | Choose
    | Promote
    | EndTurn
    | Concede
)
