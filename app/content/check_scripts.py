"""Checks that hold a script to its card: names, kinds, numbers, limits, and what it refers to."""

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from app.content.check_cards import Known
from app.content.check_words import check_words
from app.content.mistakes import Mistake, expected
from app.content.reference import PrintedAbility
from app.content.sets import CardSource
from app.engine.artifacts import script
from app.engine.artifacts.script import Script, Word

_KINDS: dict[str, tuple[type[Word], ...]] = {
    "attack": (script.Attack,),
    "activated": (script.Activated,),
    "passive": (script.Continuous,),
    "trigger": (script.Triggered, script.Reaction),
}
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
           "twelve")  # fmt: skip
_NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(_COUNTS)})\b", re.IGNORECASE)


class Placed(Struct, frozen=True):
    """A word of a script and the key under which it stands in the file."""

    key: str
    word: Word


@cache
def _fields_of(kind: type[Word]) -> tuple[FieldInfo, ...]:
    """Return the fields of a word; msgspec works them out anew each time."""
    return fields(kind)


def walk(value: object, key: str) -> Iterator[Placed]:
    """Yield every word in a script, outermost first, with its key as the reader names it."""
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from walk(item, f"{key}[{index}]")
    elif isinstance(value, Word):
        tag = value.__struct_config__.tag
        at = f"{key}.{tag}" if tag else key
        yield Placed(at, value)
        for field in _fields_of(type(value)):
            yield from walk(getattr(value, field.name), f"{at}.{field.encode_name}")


def check_scripts(source: CardSource, known: Known) -> Iterator[Mistake]:
    """Yield everything that is wrong with the scripts of one card."""
    read, printed = source.scripts, source.card.rules_profile.abilities
    scripts = read.unwrap()
    names = [ability.name for ability in printed]
    for name in scripts:
        if name not in names:
            yield read.mistake(name, expected(names, name))
    for name in names:
        if name not in scripts:
            yield read.mistake("", f"no script for the printed ability {name!r}")
    if set(scripts) == set(names) and list(scripts) != names:
        yield read.mistake("", f"expected the printed order: {'; '.join(names)}")
    for ability in printed:
        if ability.name not in scripts:
            continue
        words = scripts[ability.name]
        for key, detail in (
            *_against_print(ability, words),
            *_numbers(ability, words),
            *check_words(source, words, [(p.key, p.word) for p in walk(words, "")], known),
        ):
            yield read.mistake(f"{ability.name}{key}", f"{source.card.name}: {detail}")


def _against_print(ability: PrintedAbility, words: Script) -> Iterator[tuple[str, str]]:
    """Compare kind, Energy, discard and limits with the structured print."""
    if not isinstance(words, _KINDS[ability.kind]):
        allowed = " or ".join(str(kind.__struct_config__.tag) for kind in _KINDS[ability.kind])
        yield "", f"expected {allowed}: it is printed as {ability.kind}"
        return
    kind = f".{words.__struct_config__.tag}"
    energy = words.energy if isinstance(words, script.Attack | script.Activated) else 0
    if energy != ability.cost.energy:
        yield f"{kind}.energy", f"expected the printed cost of {ability.cost.energy} Energy"
    if _discards_itself(words) != ability.cost.additional.startswith("Discard this"):
        yield kind, f"expected the printed additional cost: {ability.cost.additional}"
    once = None if isinstance(words, script.Continuous) else words.once
    if (once == "game") != ability.frequency.startswith("Once per game"):
        yield f"{kind}.once", f"expected the printed frequency: {ability.frequency}"


def _discards_itself(words: Script) -> bool:
    if isinstance(words, script.Reaction):
        return words.pay == "discard_self"
    return any(isinstance(placed.word, script.DiscardSelf) for placed in walk(words, ""))


def _numbers(ability: PrintedAbility, words: Script) -> Iterator[tuple[str, str]]:
    """Hold every number of the script against the card's words (digits, or one to twelve)."""
    texts = (ability.printed_text, ability.effect, ability.target, str(ability.cost.energy))
    printed = {_number(found) for text in texts for found in _NUMBER.findall(text)}
    for placed in walk(words, ""):
        for field in _fields_of(type(placed.word)):
            value = getattr(placed.word, field.name)
            if value == field.default:
                continue
            for number in value if isinstance(value, tuple) else (value,):
                if (
                    isinstance(number, int)
                    and not isinstance(number, bool)
                    and number not in printed
                ):
                    detail = f"{number} is not printed on the card; it prints {_listed(printed)}"
                    yield f"{placed.key}.{field.encode_name}", detail


def _number(found: str) -> int:
    return int(found) if found.isdigit() else _COUNTS.index(found.lower()) + 1


def _listed(numbers: set[int]) -> str:
    return ", ".join(str(number) for number in sorted(numbers)) or "no number"
