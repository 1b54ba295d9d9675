"""An attack, from its declaration to its last consequence (rule-3, ruling-01, ruling-08)."""

from app.engine.artifacts import events, script
from app.engine.artifacts.actions import Attack
from app.engine.artifacts.agenda import (
    Ability,
    AfterAttack,
    AnyStep,
    Attacking,
    BeforeDamage,
    Effects,
    Settle,
    Strike,
    WouldBeDefeated,
)
from app.engine.artifacts.book import CardAbility
from app.engine.artifacts.damage import attack_hit
from app.engine.artifacts.effects import is_aimed, take_hit, triggers_of
from app.engine.artifacts.game import Game, SeatNo, find_combatant, known
from app.engine.artifacts.position import Combatant
from app.engine.artifacts.questions import base_of
from app.engine.artifacts.uses import record_use
from app.engine.kernel.citation import Cites


def declare(
    game: Game, seat: SeatNo, action: Attack, ability: CardAbility, words: script.Attack
) -> None:
    """Pay for the turn's attack and queue it: window, strikes, what follows, triggers, settling."""
    active = known(game.seats[seat].active)
    by = Ability(seat, action.source, ability.card, ability.name)
    game.attack = Attacking(by, active.id, action.targets)
    game.change(seat, attacked=True)
    game.emit(
        events.AttackDeclared,
        seat,
        ability.cites("rule-3"),
        source=action.source,
        attacker=active.id,
        targets=action.targets,
    )
    game.spend(seat, words.energy, ability.cites("rule-3"))
    record_use(game, seat, ability, words.once)
    steps: list[AnyStep] = [BeforeDamage()] if action.targets else []
    steps += [Strike(at) for at in range(len(action.targets))]
    rest = tuple(n for n in ability.first if not is_aimed(ability, ability.effects[n]))
    if rest:
        steps.append(Effects(by, rest, action.targets))
    game.push(*steps, AfterAttack(), Settle())


def strike(game: Game, at: int) -> None:
    """Resolve the attack against one of its targets: damage, then what is aimed at that target."""
    attack = known(game.attack)
    found = find_combatant(game, attack.targets[at])
    if found is None:
        return
    seat, target = found
    ability, words = game.book.scripted(attack.by.card, attack.by.ability, script.Attack)
    lethal = _damage(game, attack, seat, target, base_of(words, at))
    steps: list[AnyStep] = [WouldBeDefeated(target.id, attack.by)] if lethal else []
    aimed = tuple(n for n in ability.first if is_aimed(ability, ability.effects[n]))
    if aimed:
        steps.append(Effects(attack.by, aimed, (target.id,)))
    game.push(*steps)


def _damage(game: Game, attack: Attacking, seat: SeatNo, target: Combatant, base: int) -> bool:
    """Deal the damage, or note that it is prevented; whether the target would be defeated."""
    attacker = find_combatant(game, attack.attacker)
    lethal = False
    prevention = next(
        (g for g in attack.guards if g.target == target.id and g.reduce is None), None
    )
    if prevention is not None:
        cites = Cites(prevention.card, prevention.ability, ("rule-10", "rule-14", "ruling-04"))
        game.emit(events.DamagePrevented, seat, cites, target=target.id, base=base)
    elif base > 0:
        hit = attack_hit(
            game.book,
            game,
            attack,
            None if attacker is None else attacker[1],
            base,
            seat,
            target,
        )
        lethal = take_hit(game, attack.by, seat, target, hit)
    _, struck = known(find_combatant(game, target.id))
    game.change_combatant(seat, struck, attacked_turn=game.turn)
    return lethal


def after_attack(game: Game) -> None:
    """Spend the attacker's next-attack bonuses (ruling-13), then fire after-attack triggers."""
    attack = known(game.attack)
    found = find_combatant(game, attack.attacker)
    if found is not None:
        seat, attacker = found
        used = [effect for effect in attacker.effects if effect.next_attack]
        game.end_effects(seat, attacker, used, Cites(rules=("ruling-13",)))
    game.push(*triggers_of(game, attack.by, script.AttackResolved, attack.attacker))
