"""Positions in a few words, and actions played on them through the ruleset's public face.

Cards are written as `id:card`, or as the card alone, which then is the id too. A string of several
is divided by spaces. Nobody's deck runs out, and the seat whose turn it is has 4 Energy.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from app.content.library import load_library
from app.engine.artifacts import actions, events
from app.engine.artifacts.actions import Action
from app.engine.artifacts.position import Combatant, Effect, Position, Seat
from app.engine.artifacts.ruleset import SacredArtifacts
from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import Decision
from app.engine.kernel.event import Event
from app.engine.kernel.randomness import JUDGE_KEY, KeyedStream, ScriptedRandomness, Stream
from app.engine.kernel.refusal import Refusal

LIBRARY = load_library()
RULES = SacredArtifacts(LIBRARY.book)

Json = dict[str, Any]
E = TypeVar("E", bound=Event)

PASS = actions.Pass()
BEGIN_ACT = actions.BeginAct()
END_TURN = actions.EndTurn()


# --- positions ------------------------------------------------------------------------------


def cards(specs: str) -> list[Json]:
    """Return `"a:miso furthings"` as two cards."""
    pairs = (spec.rpartition(":") for spec in specs.split())
    return [{"id": id_ or card, "card": card} for id_, _colon, card in pairs]


def character(spec: str, *, items: str = "", under: str = "", **fields: Any) -> Json:
    """Return a combatant with what is attached to it and what it covers."""
    (card,) = cards(spec)
    return {**card, "attachments": cards(items), "under": cards(under), **fields}


def side(
    *combatants: str | Json,
    support: str = "",
    land: str | None = None,
    hand: str = "",
    deck: str | None = None,
    discard: str = "",
    defeated: str = "",
    **fields: Any,
) -> Json:
    """Return a seat: the first combatant is Active, the others are Benched from left to right."""
    shown = [
        character(spec) if isinstance(spec, str) else spec
        for group in combatants
        for spec in (group.split() if isinstance(group, str) else [group])
    ]
    made: Json = {
        "active": shown[0] if shown else None,
        "bench": shown[1:],
        "support": cards(support),
        "land": None if land is None else cards(land)[0],
        "hand": cards(hand),
        "discard": cards(discard) + [{**card, "defeated": True} for card in cards(defeated)],
        **fields,
    }
    if deck is not None:
        made["deck"] = cards(deck)
    return made


def table(
    own: str | Json, enemy: str | Json = "artax", rules: SacredArtifacts = RULES, **fields: Any
) -> Position:
    """Return a position in Act & Attack of seat 0, at most overridden by `fields`."""
    seats = [side(each) if isinstance(each, str) else dict(each) for each in (own, enemy)]
    for number, seat in enumerate(seats):
        fillers = " ".join(f"deck-{number}-{n}:alley-cat" for n in range(5))
        seat.setdefault("deck", cards(fillers))
        seat.setdefault("turns_taken", 3)
    seats[fields.get("turn_seat", 0)].setdefault("energy", 4)
    return rules.read_position({"turn": 6, "phase": "act", "seats": seats, **fields})


def shield(amount: int, against: str = "attack", until: str | None = None) -> Json:
    """Return a next-hit shield as an effect on a character."""
    return {"kind": "shield", "amount": amount, "against": against, "until": until}


def used(card: str, ability: str, scope: str = "turn") -> Json:
    """Return a spent use of a seat."""
    return {"card": card, "ability": ability, "scope": scope}


# --- actions --------------------------------------------------------------------------------


def attack(source: str, ability: str, *targets: str) -> actions.Attack:
    return actions.Attack(source=source, ability=ability, targets=targets)


def activate(source: str, ability: str, *targets: str) -> actions.Activate:
    return actions.Activate(source=source, ability=ability, targets=targets)


def react(source: str, ability: str, *targets: str) -> actions.React:
    return actions.React(source=source, ability=ability, targets=targets)


def choose(*ids: str) -> actions.Choose:
    return actions.Choose(ids=ids)


def deploy(card: str) -> actions.Deploy:
    return actions.Deploy(card=card)


def evolve(card: str, onto: str) -> actions.Evolve:
    return actions.Evolve(card=card, onto=onto)


def play_card(card: str, target: str | None = None) -> actions.Play:
    return actions.Play(card=card, target=target)


def play_land(card: str) -> actions.PlayLand:
    return actions.PlayLand(card=card)


def switch(with_: str) -> actions.Switch:
    return actions.Switch(with_=with_)


def promote(card: str) -> actions.Promote:
    return actions.Promote(card=card)


# --- playing --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """What came of some actions."""

    position: Position
    happened: tuple[Event, ...]
    rules: SacredArtifacts = RULES

    def seat(self, number: int) -> Seat:
        return self.position.seats[number]

    def find(self, id_: str) -> Combatant | None:
        """Return the combatant in play with that id."""
        combatants = [one for seat in self.position.seats for one in seat.combatants()]
        return next((one for one in combatants if one.id == id_), None)

    def active(self, seat: int) -> Combatant:
        active = self.seat(seat).active
        assert active is not None, f"seat {seat} has no Active combatant"
        return active

    def __getitem__(self, id_: str) -> Combatant:
        found = self.find(id_)
        assert found is not None, f"{id_} is not in play"
        return found

    def damage(self, id_: str) -> int:
        return self[id_].damage

    def effects(self, id_: str) -> tuple[Effect, ...]:
        return self[id_].effects

    def discarded(self, seat: int) -> list[str]:
        return [card.id for card in self.seat(seat).discard]

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.happened if isinstance(event, kind)]

    def only(self, kind: type[E]) -> E:
        (event,) = self.all(kind)
        return event

    def hit(self, target: str) -> events.DamageDealt:
        """Return the one hit on that target."""
        (event,) = [hit for hit in self.all(events.DamageDealt) if hit.target == target]
        return event

    @property
    def asked(self) -> Decision:
        (decision,) = self.rules.decisions(self.position)
        return decision

    @property
    def answers(self) -> tuple[Any, ...]:
        return self.asked.options


def play(
    position: Position,
    *does: Action,
    dice: Iterable[int] | None = None,
    keep_order: bool = False,
    rules: SacredArtifacts = RULES,
) -> Played:
    """Play the actions, each by the seat that is asked; each must be one of the options listed."""
    stream = KeyedStream(position.random or Stream(JUDGE_KEY))
    given = None if dice is None else list(dice)
    randomness = ScriptedRandomness(stream, given, keep_order)
    happened: tuple[Event, ...] = ()
    for action in does:
        (decision,) = rules.decisions(position)
        assert decision.from_ or action in decision.options, f"{action} is not among the options"
        position, told = rules.apply(
            position, decision.seat, action, randomness=randomness, first_seq=len(happened) + 1
        )
        happened += told
    for event in happened:
        assert_exists(event.cites or Cites(), rules)
    return Played(position, happened, rules)


def refusal(
    position: Position, action: Action, *, seat: int | None = None, rules: SacredArtifacts = RULES
) -> Refusal:
    """Return why the action is refused; every refusal cites something that exists, in a sentence.

    What is refused is not among the options either.
    """
    asked = rules.decisions(position)
    by = asked[0].seat if seat is None and asked else seat or 0
    with pytest.raises(Refusal) as raised:
        rules.verify(position, by, action)
    refused = raised.value
    assert all(action not in decision.options for decision in asked if decision.seat == by)
    assert refused.cites.rules or refused.cites.ability, "it rests on nothing"
    assert_exists(refused.cites, rules)
    assert not refused.detail[0].islower()
    assert refused.detail.endswith(".")
    return refused


def assert_exists(cites: Cites, rules: SacredArtifacts = RULES) -> None:
    """Assert that what is cited exists: rules, rulings, settings, the card and its ability."""
    known: Mapping[str, object] = {**LIBRARY.rules, **LIBRARY.rulings, **LIBRARY.settings}
    assert set(cites.rules) <= set(known)
    if cites.ability is not None:
        assert cites.card is not None
        assert rules.book.ability(cites.card, cites.ability).name == cites.ability
    elif cites.card is not None:
        assert cites.card in rules.book


def code(position: Position, action: Action, *, seat: int | None = None) -> str:
    """Return the code with which the action is refused."""
    return refusal(position, action, seat=seat).code


def steps(hit: events.DamageDealt) -> list[tuple[str, int, str | None, bool | None]]:
    """Return a hit's calculation as (stage, amount, ability, applied)."""
    return [(line.stage, line.amount, line.cites.ability, line.applied) for line in hit.steps]
