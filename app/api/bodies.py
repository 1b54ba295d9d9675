"""Bodies in and out as msgspec reads and writes them: engine data is JSON already."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from fastapi import Request, Response

from app.engine.artifacts.reading import flaw_of
from app.engine.kernel.refusal import Malformed
from app.problems import Problem

T = TypeVar("T")


async def read_body(request: Request, shape: type[T]) -> T:
    """Decode the request's body. Raises a problem for what is no JSON or has another shape."""
    body = await request.body()
    try:
        body.decode()  # `msgspec.Raw` takes any bytes between quotes
        return msgspec.json.decode(body, type=shape)
    except msgspec.ValidationError as exc:
        raise Malformed([flaw_of(str(exc))]) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as exc:
        raise Problem("malformed_json", f"{exc}.") from None
    except RecursionError:
        raise Problem("malformed_json", "The JSON is nested too deeply.") from None


def json_response(
    value: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer with a struct (or what is made of structs) as JSON."""
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")
