"""Whether a position is one that a game can reach; every flaw with a pointer to its place."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from app.engine.artifacts.agenda import DiscardPlayed, LooseCard, OrderCards, TakeCards
from app.engine.artifacts.book import BookCard, CardBook
from app.engine.artifacts.check_pending import pending_flaws
from app.engine.artifacts.legality import evolves
from app.engine.artifacts.position import (
    Card,
    Combatant,
    DiscardedCard,
    Effect,
    Position,
    Seat,
    Use,
)
from app.engine.artifacts.script import Attack
from app.engine.artifacts.setup import to_place
from app.engine.kernel.names import folded
from app.engine.kernel.refusal import Flaw

Flaws = Iterator[Flaw]
Placed = tuple[str, Card | Combatant | DiscardedCard]
"""A card and a JSON pointer to it."""

MAX_CARDS = 1000
"""More cards than any table has; a bound on the work that a position can ask for."""


def flaws_of(book: CardBook, position: Position) -> list[Flaw]:
    """Return what is wrong with a position of the right shape; empty if nothing is.

    What hangs on unknown cards or doubled ids is looked at only when these are right.
    """
    cards = list(_everything(position))
    flaws = [*_ids(position, cards), *_unknown_cards(book, cards)]
    if flaws:
        return flaws
    for at, side in enumerate(position.seats):
        flaws += _side(book, side, f"/seats/{at}")
        flaws += _places(book, position, side, f"/seats/{at}")
    flaws += _phase(position)
    flaws += _random(position)
    flaws = flaws or list(_limits(book, position))
    return flaws or list(pending_flaws(book, position))


def _everything(position: Position) -> Iterator[Placed]:
    """Yield every card with a pointer to it."""
    for at, side in enumerate(position.seats):
        root = f"/seats/{at}"
        if side.active is not None:
            yield from _combatant(f"{root}/active", side.active)
        for n, ally in enumerate(side.bench):
            yield from _combatant(f"{root}/bench/{n}", ally)
        if side.land is not None:
            yield f"{root}/land", side.land
        zones: dict[str, Iterable[Card | DiscardedCard]] = {
            "support": side.support,
            "hand": side.hand,
            "deck": side.deck,
            "discard": side.discard,
        }
        for zone, cards in zones.items():
            for n, card in enumerate(cards):
                yield f"{root}/{zone}/{n}", card


def _combatant(pointer: str, combatant: Combatant) -> Iterator[tuple[str, Card | Combatant]]:
    yield pointer, combatant
    for n, item in enumerate(combatant.attachments):
        yield f"{pointer}/attachments/{n}", item
    for n, card in enumerate(combatant.under):
        yield f"{pointer}/under/{n}", card


def _ids(position: Position, cards: Iterable[Placed]) -> Flaws:
    seen: dict[str, str] = {}
    for pointer, card in cards:
        if card.id in seen:
            yield Flaw(
                f"{pointer}/id",
                f"the id {card.id!r} stands at {seen[card.id]} already; ids are unique",
            )
        else:
            seen[card.id] = pointer
    for pointer, loose in _loose(position):
        if loose.id in seen:
            yield Flaw(f"{pointer}/id", f"the id {loose.id!r} stands at {seen[loose.id]} already")
        seen.setdefault(loose.id, pointer)
    if len(seen) > MAX_CARDS:
        yield Flaw("/seats", f"{len(seen)} cards are more than a table has ({MAX_CARDS})")


def _loose(position: Position) -> Iterator[tuple[str, LooseCard]]:
    """Yield every card that the open decision holds, with a pointer to it."""
    for n, step in enumerate(() if position.pending is None else position.pending.agenda):
        root = f"/pending/agenda/{n}"
        if isinstance(step, TakeCards | OrderCards):
            yield from ((f"{root}/cards/{m}", card) for m, card in enumerate(step.cards))
        elif isinstance(step, DiscardPlayed):
            yield f"{root}/card", step.card


def _unknown_cards(book: CardBook, cards: Iterable[Placed]) -> Flaws:
    for pointer, card in cards:
        if card.card not in book:
            yield Flaw(f"{pointer}/card", f"there is no card {card.card!r} in this release")


def _side(book: CardBook, side: Seat, root: str) -> Flaws:
    combatants = [] if side.active is None else [(f"{root}/active", side.active)]
    combatants += [(f"{root}/bench/{n}", ally) for n, ally in enumerate(side.bench)]
    for pointer, combatant in combatants:
        yield from _check_combatant(book, combatant, pointer)
    for n, relic in enumerate(side.support):
        yield from _is_kind(book[relic.card], "Relic", "Support", f"{root}/support/{n}")
    if side.land is not None:
        yield from _is_kind(book[side.land.card], "Land", "the Land slot", f"{root}/land")
    for n, use in enumerate(side.used):
        yield from _check_use(book, use, f"{root}/used/{n}")
    for n, unlocked in enumerate(side.unlocked):
        pointer = f"{root}/unlocked/{n}"
        wrong = list(_names_ability(book, unlocked.card, unlocked.ability, pointer))
        yield from wrong
        if not wrong and not isinstance(
            book.ability(unlocked.card, unlocked.ability).script, Attack
        ):
            yield Flaw(f"{pointer}/ability", f"{unlocked.ability} is not an attack")
    for zone, cards, count in (
        ("hand", side.hand, side.hand_count),
        ("deck", side.deck, side.deck_count),
    ):
        if cards and count is not None:
            yield Flaw(f"{root}/{zone}_count", f"the {zone} is either listed or counted, not both")


def _places(book: CardBook, position: Position, side: Seat, root: str) -> Flaws:
    """Check what the table settings and the phase say of a seat."""
    size = position.settings.bench_size
    if len(side.bench) > size:
        yield Flaw(f"{root}/bench", f"{len(side.bench)} are Benched; it holds {size} (table-05)")
    places = position.phase == "setup" and side.active is None and side.hand_count is None
    if places and not any(book[card.card].is_basic for card in side.hand):
        yield Flaw(
            f"{root}/hand",
            "an opening hand has a combatant that can be deployed without a base (table-04)",
        )


def _limits(book: CardBook, position: Position) -> Flaws:
    """Check the limits in play: no card enters play above its own (rule-7, ruling-25)."""
    for side in position.seats:
        count: Counter[str] = Counter()
        for held, _host in side.in_play():
            card = book[held.card]
            if card.limit_in_play is None:
                continue
            count[card.name] += 1
            if count[card.name] > card.limit_in_play:
                pointer = next(at for at, one in _everything(position) if one.id == held.id)
                yield Flaw(
                    f"{pointer}/card",
                    f"{card.name} prints Limit {card.limit_in_play}, and the seat has it in play "
                    "already (ruling-25)",
                )


def _is_kind(card: BookCard, kind: str, where: str, pointer: str) -> Flaws:
    if card.kind != kind:
        yield Flaw(
            f"{pointer}/card",
            f"{card.name} is {_a(card.kind)}; {where} holds {_a(kind)} (rule-1)",
        )


def _a(kind: str) -> str:
    return f"an {kind}" if kind == "Item" else f"a {kind}"


def _check_combatant(book: CardBook, combatant: Combatant, pointer: str) -> Flaws:
    card = book[combatant.card]
    if card.kind != "Combatant":
        yield from _is_kind(card, "Combatant", "the Active row or Bench", pointer)
        return
    if combatant.damage >= card.hp:
        yield Flaw(
            f"{pointer}/damage",
            f"damage {combatant.damage} is not below the maximum HP of {card.name}, {card.hp}; "
            "a combatant without HP is defeated",
        )
    for n, item in enumerate(combatant.attachments):
        at = f"{pointer}/attachments/{n}"
        known = book[item.card]
        wrong = list(_is_kind(known, "Item", "a character", at))
        yield from wrong
        if not wrong and card.identities.isdisjoint(known.attaches_to):
            yield Flaw(
                f"{at}/card",
                f"{known.name} attaches to {' or '.join(known.attaches_to)}, which {card.name} is "
                "not (rule-1, ruling-37)",
            )
    stack = [*(book[one.card] for one in combatant.under), card]
    for n, (base, evolution) in enumerate(pairwise(stack)):
        if not (base.kind == "Combatant" and evolves(book, evolution, base.id)):
            yield Flaw(
                f"{pointer}/under/{n}/card",
                f"{evolution.name} does not evolve from {base.name} (ruling-40)",
            )
    for n, effect in enumerate(combatant.effects):
        yield from _check_effect(book, effect, f"{pointer}/effects/{n}")


def _check_effect(book: CardBook, effect: Effect, pointer: str) -> Flaws:
    if effect.source is not None:
        yield from _names_ability(
            book, effect.source.card, effect.source.ability, f"{pointer}/source"
        )


def _check_use(book: CardBook, use: Use, pointer: str) -> Flaws:
    """Check that a use stands under the base card of a line, one of which has the ability."""
    if use.card not in book:
        yield from _names_ability(book, use.card, use.ability, pointer)
        return
    card = book[use.card]
    name = folded(use.ability)
    if name not in card.abilities and not any(
        name in other.abilities for other in book.values() if other.line == card.line
    ):
        yield Flaw(f"{pointer}/ability", f"{card.name} has no ability {use.ability!r}")
    elif card.line != card.id:
        base = book[card.line].name
        yield Flaw(
            f"{pointer}/card",
            f"uses of {card.name} are recorded under {base} ({card.line}), the base of its line "
            "(ruling-22)",
        )


def _names_ability(book: CardBook, card: str, ability: str, pointer: str) -> Flaws:
    if card not in book:
        yield Flaw(f"{pointer}/card", f"there is no card {card!r} in this release")
    elif folded(ability) not in book[card].abilities:
        yield Flaw(f"{pointer}/ability", f"{book[card].name} has no ability {ability!r}")


def _phase(position: Position) -> Flaws:
    if (position.result is not None) is not (position.phase == "over"):
        yield Flaw("/phase", "a game is over exactly when it has a result")
    if position.phase in ("start", "end") and position.pending is None:
        yield Flaw(
            "/phase",
            f"{position.phase} stands only while a trigger's choice is open (pending); "
            "otherwise it is prepare or act",
        )
    if position.phase in ("setup", "over") and position.pending is not None:
        yield Flaw("/pending", f"nothing is pending in {position.phase}")
    if position.phase not in ("setup", "over") and position.turn == 0:
        yield Flaw("/turn", "turns are numbered from 1")
    if position.phase == "setup" and not to_place(position):
        yield Flaw("/phase", "both seats have placed; setup is over")
    for at, side in enumerate(position.seats):
        if side.placed and (position.phase != "setup" or side.active or side.hand_count is None):
            yield Flaw(f"/seats/{at}/placed", "this stands only for what a view of setup hides")
    if position.result is not None and position.result.winner not in (0, 1, None):
        yield Flaw("/result/winner", "the winner is 0, 1 or null (a draw)")


def _random(position: Position) -> Flaws:
    stream = position.random
    if stream is None:
        return
    try:
        key = bytes.fromhex(stream.key)
    except ValueError:
        key = b""
    if not 1 <= len(key) <= 64:
        yield Flaw("/random/key", "the key is 1 to 64 bytes in hexadecimal")
    if not 0 <= stream.counter < 1 << 62:
        yield Flaw("/random/counter", "the counter is 0 or more")
