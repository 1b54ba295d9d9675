"""Checks of a script in itself: words that fit together, and names that exist."""

from collections.abc import Iterable, Iterator, Sequence

from app.content.check_cards import Known
from app.content.mistakes import expected
from app.content.sets import CardSource
from app.engine.artifacts import script
from app.engine.artifacts.script import Script, Word

Finding = tuple[str, str]
Words = Sequence[tuple[str, Word]]

_WINDOWS: dict[str, tuple[type[Word], ...]] = {
    "before_damage": (script.ReduceDamage, script.PreventDamage),
    "before_effect": (script.CancelEffect,),
    "would_be_defeated": (script.SurviveWith,),
}


def check_words(
    source: CardSource, ability: Script, words: Words, known: Known
) -> Iterator[Finding]:
    """Yield (key, what is wrong) for one ability; `words` are all of its words with their keys."""
    own = source.scripts.unwrap()
    yield from _kind(ability)
    yield from _targets(source, ability, words)
    for key, word in words:
        yield from _names(key, word, known)
        yield from _references(key, word, own, known)


def _kind(ability: Script) -> Iterator[Finding]:
    """Check what belongs together within one kind of ability."""
    match ability:
        case script.Attack(damage=tuple() as damage) if len(damage) != ability.targets.count:
            yield ".attack.damage", f"expected a number for each of {ability.targets.count} targets"
        case script.Reaction():
            allowed = _WINDOWS[ability.window]
            if not isinstance(ability.do, allowed):
                words = " or ".join(str(kind.__struct_config__.tag) for kind in allowed)
                yield ".reaction.do", f"expected {words} in the window {ability.window}"
        case script.Continuous():
            given = (ability.attack_bonus, ability.damage_reduction, ability.heal_change)
            if sum(one is not None for one in given) != 1:
                yield (
                    ".continuous",
                    "expected exactly one of attack_bonus, damage_reduction, heal_change",
                )
        case _:
            pass


def _targets(source: CardSource, ability: Script, words: Words) -> Iterator[Finding]:
    """Check that everyone whom the script speaks of is there to be meant."""
    kind = source.card.rules_profile.kind
    targeted = isinstance(ability, script.Attack) or (
        isinstance(ability, script.Activated | script.Triggered)
        and (ability.targets is not None or isinstance(_when(ability), script.After))
    )
    attacks = isinstance(ability, script.Attack) or isinstance(
        _when(ability), script.AttackResolved
    )
    if isinstance(ability, script.Attack) and (ability.attacker is None) != (kind == "Combatant"):
        yield ".attack.attacker", "expected on an artifact's attack and on no combatant's"
    for key, word in words:
        holder = _holder(word)
        if holder == "target" and not targeted:
            yield key, "expected `targets` in this ability, or another holder"
        if (
            isinstance(word, script.Requires)
            and word.target is not None
            and not isinstance(ability, script.Triggered)
        ):
            yield f"{key}.target", "expected on a trigger only: others choose among `targets`"
        if holder == "attacker" and not attacks:
            yield key, "expected an attack, or a trigger after one, for the holder attacker"
        hosted = holder == "host" or isinstance(word, script.Attached | script.HealChange)
        if (hosted or (isinstance(word, script.Who) and word.is_ == "host")) and kind != "Item":
            yield key, "expected on an Item only: nothing else has a host"
        if isinstance(word, script.Played) and kind != "Consumable":
            yield key, "expected on a Consumable only"


def _when(ability: Script) -> script.When | None:
    return ability.when if isinstance(ability, script.Triggered) else None


def _holder(word: Word) -> str | None:
    match word:
        case script.Heal(each=None) | script.AttackBonus() | script.AttackPenalty():
            return word.holder
        case script.Shield() | script.Asleep():
            return word.holder
        case script.DealDamage() | script.SwitchIn() | script.ReturnToHand():
            return "target"
        case _:
            return None


def _names(key: str, word: Word, known: Known) -> Iterator[Finding]:
    """Check identities, traits and labels."""
    asked: list[tuple[str, Iterable[str], frozenset[str]]] = []
    match word:
        case script.Who():
            asked = [
                ("named", word.named, known.identities),
                ("named_all", word.named_all, known.identities),
                ("not_named", word.not_named, known.identities),
                ("trait", (word.trait,) if word.trait else (), known.traits),
            ]
        case script.Search():
            asked = [("evolution_of", word.evolution_of, known.identities)]
        case script.RevealTop():
            asked = [("labels", word.labels, known.labels)]
        case _:
            pass
    for field, names, allowed in asked:
        for name in names:
            if name not in allowed:
                yield f"{key}.{field}", expected(sorted(allowed), name)


def _references(key: str, word: Word, own: dict[str, Script], known: Known) -> Iterator[Finding]:
    """Check abilities that a script names: on its own card, or for healing on any."""
    attacks = [name for name, other in own.items() if isinstance(other, script.Attack)]
    match word:
        case script.ContinuousBonus(attack=str() as name) if name not in attacks:
            yield f"{key}.attack", expected(attacks, name)
        case script.AttackResolved(attack=name) if name not in attacks:
            yield key, expected(attacks, name)
        case script.Unlock(attack=name):
            locked = [one for one in attacks if _locked(own[one])]
            if name not in locked:
                yield key, expected(locked, name)
        case script.Attack(needs_unlock=True) if not _unlocks(own.values()):
            yield f"{key}.needs_unlock", "expected an ability on this card that unlocks it"
        case script.Rolled(ability=name):
            rolls = [one for one, other in own.items() if _rolls(other)]
            if name not in rolls:
                yield f"{key}.ability", expected(rolls, name)
        case script.After(ability=name) if name not in own:
            yield key, expected(list(own), name)
        case script.AbilityHealed(ability=name) | script.HealChange(ability=name):
            if name not in known.scripts:
                yield f"{key}.ability", expected(sorted(known.scripts), name)
        case _:
            pass


def _locked(ability: Script) -> bool:
    return isinstance(ability, script.Attack) and ability.needs_unlock


def _rolls(ability: Script) -> bool:
    return isinstance(ability, script.Activated) and any(
        isinstance(effect, script.Roll) for effect in ability.do
    )


def _unlocks(abilities: Iterable[Script]) -> bool:
    return any(
        isinstance(inner, script.Unlock)
        for ability in abilities
        if isinstance(ability, script.Activated)
        for effect in ability.do
        for inner in (effect, *_inner(effect))
    )


def _inner(effect: script.Effect) -> Iterator[script.Effect]:
    if isinstance(effect, script.Roll):
        for result in effect.results:
            yield from result.do
