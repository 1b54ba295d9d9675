"""What a process remembers of what it stored, so that it need not ask again at once."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memory(Generic[K, V]):
    """The `size` values that were remembered or recalled last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()

    def recall(self, key: K) -> V | None:
        """Return the value, if it is still remembered."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def remember(self, key: K, value: V) -> None:
        """Remember a value; what was not asked for longest is forgotten for it."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._size:
            self._values.popitem(last=False)

    def forget_all(self) -> None:
        """Forget everything."""
        self._values.clear()
