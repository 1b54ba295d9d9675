"""What breaks clients between two OpenAPI documents of this API.

A client may rely on every path, operation, field and value of an enumeration that is documented, on
the types of what it gets, and on a request staying good. More of all this breaks nobody.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

Schema = Mapping[str, Any]


class _Way(Enum):
    """Who writes what a schema describes."""

    ASKED = "request"
    TOLD = "response"


def breaking_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return a sentence for everything in `after` that breaks a client written for `before`."""
    return list(dict.fromkeys(_Comparison(before, after).changes()))


class _Comparison:
    """One comparison of two documents; it remembers which pairs of schemas it has seen."""

    def __init__(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        self._before = before
        self._after = after
        self._seen: set[tuple[str, str, _Way]] = set()

    def changes(self) -> Iterator[str]:
        for path, methods in self._before["paths"].items():
            if path not in self._after["paths"]:
                yield f"{path} is gone"
                continue
            for method, operation in methods.items():
                name = f"{method.upper()} {path}"
                present = self._after["paths"][path].get(method)
                if present is None:
                    yield f"{name} is gone"
                else:
                    yield from self._operation(name, operation, present)

    def _operation(self, name: str, before: Schema, after: Schema) -> Iterator[str]:
        if before.get("operationId") != after.get("operationId"):
            yield f"{name}: it is called {after.get('operationId')} now, for client generators"
        yield from self._parameters(name, before, after)
        body, present = before.get("requestBody"), after.get("requestBody")
        if body is None and present is not None and present.get("required"):
            yield f"{name}: a body is required now"
        elif body is not None and present is not None:
            yield from self._content(f"{name} request", body, present, _Way.ASKED)
        for status, response in before["responses"].items():
            if status not in after["responses"]:
                yield f"{name}: the response {status} is gone"
            else:
                told = after["responses"][status]
                yield from self._content(f"{name} {status}", response, told, _Way.TOLD)

    def _parameters(self, name: str, before: Schema, after: Schema) -> Iterator[str]:
        known = {(one["in"], one["name"]): one for one in before.get("parameters", ())}
        present = {(one["in"], one["name"]): one for one in after.get("parameters", ())}
        for key, parameter in known.items():
            where = f"{name}: the parameter {key[1]}"
            if key not in present:
                yield f"{where} is gone"
                continue
            if present[key].get("required") and not parameter.get("required"):
                yield f"{where} is required now"
            yield from self._schema(
                where, parameter.get("schema", {}), present[key].get("schema", {}), _Way.ASKED
            )
        for key, parameter in present.items():
            if key not in known and parameter.get("required"):
                yield f"{name}: the parameter {key[1]} is new and required"

    def _content(self, where: str, before: Schema, after: Schema, way: _Way) -> Iterator[str]:
        for media_type, content in before.get("content", {}).items():
            present = after.get("content", {}).get(media_type)
            if present is None:
                yield f"{where}: {media_type} is gone"
            else:
                yield from self._schema(
                    where, content.get("schema", {}), present.get("schema", {}), way
                )

    def _schema(self, where: str, before: Schema, after: Schema, way: _Way) -> Iterator[str]:
        names = (before.get("$ref"), after.get("$ref"))
        if names[0] is not None and names[1] is not None:
            pair = (names[0], names[1], way)
            if pair in self._seen:
                return
            self._seen.add(pair)
        if names[0] is not None:
            where = f"{names[0].rpartition('/')[2]} ({way.value})"
        before, after = _resolved(self._before, before), _resolved(self._after, after)
        yield from _types(where, before, after, way)
        yield from _values(where, before, after)
        yield from self._fields(where, before, after, way)
        yield from self._alternatives(where, before, after, way)
        for inside in ("items", "additionalProperties"):
            old, new = before.get(inside), after.get(inside)
            if isinstance(old, Mapping) and isinstance(new, Mapping):
                yield from self._schema(f"{where}[]", old, new, way)

    def _fields(self, where: str, before: Schema, after: Schema, way: _Way) -> Iterator[str]:
        fields, present = before.get("properties", {}), after.get("properties", {})
        for name, schema in fields.items():
            if name in present:
                yield from self._schema(f"{where}.{name}", schema, present[name], way)
            elif fields and (present or "properties" in after):
                yield f"{where}.{name} is gone"
        newly = set(after.get("required", ())) - set(before.get("required", ()))
        if way is _Way.ASKED:
            yield from (f"{where}.{name} is required now" for name in sorted(newly))
            return
        no_more = set(before.get("required", ())) - set(after.get("required", ()))
        yield from (f"{where}.{name} may be missing now" for name in sorted(no_more & set(present)))

    def _alternatives(self, where: str, before: Schema, after: Schema, way: _Way) -> Iterator[str]:
        for kind in ("anyOf", "oneOf"):
            known = {_key(schema): schema for schema in before.get(kind, ())}
            present = {_key(schema): schema for schema in after.get(kind, ())}
            for key, schema in known.items():
                if key in present:
                    yield from self._schema(where, schema, present[key], way)
                elif after.get(kind):
                    yield f"{where}: the alternative {key} is gone"


def _resolved(document: Mapping[str, Any], schema: Schema) -> Schema:
    while "$ref" in schema:
        schema = document["components"]["schemas"].get(schema["$ref"].rpartition("/")[2], {})
    return schema


def _types(where: str, before: Schema, after: Schema, way: _Way) -> Iterator[str]:
    """Compare types: a request may take more of them, a response may give fewer."""
    old, new = _type_of(before), _type_of(after)
    if not old or not new:
        return
    harmless = old <= new if way is _Way.ASKED else new <= old
    if not harmless:
        yield f"{where} was {_listed(old)}, and is {_listed(new)} now"


def _type_of(schema: Schema) -> set[str]:
    """Return the JSON types that a schema names; empty where it leaves them open."""
    named = schema.get("type")
    if named is not None:
        return {named} if isinstance(named, str) else set(named)
    found: set[str] = set()
    for kind in ("anyOf", "oneOf"):
        for alternative in schema.get(kind, ()):
            inner = _type_of(alternative)
            if not inner:
                return set()
            found |= inner
    return found


def _listed(types: set[str]) -> str:
    return " or ".join(sorted(types))


def _values(where: str, before: Schema, after: Schema) -> Iterator[str]:
    known = [*before.get("enum", ()), *([before["const"]] if "const" in before else [])]
    present = [*after.get("enum", ()), *([after["const"]] if "const" in after else [])]
    if known and present:
        yield from (f"{where}: the value {one!r} is gone" for one in known if one not in present)


def _key(schema: Schema) -> str:
    """Return what tells an alternative from the others."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    return str(schema.get("title") or schema.get("const") or schema.get("type") or "other")
