"""The reader: what YAML says becomes structs, and what it does not say well is told."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from app.content.reader import Read, read_file


class Leaf(Struct, forbid_unknown_fields=True):
    name: str
    count: int | None = None


class Word(Struct, tag="word", forbid_unknown_fields=True):
    first: tuple[int, ...]
    on: bool = False


class Bare(Struct, tag="bare", forbid_unknown_fields=True):
    pass


class Root(Struct, forbid_unknown_fields=True):
    words: tuple[Word | Bare, ...] = ()
    single: Word | None = None
    leaf: Leaf | None = None
    leaves: dict[str, Leaf] = {}
    either: int | tuple[int, ...] = 0
    anything: Any = None


def read(tmp_path: Path, text: str | bytes) -> Read[Root]:
    file = tmp_path / "file.yaml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_file(file, Root, "file.yaml")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("words: [bare, {word: [1, 2]}, {word: {first: [3], on: true}}, {bare: {}}]",
         Root(words=(Bare(), Word((1, 2)), Word((3,), on=True), Bare()))),
        ("single: {word: []}", Root(single=Word(()))),
        ("single: null", Root()),
        ("single: ~", Root()),
        ("leaf: {name: on}", Root(leaf=Leaf("on"))),
        ("leaf: {name: yes, count: null}", Root(leaf=Leaf("yes"))),
        ("leaf: {name: '5', count: 5}", Root(leaf=Leaf("5", 5))),
        ("leaf: {name: 5.0 Starfire}", Root(leaf=Leaf("5.0 Starfire"))),
        ("leaf: {name: 2026-10-28}", Root(leaf=Leaf("2026-10-28"))),
        ("leaves: {a: {name: b}}", Root(leaves={"a": Leaf("b")})),
        ("either: 3", Root(either=3)),
        ("either: [3]", Root(either=(3,))),
        ("anything: {a: [1, 2.5, true, null, x]}",
         Root(anything={"a": [1, 2.5, True, None, "x"]})),
        ('{"leaf": {"name": "JSON\\u2019s"}}', Root(leaf=Leaf("JSON’s"))),
    ],
)  # fmt: skip
def test_what_is_read(tmp_path: Path, text: str, value: Root) -> None:
    assert read(tmp_path, text).unwrap() == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("words: bare", "file.yaml:1: words: expected a list"),
        ("words: [[bare]]", "file.yaml:1: words[0]: expected one word of: word, bare"),
        ("words: [word]", "file.yaml:1: words[0].word: missing: first"),
        ("single: {word: {on: yes, first: []}}",
         "file.yaml:1: single.word.on: expected true or false, got 'yes'"),
        ("leaf: 3", "file.yaml:1: leaf: expected a mapping with name, count"),
        ("leaves: [a]", "file.yaml:1: leaves: expected a mapping"),
        ("leaf: {name: [a]}", "file.yaml:1: leaf.name: expected text"),
        ("leaf: {name: null}", "file.yaml:1: leaf.name: expected text, got 'null' (quote it)"),
        ("either: {}", "file.yaml:1: either: expected a whole number or a list"),
        ("- a", "file.yaml:1: expected a mapping with words"),
        ("a: b: c", "file.yaml:1: not readable: mapping values are not allowed"),
        ("leaf: {name: a}\nleaf: {name: b}", "file.yaml:2: leaf: written twice; first in line 1"),
        (b"leaf: {name: \xff}", "file.yaml:1: not readable"),
        (b"leaf: {name: a\x07}", "file.yaml:1: not readable"),
        ("", "file.yaml:1: the file is empty"),
    ],
)  # fmt: skip
def test_what_is_told(tmp_path: Path, text: str | bytes, said: str) -> None:
    (mistake,) = read(tmp_path, text).mistakes
    assert str(mistake).startswith(said)


def test_all_mistakes_are_told(tmp_path: Path) -> None:
    found = read(tmp_path, "leaf: {nam: a}\neither: x\nwords:\n  - wrod: [1]\n").mistakes
    assert [(mistake.line, mistake.key) for mistake in found] == [
        (1, "leaf.nam"), (1, "leaf"), (2, "either"), (4, "words[0]"),
    ]  # fmt: skip
