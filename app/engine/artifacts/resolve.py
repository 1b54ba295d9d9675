"""Running the agenda until something is asked, and going on from an answer."""

from typing import assert_never

from msgspec.structs import replace

from app.engine.artifacts import events, script
from app.engine.artifacts.actions import Action, Choose, Pass, Promote, React
from app.engine.artifacts.agenda import (
    Ability,
    AfterAttack,
    AnyStep,
    BeforeDamage,
    BeforeEffect,
    DiscardPlayed,
    DiscardToLimit,
    DrawForTurn,
    Effects,
    Guard,
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
from app.engine.artifacts.attack import after_attack, strike
from app.engine.artifacts.effects import (
    discard_source,
    is_aimed,
    perform,
    put_back,
    run_effect,
    to_hand,
)
from app.engine.artifacts.game import Game, cites_of, find_combatant, find_in_play, known
from app.engine.artifacts.position import Card
from app.engine.artifacts.questions import (
    eligible,
    fires,
    has_choice,
    is_timed,
    question,
    trigger_words,
)
from app.engine.artifacts.settle import settle
from app.engine.artifacts.targets import candidates, wanted
from app.engine.artifacts.turn import draw_for_turn, pass_turn
from app.engine.artifacts.uses import record_use
from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import ShownCard


def run(game: Game) -> None:
    """Do what needs no answer, until a step asks or the agenda is empty."""
    while game.agenda:
        step = game.agenda[0]
        if question(game.book, game, step, game.attack) is not None:
            return
        del game.agenda[0]
        _do(game, step)


def _do(game: Game, step: AnyStep) -> None:  # noqa: C901, PLR0912 - one case per step
    match step:
        case Effects():
            _effects(game, step)
        case Trigger():
            _trigger(game, step)
        case Settle():
            settle(game, step)
        case Strike():
            strike(game, step.at)
        case AfterAttack():
            after_attack(game)
        case DrawForTurn():
            draw_for_turn(game)
        case PassTurn():
            pass_turn(game)
        case WouldBeDefeated():
            _defeat(game, step)
        case BeforeEffect():
            run_effect(game, step.by, step.effect, step.targets)
        case TakeCards():
            fit, count = eligible(game.book, step)
            _take(game, step, tuple(card.id for card in fit[:count]))
        case OrderCards():
            _put_back(game, step, tuple(card.id for card in step.cards))
        case DiscardPlayed():
            card = Card(step.card.id, step.card.card)
            game.discard(step.seat, (card,), Cites(card.card, rules=("rule-1",)))
        case PromoteStep():
            side = game.seats[step.seat]
            if side.active is None and side.bench:
                _promote(game, step.seat, side.bench[0].id)
        case BeforeDamage() | SearchDeck() | SwitchAway() | DiscardToLimit():
            pass
        case _:
            assert_never(step)


def answer(game: Game, action: Action) -> None:  # noqa: C901 - one case per step that asks
    """Take a legal answer to the open question off the agenda and go on."""
    step = game.agenda.pop(0)
    match step, action:
        case _, React():
            _react(game, step, action)
        case WouldBeDefeated(), Pass():
            _defeat(game, step)
        case BeforeEffect(), Pass():
            run_effect(game, step.by, step.effect, step.targets)
        case Trigger(), Choose():
            if action.ids:
                _chosen(game, step, action.ids)
        case SearchDeck(), Choose():
            _found(game, step, action.ids)
        case TakeCards(), Choose():
            _take(game, step, action.ids)
        case OrderCards(), Choose():
            _put_back(game, step, action.ids)
        case SwitchAway(), Choose():
            found = find_combatant(game, action.ids[0]) if action.ids else None
            if found is not None:
                game.switch(step.by.seat, found[1], cites_of(step.by))
        case DiscardToLimit(), Choose():
            _discard_one(game, action.ids[0])
        case PromoteStep(), Promote():
            _promote(game, step.seat, action.card)
        case _:  # a window is let go by
            pass
    run(game)


# --- windows ---


def _react(game: Game, step: AnyStep, action: React) -> None:
    seat, card = known(find_in_play(game, action.source))
    ability, words = game.book.scripted(card.card, action.ability, script.Reaction)
    by = Ability(seat, card.id, card.card, ability.name)
    target = action.targets[0] if action.targets else card.id
    rules = ("rule-4", "ruling-17" if isinstance(step, BeforeDamage) else "ruling-18")
    game.emit(events.ReactionUsed, seat, ability.cites(*rules), source=card.id, target=target)
    record_use(game, seat, ability, words.once)
    if words.pay == "discard_self":
        discard_source(game, by)
    match words.do:
        case script.ReduceDamage():
            _guard(game, Guard(target, card.card, ability.name, words.do.reduce))
        case script.PreventDamage():
            _guard(game, Guard(target, card.card, ability.name))
        case script.SurviveWith():
            _rescue(game, by, target, words.do.hp)
        case script.CancelEffect() if isinstance(step, BeforeEffect):
            _cancel(game, by, step, target)
        case script.CancelEffect():  # pragma: no cover - a set that cancels elsewhere is refused
            pass
        case _:
            assert_never(words.do)


def _guard(game: Game, guard: Guard) -> None:
    attack = known(game.attack)
    game.attack = replace(attack, guards=(*attack.guards, guard))
    game.push(BeforeDamage())


def _rescue(game: Game, by: Ability, target: str, hp: int) -> None:
    seat, combatant = known(find_combatant(game, target))
    maximum = game.book[combatant.card].hp
    game.change_combatant(seat, combatant, damage=max(0, maximum - hp))
    cites = cites_of(by, "rule-8", "ruling-19")
    game.emit(events.DefeatPrevented, seat, cites, target=target, hp=min(hp, maximum))


def _cancel(game: Game, by: Ability, step: BeforeEffect, target: str) -> None:
    cites = cites_of(by, "rule-14", "ruling-20")
    game.emit(events.EffectCancelled, by.seat, cites, target=target, because=cites_of(step.by))
    rest = tuple(one for one in step.targets if one != target)
    if rest:
        game.push(BeforeEffect(step.by, step.effect, rest))


def _defeat(game: Game, step: WouldBeDefeated) -> None:
    found = find_combatant(game, step.target)
    if found is not None:
        game.defeat(*found, cites_of(step.because, "rule-8", "table-12"))


# --- effects and triggers ---


def _effects(game: Game, step: Effects) -> None:
    number, *rest = step.todo
    if rest:
        game.push(Effects(step.by, tuple(rest), step.targets))
    ability = game.book.ability(step.by.card, step.by.ability)
    targets = step.targets
    if is_aimed(ability, ability.effects[number]):
        found = [find_combatant(game, target) for target in targets]
        standing = [one for one in found if one is not None]
        targets = tuple(one[1].id for one in standing)
        if any(one[0] != step.by.seat for one in standing):
            game.push(BeforeEffect(step.by, number, targets))
            return
    run_effect(game, step.by, number, targets)


def _trigger(game: Game, step: Trigger) -> None:
    """Fire a trigger whose target is not a choice."""
    if not fires(game.book, game, step):
        return
    _ability, words = trigger_words(game.book, step.by)
    who, by = words.targets, step.by
    if who is None or isinstance(words.when, script.Played):
        _fire(game, step, () if step.subject is None else (step.subject,))
        return
    targets = candidates(game.book, game, by.seat, who, by.source, step.subject)
    if targets and len(targets) >= wanted(who, targets):
        _fire(game, step, tuple(targets))


def _chosen(game: Game, step: Trigger, ids: tuple[str, ...]) -> None:
    """Fire a trigger on the chosen targets, or an optional one that has no choice but to fire."""
    if has_choice(trigger_words(game.book, step.by)[1]):
        _fire(game, step, ids)
    else:
        _trigger(game, step)


def _fire(game: Game, step: Trigger, targets: tuple[str, ...]) -> None:
    ability, words = trigger_words(game.book, step.by)
    by = step.by
    game.emit(
        events.AbilityTriggered,
        by.seat,
        ability.cites("rule-4", *(("rule-12",) if is_timed(words) else ())),
        source=by.source,
        targets=targets,
    )
    record_use(game, by.seat, ability, "turn" if is_timed(words) else words.once)
    perform(game, by, ability, targets)


# --- cards from the deck ---


def _found(game: Game, step: SearchDeck, ids: tuple[str, ...]) -> None:
    by = step.by
    side = game.seats[by.seat]
    taken = [card for card in side.deck if card.id in ids]
    rest = [card for card in side.deck if card.id not in ids]
    game.emit(events.Searched, by.seat, cites_of(by, "ruling-29"), found=len(taken))
    if taken:
        shown = tuple(ShownCard(card.id, card.card) for card in taken)
        game.emit(events.Revealed, by.seat, cites_of(by), cards=shown)
    game.change(by.seat, deck=game.randomness.shuffled(rest))
    to_hand(game, by, taken, revealed=True)
    game.emit(events.DeckShuffled, by.seat, cites_of(by, "ruling-29"))


def _take(game: Game, step: TakeCards, ids: tuple[str, ...]) -> None:
    effect = game.book.ability(step.by.card, step.by.ability).effects[step.effect]
    taken = [card for card in step.cards if card.id in ids]
    rest = tuple(card for card in step.cards if card.id not in ids)
    if rest:
        game.push(OrderCards(step.by, step.effect, rest))
    to_hand(game, step.by, taken, revealed=isinstance(effect, script.RevealTop))


def _put_back(game: Game, step: OrderCards, ids: tuple[str, ...]) -> None:
    effect = game.book.ability(step.by.card, step.by.ability).effects[step.effect]
    by_id = {card.id: card for card in step.cards}
    where = "top" if isinstance(effect, script.RevealTop) else "bottom"
    put_back(game, step, [by_id[one] for one in ids], where)


def _discard_one(game: Game, card_id: str) -> None:
    seat = game.turn_seat
    side = game.seats[seat]
    gone = [card for card in side.hand if card.id == card_id]
    game.change(seat, hand=tuple(card for card in side.hand if card.id != card_id))
    game.discard(seat, gone, Cites(rules=("table-14",)))
    game.push(DiscardToLimit())


def _promote(game: Game, seat: int, card_id: str) -> None:
    side = game.seats[seat]
    chosen = next(ally for ally in side.bench if ally.id == card_id)
    game.change(seat, active=chosen, bench=tuple(a for a in side.bench if a.id != card_id))
    game.emit(events.Promoted, seat, Cites(rules=("ruling-35",)), id=card_id)
