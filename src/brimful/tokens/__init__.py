"""What texts cost in tokens.

The function `counter` has the name of a module of this package. The module is imported here, before the function is
made, so that importing it later does not put it in the function's place.
"""

from __future__ import annotations

from collections.abc import Callable

import brimful.tokens.counter as _counter

__all__ = ["counter"]


def counter(encoding_name: str) -> Callable[[str], int]:
    """Return a function that counts a text exactly in that encoding, without remembering texts."""
    return _counter.TextCounter().counting(encoding_name)
