"""Reads a set of cards: `set.yaml`, the file of cards that it names, and a script per card."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from app.content.mistakes import ContentError, Mistake
from app.content.reader import Read, read_file
from app.content.reference import Document, ReferenceCard, Status
from app.engine.artifacts.script import Script


class SetFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What `set.yaml` says. `cards` and `rules_text` are paths below `seeds/`."""

    id: str
    title: str
    status: Status
    cards: str
    rules_text: str | None = None


class CardSource(Struct, frozen=True):
    """A printed card, its scripts, and where both stand: `key` is its place in `document`."""

    set: SetFile
    card: ReferenceCard
    document: Read[Document]
    key: str
    scripts: Read[dict[str, Script]]
    source: Mapping[str, Any]


class CardSet(Struct, frozen=True):
    """One set as read; its cards are not checked yet."""

    about: SetFile
    folder: Path
    document: Document
    cards: tuple[CardSource, ...]
    aliases: Read[dict[str, str]]


def read_set(folder: Path, seeds: Path) -> CardSet:
    """Read the set in `folder`. Raises `ContentError` where a file is missing or malformed."""
    about = _read(folder / "set.yaml", SetFile, seeds).unwrap()
    path = seeds / about.cards
    document = _read(path, Document, seeds)
    value = document.unwrap()
    sources = msgspec.json.decode(path.read_bytes())["cards"]
    cards = []
    mistakes = _disagreements(about, document)
    for index, card in enumerate(value.cards):
        scripts = _read(folder / "abilities" / f"{card.id}.yaml", dict[str, Script], seeds)
        mistakes += scripts.mistakes
        key = f"cards[{index}]"
        cards.append(CardSource(about, card, document, key, scripts, sources[index]))
    mistakes += _strays(folder, {card.id for card in value.cards}, seeds)
    aliases = _aliases(folder, seeds)
    mistakes += aliases.mistakes
    if mistakes:
        raise ContentError(mistakes)
    return CardSet(about, folder, value, tuple(cards), aliases)


def _read(path: Path, kind: Any, seeds: Path) -> Read[Any]:
    return read_file(path, kind, name_of(path, seeds))


def name_of(path: Path, seeds: Path) -> str:
    """Return what reports call a file: its path from `seeds/` on."""
    return (Path("seeds") / path.relative_to(seeds)).as_posix()


def _aliases(folder: Path, seeds: Path) -> Read[dict[str, str]]:
    path = folder / "aliases.yaml"
    if not path.exists():
        return Read(name_of(path, seeds), {})
    return _read(path, dict[str, str], seeds)


def _disagreements(about: SetFile, document: Read[Document]) -> list[Mistake]:
    value = document.unwrap()
    mistakes = []
    for key, said, meant in (
        ("set", value.set, about.id),
        ("status", value.status, about.status),
    ):
        if said is not None and said != meant:
            mistakes.append(document.mistake(key, f"set.yaml says {meant!r}, this {said!r}"))
    return mistakes


def _strays(folder: Path, ids: set[str], seeds: Path) -> list[Mistake]:
    """Report scripts of cards that the set does not have."""
    return [
        Mistake(name_of(path, seeds), 1, "", f"the set has no card {path.stem!r}")
        for path in sorted((folder / "abilities").glob("*.y*ml"))
        if path.stem not in ids or path.suffix != ".yaml"
    ]
