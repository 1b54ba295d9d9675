"""Whether a pending decision can be: what it names exists, and its first step really asks."""

from collections.abc import Iterator

from app.engine.artifacts import script
from app.engine.artifacts.agenda import (
    Ability,
    AfterAttack,
    AnyStep,
    Attacking,
    BeforeDamage,
    BeforeEffect,
    DiscardPlayed,
    DrawForTurn,
    Effects,
    OrderCards,
    PassTurn,
    Promote,
    SearchDeck,
    Settle,
    Strike,
    SwitchAway,
    TakeCards,
    Trigger,
    WouldBeDefeated,
)
from app.engine.artifacts.book import CardAbility, CardBook
from app.engine.artifacts.game import find_combatant
from app.engine.artifacts.position import Position
from app.engine.artifacts.questions import question
from app.engine.kernel.names import folded
from app.engine.kernel.refusal import Flaw, HiddenInformation

Flaws = Iterator[Flaw]

MAX_STEPS = 200
_OF_AN_ATTACK = BeforeDamage | Strike | AfterAttack | SwitchAway
_CLOSING = Settle | DiscardPlayed | Promote
_LAST: dict[str, type[AnyStep]] = {"start": DrawForTurn, "end": PassTurn}


def pending_flaws(book: CardBook, position: Position) -> Flaws:
    """Yield what is wrong with `position.pending`."""
    pending = position.pending
    if pending is None:
        return
    if not 1 <= len(pending.agenda) <= MAX_STEPS:
        yield Flaw("/pending/agenda", f"an agenda has 1 to {MAX_STEPS} steps, the first one asking")
        return
    flaws = [] if pending.attack is None else list(_attack(book, position, pending.attack))
    for n, step in enumerate(pending.agenda):
        flaws += _step(book, position, step, f"/pending/agenda/{n}")
    flaws += _closing(position, pending.agenda)
    yield from flaws
    if flaws:
        return
    try:
        asked = question(book, position, pending.agenda[0], pending.attack)
    except HiddenInformation:
        return
    if asked is None:
        yield Flaw(
            "/pending/agenda/0", "this step asks nothing in this position, so it is not open"
        )


def _closing(position: Position, agenda: tuple[AnyStep, ...]) -> Flaws:
    """Check that a turn's start ends with its draw and a turn's end with passing the turn."""
    last = _LAST.get(position.phase)
    for n, step in enumerate(agenda):
        closes = isinstance(step, DrawForTurn | PassTurn)
        if closes and not (last is not None and isinstance(step, last) and n == len(agenda) - 1):
            yield Flaw(f"/pending/agenda/{n}", f"this step does not belong in {position.phase}")
    if last is not None and not isinstance(agenda[-1], last):
        yield Flaw(
            "/pending/agenda",
            f"the phase {position.phase} goes on after this: a last step is missing",
        )
    if position.phase not in _LAST and not isinstance(agenda[-1], _CLOSING):
        yield Flaw("/pending/agenda", "an attack or ability ends by being settled")


def _attack(book: CardBook, position: Position, attack: Attacking) -> Flaws:
    root = "/pending/attack"
    ability = _ability(book, attack.by)
    if ability is None or not isinstance(ability.script, script.Attack):
        yield Flaw(f"{root}/by", "this is not an attack of a card in this release")
        return
    attacker = find_combatant(position, attack.attacker)
    if attacker is None or attacker[0] != attack.by.seat:
        yield Flaw(f"{root}/attacker", "the attacker is a combatant in play of the attacking seat")
    if len(attack.targets) > ability.script.targets.count:
        yield Flaw(f"{root}/targets", f"{ability.name} has {ability.script.targets.count} at most")
    for n, guard in enumerate(attack.guards):
        if guard.card not in book or folded(guard.ability) not in book[guard.card].abilities:
            yield Flaw(f"{root}/guards/{n}", "this is no ability of a card in this release")


def _ability(book: CardBook, by: Ability) -> CardAbility | None:
    return book[by.card].abilities.get(folded(by.ability)) if by.card in book else None


def _step(book: CardBook, position: Position, step: AnyStep, root: str) -> Flaws:
    attack = None if position.pending is None else position.pending.attack
    if isinstance(step, _OF_AN_ATTACK) and attack is None:
        yield Flaw(root, "there is no attack to which this step belongs (pending.attack)")
    if isinstance(step, Strike) and (attack is None or step.at >= len(attack.targets)):
        yield Flaw(f"{root}/at", "the attack has no such target")
    by = step.because if isinstance(step, WouldBeDefeated) else getattr(step, "by", None)
    if by is None:
        if isinstance(step, DiscardPlayed) and step.card.card not in book:
            yield Flaw(f"{root}/card/card", "there is no such card in this release")
        return
    ability = _ability(book, by)
    if ability is None:
        field = "because" if isinstance(step, WouldBeDefeated) else "by"
        yield Flaw(f"{root}/{field}", "this is no ability of a card in this release")
        return
    match step:
        case Trigger() if not isinstance(ability.script, script.Triggered):
            yield Flaw(f"{root}/by", f"{ability.name} is not a triggered ability")
        case Effects():
            if not step.todo or max(step.todo) >= len(ability.effects):
                yield Flaw(f"{root}/todo", f"{ability.name} has no such effect")
            elif len(set(step.todo)) < len(step.todo):
                yield Flaw(f"{root}/todo", "each effect is still to be done once")
        case BeforeEffect() | SearchDeck() | TakeCards() | OrderCards():
            yield from _effect(book, step, ability, root)
        case _:
            pass


def _effect(
    book: CardBook,
    step: BeforeEffect | SearchDeck | TakeCards | OrderCards,
    ability: CardAbility,
    root: str,
) -> Flaws:
    effect = ability.effects[step.effect] if step.effect < len(ability.effects) else None
    match step:
        case SearchDeck():
            fits = isinstance(effect, script.Search)
        case TakeCards() | OrderCards():
            fits = isinstance(effect, script.RevealTop | script.LookAtTop)
            for n, card in enumerate(step.cards):
                if card.card not in book:
                    yield Flaw(f"{root}/cards/{n}/card", f"there is no card {card.card!r}")
            if step.cards and step.hidden:
                yield Flaw(f"{root}/hidden", "the cards are either listed or counted, not both")
        case _:
            fits = effect is not None
    if not fits:
        yield Flaw(f"{root}/effect", f"{ability.name} has no such effect")
