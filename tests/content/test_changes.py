"""What changed between releases, and how earlier releases are kept."""

import shutil
from pathlib import Path

import msgspec
import pytest

from app.content.bulk import whole
from app.content.changes import Change, FieldChange, changes
from app.content.library import load_library
from app.content.mistakes import ContentError
from app.content.releases import Snapshot, read_earlier, snapshot
from tests.support.libraries import later_release

LIBRARY = load_library()
BEFORE = snapshot(whole(LIBRARY))


def with_cards(*cards: dict[str, object]) -> Snapshot:
    return Snapshot(LIBRARY.release, {"card": {str(card["id"]): card for card in cards}})


def test_a_release_does_not_differ_from_itself() -> None:
    assert changes(BEFORE, BEFORE) == ()


def test_a_later_release() -> None:
    found = {one.id: one for one in changes(BEFORE, snapshot(whole(later_release())))}
    assert found["momo"].change == "added"
    assert found["mochi"].change == "removed"
    assert found["miso"] == Change(
        kind="card",
        id="miso",
        change="changed",
        fields=(
            FieldChange("/hp", 120, 130),
            FieldChange("/reference/storyUrl", after="cards/miso/new.html"),
        ),
    )


def test_what_the_source_repeats_is_told_once() -> None:
    old = {"id": "a", "hp": 1, "reference": {"rulesProfile": {"hp": 1}, "image": "x"}}
    new = {"id": "a", "hp": 2, "reference": {"rulesProfile": {"hp": 2}, "image": "y"}}
    [change] = changes(with_cards(old), with_cards(new))
    assert change.fields == (FieldChange("/hp", 1, 2), FieldChange("/reference/image", "x", "y"))


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ({"a": {"b": 1}}, {"a": {"b": 2}}, FieldChange("/a/b", 1, 2)),
        ({"a": [1, 2]}, {"a": [1, 3]}, FieldChange("/a/1", 2, 3)),
        ({"a": [1]}, {"a": [1, 2]}, FieldChange("/a", [1], [1, 2])),
        ({"a": 1}, {}, FieldChange("/a", before=1)),
        ({}, {"a": None}, FieldChange("/a", after=None)),
        ({"a/b~": 1}, {"a/b~": 2}, FieldChange("/a~1b~0", 1, 2)),
        ({"a": 1}, {"a": [1]}, FieldChange("/a", 1, [1])),
    ],
)
def test_fields(old: dict[str, object], new: dict[str, object], field: FieldChange) -> None:
    [change] = changes(with_cards({"id": "x", **old}), with_cards({"id": "x", **new}))
    assert change.fields == (field,)


def test_what_is_not_there_is_left_out() -> None:
    assert msgspec.json.encode(FieldChange("/a", after=None)) == b'{"field":"/a","after":null}'
    assert msgspec.json.encode(FieldChange("/a", before=0)) == b'{"field":"/a","before":0}'


def test_earlier_releases_are_read_the_oldest_first(tmp_path: Path) -> None:
    folder = tmp_path / "releases"
    folder.mkdir()
    (folder / "20270101-later.json").write_bytes(whole(later_release()))
    (folder / f"{LIBRARY.release.id}.json").write_bytes(whole(LIBRARY))
    found = read_earlier(tmp_path, "another")
    assert [one.release.id for one in found] == [LIBRARY.release.id, "20270101-later"]
    assert found[0] == BEFORE


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.json", b"[]", "expected a whole reference"),
        ("x.json", b"{", "expected a whole reference"),
        ("x.json", b'{"release": {"id": "x"}}', "expected a whole reference"),
        ("x.json", whole(LIBRARY), f"this is release '{LIBRARY.release.id}'"),
        (f"{LIBRARY.release.id}.json", whole(LIBRARY), "is the present one"),
    ],
)
def test_what_cannot_be_an_earlier_release(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / "releases").mkdir()
    (tmp_path / "releases" / name).write_bytes(content)
    with pytest.raises(ContentError) as caught:
        read_earlier(tmp_path, LIBRARY.release.id)
    [mistake] = caught.value.mistakes
    assert mistake.file == f"seeds/releases/{name}"
    assert said in mistake.detail


def test_a_library_knows_its_earlier_releases(tmp_path: Path) -> None:
    seeds = tmp_path / "seeds"
    shutil.copytree("seeds", seeds)
    (seeds / "releases").mkdir(exist_ok=True)
    earlier = msgspec.json.decode(whole(LIBRARY))
    earlier["release"]["id"] = "20260101-earlier"
    (seeds / "releases" / "20260101-earlier.json").write_bytes(msgspec.json.encode(earlier))
    assert [one.release.id for one in load_library(seeds).earlier] == ["20260101-earlier"]
