"""What the step at the head of the agenda asks, if it asks at all.

A step that has nothing to ask is run by the engine itself (ruling-36). The open decision is always
worked out from the step and the position, so that there is one truth about it.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from typing import assert_never

from app.engine.artifacts import script
from app.engine.artifacts.actions import Action, Choose, Pass, Promote, React
from app.engine.artifacts.agenda import (
    Ability,
    AfterAttack,
    AnyStep,
    Attacking,
    BeforeDamage,
    BeforeEffect,
    DiscardPlayed,
    DiscardToLimit,
    DrawForTurn,
    Effects,
    LooseCard,
    OrderCards,
    PassTurn,
    SearchDeck,
    Settle,
    Strike,
    SwitchAway,
    TakeCards,
    Trigger,
    WouldBeDefeated,
)
from app.engine.artifacts.agenda import Promote as PromoteStep
from app.engine.artifacts.book import CardAbility, CardBook
from app.engine.artifacts.damage import would_deal
from app.engine.artifacts.game import (
    SeatNo,
    State,
    cites_of,
    find_combatant,
    find_in_play,
    host_of,
    known,
)
from app.engine.artifacts.targets import candidates, choices, includes, met, wanted
from app.engine.artifacts.uses import spent
from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import Decision, ShownCard, Window
from app.engine.kernel.refusal import HiddenInformation

SILENT = (Strike, Effects, AfterAttack, Settle, DrawForTurn, PassTurn, DiscardPlayed)
"""Steps that never ask."""

LISTED_ORDERS = 4
"""Up to this many cards every order is listed as an option (4 cards: 24 orders)."""


def question(  # noqa: C901, PLR0911 - one case per step
    book: CardBook, state: State, step: AnyStep, attack: Attacking | None
) -> Decision | None:
    """Return what `step` asks of whom, with every answer; None where it asks nothing."""
    if isinstance(step, SILENT):
        return None
    match step:
        case BeforeDamage():
            return _before_damage(book, state, attack)
        case WouldBeDefeated():
            found = find_combatant(state, step.target)
            if found is None:
                return None
            return _window(book, state, found[0], "would_be_defeated", (step.target,), step.because)
        case BeforeEffect():
            seat = _other(step.by.seat)
            return _window(book, state, seat, "before_effect", step.targets, step.by)
        case Trigger():
            return _trigger_targets(book, state, step)
        case SearchDeck():
            return _search(book, state, step)
        case TakeCards():
            return _take(book, step)
        case OrderCards():
            return _order(step)
        case SwitchAway():
            return _switch_away(state, step, attack)
        case PromoteStep():
            bench = state.seats[step.seat].bench
            if state.seats[step.seat].active is not None or len(bench) < 2:
                return None
            options = tuple(Promote(ally.id) for ally in bench)
            return Decision(
                step.seat, "promote", because=Cites(rules=("ruling-35",)), options=options
            )
        case DiscardToLimit():
            return _discard_to_limit(state)
        case _:
            assert_never(step)


def asked_seat(book: CardBook, state: State, step: AnyStep, attack: Attacking | None) -> int | None:
    """Return whom `step` asks, also where a view hides what it asks; None if it asks nothing."""
    if isinstance(step, SearchDeck):
        return step.by.seat
    if isinstance(step, TakeCards | OrderCards) and step.hidden:
        return step.by.seat
    if isinstance(step, DiscardToLimit):
        return state.turn_seat if _over_limit(state) else None
    asked = question(book, state, step, attack)
    return None if asked is None else asked.seat


def _other(seat: SeatNo) -> SeatNo:
    return 0 if seat else 1


# --- reactions ---


def _before_damage(book: CardBook, state: State, attack: Attacking | None) -> Decision | None:
    attack = known(attack)
    targets = endangered(book, state, attack)
    if not targets:
        return None
    return _window(book, state, _other(attack.by.seat), "before_damage", targets, attack.by)


def endangered(book: CardBook, state: State, attack: Attacking) -> tuple[str, ...]:
    """Return the targets that the attack would damage and that nothing protects yet (ruling-17)."""
    _, words = book.scripted(attack.by.card, attack.by.ability, script.Attack)
    attacker = find_combatant(state, attack.attacker)
    prevented = {guard.target for guard in attack.guards if guard.reduce is None}
    return tuple(
        target
        for at, target in enumerate(attack.targets)
        if target not in prevented
        and would_deal(
            book, state, attack.by, None if attacker is None else attacker[1], base_of(words, at)
        )
    )


def base_of(words: script.Attack, at: int) -> int:
    """Return the damage that an attack prints for its target number `at`."""
    return words.damage if isinstance(words.damage, int) else words.damage[at]


def _window(
    book: CardBook,
    state: State,
    seat: SeatNo,
    window: Window,
    targets: Sequence[str],
    because: Ability,
) -> Decision | None:
    options = tuple(reactions(book, state, seat, window, targets))
    if not options:
        return None
    return Decision(
        seat,
        "react",
        window=window,
        because=cites_of(because),
        min=0,
        options=(*options, Pass()),
    )


def reactions(
    book: CardBook, state: State, seat: int, window: Window, targets: Sequence[str]
) -> Iterable[React]:
    """Yield the seat's reactions that are eligible in a window on these targets."""
    for card, _host in state.seats[seat].in_play():
        for ability, words in book[card.card].reactions.get(window, ()):
            if spent(state, seat, ability, words.once):
                continue
            if not met(book, state, seat, words.requires, card.id):
                continue
            for target in protectable(book, state, seat, words, card.id, targets):
                named = () if words.protects.is_ == "self" else (target,)
                yield React(card.id, ability.name, named)


def protectable(
    book: CardBook,
    state: State,
    seat: int,
    words: script.Reaction,
    source: str,
    targets: Sequence[str],
) -> list[str]:
    """Return the targets in danger that a reaction may protect."""
    host = host_of(state.seats[seat], source) if words.protects.is_ == "host" else None
    found = (find_combatant(state, target) for target in targets)
    return [
        one[1].id
        for one in found
        if one is not None
        and includes(
            book,
            state,
            words.protects,
            seat=seat,
            source=source,
            host=host,
            target_seat=one[0],
            target=one[1],
        )
    ]


# --- choices ---


def trigger_words(book: CardBook, by: Ability) -> tuple[CardAbility, script.Triggered]:
    """Return the triggered ability at work."""
    return book.scripted(by.card, by.ability, script.Triggered)


def is_timed(words: script.Triggered) -> bool:
    """Whether a trigger belongs to a turn's start or end: once a turn by title (ruling-24)."""
    return isinstance(words.when, script.TurnStart | script.TurnEnd)


def has_choice(words: script.Triggered) -> bool:
    """Whether a trigger's targets are chosen when it fires (not all, nor named by a play)."""
    who = words.targets
    return who is not None and not who.each and not isinstance(words.when, script.Played)


def fires(book: CardBook, state: State, step: Trigger) -> bool:
    """Whether a queued trigger still applies: in play where it must be, unspent, condition met."""
    by = step.by
    ability, words = trigger_words(book, by)
    if is_timed(words) and find_in_play(state, by.source) is None:
        return False
    once = "turn" if is_timed(words) else words.once
    if spent(state, by.seat, ability, once):
        return False
    return met(book, state, by.seat, words.requires, by.source, step.subject)


def _trigger_targets(book: CardBook, state: State, step: Trigger) -> Decision | None:
    _ability, words = trigger_words(book, step.by)
    who, by = words.targets, step.by
    if not (words.optional or has_choice(words)) or not fires(book, state, step):
        return None
    if who is None or not has_choice(words):
        return _choose(by, (Choose((by.source,)), Choose()), 0, 1)
    pool = candidates(book, state, by.seat, who, by.source, step.subject)
    count = wanted(who, pool)
    if count == 0 or len(pool) < count or (len(pool) == count and not words.optional):
        return None
    options = [Choose(ids) for ids in choices(who, pool, ordered=False)]
    if words.optional:
        options.append(Choose())
    return _choose(by, options, 0 if words.optional else count, count)


def _choose(
    by: Ability,
    options: Iterable[Action],
    least: int,
    most: int,
    cards: Iterable[ShownCard] = (),
) -> Decision:
    return Decision(
        by.seat,
        "choose",
        because=cites_of(by),
        min=least,
        max=most,
        options=tuple(options),
        cards=tuple(cards),
    )


def _search(book: CardBook, state: State, step: SearchDeck) -> Decision:
    side = state.seats[step.by.seat]
    if side.deck_count:
        raise HiddenInformation("A search is open, and the view does not show the deck.")
    words = book.ability(step.by.card, step.by.ability).effects[step.effect]
    wanted = words.evolution_of if isinstance(words, script.Search) else ()
    count = words.count if isinstance(words, script.Search) else 0
    found = sorted(
        (
            card
            for card in side.deck
            if book[card.card].is_evolution and not book[card.card].identities.isdisjoint(wanted)
        ),
        key=lambda card: (card.card, card.id),
    )
    options = [Choose()]
    for size in range(1, min(count, len(found)) + 1):
        options += [Choose(tuple(c.id for c in some)) for some in combinations(found, size)]
    shown = (ShownCard(card.id, card.card) for card in found)
    return _choose(step.by, options, 0, min(count, len(found)), shown)


def eligible(book: CardBook, step: TakeCards) -> tuple[list[LooseCard], int]:
    """Return the opened cards that may be taken, and how many must be (ruling-29)."""
    words = book.ability(step.by.card, step.by.ability).effects[step.effect]
    match words:
        case script.RevealTop():
            fit = [c for c in step.cards if not book[c.card].labels.isdisjoint(words.labels)]
        case script.LookAtTop():
            fit = list(step.cards)
        case _:  # pragma: no cover - the check refuses such a step
            return [], 0
    return fit, min(words.take, len(fit))


def _take(book: CardBook, step: TakeCards) -> Decision | None:
    if step.hidden:
        raise HiddenInformation("The cards to choose from are another seat's to know.")
    fit, count = eligible(book, step)
    if len(fit) == count:
        return None
    options = [Choose(tuple(c.id for c in some)) for some in combinations(fit, count)]
    return _choose(step.by, options, count, count, _shown(step.cards))


def _shown(cards: Iterable[LooseCard]) -> Iterable[ShownCard]:
    return (ShownCard(card.id, card.card) for card in cards)


def _order(step: OrderCards) -> Decision | None:
    if step.hidden:
        raise HiddenInformation("The cards to put in order are another seat's to know.")
    ids = tuple(card.id for card in step.cards)
    if len(ids) < 2:
        return None
    listed = permutations(ids) if len(ids) <= LISTED_ORDERS else ()
    return Decision(
        step.by.seat,
        "choose",
        because=cites_of(step.by),
        min=len(ids),
        max=len(ids),
        options=tuple(Choose(order) for order in listed),
        from_=() if len(ids) <= LISTED_ORDERS else ids,
        cards=tuple(_shown(step.cards)),
    )


def _switch_away(state: State, step: SwitchAway, attack: Attacking | None) -> Decision | None:
    side = state.seats[step.by.seat]
    if attack is None or side.active is None or side.active.id != attack.attacker:
        return None
    if not side.bench:
        return None
    options = [Choose((ally.id,)) for ally in side.bench]
    return _choose(step.by, [*options, Choose()], 0, 1)


def _over_limit(state: State) -> bool:
    """Whether the seat whose turn it is holds more than the hand limit (table-14)."""
    side = state.seats[state.turn_seat]
    limit = state.settings.hand_limit
    size = len(side.hand) if side.hand_count is None else side.hand_count
    return limit is not None and size > limit


def _discard_to_limit(state: State) -> Decision | None:
    if not _over_limit(state):
        return None
    side = state.seats[state.turn_seat]
    if not side.hand:
        raise HiddenInformation("A discard from hand is open, and the view does not show the hand.")
    return Decision(
        state.turn_seat,
        "choose",
        because=Cites(rules=("table-14",)),
        options=tuple(Choose((card.id,)) for card in side.hand),
        cards=tuple(ShownCard(card.id, card.card) for card in side.hand),
    )
