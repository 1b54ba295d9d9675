"""Who is meant: a `Who` of the vocabulary, worked out on a position."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from app.engine.artifacts.book import BookCard, CardBook
from app.engine.artifacts.game import State, find_combatant, host_of
from app.engine.artifacts.position import Combatant, DiscardedCard
from app.engine.artifacts.script import Requires, Who


def is_named(card: BookCard, who: Who) -> bool:
    """Whether a card has the identities and the trait asked for (rule-6, ruling-33)."""
    identities = card.identities
    if who.named and identities.isdisjoint(who.named):
        return False
    if who.not_named and not identities.isdisjoint(who.not_named):
        return False
    return who.trait is None or who.trait in card.traits


def characters(
    book: CardBook,
    state: State,
    seat: int,
    who: Who,
    source: str,
    subject: str | None = None,
) -> list[Combatant]:
    """Return the combatants in play that fit, own side first, Active before Bench.

    `seat` controls the ability on the card `source`; `subject` is the first target or whoever set
    the ability off, whom `other` excludes as well as the source.
    """
    found: list[Combatant] = []
    for side_no in _sides(seat, who):
        side = state.seats[side_no]
        pool = side.combatants()
        if who.where == "bench":
            pool = side.bench
        elif who.where == "active" or (
            who.where == "normal" and state.settings.normal_targeting == "active"
        ):
            pool = pool[:1] if side.active is not None else ()
        if who.is_ is not None:
            host = host_of(side, source) if who.is_ == "host" else None
            pool = tuple(one for one in pool if _is(who, one, host, source, subject))
        if who.named or who.not_named or who.trait is not None:
            pool = tuple(one for one in pool if is_named(book[one.card], who))
        found.extend(pool)
    return found


def _sides(seat: int, who: Who) -> tuple[int, ...]:
    match who.side:
        case "own":
            return (seat,)
        case "opposing":
            return (1 - seat,)
        case _:
            return (seat, 1 - seat)


def _is(
    who: Who, combatant: Combatant, host: Combatant | None, source: str, subject: str | None
) -> bool:
    match who.is_:
        case "self":
            return combatant.id == source
        case "host":
            return combatant is host
        case _:
            return combatant.id not in (source, subject)


def includes(  # noqa: PLR0913 - asked for every card in play: no struct is built for it
    book: CardBook,
    state: State,
    who: Who,
    *,
    seat: int,
    source: str,
    host: Combatant | None,
    target_seat: int,
    target: Combatant,
) -> bool:
    """Whether one combatant fits: `characters` for the question that is asked most often."""
    if who.side == "own":
        if target_seat != seat:
            return False
    elif who.side == "opposing" and target_seat == seat:
        return False
    if who.where != "in_play":
        active = state.seats[target_seat].active
        is_active = active is not None and active.id == target.id
        if is_active is not (who.where == "active"):
            return False
    if who.is_ is not None:
        if who.is_ == "host":
            if host is None or host.id != target.id:
                return False
        elif (target.id == source) is not (who.is_ == "self"):
            return False
    return is_named(book[target.card], who)


def discarded(state: State, seat: int, who: Who) -> list[DiscardedCard]:
    """Return the cards of the own discard that fit (ruling-30)."""
    return [card for card in state.seats[seat].discard if card.defeated or not who.defeated]


def candidates(
    book: CardBook, state: State, seat: int, who: Who, source: str, subject: str | None = None
) -> list[str]:
    """Return the ids that may be chosen."""
    if who.where == "discard":
        return [card.id for card in discarded(state, seat, who)]
    return [found.id for found in characters(book, state, seat, who, source, subject)]


def wanted(who: Who, pool: Sequence[str]) -> int:
    """Return how many must be chosen: fewer than `count` only where the text says so."""
    return min(who.count, len(pool)) if who.as_available else who.count


def choices(who: Who, pool: Sequence[str], *, ordered: bool) -> Iterator[tuple[str, ...]]:
    """Yield every legal choice; none where the pool is too small."""
    count = wanted(who, pool)
    if count == 1:
        return iter([(one,) for one in pool])
    return permutations(pool, count) if ordered else combinations(pool, count)


def met(
    book: CardBook,
    state: State,
    seat: int,
    requires: Requires | None,
    source: str,
    target: str | None = None,
) -> bool:
    """Whether a condition holds for the controller `seat` of the card `source`."""
    if requires is None:
        return True
    who = requires.in_play
    if who is not None:
        found = characters(book, state, seat, who, source)
        if who.named_all:
            present = {name for one in found for name in book[one.card].identities}
            if not present.issuperset(who.named_all):
                return False
        elif not found:
            return False
    if requires.target is not None:
        chosen = None if target is None else find_combatant(state, target)
        return chosen is not None and is_named(book[chosen[1].card], requires.target)
    return True
