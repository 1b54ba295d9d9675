"""How the engine says no: an illegal action, a malformed position, a wish for hidden knowledge.

The three are different errors: a `Refusal` is a verdict of the rules on a well-formed action, an
`InvalidPosition` means that there is nothing to judge, and a `Malformed` payload was not readable.
"""

from collections.abc import Sequence

from msgspec import Struct

from app.engine.kernel.citation import Cites


class Refusal(Exception):
    """A legal question with the answer no. Applying nothing, it leaves the position as it was.

    `code` is one of the closed list of the contract (section 5), `detail` one sentence that says
    what was asked, what the rule says and what would have made it legal.
    """

    def __init__(self, code: str, detail: str, cites: Cites) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.cites = cites


class HiddenInformation(Refusal):
    """The action needs what the given view does not show (a hidden deck or hand)."""

    def __init__(self, detail: str) -> None:
        super().__init__("hidden_information", detail, Cites())


class Flaw(Struct, frozen=True):
    """One mistake in a payload: an RFC 6901 `pointer` to the place and what is wrong there."""

    pointer: str
    detail: str


class Malformed(ValueError):
    """A payload that is not what it claims to be; `flaws` says where and what would be right."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__("; ".join(f"{flaw.pointer or '/'}: {flaw.detail}" for flaw in flaws))
        self.flaws = tuple(flaws)


class InvalidPosition(Malformed):
    """A position of the right shape that no game can reach (a doubled id, a Land in Support)."""
