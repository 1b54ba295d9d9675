"""Reads authored data into structs, led by their types, and reports every mistake by its line.

`{word: arguments}` becomes the struct tagged `word`; a bare `word` is one without arguments, and
`{word: value}` gives the value to its first field.
"""

from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import msgspec.inspect as mi
import yaml
from msgspec import NODEFAULT
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from app.content.mistakes import ContentError, Mistake, expected
from app.content.nodes import compose, entries, line_of, plain, scalar

T = TypeVar("T")


class _Bad:
    """Stands for a value whose mistake is already reported."""


_BAD = _Bad()


class Read(Generic[T]):
    """A file that was read. `value` is None exactly where `mistakes` are reported."""

    def __init__(self, file: str, lines: dict[str, int]) -> None:
        self.file = file
        self.lines = lines
        self.mistakes: list[Mistake] = []
        self.value: T | None = None

    def mistake(self, key: str, detail: str) -> Mistake:
        """Return a mistake at `key`, or at the nearest key above it that the file has."""
        at = key
        while at and at not in self.lines:
            at = at[: max(at.rfind("."), at.rfind("["), 0)]
        return Mistake(self.file, self.lines.get(at, 1), key, detail)

    def unwrap(self) -> T:
        """Return the value. Raises `ContentError` with the file's mistakes where there is none."""
        if self.value is None:
            raise ContentError(self.mistakes)
        return self.value


def read_file(path: Path, kind: type[T] | Any, name: str) -> Read[T]:
    """Read a YAML or JSON file as `kind`, a msgspec type; `name` is what reports call the file."""
    read: Read[T] = Read(name, {"": 1})
    try:
        node = compose(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        read.mistakes.append(Mistake(name, 1, "", "the file is missing"))
        return read
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        read.mistakes.append(Mistake(name, line, "", f"not readable: {error.problem}"))
        return read
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        read.mistakes.append(Mistake(name, 1, "", f"not readable: {error}"))
        return read
    if node is None:
        read.mistakes.append(Mistake(name, 1, "", "the file is empty"))
        return read
    value = _Walk(read).value(node, _type_info(cast("Hashable", kind)), "")
    if not read.mistakes:
        read.value = value
    return read


@lru_cache(maxsize=64)
def _type_info(kind: Hashable) -> mi.Type:
    return mi.type_info(kind)


class _Walk:
    """Goes through a node tree beside a type, noting lines and mistakes in `read`."""

    def __init__(self, read: Read[Any]) -> None:
        self._read = read

    def _bad(self, node: Node, key: str, detail: str) -> _Bad:
        self._read.mistakes.append(Mistake(self._read.file, line_of(node), key, detail))
        return _BAD

    def value(self, node: Node, kind: mi.Type, key: str) -> Any:
        """Return the node as `kind`, or `_BAD` after reporting why it is not one."""
        self._read.lines.setdefault(key, line_of(node))
        match kind:
            case mi.AnyType():
                return plain(node)
            case mi.UnionType():
                return self._union(node, kind, key)
            case mi.StructType(tag=None):
                return self._struct(node, kind, key)
            case mi.StructType():
                return self._word(node, {str(kind.tag): kind}, key)
            case mi.VarTupleType():
                return self._sequence(node, kind, key)
            case mi.DictType():
                return self._mapping(node, kind, key)
            case _:
                return self._scalar(node, kind, key)

    def _union(self, node: Node, kind: mi.UnionType, key: str) -> Any:
        words = {str(t.tag): t for t in kind.types if isinstance(t, mi.StructType) and t.tag}
        empty = any(isinstance(t, mi.NoneType) for t in kind.types)
        if empty and isinstance(node, ScalarNode) and scalar(node) is None:
            return None
        if words:
            return self._word(node, words, key)
        fitting = [t for t in kind.types if _fits(node, t)]
        if not fitting:
            return self._bad(node, key, f"expected {' or '.join(map(_describe, kind.types))}")
        return self.value(node, fitting[0], key)

    def _word(self, node: Node, words: dict[str, mi.StructType], key: str) -> Any:
        listed = tuple(words)
        if isinstance(node, ScalarNode):
            word, arguments = str(node.value), None
        elif isinstance(node, MappingNode) and len(node.value) == 1:
            word, _, arguments = next(entries(node))
        else:
            return self._bad(node, key, f"expected one word of: {', '.join(listed)}")
        if word not in words:
            return self._bad(node, key, expected(listed, word))
        kind, at = words[word], f"{key}.{word}" if key else word
        self._read.lines.setdefault(at, line_of(node))
        if arguments is None or not isinstance(arguments, MappingNode):
            given = {} if arguments is None else self._first(arguments, kind, at)
            return self._make(kind, given, at)
        return self._struct(arguments, kind, at)

    def _first(self, node: Node, kind: mi.StructType, key: str) -> dict[str, Any]:
        if not kind.fields:
            self._bad(node, key, "expected nothing after this word")
            return {}
        first = kind.fields[0]
        return {first.name: self.value(node, first.type, key)}

    def _struct(self, node: Node, kind: mi.StructType, key: str) -> Any:
        if not isinstance(node, MappingNode):
            return self._bad(node, key, f"expected {_describe(kind)}")
        fields = {field.encode_name: field for field in kind.fields}
        given: dict[str, Any] = {}
        bad = False
        for name, name_node, value in self._entries(node, key):
            at = f"{key}.{name}" if key else name
            if name not in fields:
                self._bad(name_node, at, expected(tuple(fields), name))
                bad = True
                continue
            given[fields[name].name] = self.value(value, fields[name].type, at)
        made = self._make(kind, given, key)
        return _BAD if bad else made

    def _make(self, kind: mi.StructType, given: dict[str, Any], key: str) -> Any:
        missing = [
            field.encode_name
            for field in kind.fields
            if field.name not in given
            and field.default is NODEFAULT
            and field.default_factory is NODEFAULT
        ]
        if missing:
            self._read.mistakes.append(self._read.mistake(key, f"missing: {', '.join(missing)}"))
            return _BAD
        if any(value is _BAD for value in given.values()):
            return _BAD
        return kind.cls(**given)

    def _entries(self, node: MappingNode, key: str) -> list[tuple[str, Node, Node]]:
        seen: dict[str, int] = {}
        kept = []
        for name, name_node, value in entries(node):
            if name in seen:
                at = f"{key}.{name}" if key else name
                self._bad(name_node, at, f"written twice; first in line {seen[name]}")
                continue
            seen[name] = line_of(name_node)
            self._read.lines.setdefault(f"{key}.{name}" if key else name, seen[name])
            kept.append((name, name_node, value))
        return kept

    def _sequence(self, node: Node, kind: mi.VarTupleType, key: str) -> Any:
        if not isinstance(node, SequenceNode):
            return self._bad(node, key, f"expected {_describe(kind)}")
        items = tuple(
            self.value(item, kind.item_type, f"{key}[{index}]")
            for index, item in enumerate(node.value)
        )
        return _BAD if any(item is _BAD for item in items) else items

    def _mapping(self, node: Node, kind: mi.DictType, key: str) -> Any:
        if not isinstance(node, MappingNode):
            return self._bad(node, key, f"expected {_describe(kind)}")
        result = {
            name: self.value(value, kind.value_type, f"{key}.{name}" if key else name)
            for name, _, value in self._entries(node, key)
        }
        return _BAD if any(value is _BAD for value in result.values()) else result

    def _scalar(self, node: Node, kind: mi.Type, key: str) -> Any:
        if not isinstance(node, ScalarNode):
            return self._bad(node, key, f"expected {_describe(kind)}")
        value = scalar(node)
        match kind:
            case mi.LiteralType() if value not in kind.values:
                return self._bad(node, key, expected([str(v) for v in kind.values], str(value)))
            case mi.IntType() if not _is_int(value, kind):
                return self._bad(node, key, f"expected {_describe(kind)}, got {node.value!r}")
            case mi.BoolType() if not isinstance(value, bool):
                return self._bad(node, key, f"expected true or false, got {node.value!r}")
            case mi.StrType() if not isinstance(value, str):
                return self._bad(node, key, f"expected text, got {node.value!r} (quote it)")
        return value


def _is_int(value: object, kind: mi.IntType) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (kind.ge is None or value >= kind.ge) and (kind.le is None or value <= kind.le)


def _fits(node: Node, kind: mi.Type) -> bool:
    """Whether the node has the outer shape of the type."""
    if isinstance(node, MappingNode):
        return isinstance(kind, mi.StructType | mi.DictType)
    if isinstance(node, SequenceNode):
        return isinstance(kind, mi.VarTupleType)
    return isinstance(kind, mi.IntType | mi.StrType | mi.BoolType | mi.LiteralType)


_DESCRIPTIONS: dict[type[mi.Type], str] = {
    mi.NoneType: "nothing",
    mi.StrType: "text",
    mi.BoolType: "true or false",
    mi.VarTupleType: "a list",
    mi.DictType: "a mapping",
}


def _describe(kind: mi.Type) -> str:
    """Say in a few words what the type wants."""
    match kind:
        case mi.IntType():
            return "a whole number" if kind.ge is None else f"a whole number from {kind.ge}"
        case mi.LiteralType():
            return "one of " + ", ".join(str(value) for value in kind.values)
        case mi.StructType():
            return "a mapping with " + ", ".join(field.encode_name for field in kind.fields)
        case _:
            return _DESCRIPTIONS[type(kind)]
