"""The search index of a library: every field of every card, ready to be compared."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import cast

from app.content.cards import Ability, Card
from app.content.query.columns import Column, TextColumn, ValueColumn
from app.content.query.fields import FIELDS, Field
from app.content.query.order import Orders


class SearchIndex:
    """The cards, numbered in printed order, and columns for each field.

    A field of abilities has a column for the first ability of every card, one for the second, and
    so on, so that what is found of one ability can be told from what is found of another.
    """

    def __init__(self, cards: Iterable[Card], rules: Mapping[str, tuple[str, ...]]) -> None:
        """Index the cards; `rules` are the ids of the rules that bear on each, by its id."""
        self.cards = tuple(cards)
        self.everything = (1 << len(self.cards)) - 1
        self.slots = max((len(card.abilities) for card in self.cards), default=0)
        self.of_card: dict[str, Column] = {}
        self.of_ability: dict[str, tuple[Column, ...]] = {}
        for field in FIELDS:
            if field.of_card is not None:
                values = [field.of_card(card, rules.get(card.id, ())) for card in self.cards]
                self.of_card[field.name] = _column(field, values)
            if field.of_ability is not None:
                self.of_ability[field.name] = tuple(
                    _column(field, [_read(field, card, slot) for card in self.cards])
                    for slot in range(self.slots)
                )

    @cached_property
    def orders(self) -> Orders:
        """The orders in which the cards can be listed."""
        return Orders(self.cards)

    @cached_property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """The words that each field with words can have: those of the game, and the cards'."""
        return {field.name: self._words(field) for field in FIELDS if field.holds == "word"}

    def _words(self, field: Field) -> tuple[str, ...]:
        columns = [*self.of_ability.get(field.name, ())]
        if field.name in self.of_card:
            columns.append(self.of_card[field.name])
        found = {word for column in columns for word in cast("ValueColumn", column).words}
        # The shorter first, so that `rule-9` stands before `rule-10`.
        return (*field.words, *sorted(found - {*field.words}, key=lambda word: (len(word), word)))


def _read(field: Field, card: Card, slot: int) -> Iterable[str | int] | None:
    if field.of_ability is None or slot >= len(card.abilities):
        return None
    ability: Ability = card.abilities[slot]
    return field.of_ability(ability)


def _column(field: Field, rows: Sequence[Iterable[str | int] | None]) -> Column:
    if field.holds == "text":
        texts = [None if values is None else [str(value) for value in values] for values in rows]
        return TextColumn(texts)
    return ValueColumn([None if values is None else tuple(values) for values in rows])
