"""YAML (and JSON, which is YAML) as a tree of nodes that know their lines.

Scalars are read as YAML 1.2's core schema reads them: only `true` and `false` are booleans, so a
bare `on`, `off`, `yes` or `no` is a word. JSON's numbers, strings and `null` read as in JSON.
"""

import re
from collections.abc import Iterator
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Core(_Loader):  # type: ignore[misc]  # whichever of the two PyYAML has
    """A loader with YAML 1.2's implicit types instead of YAML 1.1's."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012


for _tag, _pattern, _first in (
    ("null", r"~|null|", ["~", "n", ""]),
    ("bool", r"true|false", ["t", "f"]),
    ("int", r"[-+]?[0-9]+", list("-+0123456789")),
    ("float", r"[-+]?[0-9]+\.[0-9]+([eE][-+]?[0-9]+)?", list("-+0123456789")),
):
    _Core.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), _first
    )

_SCALARS: dict[str, Any] = {
    "tag:yaml.org,2002:null": lambda _: None,
    "tag:yaml.org,2002:bool": lambda text: text == "true",
    "tag:yaml.org,2002:int": int,
    "tag:yaml.org,2002:float": float,
}


def compose(text: str) -> Node | None:
    """Return the root node of the one document in `text`; None where it is empty.

    Raises `yaml.YAMLError` for what is not YAML.
    """
    node: Node | None = yaml.compose(text, Loader=_Core)
    return node


def line_of(node: Node) -> int:
    """Return the line of the node, counted from 1."""
    return int(node.start_mark.line) + 1


def scalar(node: ScalarNode) -> Any:
    """Return the value of a scalar node: a string, int, float, bool or None."""
    return _SCALARS.get(node.tag, str)(node.value)


def entries(node: MappingNode) -> Iterator[tuple[str, Node, Node]]:
    """Yield the mapping's keys as written, each with its key node and its value node."""
    for key, value in node.value:
        yield str(key.value), key, value


def plain(node: Node) -> Any:
    """Return the node as dicts, lists and scalars."""
    match node:
        case MappingNode():
            return {key: plain(value) for key, _, value in entries(node)}
        case ScalarNode():
            return scalar(node)
        case _:
            return [plain(item) for item in node.value]
