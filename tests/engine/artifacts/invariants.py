"""What holds in every position that a game reaches, and of every event on the way there."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from app.engine.artifacts import events
from app.engine.artifacts.agenda import DiscardPlayed, OrderCards, TakeCards
from app.engine.artifacts.position import Combatant, Effect, Position, Seat
from app.engine.kernel.event import Event
from tests.conformance.artifacts import BOOK

E = TypeVar("E", bound=Event)

Held = tuple[str, str]
"""A card of a position: its id and what it is."""


def cards_of(position: Position, seat: int) -> Iterator[Held]:
    """Yield every card of a seat, wherever it is."""
    side = position.seats[seat]
    for combatant in side.combatants():
        yield combatant.id, combatant.card
        for card in (*combatant.under, *combatant.attachments):
            yield card.id, card.card
    for zone in (side.support, side.hand, side.deck, side.discard):
        yield from ((card.id, card.card) for card in zone)
    if side.land is not None:
        yield side.land.id, side.land.card
    for step in () if position.pending is None else position.pending.agenda:
        if isinstance(step, TakeCards | OrderCards) and step.by.seat == seat:
            yield from ((card.id, card.card) for card in step.cards)
        elif isinstance(step, DiscardPlayed) and step.seat == seat:
            yield step.card.id, step.card.card


def check_position(position: Position, decks: Sequence[Sequence[str]]) -> None:
    """Check what one position says by itself; `decks` are what the seats began with."""
    seen: list[str] = []
    for seat, side in enumerate(position.seats):
        held = list(cards_of(position, seat))
        seen += [card_id for card_id, _card in held]
        assert Counter(card for _id, card in held) == Counter(decks[seat])
        check_side(position, side)
    assert len(seen) == len(set(seen))
    assert position.turn <= position.settings.turn_limit
    assert abs(position.seats[0].turns_taken - position.seats[1].turns_taken) <= 1
    if position.phase != "setup":
        assert position.turn == sum(side.turns_taken for side in position.seats)
    assert (position.result is None) is (position.phase != "over")


def check_side(position: Position, side: Seat) -> None:
    """Check one seat: zones hold what they may, numbers are in their bounds."""
    settings = position.settings
    assert side.energy >= 0
    assert len(side.bench) <= max(settings.bench_size, 0)
    assert side.lands_played <= settings.lands_per_prepare
    if settings.deployments_per_prepare is not None:
        assert side.deployed <= settings.deployments_per_prepare
    assert (side.hand_count, side.deck_count) == (None, None)
    assert len(set(side.used)) == len(side.used)
    in_play = Counter(BOOK[held.card].name for held, _host in side.in_play())
    for held, _host in side.in_play():
        card = BOOK[held.card]
        assert card.limit_in_play is None or in_play[card.name] <= card.limit_in_play
    for combatant in side.combatants():
        check_combatant(position, combatant)
    if position.pending is None and position.phase in ("prepare", "act") and side.bench:
        assert side.active is not None


def check_combatant(position: Position, combatant: Combatant) -> None:
    """Check one character: HP, turns, its stack and what hangs on it."""
    assert 0 <= combatant.damage < BOOK[combatant.card].hp
    assert combatant.entered_turn <= position.turn
    assert combatant.evolved_turn <= position.turn
    assert combatant.attacked_turn <= position.turn
    assert bool(combatant.under) is bool(combatant.evolved_turn)
    assert BOOK[combatant.under[0].card if combatant.under else combatant.card].is_basic
    for item in combatant.attachments:
        assert BOOK[item.card].kind == "Item"
    for effect in combatant.effects:
        check_effect(effect)


def check_effect(effect: Effect) -> None:
    """Check that an effect says what its kind needs, and where it comes from."""
    assert effect.source is not None
    BOOK.ability(effect.source.card, effect.source.ability)
    assert (effect.amount == 0) is (effect.kind == "asleep")
    assert not effect.next_attack or effect.kind == "attack_bonus"
    assert effect.against == "attack" or effect.kind == "shield"
    assert effect.until is not None or effect.kind == "shield"


def check_step(before: Position, after: Position, happened: Sequence[Event]) -> None:
    """Check what may change from one position to the next."""
    passed = after.turn != before.turn or after.phase == "over"
    for seat in (0, 1):
        old, new = before.seats[seat], after.seats[seat]
        for use in old.used:
            assert use in new.used or (use.scope == "turn" and passed)
        spent = [(e.card, e.ability) for e in _of(happened, events.UseRecorded) if e.seat == seat]
        fresh = [use for use in new.used if use not in old.used]
        assert {(use.card, use.ability) for use in fresh} <= set(spent)
        fallen = [e for e in _of(happened, events.Defeated) if e.seat != seat]
        assert new.knockouts == old.knockouts + len(fallen)
        assert [e.knockouts for e in fallen] == list(range(old.knockouts + 1, new.knockouts + 1))
    assert after.settings == before.settings
    assert before.random is not None
    assert after.random is not None
    assert after.random.key == before.random.key
    assert after.random.counter >= before.random.counter
    _check_energy(before, after, happened)
    _check_hp(before, after, happened)
    for hit in _of(happened, events.DamageDealt):
        check_hit(hit)


def _of(happened: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in happened if isinstance(event, kind)]


def _check_energy(before: Position, after: Position, happened: Sequence[Event]) -> None:
    """Follow the Energy that the events tell of to what the position has."""
    energy = [side.energy for side in before.seats]
    for event in happened:
        match event:
            case events.EnergySet():
                energy[event.seat or 0] = event.energy
            case events.EnergyGained():
                energy[event.seat or 0] += event.amount
                assert event.energy == energy[event.seat or 0]
            case events.EnergySpent():
                energy[event.seat or 0] -= event.amount
                assert event.energy == energy[event.seat or 0] >= 0
            case events.TurnEnded():
                assert event.energy_lost == energy[event.seat or 0]
                energy[event.seat or 0] = 0
            case _:
                pass
    assert energy == [side.energy for side in after.seats]


def _check_hp(before: Position, after: Position, happened: Sequence[Event]) -> None:
    """Follow the damage that the events tell of to what the position has."""
    damage = {c.id: c.damage for side in before.seats for c in side.combatants()}
    hp = {c.id: BOOK[c.card].hp for side in before.seats for c in side.combatants()}
    for event in happened:
        match event:
            case events.Deployed():
                damage[event.id], hp[event.id] = 0, BOOK[event.card].hp
            case events.Evolved():
                hp[event.target] = BOOK[event.card].hp
            case events.DamageDealt():
                assert event.damage_before == damage[event.target]
                assert event.damage_after == min(
                    hp[event.target], event.damage_before + event.amount
                )
                if event.damage_after < hp[event.target]:  # else it is rescued or defeated
                    damage[event.target] = event.damage_after
            case events.DefeatPrevented():
                damage[event.target] = hp[event.target] - event.hp
            case events.Healed():
                assert event.damage_before == damage[event.target]
                assert event.amount == event.damage_before - event.damage_after > 0
                damage[event.target] = event.damage_after
            case events.Defeated():
                del damage[event.target]
            case _:
                pass
    if after.phase != "setup":
        assert damage == {c.id: c.damage for side in after.seats for c in side.combatants()}


def check_hit(hit: events.DamageDealt) -> None:
    """Check that a damage calculation adds up (rule-9, rule-10, ruling-01)."""
    stages = [step.stage for step in hit.steps]
    assert stages == sorted(stages, key=["bonus", "penalty", "reduction"].index)
    assert all((step.applied is None) is (step.stage != "reduction") for step in hit.steps)
    assert all(
        step.cites.rules and (step.amount > 0) is (step.stage == "bonus") for step in hit.steps
    )
    reductions = [step for step in hit.steps if step.stage == "reduction"]
    applied = [step.amount for step in reductions if step.applied]
    assert applied == ([min(step.amount for step in reductions)] if reductions else [])
    changed = max(0, hit.base + sum(s.amount for s in hit.steps if s.stage != "reduction"))
    assert hit.amount == max(0, changed + sum(applied))
