"""A position while an action is played on it: the one place where anything changes.

`Game` holds the frozen parts of a position and swaps them for changed copies, touching only what
changes; `freeze` puts them back together. Reading functions take either (`State`).
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from app.engine.artifacts import events
from app.engine.artifacts.agenda import (
    Ability,
    AnyStep,
    Attacking,
    DiscardPlayed,
    OrderCards,
    Pending,
    Settle,
    TakeCards,
)
from app.engine.artifacts.book import CardBook
from app.engine.artifacts.position import (
    Card,
    Combatant,
    DiscardedCard,
    Effect,
    Phase,
    Position,
    Reason,
    Result,
    Seat,
)
from app.engine.kernel.citation import Cites
from app.engine.kernel.event import Event
from app.engine.kernel.randomness import Randomness, Stream
from app.engine.kernel.refusal import HiddenInformation

SeatNo = Literal[0, 1]
T = TypeVar("T")


class Game:
    """A position being worked on, with the events that have come of it so far."""

    __slots__ = (
        "agenda", "attack", "book", "events", "next_seq", "phase", "random", "randomness", "result",
        "seats", "settings", "turn", "turn_seat",
    )  # fmt: skip

    def __init__(
        self, book: CardBook, position: Position, randomness: Randomness, first_seq: int = 1
    ) -> None:
        self.book = book
        self.settings = position.settings
        self.turn = position.turn
        self.turn_seat: SeatNo = position.turn_seat
        self.phase: Phase = position.phase
        self.seats = list(position.seats)
        self.agenda: list[AnyStep] = []
        self.attack: Attacking | None = None
        if position.pending is not None:
            self.agenda.extend(position.pending.agenda)
            self.attack = position.pending.attack
        self.result = position.result
        self.random = position.random
        self.randomness = randomness
        self.events: list[Event] = []
        self.next_seq = first_seq

    def freeze(self) -> Position:
        """Return the position as it stands."""
        pending = Pending(tuple(self.agenda), self.attack) if self.agenda else None
        random = self.random
        if random is not None and random.counter != self.randomness.counter:
            random = Stream(random.key, self.randomness.counter)
        return Position(
            turn=self.turn,
            turn_seat=self.turn_seat,
            phase=self.phase,
            settings=self.settings,
            seats=(self.seats[0], self.seats[1]),
            pending=pending,
            result=self.result,
            random=random,
        )

    # --- saying what happens ---

    def emit(
        self, event: type[Event], seat: int | None, cites: Cites | None = None, **fields: Any
    ) -> None:
        """Record an event."""
        self.events.append(
            event(seq=self.next_seq, seat=seat, turn=self.turn, cites=cites, **fields)
        )
        self.next_seq += 1

    def push(self, *steps: AnyStep) -> None:
        """Put steps at the head of the agenda, in this order."""
        self.agenda[0:0] = steps

    def begin_phase(self, phase: Phase) -> None:
        """Enter a phase of the turn."""
        self.phase = phase
        self.emit(events.PhaseBegan, self.turn_seat, phase=phase)

    def end(self, winner: int | None, reason: Reason, cites: Cites) -> None:
        """End the game: nothing else will happen."""
        self._put_away()
        self.result = Result(winner, reason)
        self.phase = "over"
        self.agenda.clear()
        self.attack = None
        self.emit(events.MatchOver, winner, cites, winner=winner, reason=reason)

    def _put_away(self) -> None:
        """Put the cards that the agenda holds where they came from, or are going."""
        for step in self.agenda:
            if isinstance(step, DiscardPlayed):
                card = Card(step.card.id, step.card.card)
                self.discard(step.seat, (card,), Cites(card.card, rules=("rule-1",)))
            elif isinstance(step, TakeCards | OrderCards):
                side = self.seats[step.by.seat]
                cards = tuple(Card(card.id, card.card) for card in step.cards)
                if side.deck_count is None:
                    self.change(step.by.seat, deck=cards + side.deck)
                else:
                    count = side.deck_count + len(cards) + step.hidden
                    self.change(step.by.seat, deck_count=count)

    # --- changing a side ---

    def change(self, seat: int, **changes: Any) -> None:
        """Change fields of a seat."""
        self.seats[seat] = replace(self.seats[seat], **changes)

    def change_combatant(self, seat: int, combatant: Combatant, **changes: Any) -> Combatant:
        """Change fields of a combatant in play; return it as it is now."""
        changed = replace(combatant, **changes)
        side = self.seats[seat]
        if side.active is not None and side.active.id == combatant.id:
            self.change(seat, active=changed)
        else:
            bench = tuple(changed if ally.id == changed.id else ally for ally in side.bench)
            self.change(seat, bench=bench)
        return changed

    def spend(self, seat: int, energy: int, cites: Cites) -> None:
        """Pay Energy (rule-3)."""
        if energy:
            left = self.seats[seat].energy - energy
            self.change(seat, energy=left)
            self.emit(events.EnergySpent, seat, cites, amount=energy, energy=left)

    def add_effect(self, seat: int, combatant: Combatant, effect: Effect, cites: Cites) -> None:
        """Put a temporary effect on a combatant."""
        self.change_combatant(seat, combatant, effects=(*combatant.effects, effect))
        self.emit(events.EffectAdded, seat, cites, target=combatant.id, effect=effect)

    def end_effects(
        self, seat: int, combatant: Combatant, ending: Iterable[Effect], cites: Cites
    ) -> Combatant:
        """Take temporary effects off a combatant."""
        gone = [id(effect) for effect in ending]
        if not gone:
            return combatant
        for effect in combatant.effects:
            if id(effect) in gone:
                self.emit(events.EffectEnded, seat, cites, target=combatant.id, effect=effect)
        stay = tuple(effect for effect in combatant.effects if id(effect) not in gone)
        return self.change_combatant(seat, combatant, effects=stay)

    def switch(self, seat: int, incoming: Combatant, cites: Cites) -> None:
        """Let the Active combatant and a Benched one change places (ruling-41)."""
        side = self.seats[seat]
        outgoing = side.active
        if outgoing is None:
            bench = tuple(ally for ally in side.bench if ally.id != incoming.id)
        else:
            bench = tuple(outgoing if ally.id == incoming.id else ally for ally in side.bench)
        self.change(seat, active=incoming, bench=bench)
        out = None if outgoing is None else outgoing.id
        self.emit(events.Switched, seat, cites, incoming=incoming.id, outgoing=out)

    def new_id(self) -> str:
        """Return a fresh id for a card: one that the table does not have (a judge's stream may)."""
        taken = set(_ids(self))
        while (token := self.randomness.token()) in taken:
            pass
        return token

    def must_show_deck(self, seat: int) -> None:
        """Raise `HiddenInformation` where the deck is only counted (a view)."""
        if self.seats[seat].deck_count:
            raise HiddenInformation(
                f"This needs the deck of seat {seat}, and the view given only counts its cards; "
                "judge a position that has them."
            )

    def draw(self, seat: int, count: int, cites: Cites) -> int:
        """Draw up to `count` cards; return how many there were."""
        self.must_show_deck(seat)
        side = self.seats[seat]
        cards = side.deck[:count]
        if cards:
            self.change(seat, deck=side.deck[count:])
            self.add_to_hand(seat, cards)
        for card in cards:
            self.emit(events.CardDrawn, seat, cites, card=card.card, id=card.id)
        return len(cards)

    def add_to_hand(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Put cards into a hand, which stays counted where the view only counts it."""
        side = self.seats[seat]
        if side.hand_count is None:
            self.change(seat, hand=side.hand + cards)
        else:
            self.change(seat, hand_count=side.hand_count + len(cards))

    def discard(
        self, seat: int, cards: Iterable[Card | DiscardedCard], cites: Cites | None = None
    ) -> None:
        """Put cards at the end of a seat's discard (ruling-41), one event for each."""
        pile = self.seats[seat].discard
        for card in cards:
            gone = DiscardedCard(card.id, card.card)
            pile = (*pile, gone)
            self.emit(events.Discarded, seat, cites, card=card.card, id=card.id)
        self.change(seat, discard=pile)

    def leave_play(self, seat: int, source: str) -> Card | None:
        """Take a Relic, Land or attached Item off the table; None where it is not there."""
        side = self.seats[seat]
        for relic in side.support:
            if relic.id == source:
                self.change(seat, support=tuple(r for r in side.support if r.id != source))
                return relic
        if side.land is not None and side.land.id == source:
            land = side.land
            self.change(seat, land=None)
            return land
        for combatant in side.combatants():
            for item in combatant.attachments:
                if item.id == source:
                    rest = tuple(i for i in combatant.attachments if i.id != source)
                    self.change_combatant(seat, combatant, attachments=rest)
                    return item
        return None

    def defeat(self, seat: int, combatant: Combatant, cites: Cites) -> None:
        """Move a defeated combatant's stack, then its Items, to the discard (ruling-31, -41)."""
        side = self.seats[seat]
        stack = (*combatant.under, Card(combatant.id, combatant.card))
        fallen = tuple(DiscardedCard(card.id, card.card, defeated=True) for card in stack)
        active = None if side.active is combatant else side.active
        bench = tuple(ally for ally in side.bench if ally is not combatant)
        self.change(seat, active=active, bench=bench, discard=side.discard + fallen)
        enemy = 1 - seat
        self.change(enemy, knockouts=self.seats[enemy].knockouts + 1)
        self.emit(
            events.Defeated,
            seat,
            cites,
            target=combatant.id,
            card=combatant.card,
            knockouts=self.seats[enemy].knockouts,
        )
        self.discard(seat, combatant.attachments, Cites(rules=("rule-6", "ruling-31")))
        for at, step in enumerate(self.agenda):
            if isinstance(step, Settle):
                self.agenda[at] = Settle(defeat=True)
                return
        self.push(Settle(defeat=True))


State = Position | Game


def known(found: T | None) -> T:
    """Return what verifying the action, or checking the position, has made sure is there."""
    if found is None:  # pragma: no cover - then it was not verified
        raise LookupError("an action that was not verified names what is not there")
    return found


def _ids(game: Game) -> Iterator[str]:
    """Yield the id of every card at the table, those that are off a deck included."""
    for side in game.seats:
        for held, _host in side.in_play():
            yield held.id
        for combatant in side.combatants():
            yield from (covered.id for covered in combatant.under)
        for zone in (side.hand, side.deck, side.discard):
            yield from (card.id for card in zone)
    for step in game.agenda:
        if isinstance(step, TakeCards | OrderCards):
            yield from (card.id for card in step.cards)
        elif isinstance(step, DiscardPlayed):
            yield step.card.id


def find_combatant(state: State, card_id: str) -> tuple[SeatNo, Combatant] | None:
    """Return the combatant in play with that id and its seat."""
    seats: tuple[SeatNo, SeatNo] = (0, 1)
    for seat in seats:
        side: Seat = state.seats[seat]
        if side.active is not None and side.active.id == card_id:
            return seat, side.active
        for ally in side.bench:
            if ally.id == card_id:
                return seat, ally
    return None


def find_in_play(state: State, card_id: str) -> tuple[SeatNo, Card | Combatant] | None:
    """Return any card in play with that id (attached ones too) and its seat."""
    seats: tuple[SeatNo, SeatNo] = (0, 1)
    for seat in seats:
        for card, _host in state.seats[seat].in_play():
            if card.id == card_id:
                return seat, card
    return None


def host_of(side: Seat, item: str) -> Combatant | None:
    """Return the combatant that an Item is attached to."""
    for combatant in side.combatants():
        for attached in combatant.attachments:
            if attached.id == item:
                return combatant
    return None


def cites_of(by: Ability, *rules: str) -> Cites:
    """Return a citation of an ability at work."""
    return Cites(by.card, by.ability, rules)
