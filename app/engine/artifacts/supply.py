"""Which attacks a seat may choose from, and the card that supplies each (rule-3, ruling-14)."""

from collections.abc import Iterator

from app.engine.artifacts import script
from app.engine.artifacts.book import CardAbility, CardBook
from app.engine.artifacts.game import State
from app.engine.kernel.names import folded

Supplied = tuple[CardAbility, script.Attack]


def attacks(
    book: CardBook, state: State, seat: int
) -> Iterator[tuple[str, CardAbility, script.Attack]]:
    """Yield each attack that the seat's cards supply, with the id of the source to name.

    The Active combatant's own attacks first, then those of artifacts in play, then those that were
    unlocked this turn by a card that has left play (then the Active combatant is the source).
    """
    side = state.seats[seat]
    active = side.active
    if active is None:
        return
    for ability, words in book[active.card].attacks:
        yield active.id, ability, words
    present: set[str] = set()
    for card, _host in side.in_play():
        for ability, words in book[card.card].supplied:
            present.add(card.card)
            yield card.id, ability, words
    for unlocked in side.unlocked:
        if unlocked.card not in present:
            yield active.id, *book.scripted(unlocked.card, unlocked.ability, script.Attack)


def supplied_attack(
    book: CardBook, state: State, seat: int, source: str, name: str
) -> Supplied | None:
    """Return the attack of that name that the source supplies to the seat's Active combatant."""
    for supplier, ability, words in attacks(book, state, seat):
        if supplier == source and folded(ability.name) == folded(name):
            return ability, words
    return None


def is_unlocked(state: State, seat: int, ability: CardAbility) -> bool:
    """Whether an attack that must be unlocked is (ruling-14)."""
    return any(
        unlocked.card == ability.card and folded(unlocked.ability) == folded(ability.name)
        for unlocked in state.seats[seat].unlocked
    )
