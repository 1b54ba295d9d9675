"""Every legal action of the open decisions, worked out from the position, in a fixed order."""

from collections.abc import Iterator

from app.engine.artifacts.actions import (
    Action,
    Activate,
    Attack,
    BeginAct,
    Deploy,
    EndTurn,
    Evolve,
    Play,
    PlayLand,
    Switch,
)
from app.engine.artifacts.answers import open_question
from app.engine.artifacts.book import BookCard, CardBook
from app.engine.artifacts.game import SeatNo
from app.engine.artifacts.legality import evolves, play_targets
from app.engine.artifacts.plays import SWITCH_COST
from app.engine.artifacts.position import Position, Seat
from app.engine.artifacts.setup import setup_decision, to_place
from app.engine.artifacts.supply import attacks, is_unlocked
from app.engine.artifacts.targets import candidates, characters, choices, met
from app.engine.artifacts.uses import spent
from app.engine.kernel.decision import Decision


def decisions(book: CardBook, position: Position) -> tuple[Decision, ...]:
    """Return the open decisions, by seat; none exactly when the game is over."""
    if position.result is not None:
        return ()
    if position.phase == "setup":
        return tuple(setup_decision(book, position, seat) for seat in to_place(position))
    if position.pending is not None:
        asked = open_question(book, position, position.pending)
        return () if asked is None else (asked,)
    seat = position.turn_seat
    return (Decision(seat, "turn", options=tuple(turn_options(book, position, seat))),)


def turn_options(book: CardBook, position: Position, seat: SeatNo) -> Iterator[Action]:
    """Yield what the seat whose turn it is may do."""
    side = position.seats[seat]
    if position.phase == "prepare":
        yield from _from_hand(book, position, seat, side)
        yield BeginAct()
    else:
        if not side.attacked:
            yield from _activations(book, position, seat, side)
        if side.active is not None and not side.switched and side.energy >= SWITCH_COST:
            for ally in side.bench:
                yield Switch(ally.id)
        if not side.attacked:
            yield from _attacks(book, position, seat, side)
    yield EndTurn()


def _from_hand(book: CardBook, position: Position, seat: SeatNo, side: Seat) -> Iterator[Action]:
    settings = position.settings
    allowed = settings.deployments_per_prepare
    may_deploy = (allowed is None or side.deployed < allowed) and (
        side.active is None or len(side.bench) < settings.bench_size
    )
    for held in side.hand:
        card = book[held.card]
        if card.kind == "Land":
            if side.lands_played < settings.lands_per_prepare and _below_limit(
                book, side, card, None if side.land is None else side.land.id
            ):
                yield PlayLand(held.id)
        elif card.kind == "Combatant":
            if card.is_evolution:
                yield from _evolutions(book, position, side, held.id, card)
            elif may_deploy and _below_limit(book, side, card):
                yield Deploy(held.id)
        elif not side.item_played and _below_limit(book, side, card):
            pool = play_targets(book, position, seat, card, held.id)
            if pool is None:
                yield Play(held.id)
            else:
                for target in pool:
                    yield Play(held.id, target)


def _below_limit(book: CardBook, side: Seat, card: BookCard, replaced: str | None = None) -> bool:
    """Whether one more of a title may enter play (rule-7, ruling-25)."""
    if card.limit_in_play is None:
        return True
    count = 0
    for held, _host in side.in_play():
        if held.id != replaced and book[held.card].name == card.name:
            count += 1
    return count < card.limit_in_play


def _evolutions(
    book: CardBook, position: Position, side: Seat, held: str, card: BookCard
) -> Iterator[Action]:
    if not _below_limit(book, side, card):
        return
    delay = position.settings.evolve_delay
    for ally in side.combatants():
        if delay and position.turn in (ally.entered_turn, ally.evolved_turn):
            continue
        if evolves(book, card, ally.card):
            yield Evolve(held, ally.id)


def _activations(book: CardBook, position: Position, seat: SeatNo, side: Seat) -> Iterator[Action]:
    for card, _host in side.in_play():
        for ability, words in book[card.card].activated:
            if (
                words.energy > side.energy
                or spent(position, seat, ability, words.once)
                or not met(book, position, seat, words.requires, card.id)
            ):
                continue
            who = words.targets
            if who is None or who.each:
                yield Activate(card.id, ability.name)
                continue
            pool = candidates(book, position, seat, who, card.id)
            for targets in choices(who, pool, ordered=False):
                yield Activate(card.id, ability.name, targets)


def _attacks(book: CardBook, position: Position, seat: SeatNo, side: Seat) -> Iterator[Action]:
    settings = position.settings
    active = side.active
    if active is None or (position.turn == 1 and not settings.first_turn_attack):
        return
    if settings.asleep_blocks_attack and any(e.kind == "asleep" for e in active.effects):
        return
    for source, ability, words in attacks(book, position, seat):
        if (
            words.energy > side.energy
            or spent(position, seat, ability, words.once)
            or (words.needs_unlock and not is_unlocked(position, seat, ability))
            or not met(book, position, seat, words.requires, source)
        ):
            continue
        if words.attacker is not None and active not in characters(
            book, position, seat, words.attacker, source
        ):
            continue
        pool = candidates(book, position, seat, words.targets, source)
        for targets in choices(words.targets, pool, ordered=True):
            yield Attack(source, ability.name, targets)
