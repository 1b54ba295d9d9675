"""Releases of the reference: the present one, and those before it as they were told then.

An earlier release is what `GET /v1/bulk/reference.json` said while it was the present one, kept as
`seeds/releases/<its id>.json`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from app.content.mistakes import ContentError, Mistake
from app.engine.artifacts.settings import PROFILE

KINDS = {"cards": "card", "rules": "rule", "rulings": "ruling", "settings": "setting"}
"""What a release holds, and what one of each is called."""


class Release(Struct, frozen=True):
    """The release of the reference that everything here goes by. `effective_date` is ISO 8601."""

    id: str
    title: str
    rules_version: str
    effective_date: str
    baseline: str
    summary: str
    cards: int
    rules: int
    profile: str = PROFILE


class Snapshot(Struct, frozen=True):
    """A release with all that it says, by kind and id, as JSON."""

    release: Release
    things: Mapping[str, Mapping[str, Any]]


def snapshot(told: bytes) -> Snapshot:
    """Read the JSON of a whole reference. Raises `msgspec.MsgspecError` for what is none."""
    document = msgspec.json.decode(told, type=dict[str, Any])
    release = msgspec.convert(document.get("release"), Release)
    things = {
        kind: {thing["id"]: thing for thing in document.get(section, ())}
        for section, kind in KINDS.items()
    }
    return Snapshot(release, things)


def read_earlier(seeds: Path, present: str) -> tuple[Snapshot, ...]:
    """Read the releases before the present one, the oldest first. Raises `ContentError`."""
    mistakes: list[Mistake] = []
    found: list[Snapshot] = []
    for path in sorted((seeds / "releases").glob("*.json")):
        try:
            read = snapshot(path.read_bytes())
        except (msgspec.MsgspecError, KeyError, TypeError) as error:
            mistakes.append(_mistake(path, f"expected a whole reference: {error}"))
            continue
        if read.release.id != path.stem:
            mistakes.append(_mistake(path, f"this is release {read.release.id!r}"))
        elif read.release.id == present:
            mistakes.append(_mistake(path, "this release is the present one"))
        found.append(read)
    if mistakes:
        raise ContentError(mistakes)
    return tuple(sorted(found, key=lambda one: (one.release.effective_date, one.release.id)))


def _mistake(path: Path, detail: str) -> Mistake:
    return Mistake(f"seeds/releases/{path.name}", 1, "", detail)
