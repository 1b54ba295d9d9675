"""Rules, rulings, table settings and examples: what a verdict cites, read and cross-checked."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from app.content.mistakes import ContentError, Mistake, expected
from app.content.reader import Read, read_file
from app.content.reference import SharedRule
from app.content.sets import name_of
from app.engine.artifacts.settings import DEFAULT, PROFILE, SETTING_IDS


class Rule(Struct, frozen=True):
    """A shared rule, the cards that it bears on, and the rulings and settings that complete it."""

    id: str
    title: str
    origin: str
    text: str
    cards: tuple[str, ...]
    rulings: tuple[str, ...]
    settings: tuple[str, ...]


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """How a printed text is read where it leaves a choice; what it concerns stands beside it."""

    id: str
    heading: str
    text: str
    cards: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


class WrittenSetting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setting of the table, where the reference is silent; `name` is its key in `settings`.

    `rules` are those that leave open what it settles.
    """

    id: str
    name: str
    default: Any
    meaning: str
    rules: tuple[str, ...] = ()


class TableSetting(WrittenSetting, frozen=True, kw_only=True):
    """A setting of the table, with the rulings that speak of it."""

    rulings: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The default as it is written in JSON, but for the quotes around a word."""
        return msgspec.json.encode(self.default).decode().strip('"')


class SettingsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The table settings of a profile, and what holds for them together."""

    profile: str
    settings: tuple[WrittenSetting, ...]
    notes: tuple[str, ...]


class Refused(Struct, frozen=True, forbid_unknown_fields=True):
    """The refusal that an example ends in: its code and the id that it cites."""

    code: str
    cite: str


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, what is done in it, and what must come out.

    `checks` are dotted paths into the position and their values, `events` parts of events that
    must come in this order, `shows` the ids of the rules and rulings that it shows.
    """

    name: str
    position: dict[str, Any]
    actions: tuple[dict[str, Any], ...]
    checks: tuple[tuple[Any, ...], ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    refuse: Refused | None = None
    random: dict[str, Any] | None = None
    shows: tuple[str, ...] = ()


def read_rulings(folder: Path, seeds: Path) -> Read[tuple[Ruling, ...]]:
    """Read `rulings.yaml`; whoever has all ids checks what the rulings name."""
    path = folder / "rulings.yaml"
    read: Read[tuple[Ruling, ...]] = read_file(path, tuple[Ruling, ...], name_of(path, seeds))
    read.mistakes += _out_of_order(read, "ruling", [ruling.id for ruling in read.value or ()])
    return read


def read_settings(folder: Path, seeds: Path, rules: Collection[str]) -> SettingsFile:
    """Read `settings.yaml`; hold it against the settings that the engine knows, and the rules."""
    path = folder / "settings.yaml"
    read: Read[SettingsFile] = read_file(path, SettingsFile, name_of(path, seeds))
    value = read.unwrap()
    if value.profile != PROFILE:
        read.mistakes.append(read.mistake("profile", expected([PROFILE], value.profile)))
    written = {setting.name: setting.id for setting in value.settings}
    if written != SETTING_IDS:
        listed = ", ".join(f"{id_} {name}" for name, id_ in SETTING_IDS.items())
        read.mistakes.append(read.mistake("settings", f"expected in this order: {listed}"))
    for index, setting in enumerate(value.settings):
        meant = getattr(DEFAULT, setting.name, None)
        if setting.name in SETTING_IDS and setting.default != meant:
            key = f"settings[{index}].default"
            read.mistakes.append(read.mistake(key, f"the engine's default is {meant!r}"))
        for number, rule in enumerate(setting.rules):
            if rule not in rules:
                key = f"settings[{index}].rules[{number}]"
                read.mistakes.append(read.mistake(key, expected(list(rules), rule)))
    if read.mistakes:
        raise ContentError(read.mistakes)
    return value


def read_examples(folder: Path, seeds: Path) -> tuple[Read[tuple[Example, ...]], ...]:
    """Read every file of `examples/`, by name; there may be none."""
    files = sorted(
        path for path in (folder / "examples").glob("*") if path.suffix in {".yaml", ".json"}
    )
    return tuple(read_file(path, tuple[Example, ...], name_of(path, seeds)) for path in files)


def check_rules_text(rules: tuple[SharedRule, ...], path: Path, name: str) -> Iterator[Mistake]:
    """Hold the rules of the reference against the document that prints their text alone."""
    printed = path.read_text(encoding="utf-8").splitlines()[1:]
    told = [line for rule in rules for line in (rule.title, rule.origin, rule.text)]
    for number, (line, meant) in enumerate(zip(printed, told, strict=False), start=2):
        if line != meant:
            yield Mistake(name, number, "", f"expected what the reference says: {meant}")
    if len(printed) != len(told):
        yield Mistake(name, 1, "", f"expected {len(told)} lines about rules, got {len(printed)}")


def check_rulings(
    read: Read[tuple[Ruling, ...]], ids: Mapping[str, Collection[str]]
) -> Iterator[Mistake]:
    """Yield every card, rule and setting that a ruling names and `ids` does not have."""
    for index, ruling in enumerate(read.value or ()):
        for field, known in ids.items():
            for number, name in enumerate(getattr(ruling, field)):
                if name not in known:
                    key = f"[{index}].{field}[{number}]"
                    yield read.mistake(key, f"{ruling.id}: {expected(sorted(known), name)}")


def check_examples(read: Read[tuple[Example, ...]], ids: Collection[str]) -> Iterator[Mistake]:
    """Yield every id that an example shows or cites and that is no rule, ruling or setting."""
    for index, example in enumerate(read.value or ()):
        cited = [*example.shows, *([example.refuse.cite] if example.refuse else [])]
        for name in cited:
            if name not in ids:
                yield read.mistake(f"[{index}]", f"{example.name}: {expected(sorted(ids), name)}")


def _out_of_order(read: Read[Any], kind: str, ids: list[str]) -> list[Mistake]:
    return [
        read.mistake(f"[{number - 1}].id", f"expected {kind}-{number:02}, got {id_}")
        for number, id_ in enumerate(ids, start=1)
        if id_ != f"{kind}-{number:02}"
    ]
