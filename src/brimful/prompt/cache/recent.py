"""What was worked out lately: a mapping with a bound, from which what was used least recently goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class Recent(Generic[_Key, _Value]):
    """Remembers at most so many values."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[_Key, _Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: _Key, make: Callable[[], _Value]) -> _Value:
        """The value of a key, made now if it is not remembered."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        value = self._kept[key] = make()
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value
