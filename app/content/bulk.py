"""The whole reference as files: one JSON document, JSON Lines, and both compressed.

Their bytes follow from the data alone, so that two servers of one release offer the same files.
"""

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from app.content.library import Library
from app.content.releases import KINDS

JSON = "application/json"
JSON_LINES = "application/jsonl"
GZIP = "application/gzip"


class BulkFile(Struct, frozen=True):
    """A file to be had: its name, size in bytes, SHA-256 (hexadecimal), and what it is of.

    `content_type` is that of the file; a compressed one is `application/gzip`. `updated_at` is
    ISO 8601.
    """

    name: str
    content_type: str
    size: int
    sha256: str
    release: str
    updated_at: str
    uri: str


class Bulk(Struct, frozen=True):
    """Every file with its bytes, by name."""

    files: tuple[BulkFile, ...]
    contents: Mapping[str, bytes]


def make_bulk(library: Library) -> Bulk:
    """Write the files."""
    plain = {
        "reference.json": (JSON, whole(library)),
        "reference.jsonl": (JSON_LINES, b"".join(_lines(library))),
    }
    # Without a time in it: the same data is the same file.
    packed = {f"{name}.gz": (GZIP, gzip.compress(c, mtime=0)) for name, (_, c) in plain.items()}
    files = {**plain, **packed}
    return Bulk(
        files=tuple(
            BulkFile(
                name=name,
                content_type=content_type,
                size=len(content),
                sha256=hashlib.sha256(content).hexdigest(),
                release=library.release.id,
                updated_at=library.modified.isoformat(),
                uri=f"/v1/bulk/{name}",
            )
            for name, (content_type, content) in files.items()
        ),
        contents={name: content for name, (_, content) in files.items()},
    )


def whole(library: Library) -> bytes:
    """Return the JSON of the whole reference, which is also how a release is kept."""
    return msgspec.json.encode({"release": library.release, **_sections(library)})


def _sections(library: Library) -> dict[str, tuple[Any, ...]]:
    return {section: tuple(getattr(library, section).values()) for section in (*KINDS, "decks")}


def _lines(library: Library) -> Iterator[bytes]:
    """Yield a line for each thing: an object with its kind as the only key."""
    yield msgspec.json.encode({"release": library.release}) + b"\n"
    for section, things in _sections(library).items():
        kind = KINDS.get(section, "deck")
        yield from (msgspec.json.encode({kind: thing}) + b"\n" for thing in things)
