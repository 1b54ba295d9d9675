"""A part of a list."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")
U = TypeVar("U")


class Page(Struct, Generic[T], frozen=True):
    """Some of `total` things in order; `next` is where to go on, None at the end."""

    data: tuple[T, ...]
    total: int
    next: str | None


def page_of(found: Sequence[T], total: int, size: int, key: Callable[[T], str]) -> Page[T]:
    """Make a page of `size` from what was found, which is one more where the list goes on."""
    data = tuple(found[:size])
    return Page(data, total, key(data[-1]) if len(found) > size else None)
