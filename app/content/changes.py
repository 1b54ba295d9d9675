"""What changed between two releases, field by field."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import UNSET, Struct

from app.content.releases import KINDS, Snapshot

_COPY = "/reference"
"""The untouched source of a card, which says most of the card once more."""


class FieldChange(Struct, frozen=True, omit_defaults=True):
    """A field that changed: a JSON Pointer into the thing, and what stood and stands there.

    `before` is left out where there was nothing, `after` where there is nothing any more; the empty
    pointer is the thing as a whole.
    """

    field: str
    before: Any = UNSET
    after: Any = UNSET


class Change(Struct, frozen=True):
    """A card, rule, ruling or table setting that is not as it was."""

    kind: Literal["card", "rule", "ruling", "setting"]
    id: str
    change: Literal["added", "removed", "changed"]
    fields: tuple[FieldChange, ...]


def changes(before: Snapshot, after: Snapshot) -> tuple[Change, ...]:
    """Return what changed, by kind and in the order of the later release; what is gone is last."""
    return tuple(change for kind in KINDS.values() for change in _of_kind(kind, before, after))


def _of_kind(kind: Any, before: Snapshot, after: Snapshot) -> Iterator[Change]:
    old, new = before.things.get(kind, {}), after.things.get(kind, {})
    for id_ in dict.fromkeys((*new, *old)):
        fields = tuple(_told_once(list(_differences(old.get(id_, UNSET), new.get(id_, UNSET), ""))))
        if id_ not in old:
            yield Change(kind, id_, "added", fields)
        elif id_ not in new:
            yield Change(kind, id_, "removed", fields)
        elif fields:
            yield Change(kind, id_, "changed", fields)


def _differences(before: Any, after: Any, pointer: str) -> Iterator[FieldChange]:
    """Yield what differs, as deep in as possible; lists of another length differ as a whole."""
    match before, after:
        case dict(), dict():
            for key in dict.fromkeys((*before, *after)):
                step = str(key).replace("~", "~0").replace("/", "~1")
                deeper = (before.get(key, UNSET), after.get(key, UNSET), f"{pointer}/{step}")
                yield from _differences(*deeper)
        case list(), list() if len(before) == len(after):
            for place, (one, other) in enumerate(zip(before, after, strict=True)):
                yield from _differences(one, other, f"{pointer}/{place}")
        case _ if before != after:
            yield FieldChange(pointer, before, after)
        case _:
            pass


def _told_once(fields: list[FieldChange]) -> Iterator[FieldChange]:
    """Leave out of the source of a card what the card itself says already."""
    told = [(one.before, one.after) for one in fields if not one.field.startswith(_COPY)]
    for one in fields:
        if not one.field.startswith(_COPY) or (one.before, one.after) not in told:
            yield one
