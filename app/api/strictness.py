"""What no route has to expect: text that JSON can carry, but that UTF-8 or a database cannot."""

import json
import re
from collections.abc import Iterator

from fastapi import Request

from app.problems import Problem

# Cheap to look for; only a body that has one of these is read a second time.
_SUSPECT = re.compile(rb"NaN|Infinity|\\u0000|\\u[dD][89a-fA-F]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


async def refuse_unstorable(request: Request) -> None:
    """Refuse what Python reads as JSON though it is not, and text that cannot be stored.

    That is `NaN` and `Infinity`, half of a surrogate pair, and the character U+0000, the last in
    the path and the query, too. A dependency of the whole application.
    """
    if "\0" in request.scope["path"]:
        raise Problem("not_found", "There is nothing at a path with U+0000 in it.")
    if b"%00" in request.scope["query_string"]:
        raise Problem("invalid_query", "U+0000 cannot stand in a query.")
    if request.method in {"POST", "PUT", "PATCH"}:
        body = await request.body()
        if _SUSPECT.search(body):
            _check_json(body)


def _check_json(body: bytes) -> None:
    try:
        value = json.loads(body, parse_constant=_refuse_constant)
    except ValueError:
        return  # not JSON: a route that takes JSON has said so already
    except RecursionError:
        raise Problem("malformed_json", "The JSON is nested too deeply.") from None
    for text in _texts(value):
        if "\0" in text:
            raise Problem("malformed_json", "U+0000 cannot stand in a text.")
        if _SURROGATE.search(text):
            raise Problem("malformed_json", "A text has half of a surrogate pair in it.")


def _refuse_constant(name: str) -> float:
    raise Problem("malformed_json", f"{name} is not JSON.")


def _texts(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case list() as items:
                waiting += items
            case dict() as members:
                waiting += members.keys()
                waiting += members.values()
            case _:
                pass
