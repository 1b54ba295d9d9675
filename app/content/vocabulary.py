"""The vocabulary of scripts as a page and as a JSON Schema, both made from the structs.

`python -m app.content.vocabulary` writes `docs/vocabulary.md` and
`seeds/schema/abilities.schema.json`; a test holds them to what this module would write.
"""

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec.inspect as mi
from msgspec import NODEFAULT, Struct

from app.content.check_scripts import walk
from app.content.library import Library, load_library
from app.engine.artifacts import script
from app.engine.artifacts.script import Word
from app.paths import seeds_dir

PAGE = Path("docs/vocabulary.md")
SCHEMA = Path("seeds/schema/abilities.schema.json")

_SECTIONS: tuple[tuple[str, str, tuple[Any, ...]], ...] = (
    (
        "The five kinds of ability",
        "Each printed ability is one of these words.",
        get_args(script.Script),
    ),
    (
        "Who is meant, and what must hold",
        "For `targets`, `attacker`, `protects`, `of`, `each` and `requires`.",
        (script.Who, script.Requires),
    ),
    ("Effects", "For `do` and `then`, in the order in which they happen.", get_args(script.Effect)),
    ("When a trigger fires", "For `when`.", get_args(script.When)),
    ("What a reaction does", "For a reaction's `do`: one word.", get_args(script.Response)),
    (
        "What holds continuously",
        "For the keys of `continuous`.",
        (script.ContinuousBonus, script.DamageReduction, script.HealChange),
    ),
    ("Parts of words", "", (script.RollResult,)),
)
_UNIONS = {
    "Ability": script.Script,
    "Effect": script.Effect,
    "When": script.When,
    "Response": script.Response,
}
_INTRODUCTION = """\
# The vocabulary of card scripts

Made from `app/engine/artifacts/script.py` by `python -m app.content.vocabulary`; do not edit.

A card's abilities stand in `seeds/<set>/abilities/<card>.yaml`, one entry per printed ability, in
the printed order, named as printed. `{word: {key: value}}` writes a word with its keys, a bare
`word` one that needs none, and `{word: value}` gives the value to the word's first key. What has a
default may be left out. [card-authors.md](card-authors.md) shows how to add a card.
"""


_NAME_OF = {
    frozenset(word.__struct_config__.tag for word in get_args(union)): name
    for name, union in _UNIONS.items()
}


def page(library: Library, seeds: Path) -> str:
    """Return the page in Markdown."""
    printed = _printed_examples(library, seeds)
    parts = [_INTRODUCTION]
    for title, lead, words in _SECTIONS:
        parts.append(f"## {title}\n")
        parts += [f"{lead}\n"] if lead else []
        parts += [_entry(word, printed) for word in words]
    return "\n".join(parts)


def _entry(word: type[Word], printed: Mapping[type[Word], str]) -> str:
    info = _info(word)
    parts = [f"### {info.tag or _plain(word)}\n", f"{inspect.getdoc(word)}\n"]
    if info.fields:
        parts += ["| key | value | default |", "|---|---|---|"]
        parts += [
            f"| `{field.encode_name}` | {_described(field.type)} | {_default(field)} |"
            for field in info.fields
        ]
        parts.append("")
    if word in printed:
        parts.append(f"```yaml\n{printed[word]}\n```\n")
    return "\n".join(parts)


def _plain(word: type[Struct]) -> str:
    """Return the words of a class name: `DamageReduction` is `damage reduction`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", word.__name__).lower()


def _info(word: type[Word]) -> mi.StructType:
    info = mi.type_info(word)
    assert isinstance(info, mi.StructType)  # noqa: S101 - every word is a struct
    return info


_DESCRIPTIONS: dict[type[mi.Type], str] = {
    mi.BoolType: "`true` or `false`",
    mi.StrType: "a name",
}


def _described(kind: mi.Type) -> str:
    match kind:
        case mi.UnionType() if words := _words(kind):
            return "one of " + ", ".join(f"`{word}`" for word in words)
        case mi.UnionType():
            kinds = [_described(t) for t in kind.types if not isinstance(t, mi.NoneType)]
            return " or ".join(kinds)
        case mi.StructType():
            return _plain(kind.cls)
        case mi.VarTupleType(item_type=mi.UnionType()):
            return "a list of effects"
        case mi.VarTupleType():
            return f"a list: {_described(kind.item_type)}"
        case mi.LiteralType():
            return ", ".join(f"`{value}`" for value in kind.values)
        case mi.IntType():
            return f"a number from {kind.ge}"
        case _:
            return _DESCRIPTIONS[type(kind)]


def _words(kind: mi.UnionType) -> tuple[str, ...]:
    """Return the words of a union of words; none for another union."""
    return tuple(str(t.tag) for t in kind.types if isinstance(t, mi.StructType) and t.tag)


def _default(field: mi.Field) -> str:
    if field.default is NODEFAULT:
        return "must be given"
    return "" if field.default in {None, ()} else f"`{json.dumps(field.default)}`"


def _printed_examples(library: Library, seeds: Path) -> dict[type[Word], str]:
    """Return for each word the script of the first printed ability that uses it."""
    found: dict[type[Word], str] = {}
    for card in library.cards.values():
        text = (seeds / card.set / "abilities" / f"{card.id}.yaml").read_text(encoding="utf-8")
        entries = [part.strip() for part in re.split(r"^(?=\S)", text, flags=re.MULTILINE)]
        scripts = [part for part in entries if part and not part.startswith("#")]
        for ability, written in zip(card.abilities, scripts, strict=True):
            for placed in walk(ability.script, ""):
                found.setdefault(type(placed.word), f"# {card.name}\n{written}")
    return found


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a script file, for editors that check while one writes."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The scripts of a card: one per printed ability",
        "type": "object",
        "additionalProperties": _of(mi.type_info(script.Script)),
        "$defs": dict(_definitions()),
    }


def _definitions() -> Iterator[tuple[str, Any]]:
    for _, _, words in _SECTIONS:
        for word in words:
            yield word.__name__, _arguments(_info(word), inspect.getdoc(word) or "")
    for name, union in _UNIONS.items():
        forms = [form for word in get_args(union) for form in _written(_info(word))]
        yield name, {"anyOf": forms}


def _arguments(info: mi.StructType, description: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "additionalProperties": False,
        "properties": {field.encode_name: _of(field.type) for field in info.fields},
        "required": [f.encode_name for f in info.fields if f.default is NODEFAULT],
    }


_JSON_TYPES = {mi.BoolType: "boolean", mi.NoneType: "null", mi.StrType: "string"}


def _of(kind: mi.Type) -> dict[str, Any]:
    """Return the schema of a value as it is written, words included."""
    match kind:
        case mi.UnionType() if words := _words(kind):
            return _ref(_NAME_OF[frozenset(words)])
        case mi.UnionType():
            return {"anyOf": [_of(t) for t in kind.types]}
        case mi.StructType():
            return _ref(kind.cls.__name__)
        case mi.VarTupleType():
            return {"type": "array", "items": _of(kind.item_type)}
        case mi.LiteralType():
            return {"enum": list(kind.values)}
        case mi.IntType():
            return {"type": "integer", "minimum": kind.ge}
        case _:
            return {"type": _JSON_TYPES[type(kind)]}


def _written(kind: mi.StructType) -> Iterator[dict[str, Any]]:
    """Yield each way in which a word may be written."""
    needed = [field for field in kind.fields if field.default is NODEFAULT]
    if not needed:
        yield {"const": kind.tag}
    values = [_ref(kind.cls.__name__)]
    if kind.fields and needed in ([], [kind.fields[0]]):
        values.append(_of(kind.fields[0].type))
    yield {
        "type": "object",
        "additionalProperties": False,
        "properties": {str(kind.tag): {"anyOf": values}},
        "required": [str(kind.tag)],
    }


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def written() -> dict[Path, str]:
    """Return the files that this module writes, by their place in the checkout."""
    return {
        PAGE: page(load_library(), seeds_dir()),
        SCHEMA: json.dumps(schema(), indent=1, ensure_ascii=False) + "\n",
    }


def main() -> None:
    """Write the files into the checkout."""
    for path, text in written().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
