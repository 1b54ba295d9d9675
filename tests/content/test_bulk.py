"""The whole reference as files."""

import gzip
import hashlib
import json

from app.content.bulk import make_bulk, whole
from app.content.library import load_library

LIBRARY = load_library()
BULK = make_bulk(LIBRARY)


def test_sizes_and_digests_are_those_of_the_bytes() -> None:
    assert [file.name for file in BULK.files] == [
        "reference.json", "reference.jsonl", "reference.json.gz", "reference.jsonl.gz",
    ]  # fmt: skip
    for file in BULK.files:
        content = BULK.contents[file.name]
        assert (file.size, file.sha256) == (len(content), hashlib.sha256(content).hexdigest())
        assert file.release == LIBRARY.release.id


def test_the_same_data_is_the_same_bytes() -> None:
    assert make_bulk(LIBRARY) == BULK


def test_compressed_files_hold_the_plain_ones() -> None:
    for name in ("reference.json", "reference.jsonl"):
        assert gzip.decompress(BULK.contents[f"{name}.gz"]) == BULK.contents[name]


def test_the_document_has_everything() -> None:
    document = json.loads(whole(LIBRARY))
    assert document["release"]["id"] == LIBRARY.release.id
    for section in ("cards", "rules", "rulings", "settings", "decks"):
        assert [one["id"] for one in document[section]] == list(getattr(LIBRARY, section))


def test_the_lines_hold_what_the_document_holds() -> None:
    document = json.loads(BULK.contents["reference.json"])
    lines = [json.loads(line) for line in BULK.contents["reference.jsonl"].splitlines()]
    assert lines[0] == {"release": document["release"]}
    assert all(len(line) == 1 for line in lines)
    for section, kind in (("cards", "card"), ("rulings", "ruling"), ("decks", "deck")):
        assert [line[kind] for line in lines if kind in line] == document[section]
