"""What happened, said in order."""

from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from app.engine.kernel.citation import Cites


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """One thing that happened. `seq` numbers a match's events from 1, the same for every viewer.

    `seat` is whom it concerns, `turn` when it happened, `cites` what it rests on. A subclass names
    in `secret` the fields that only `seat` may read, and says in `news` whether it `informs`.
    """

    secret: ClassVar[tuple[str, ...]] = ()
    news: ClassVar[bool] = False

    seq: int = 0
    seat: int | None = None
    turn: int = 0
    cites: Cites | None = None

    def informs(self) -> bool:
        """Whether it told somebody what nobody could know before: a hidden card, an order, dice.

        What happened before such an event cannot be taken back any more.
        """
        return self.news

    def seen_by(self, viewer: int | None) -> Self:
        """Return the event as `viewer` (None: a spectator) may see it; secrets are left out."""
        if not self.secret or viewer == self.seat:
            return self
        return replace(self, **dict.fromkeys(self.secret))
