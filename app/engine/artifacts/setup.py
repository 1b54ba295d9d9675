"""How a game begins: shuffled decks, opening hands, and the first placement (table-04)."""

from collections.abc import Iterator, Sequence

from app.engine.artifacts import events
from app.engine.artifacts.actions import Action, Setup
from app.engine.artifacts.book import CardBook
from app.engine.artifacts.game import Game, SeatNo
from app.engine.artifacts.position import Card, Combatant, Position, Seat
from app.engine.artifacts.refusals import no, seat_name
from app.engine.artifacts.settings import Settings
from app.engine.artifacts.turn import begin_turn
from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import Decision, ShownCard
from app.engine.kernel.event import Event
from app.engine.kernel.randomness import KeyedStream, Stream
from app.engine.kernel.refusal import HiddenInformation, Refusal


def start(
    book: CardBook, decks: Sequence[Sequence[str]], settings: Settings, key: str
) -> tuple[Position, tuple[Event, ...]]:
    """Shuffle, decide who begins, and deal opening hands that can be played (table-04, -17).

    `decks` are two lists of card ids with a deployable combatant each; without one no hand could
    ever be legal, and `ValueError` is raised.
    """
    for deck in decks:
        if not any(book[card].is_basic for card in deck):
            raise ValueError("a deck without a deployable combatant has no legal opening hand")
    stream = Stream(key)
    first = settings.starting_seat
    randomness = KeyedStream(stream)
    starting: SeatNo = (0 if randomness.below(2) == 0 else 1) if first == "random" else first
    position = Position(turn=0, turn_seat=starting, phase="setup", settings=settings, random=stream)
    game = Game(book, position, randomness)
    cites = Cites(rules=("table-17",))
    game.emit(events.MatchStarted, None, cites, starting_seat=starting)
    for seat, deck in enumerate(decks):
        cards = [Card(randomness.token(), card) for card in deck]
        game.change(seat, deck=randomness.shuffled(cards))
        _deal(game, seat)
    return game.freeze(), tuple(game.events)


def _deal(game: Game, seat: int) -> None:
    """Deal the opening hand; one without a deployable combatant is shown and redrawn."""
    size = game.settings.opening_hand
    cites = Cites(rules=("table-04",))
    while True:
        deck = game.seats[seat].deck
        hand = deck[:size]
        if any(game.book[card.card].is_basic for card in hand):
            break
        shown = tuple(card.card for card in hand)
        game.emit(events.HandRedrawn, seat, cites, shown=shown)
        back = tuple(Card(game.randomness.token(), card.card) for card in hand)
        game.change(seat, deck=game.randomness.shuffled(back + deck[size:]))
        game.emit(events.DeckShuffled, seat, cites)
    game.draw(seat, size, cites)


def to_place(position: Position) -> tuple[SeatNo, ...]:
    """Return the seats that have not placed their opening combatants yet."""
    seats: tuple[SeatNo, SeatNo] = (0, 1)
    return tuple(
        seat
        for seat in seats
        if position.seats[seat].active is None and not position.seats[seat].placed
    )


def setup_decision(book: CardBook, position: Position, seat: SeatNo) -> Decision:
    """Return the question of setup: which combatants to place; too many answers to list.

    Where a view hides the hand, it names none.
    """
    side = position.seats[seat]
    fit = [card for card in side.hand if book[card.card].is_basic]
    most = 1 + position.settings.bench_size
    return Decision(
        seat,
        "setup",
        because=Cites(rules=("table-04", "table-05")),
        max=most if side.hand_count else min(len(fit), most),
        from_=tuple(card.id for card in fit),
        cards=tuple(ShownCard(card.id, card.card) for card in fit),
    )


def objections_to_setup(
    book: CardBook, position: Position, seat: int, action: Action
) -> Iterator[Refusal]:
    """Yield what speaks against a placement."""
    if seat not in to_place(position):
        yield no(
            "not_your_decision",
            f"{seat_name(seat)} has placed its combatants and waits for the other seat.",
            "table-04",
        )
        return
    if not isinstance(action, Setup):
        yield no(
            "wrong_decision",
            "Setup asks for an Active combatant and a Bench from the opening hand.",
            "table-04",
        )
        return
    side = position.seats[seat]
    hand = {card.id: card for card in side.hand}
    placed = (action.active, *action.bench)
    for card_id in placed:
        card = hand.get(card_id)
        if card is None:
            if side.hand_count and not side.hand:
                yield HiddenInformation("The opening hand of the seat is hidden in this view.")
                return
            yield no(
                "no_such_card",
                f"There is no card {card_id} in the hand of {seat_name(seat)}.",
                "table-04",
            )
        elif not book[card.card].is_basic:
            yield no(
                "wrong_kind",
                f"{book[card.card].name} is not a combatant that can be deployed without a base.",
                "rule-1",
                "table-04",
                card=card.card,
            )
        elif placed.count(card_id) > 1:
            yield no("bad_choice", f"Card {card_id} is placed twice.", "table-04")
            return
    if len(action.bench) > position.settings.bench_size:
        yield no(
            "bench_full",
            f"The Bench holds {position.settings.bench_size}; {len(action.bench)} were placed.",
            "table-05",
        )


def place(game: Game, seat: SeatNo, action: Setup) -> None:
    """Place a seat's combatants face down; when both are in, show them and begin the first turn."""
    side = game.seats[seat]
    hand = {card.id: card for card in side.hand}
    placed = [Combatant(card_id, hand[card_id].card) for card_id in (action.active, *action.bench)]
    rest = tuple(card for card in side.hand if card.id not in (action.active, *action.bench))
    game.change(seat, active=placed[0], bench=tuple(placed[1:]), hand=rest)
    other = game.seats[1 - seat]
    if other.placed:
        raise HiddenInformation("What the other seat has placed is face down in this view.")
    if other.active is None:
        return
    for shown, revealed in enumerate(game.seats):
        _show(game, shown, revealed)
    game.turn = 1
    begin_turn(game, game.turn_seat)


def _show(game: Game, seat: int, side: Seat) -> None:
    for combatant in side.combatants():
        where = "active" if combatant is side.active else "bench"
        cites = Cites(combatant.card, rules=("rule-1", "table-04"))
        game.emit(events.Deployed, seat, cites, id=combatant.id, card=combatant.card, where=where)
