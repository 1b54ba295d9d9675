"""How much a hit does, and why: one calculation in fixed stages, traced line by line.

An attack's hit (ruling-01): the attack's damage to that target; if above 0, each distinct bonus
once, then the attacker's penalties, floor 0; then the single largest applicable reduction (between
equal ones continuous before triggered before shield, ruling-03), floor 0.
"""

from collections.abc import Iterator

from msgspec import Struct

from app.engine.artifacts.agenda import Ability, Attacking
from app.engine.artifacts.book import CardBook
from app.engine.artifacts.events import Line
from app.engine.artifacts.game import State
from app.engine.artifacts.position import Combatant, Effect
from app.engine.artifacts.targets import includes, met
from app.engine.kernel.citation import Cites
from app.engine.kernel.names import folded


class Hit(Struct, frozen=True):
    """A calculated hit: `amount` HP after all `steps`, and the shields that it uses up."""

    base: int
    amount: int
    steps: tuple[Line, ...]
    shields: tuple[Effect, ...]


def attack_hit(
    book: CardBook,
    state: State,
    attack: Attacking,
    attacker: Combatant | None,
    base: int,
    target_seat: int,
    target: Combatant,
) -> Hit:
    """Calculate an attack's hit of `base` damage (above 0) on a target."""
    steps = attack_lines(book, state, attack.by, attacker)
    amount = max(0, base + sum(step.amount for step in steps))
    options = [
        *_continuous(book, state, target_seat, target, attack.by.seat),
        *_guards(attack, target),
        *_shields(target, by_attack=True),
    ]
    shields = tuple(e for e in target.effects if e.kind == "shield")
    return _reduced(base, amount, steps, options, shields)


def ability_hit(
    book: CardBook, state: State, base: int, target_seat: int, target: Combatant
) -> Hit:
    """Calculate damage that is not an attack's: no bonus (rule-9), only what covers any damage."""
    options = [
        *_continuous(book, state, target_seat, target, None),
        *_shields(target, by_attack=False),
    ]
    shields = tuple(e for e in target.effects if e.kind == "shield" and e.against == "any")
    return _reduced(base, base, [], options, shields)


def _reduced(
    base: int, amount: int, steps: list[Line], options: list[Line], shields: tuple[Effect, ...]
) -> Hit:
    if options:
        largest = min(range(len(options)), key=lambda at: options[at].amount)
        for at, line in enumerate(options):
            steps.append(Line(line.stage, line.amount, line.cites, at == largest))
        amount = max(0, amount + options[largest].amount)
    return Hit(base, amount, tuple(steps), shields)


def attack_lines(
    book: CardBook, state: State, by: Ability, attacker: Combatant | None
) -> list[Line]:
    """Return the bonuses on an attack, then its penalties (rule-9, ruling-02, ruling-11)."""
    if attacker is None:
        return []
    lines = list(_bonuses(book, state, by, attacker))
    lines.extend(
        Line("bonus", effect.amount, _cites(effect, "rule-9", "rule-11"))
        for effect in attacker.effects
        if effect.kind == "attack_bonus"
    )
    lines.extend(
        Line("penalty", -effect.amount, _cites(effect, "rule-11", "ruling-11"))
        for effect in attacker.effects
        if effect.kind == "attack_penalty"
    )
    return lines


def would_deal(
    book: CardBook, state: State, by: Ability, attacker: Combatant | None, base: int
) -> bool:
    """Whether the attack would damage a target for which it prints `base`, before reductions."""
    if base <= 0:
        return False
    return base + sum(line.amount for line in attack_lines(book, state, by, attacker)) > 0


def _bonuses(book: CardBook, state: State, by: Ability, attacker: Combatant) -> Iterator[Line]:
    seen: set[tuple[str, str]] = set()
    for seat in (by.seat, 1 - by.seat):
        for card, host in state.seats[seat].in_play():
            for ability, words, bonus in book[card.card].bonuses:
                key = (ability.use_card, ability.name)
                if (
                    key not in seen
                    and (bonus.attack is None or folded(bonus.attack) == folded(by.ability))
                    and includes(
                        book,
                        state,
                        bonus.of,
                        seat=seat,
                        source=card.id,
                        host=host,
                        target_seat=by.seat,
                        target=attacker,
                    )
                    and met(book, state, seat, words.requires, card.id)
                ):
                    seen.add(key)
                    yield Line("bonus", bonus.add, ability.cites("rule-9"))


def _continuous(
    book: CardBook, state: State, target_seat: int, target: Combatant, attack_seat: int | None
) -> Iterator[Line]:
    """Yield continuous reductions; `attack_seat` is the attacking seat, None for other damage."""
    for seat in (target_seat, 1 - target_seat):
        for card, host in state.seats[seat].in_play():
            for ability, words, reduction in book[card.card].reductions:
                if reduction.against != "any" and attack_seat is None:
                    continue
                if reduction.against == "enemy_attack" and attack_seat == seat:
                    continue
                if reduction.first_attack_each_turn and target.attacked_turn == state.turn:
                    continue
                if includes(
                    book,
                    state,
                    reduction.of,
                    seat=seat,
                    source=card.id,
                    host=host,
                    target_seat=target_seat,
                    target=target,
                ) and met(book, state, seat, words.requires, card.id):
                    yield Line("reduction", -reduction.reduce, ability.cites("rule-10"))


def _guards(attack: Attacking, target: Combatant) -> Iterator[Line]:
    for guard in attack.guards:
        if guard.target == target.id and guard.reduce is not None:
            cites = Cites(guard.card, guard.ability, ("rule-10", "ruling-17"))
            yield Line("reduction", -guard.reduce, cites)


def _shields(target: Combatant, *, by_attack: bool) -> Iterator[Line]:
    for effect in target.effects:
        if effect.kind == "shield" and (by_attack or effect.against == "any"):
            yield Line("reduction", -effect.amount, _cites(effect, "rule-10", "rule-11"))


def _cites(effect: Effect, *rules: str) -> Cites:
    if effect.source is None:
        return Cites(rules=rules)
    return Cites(effect.source.card, effect.source.ability, rules)
