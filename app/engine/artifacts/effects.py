"""What each effect of the vocabulary does."""

from collections.abc import Sequence
from typing import Literal, assert_never

from app.engine.artifacts import events, script
from app.engine.artifacts.agenda import (
    Ability,
    AnyStep,
    Effects,
    LooseCard,
    OrderCards,
    SearchDeck,
    Settle,
    SwitchAway,
    TakeCards,
    Trigger,
    WouldBeDefeated,
)
from app.engine.artifacts.book import CardAbility, numbered
from app.engine.artifacts.damage import Hit, ability_hit
from app.engine.artifacts.game import Game, SeatNo, cites_of, find_combatant, host_of
from app.engine.artifacts.position import Card, Combatant, Effect, Origin
from app.engine.artifacts.targets import characters, met
from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import ShownCard
from app.engine.kernel.names import folded


def perform(game: Game, by: Ability, ability: CardAbility, targets: tuple[str, ...]) -> None:
    """Resolve an announced or triggered ability: its effects, what follows it, then settle."""
    subject = targets[0] if targets else None
    steps: list[AnyStep] = [Effects(by, ability.first, targets)] if ability.first else []
    game.push(*steps, *triggers_of(game, by, script.After, subject), Settle())


def triggers_of(
    game: Game, by: Ability, when: type[script.After | script.AttackResolved], subject: str | None
) -> list[Trigger]:
    """Return the steps of the same card's triggers that wait for this ability's end."""
    steps: list[Trigger] = []
    for ability, words in game.book[by.card].triggers.get(when, ()):
        trigger = words.when
        awaited = trigger.ability if isinstance(trigger, script.After) else None
        if isinstance(trigger, script.AttackResolved):
            awaited = trigger.attack
        if awaited is not None and folded(awaited) == folded(by.ability):
            steps.append(Trigger(Ability(by.seat, by.source, by.card, ability.name), subject))
    return steps


def is_aimed(ability: CardAbility, effect: script.Effect) -> bool:
    """Whether an effect points at cards that were chosen, one by one (rule-14, ruling-20)."""
    words = ability.script
    who = getattr(words, "targets", None)
    if who is not None and who.each:
        return False
    match effect:
        case script.Heal():
            return effect.each is None and effect.holder == "target"
        case script.AttackBonus() | script.AttackPenalty() | script.Shield() | script.Asleep():
            return effect.holder == "target"
        case script.DealDamage():
            return True
        case _:
            return False


def run_effect(  # noqa: C901, PLR0912 - one case per word
    game: Game, by: Ability, number: int, targets: tuple[str, ...]
) -> None:
    """Do one effect of an ability."""
    effect = game.book.ability(by.card, by.ability).effects[number]
    match effect:
        case script.Heal():
            _heal(game, by, effect, targets)
        case script.AttackBonus() | script.AttackPenalty() | script.Shield() | script.Asleep():
            _hold(game, by, effect, targets)
        case script.DealDamage():
            _deal_damage(game, by, effect, targets)
        case script.GainEnergy():
            energy = game.seats[by.seat].energy + effect.amount
            game.change(by.seat, energy=energy)
            cites = cites_of(by, "rule-3", "rule-12")
            game.emit(events.EnergyGained, by.seat, cites, amount=effect.amount, energy=energy)
        case script.Draw():
            game.draw(by.seat, effect.count, cites_of(by, "table-11"))
        case script.Roll():
            _roll(game, by, number, effect)
        case script.Unlock():
            _unlock(game, by, effect)
        case script.SwitchIn():
            for ally in game.seats[by.seat].bench:
                if ally.id in targets:
                    game.switch(by.seat, ally, cites_of(by, "rule-5"))
        case script.MaySwitch():
            game.push(SwitchAway(by))
        case script.ReturnToHand():
            _return_to_hand(game, by, targets)
        case script.Search():
            game.push(SearchDeck(by, number))
        case script.RevealTop() | script.LookAtTop():
            _open_top(game, by, number, effect)
        case script.DiscardSelf():
            discard_source(game, by)
        case _:
            assert_never(effect)


def _recipients(
    game: Game, by: Ability, holder: script.Holder, targets: Sequence[str]
) -> list[tuple[SeatNo, Combatant]]:
    match holder:
        case "target":
            ids: Sequence[str | None] = targets
        case "self":
            ids = (by.source,)
        case "attacker":
            ids = (None if game.attack is None else game.attack.attacker,)
        case _:
            host = host_of(game.seats[by.seat], by.source)
            ids = (None if host is None else host.id,)
    found = (find_combatant(game, one) for one in ids if one is not None)
    return [one for one in found if one is not None]


def _heal(game: Game, by: Ability, effect: script.Heal, targets: tuple[str, ...]) -> None:
    amount, changed_by = _heal_amount(game, by, effect.amount)
    if effect.each is not None:
        targets = tuple(c.id for c in characters(game.book, game, by.seat, effect.each, by.source))
    for seat, combatant in _recipients(game, by, effect.holder, targets):
        after = max(0, combatant.damage - amount)
        restored = combatant.damage - after
        if restored == 0:
            continue
        game.change_combatant(seat, combatant, damage=after)
        game.emit(
            events.Healed,
            seat,
            cites_of(by, "rule-8"),
            target=combatant.id,
            amount=restored,
            damage_before=combatant.damage,
            damage_after=after,
            changed_by=changed_by,
        )
        _heal_triggers(game, by, combatant.id)


def _heal_amount(game: Game, by: Ability, amount: int) -> tuple[int, Cites | None]:
    """Return what the ability heals after continuous changes, and the ability that changed it."""
    found = find_combatant(game, by.source)
    if found is None:
        return amount, None
    seat, host = found
    for item in host.attachments:
        for ability, words, change in game.book[item.card].heal_changes:
            if (
                folded(change.ability) == folded(by.ability)
                and change.from_ == amount
                and met(game.book, game, seat, words.requires, item.id)
            ):
                return change.to, ability.cites("rule-8")
    return amount, None


def _heal_triggers(game: Game, by: Ability, healed: str) -> None:
    """Queue what waits for this heal (ruling-27)."""
    steps: list[Trigger] = []
    for card, _host in game.seats[by.seat].in_play():
        for ability, words in game.book[card.card].triggers.get(script.AbilityHealed, ()):
            when = words.when
            if isinstance(when, script.AbilityHealed) and folded(when.ability) == folded(
                by.ability
            ):
                steps.append(Trigger(Ability(by.seat, card.id, card.card, ability.name), healed))
    game.push(*steps)


def _hold(game: Game, by: Ability, effect: script.HeldEffect, targets: tuple[str, ...]) -> None:
    origin = Origin(by.card, by.ability)
    match effect:
        case script.AttackBonus():
            held = Effect(
                "attack_bonus",
                effect.add,
                next_attack=effect.next_attack,
                until=effect.until,
                source=origin,
            )
            rules = ("rule-9", "rule-11")
        case script.AttackPenalty():
            held = Effect("attack_penalty", effect.reduce, until=effect.until, source=origin)
            rules = ("rule-11", "ruling-11")
        case script.Shield():
            # The default itself, not its equal from a script: only that is left out in JSON.
            against: Literal["attack", "any"] = "attack" if effect.against == "attack" else "any"
            held = Effect("shield", effect.reduce, against, until=effect.until, source=origin)
            rules = ("rule-10", "rule-11")
        case script.Asleep():
            held = Effect("asleep", until=effect.until, source=origin)
            rules = ("rule-11", "table-16")
        case _:
            assert_never(effect)
    for seat, combatant in _recipients(game, by, effect.holder, targets):
        game.add_effect(seat, combatant, held, cites_of(by, *rules))


def _deal_damage(
    game: Game, by: Ability, effect: script.DealDamage, targets: tuple[str, ...]
) -> None:
    windows: list[WouldBeDefeated] = []
    for seat, combatant in _recipients(game, by, "target", targets):
        hit = ability_hit(game.book, game, effect.amount, seat, combatant)
        if take_hit(game, by, seat, combatant, hit):
            windows.append(WouldBeDefeated(combatant.id, by))
    game.push(*windows)


def take_hit(game: Game, by: Ability, seat: int, target: Combatant, hit: Hit) -> bool:
    """Apply a hit and use up its shields; whether the target would now be defeated.

    Damage that would defeat is not written down: the combatant stands as it was until its rescue
    or defeat is settled.
    """
    maximum = game.book[target.card].hp
    after = min(maximum, target.damage + hit.amount)
    game.emit(
        events.DamageDealt,
        by.seat,
        cites_of(by, "rule-9", "rule-10"),
        target=target.id,
        base=hit.base,
        amount=hit.amount,
        damage_before=target.damage,
        damage_after=after,
        steps=hit.steps,
    )
    used = Cites(rules=("rule-10", "ruling-05"))
    target = game.end_effects(seat, target, hit.shields, used)
    if after >= maximum:
        return True
    if after != target.damage:
        game.change_combatant(seat, target, damage=after)
    return False


def _roll(game: Game, by: Ability, number: int, effect: script.Roll) -> None:
    dice = tuple(game.randomness.die(effect.sides) for _ in range(effect.dice))
    game.emit(events.DiceRolled, by.seat, cites_of(by), dice=dice, sides=effect.sides)
    steps: list[Effects | Trigger] = []
    at = number + 1
    for result in effect.results:
        inner = numbered(result.do)
        if min(dice) >= result.at_least:
            steps.append(Effects(by, tuple(at + n for n in inner.first)))
        at += len(inner.effects)
    for ability, words in game.book[by.card].triggers.get(script.Rolled, ()):
        when = words.when
        if (
            isinstance(when, script.Rolled)
            and folded(when.ability) == folded(by.ability)
            and all(die == when.all_show for die in dice)
        ):
            steps.append(Trigger(Ability(by.seat, by.source, by.card, ability.name)))
    game.push(*steps)


def _unlock(game: Game, by: Ability, effect: script.Unlock) -> None:
    attack = game.book.ability(by.card, effect.attack)
    unlocked = Origin(by.card, attack.name)
    side = game.seats[by.seat]
    if unlocked not in side.unlocked:
        game.change(by.seat, unlocked=(*side.unlocked, unlocked))
    cites = cites_of(by, "ruling-14")
    game.emit(events.AttackUnlocked, by.seat, cites, card=by.card, ability=attack.name)


def to_hand(game: Game, by: Ability, cards: Sequence[LooseCard | Card], *, revealed: bool) -> None:
    """Put cards that left a zone into the controller's hand, under new ids."""
    fresh = tuple(Card(game.new_id(), card.card) for card in cards)
    game.add_to_hand(by.seat, fresh)
    for card in fresh:
        game.emit(
            events.PutInHand,
            by.seat,
            cites_of(by),
            card=card.card,
            id=card.id,
            revealed=revealed,
        )


def _return_to_hand(game: Game, by: Ability, targets: tuple[str, ...]) -> None:
    side = game.seats[by.seat]
    chosen = [Card(card.id, card.card) for card in side.discard if card.id in targets]
    stay = tuple(card for card in side.discard if card.id not in targets)
    game.change(by.seat, discard=stay)
    to_hand(game, by, chosen, revealed=True)


def _open_top(
    game: Game, by: Ability, number: int, effect: script.RevealTop | script.LookAtTop
) -> None:
    side = game.seats[by.seat]
    game.must_show_deck(by.seat)
    cards = side.deck[: effect.count]
    if not cards:
        return
    game.change(by.seat, deck=side.deck[len(cards) :])
    shown = tuple(ShownCard(card.id, card.card) for card in cards)
    if isinstance(effect, script.RevealTop):
        game.emit(events.Revealed, by.seat, cites_of(by), cards=shown)
    else:
        game.emit(events.LookedAt, by.seat, cites_of(by), count=len(shown), cards=shown)
    game.push(TakeCards(by, number, tuple(LooseCard(card.id, card.card) for card in cards)))


def discard_source(game: Game, by: Ability) -> None:
    """Discard the card that the ability is on, if it is still in play."""
    card = game.leave_play(by.seat, by.source)
    if card is not None:
        game.discard(by.seat, (card,), cites_of(by))


def put_back(game: Game, step: OrderCards, order: Sequence[LooseCard], where: str) -> None:
    """Put cards back on the deck, the first one topmost, under new ids (ruling-29)."""
    by = step.by
    game.must_show_deck(by.seat)
    fresh = tuple(Card(game.new_id(), card.card) for card in order)
    deck = game.seats[by.seat].deck
    deck = fresh + deck if where == "top" else deck + fresh
    game.change(by.seat, deck=deck, deck_count=None)
    cites = cites_of(by, "ruling-29")
    game.emit(events.PutOnDeck, by.seat, cites, count=len(fresh), where=where)
