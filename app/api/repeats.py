"""`Idempotency-Key`: a request that may be sent again without being carried out again."""

import re
from email.utils import format_datetime
from typing import Annotated

from fastapi import Header, Request, Response

from app.problems import Problem
from app.services.repeats import KEPT_FOR, Kept, Once, once

_HOURS = int(KEPT_FOR.total_seconds() // 3600)
_KEY = re.compile(r'"([\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255})')

IdempotencyKey = Annotated[
    str | None,
    Header(
        description="A fresh name for this request, such as a UUID, in quotes or bare. Sent again "
        f"with the same body within {_HOURS} hours, the request is answered as before, with "
        "`Idempotency-Replayed: true`, and not carried out again. `Idempotency-Expires` says until "
        "when. A refusal is not kept: it has changed nothing."
    ),
]


async def once_of(request: Request, player: str, scope: str, key: str | None) -> Once | None:
    """Return the request as one that counts once, if it has a key."""
    if key is None:
        return None
    found = _KEY.fullmatch(key.strip())
    if found is None:
        detail = "Idempotency-Key takes 1 to 255 printable ASCII characters without spaces."
        raise Problem("invalid_header", detail)
    return once(player, scope, found[1] or found[2], await request.body())


def kept_response(kept: Kept, headers: dict[str, str] | None = None) -> Response:
    """Answer as it is kept, byte for byte."""
    about = {
        "Idempotency-Expires": format_datetime(kept.expires_at, usegmt=True),
        "Idempotency-Replayed": "true" if kept.replayed else "false",
    }
    return Response(
        kept.body, kept.status, {**(headers or {}), **about}, media_type="application/json"
    )
