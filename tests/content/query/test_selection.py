"""Orders and pages: total, and stable while cards come and go."""

from collections.abc import Iterator
from itertools import pairwise
from typing import get_args

import pytest
from msgspec.structs import replace

from app.content.library import load_library
from app.content.query.index import SearchIndex
from app.content.query.order import Direction, Key, OrderName
from app.content.query.selection import Selection, select

LIBRARY = load_library()
INDEX = LIBRARY.search
ORDERS: list[tuple[OrderName, Direction]] = [
    (order, direction) for order in get_args(OrderName) for direction in get_args(Direction)
]


def ids(selection: Selection, place: int = 0, size: int = 1000) -> list[str]:
    return [selection.index.cards[row].id for row in selection.page(place, size)]


def pages(selection: Selection, size: int) -> Iterator[list[str]]:
    place = 0
    while rows := selection.page(place, size):
        yield [selection.index.cards[row].id for row in rows]
        place = selection.after(*selection.key(rows[-1]))


@pytest.mark.parametrize(("order", "direction"), ORDERS)
def test_an_order_is_total(order: OrderName, direction: Direction) -> None:
    selection = select(INDEX, None, order=order, direction=direction)
    keys = [selection.key(row) for row in selection.page(0, 1000)]
    having = [key for key in keys if key[0] is not None]
    lacking = [key for key in keys if key[0] is None]
    assert keys == having + lacking
    assert len(keys) == len(INDEX.cards)

    def above(one: tuple[Key, str], other: tuple[Key, str]) -> bool:
        return bool(one > other)

    assert all(above(*pair) == (direction == "desc") for pair in pairwise(having))
    assert [id_ for _, id_ in lacking] == sorted(id_ for _, id_ in lacking)


@pytest.mark.parametrize(("order", "direction"), ORDERS)
@pytest.mark.parametrize("size", [1, 7])
def test_pages_lead_through_all_cards_once(
    order: OrderName, direction: Direction, size: int
) -> None:
    selection = select(INDEX, "-kind:relic", order=order, direction=direction)
    found = [id_ for page in pages(selection, size) for id_ in page]
    assert found == ids(selection)
    assert len(found) == selection.total == len(set(found))


@pytest.mark.parametrize(("order", "direction"), ORDERS)
def test_newcomers_and_the_departed_neither_repeat_nor_hide_cards(
    order: OrderName, direction: Direction
) -> None:
    before = select(INDEX, None, order=order, direction=direction)
    first = before.page(0, 10)
    cursor = before.key(first[-1])
    seen = [INDEX.cards[row].id for row in first]
    newcomers = [
        replace(card, id=f"{letter}-{card.id}", name=f"{letter}{card.name}")
        for card in INDEX.cards[:3]
        for letter in "az"
    ]
    gone = seen[3]
    cards = [*newcomers, *(card for card in INDEX.cards if card.id != gone)]
    after = select(SearchIndex(cards, LIBRARY.card_rules), None, order=order, direction=direction)
    rest = ids(after, after.after(*cursor))
    old = [card.id for card in INDEX.cards if card.id not in seen]
    assert [id_ for id_ in rest if id_ in old] == ids(before)[10:]
    assert not set(rest) & set(seen)


def test_a_page_goes_on_where_its_last_card_stood_if_that_has_gone() -> None:
    before = select(INDEX, None, order="name")
    key, id_ = before.key(before.page(0, 10)[-1])
    without = SearchIndex((card for card in INDEX.cards if card.id != id_), LIBRARY.card_rules)
    after = select(without, None, order="name")
    assert ids(after, after.after(key, id_)) == ids(before)[10:]


@pytest.mark.parametrize(("order", "key"), [("name", 7), ("hp", "x"), ("printed", "x")])
def test_a_key_of_another_order_is_refused(order: OrderName, key: Key) -> None:
    with pytest.raises(TypeError):
        select(INDEX, None, order=order).after(key, "nobody")
