"""Whether an ability may be activated, and whether an attack may be made."""

from collections.abc import Iterator, Sequence

from app.engine.artifacts import script
from app.engine.artifacts.actions import Activate, Attack
from app.engine.artifacts.book import CardAbility, CardBook
from app.engine.artifacts.game import State, find_in_play
from app.engine.artifacts.position import Card, Combatant, Position
from app.engine.artifacts.refusals import no, unmet, use_left, wrong_phase
from app.engine.artifacts.supply import is_unlocked, supplied_attack
from app.engine.artifacts.targets import candidates, characters, met, wanted
from app.engine.kernel.citation import Cites
from app.engine.kernel.names import folded
from app.engine.kernel.refusal import Refusal

Objections = Iterator[Refusal]


def objections_to_activation(
    book: CardBook, position: Position, seat: int, action: Activate
) -> Objections:
    """Yield what speaks against announcing an activated ability (rule-4)."""
    yield from wrong_phase(position, ("act",), "Abilities are activated", "rule-4")
    source = own_source(book, position, seat, action.source)
    if isinstance(source, Refusal):
        yield source
        return
    ability = _ability_of(book, source, action.ability)
    if isinstance(ability, Refusal):
        yield ability
        return
    words = ability.script
    if not isinstance(words, script.Activated):
        yield _wrong_kind(ability, "is not an activated ability")
        return
    if position.seats[seat].attacked:
        yield no(
            "after_attack",
            f"{ability.name} is used before your attack, and the attack has been made; use it "
            "next turn.",
            "rule-4",
            "ruling-34",
            card=ability.card,
            ability=ability.name,
        )
    yield from use_left(position, seat, ability, words.once)
    if words.requires is not None and not met(book, position, seat, words.requires, source.id):
        yield unmet(ability, words.requires)
    if words.targets is None or words.targets.each:
        yield from _targets(book, position, ability, None, [], action.targets)
    else:
        pool = candidates(book, position, seat, words.targets, source.id)
        yield from _targets(book, position, ability, words.targets, pool, action.targets)
    yield from _energy(position, seat, ability, words.energy)


def objections_to_attack(
    book: CardBook, position: Position, seat: int, action: Attack
) -> Objections:
    """Yield what speaks against the attack (rule-3)."""
    yield from wrong_phase(position, ("act",), "Attacks are made", "rule-3")
    source = own_source(book, position, seat, action.source)
    if isinstance(source, Refusal):
        yield source
        return
    ability, words = _attack_of(book, position, seat, source, action.ability)
    if words is None:
        if isinstance(ability, CardAbility):
            yield _wrong_kind(ability, "is not an attack")
        else:
            yield ability
        return
    assert isinstance(ability, CardAbility)  # noqa: S101 - said by `_attack_of`, for the types
    side = position.seats[seat]
    if side.attacked:
        yield no(
            "already_attacked",
            "A turn has one attack, and it has been made; attack again next turn.",
            "rule-3",
            card=ability.card,
            ability=ability.name,
        )
    yield from use_left(position, seat, ability, words.once)
    yield from _attacker(book, position, seat, source, ability, words)
    pool = candidates(book, position, seat, words.targets, source.id)
    yield from _targets(book, position, ability, words.targets, pool, action.targets)
    yield from _energy(position, seat, ability, words.energy)


def own_source(book: CardBook, state: State, seat: int, card_id: str) -> Card | Combatant | Refusal:
    """Return the seat's card in play with that id, or why there is none."""
    found = find_in_play(state, card_id)
    if found is None:
        return no("no_such_card", f"There is no card {card_id} in play.", "rule-4")
    if found[0] != seat:
        return no(
            "not_yours",
            f"{book[found[1].card].name} ({card_id}) is the other seat's; abilities are used by "
            "their controller.",
            "rule-4",
            card=found[1].card,
        )
    return found[1]


def _ability_of(book: CardBook, source: Card | Combatant, name: str) -> CardAbility | Refusal:
    card = book[source.card]
    ability = card.abilities.get(folded(name))
    if ability is not None:
        return ability
    has = ", ".join(ability.name for ability in card.abilities.values())
    return no(
        "no_such_ability",
        f"{card.name} has no ability {name}; it has {has}.",
        "rule-4",
        card=card.id,
    )


def _attack_of(
    book: CardBook, position: Position, seat: int, source: Card | Combatant, name: str
) -> tuple[CardAbility | Refusal, script.Attack | None]:
    """Return the attack meant; without words where the source has no such attack."""
    supplied = supplied_attack(book, position, seat, source.id, name)
    if supplied is not None:
        return supplied
    ability = _ability_of(book, source, name)
    if isinstance(ability, CardAbility) and isinstance(ability.script, script.Attack):
        return ability, ability.script
    return ability, None


def _wrong_kind(ability: CardAbility, what: str) -> Refusal:
    return no(
        "wrong_kind",
        f"{ability.name} {what}.",
        "rule-4",
        card=ability.card,
        ability=ability.name,
    )


def _attacker(
    book: CardBook,
    position: Position,
    seat: int,
    source: Card | Combatant,
    ability: CardAbility,
    words: script.Attack,
) -> Objections:
    """Check who attacks: Active, not Asleep, unlocked where needed, the conditions met."""
    side = position.seats[seat]
    active = side.active
    own = words.attacker is None
    cited = {"card": ability.card, "ability": ability.name}
    if active is None or (own and active.id != source.id):
        yield no(
            "not_active",
            f"Only your Active combatant attacks; {book[source.card].name} is not Active.",
            "rule-3",
            **cited,
        )
        if active is None:
            return
    if position.settings.asleep_blocks_attack and any(e.kind == "asleep" for e in active.effects):
        yield no(
            "asleep",
            f"{book[active.card].name} is Asleep and cannot attack; it may still switch.",
            "table-16",
            **cited,
        )
    if words.needs_unlock and not is_unlocked(position, seat, ability):
        yield no(
            "not_unlocked",
            f"{ability.name} must be unlocked this turn before it is used.",
            "ruling-14",
            **cited,
        )
    if position.turn == 1 and not position.settings.first_turn_attack:
        yield no(
            "condition_not_met",
            "The starting seat may not attack in its first turn.",
            "table-18",
            **cited,
        )
    if words.attacker is not None and active not in characters(
        book, position, seat, words.attacker, source.id
    ):
        named = " or ".join(words.attacker.named)
        yield no(
            "condition_not_met",
            f"{ability.name} is made by your Active {named}; {book[active.card].name} is not.",
            "rule-3",
            "rule-6",
            **cited,
        )
    if words.requires is not None and not met(book, position, seat, words.requires, source.id):
        yield unmet(ability, words.requires)


def _targets(
    book: CardBook,
    position: Position,
    ability: CardAbility,
    who: script.Who | None,
    pool: Sequence[str],
    named: Sequence[str],
) -> Objections:
    cited = {"card": ability.card, "ability": ability.name}
    count = 0 if who is None else wanted(who, pool)
    rules = _target_rules(who)
    if len(named) > count:
        yield no(
            "too_many_targets",
            f"{ability.name} takes {count or 'no'} target{'s' if count > 1 else ''} here; "
            f"{len(named)} were named.",
            *rules,
            **cited,
        )
        return
    for target in named:
        if target not in pool or named.count(target) > 1:
            found = find_in_play(position, target)
            what = f"card {target}" if found is None else f"{book[found[1].card].name} ({target})"
            legal = ", ".join(one for one in pool) or "none"
            yield no(
                "illegal_target",
                f"{what} is not a legal target of {ability.name}; legal: {legal}.",
                *rules,
                **cited,
            )
            return
    if len(named) < count:
        yield no(
            "missing_target",
            f"{ability.name} needs {count} target{'s' if count > 1 else ''}, named when it is "
            f"announced; {len(named) or 'none'} "
            f"{'was' if len(named) < 2 else 'were'} named.",
            *rules,
            **cited,
        )


def _target_rules(who: script.Who | None) -> tuple[str, ...]:
    if who is None:
        return ("ruling-36",)
    if who.side == "own":
        return ("rule-8", "ruling-30") if who.where == "discard" else ("rule-6",)
    return ("table-13",) if who.where == "normal" else ("ruling-06", "ruling-07")


def _energy(position: Position, seat: int, ability: CardAbility, cost: int) -> Objections:
    energy = position.seats[seat].energy
    if energy < cost:
        yield Refusal(
            "not_enough_energy",
            f"{ability.name} costs {cost} Energy; you have {energy} (rule-3).",
            Cites(ability.card, ability.name, ("rule-3",)),
        )
