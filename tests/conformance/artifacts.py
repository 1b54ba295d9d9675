"""Sacred Artifacts as a subject of the conformance suite."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from app.content.library import load_library
from app.engine.artifacts import actions, events
from app.engine.artifacts.agenda import LooseCard, OrderCards, SearchDeck, TakeCards
from app.engine.artifacts.decks import limit_of, problems
from app.engine.artifacts.position import Card, Combatant, Position, Seat
from app.engine.artifacts.reading import read_settings
from app.engine.artifacts.ruleset import SacredArtifacts
from app.engine.artifacts.script import LookAtTop
from app.engine.kernel.decision import Decision
from app.engine.kernel.event import Event
from app.engine.kernel.names import folded

LIBRARY = load_library()
BOOK = LIBRARY.book
RULES = SacredArtifacts(BOOK)
DECKS = tuple(tuple(deck.card_ids) for deck in LIBRARY.decks.values())
ALWAYS = (actions.Concede(),)

TABLES: tuple[Mapping[str, object], ...] = (
    {},
    {"normal_targeting": "any", "hand_limit": 3, "starting_seat": 1, "draw_per_turn": 2},
    {"evolve_delay": False, "deck_out": "continue", "turn_limit": 24, "first_player_draws": True},
    {"deployments_per_prepare": 1, "bench_size": 1, "knockouts_to_win": 1, "starting_seat": 0},
    {"first_turn_attack": False, "asleep_blocks_attack": False, "lands_per_prepare": 2},
    {"opening_hand": 9, "bench_size": 8, "knockouts_to_win": 5, "hand_limit": 0},
)


def random_deck(rng: Random, table: Mapping[str, object]) -> tuple[str, ...]:
    """Return any deck that is legal at this table."""
    settings = read_settings(table)
    copies = [card.id for card in BOOK.values() for _ in range(limit_of(card, settings))]
    rng.shuffle(copies)
    basics = [card for card in copies if BOOK[card].is_basic][: settings.min_basics]
    for card in basics:
        copies.remove(card)
    deck = [*basics, *copies[: settings.deck_size - len(basics)]]
    quantities = {card: deck.count(card) for card in deck}
    assert not [p for p in problems(BOOK, quantities, settings) if p.severity == "error"]
    return tuple(deck)


def answer(decision: Decision, rng: Random) -> actions.Action:
    """Place someone (setup), or put the cards in some order."""
    ids = list(decision.from_)
    rng.shuffle(ids)
    count = rng.randint(decision.min, decision.max)
    if decision.kind == "setup":
        return actions.Setup(active=ids[0], bench=tuple(ids[1:count]))
    return actions.Choose(tuple(ids[:count]))


def is_answer(decision: Decision, action: actions.Action) -> bool:
    """Whether an action keeps to `from`, `min` and `max`."""
    match decision.kind, action:
        case "setup", actions.Setup():
            named = (action.active, *action.bench)
        case "choose", actions.Choose():
            named = action.ids
        case _:
            return False
    return (
        len(set(named)) == len(named)
        and set(named) <= set(decision.from_)
        and decision.min <= len(named) <= decision.max
    )


def same(action: actions.Action) -> actions.Action:
    """Leave out labels, the spelling of names, and the order in which a choice is named."""
    match action:
        case actions.Choose():
            return actions.Choose(tuple(sorted(action.ids)))
        case actions.Activate() | actions.Attack() | actions.React():
            return replace(action, ability=folded(action.ability), label=None)
        case _:
            return replace(action, label=None)


def discloses(event: Event) -> bool:
    """Whether an event shows both seats what was hidden before it."""
    if isinstance(event, events.Deployed):  # the opening placement, face down until then
        return event.cites is not None and "table-04" in event.cites.rules
    return isinstance(event, events.Revealed | events.HandRedrawn)


# --- what a viewer cannot see ---


def hidden_ids(position: Position, viewer: int | None) -> frozenset[str]:
    """Return the ids of both decks, of the hands of others and of what others look at."""
    found: set[str] = set()
    for seat, side in enumerate(position.seats):
        if not (seat == viewer and _searches(position, seat)):
            found.update(card.id for card in side.deck)
        if seat != viewer:
            found.update(card.id for card in side.hand)
            if position.phase == "setup":
                found.update(placed.id for placed in side.combatants())
    for step in _private_steps(position, viewer):
        found.update(card.id for card in step.cards)
    return frozenset(found)


def _searches(position: Position, seat: int) -> bool:
    """Whether the seat looks through its own deck just now."""
    if position.pending is None:
        return False
    step = position.pending.agenda[0]
    return isinstance(step, SearchDeck) and step.by.seat == seat


def _private_steps(position: Position, viewer: int | None) -> list[TakeCards | OrderCards]:
    agenda = () if position.pending is None else position.pending.agenda
    return [
        step
        for step in agenda
        if isinstance(step, TakeCards | OrderCards)
        and step.by.seat != viewer
        and isinstance(BOOK.ability(step.by.card, step.by.ability).effects[step.effect], LookAtTop)
    ]


class _Hidden:
    """The cards that change places: `take` gives one out for every one that was there."""

    def __init__(self, cards: Iterable[Any], rng: Random, keep: frozenset[str]) -> None:
        names = [card.card for card in cards if card.id not in keep]
        rng.shuffle(names)
        self._names = names
        self._rng = rng
        self._keep = keep

    def take(self, card: Any) -> Card:
        if card.id in self._keep:
            return Card(card.id, card.card)
        return self._new(self._names.pop())

    def take_basic(self) -> Combatant:
        name = next(name for name in self._names if BOOK[name].is_basic)
        self._names.remove(name)
        card = self._new(name)
        return Combatant(card.id, card.card)

    def left(self) -> tuple[Card, ...]:
        return tuple(self._new(name) for name in self._names)

    def _new(self, name: str) -> Card:
        return Card(f"x{self._rng.getrandbits(48):012x}", name)


def shuffled(
    position: Position,
    viewer: int | None,
    rng: Random,
    *,
    keep: frozenset[str] = frozenset(),
    own_deck: bool = True,
) -> Position:
    """Move what a viewer cannot see (see `subjects.Shuffled`)."""
    for seat in (0, 1):
        if seat != viewer:
            position = _other_side(position, seat, rng, keep)
        elif own_deck:
            side = position.seats[seat]
            known = keep | ({card.id for card in side.deck} if _searches(position, seat) else set())
            pool = _Hidden(side.deck, rng, known)
            deck = [pool.take(card) for card in side.deck]
            rng.shuffle(deck)
            position = _with_side(position, seat, replace(side, deck=tuple(deck)))
    return position


def _with_side(position: Position, seat: int, side: Seat) -> Position:
    first, second = position.seats
    return replace(position, seats=(side, second) if seat == 0 else (first, side))


def _other_side(position: Position, seat: int, rng: Random, keep: frozenset[str]) -> Position:
    side = position.seats[seat]
    steps = [step for step in _private_steps(position, None) if step.by.seat == seat]
    loose = [card for step in steps for card in step.cards]
    face_down = side.combatants() if position.phase == "setup" else ()
    pool = _Hidden((*face_down, *side.hand, *side.deck, *loose), rng, keep)
    if face_down:
        # How many were placed is hidden as well: only the Active one is certain.
        side = replace(side, active=pool.take_basic(), bench=())
        hand = tuple(pool.take(card) for card in (*side.hand, *face_down[1:]))
    else:
        hand = tuple(pool.take(card) for card in side.hand)
    changed = {
        id(step): replace(
            step,
            cards=tuple(LooseCard(c.id, c.card) for c in map(pool.take, step.cards)),
        )
        for step in steps
    }
    side = replace(side, hand=hand, deck=tuple(pool.take(card) for card in side.deck))
    assert not pool.left()
    if position.pending is not None:
        agenda = tuple(changed.get(id(step), step) for step in position.pending.agenda)
        position = replace(position, pending=replace(position.pending, agenda=agenda))
    return _with_side(position, seat, side)
