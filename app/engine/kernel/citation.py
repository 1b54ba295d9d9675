"""What a verdict rests on."""

from msgspec import Struct


class Cites(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Where an event, a number or a refusal comes from.

    `card` is a card id, `ability` the printed name of one of its abilities, `rules` ids of
    printed rules (`rule-9`), rulings (`ruling-06`) and table settings (`table-13`).
    """

    card: str | None = None
    ability: str | None = None
    rules: tuple[str, ...] = ()
