"""How a use case says that it cannot be carried out."""

from typing import Any

from app.engine.kernel.citation import Cites
from app.engine.kernel.refusal import Flaw, Malformed


class Failure(Exception):
    """A use case that was not carried out; it has changed nothing.

    `code` is one of the contract's (section 5), `detail` a sentence for a person, `flaws` the
    places in what was sent, `cites` what refuses; `members` (`decision_id`, `version`, …) say more.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        cites: Cites | None = None,
        flaws: tuple[Flaw, ...] = (),
        **members: Any,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.cites = cites
        self.flaws = flaws
        self.members = members


def not_found(what: str) -> Failure:
    """Return the failure of naming what does not exist, or what the viewer may not see."""
    return Failure("not_found", f"There is no {what}.")


def invalid(pointer: str, detail: str) -> Failure:
    """Return the failure of a payload that is wrong at one place."""
    return Failure("invalid_payload", detail, flaws=(Flaw(pointer, detail),))


def placed(malformed: Malformed, under: str) -> Malformed:
    """Return the same mistakes, seen from the whole body, where the payload stands at `under`."""
    return type(malformed)([Flaw(under + flaw.pointer, flaw.detail) for flaw in malformed.flaws])
