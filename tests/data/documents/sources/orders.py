"""Orders."""

from __future__ import annotations

import os, sys

type Price = float

LIMIT = 10  # at most
names: list[str] = []
lookup = {
    # by number
    "a": 1, "b": 2,
}


class Order:
    """An order."""

    COUNT = 0
    total: float = 0.0

    def __init__(self, number: int, /, *items, **more) -> None:
        self.number, self.items = number, items

        def inner(x):
            return x, x + 1

        self.more = inner(more)

    @property
    def empty(self) -> bool:
        return not self.items

    class Line:
        amount = 1


@decorated(
    "twice",  # reason
)
async def ship(
    order: Order,
    to: str = "here",
) -> None:
    for item, price in order.items, LIMIT:
        if item > LIMIT: raise ValueError(item)
        elif item: pass
        else:
            print(f"{item, price}", file=sys.stderr)
    while True:
        try:
            x = y = 1
            with open(to) as f, open(to) as g: del f, g
        except* OSError as e:
            break
        finally:
            continue
    match order:
        case Order(): return 1, 2
        case _:
            global names
    assert order, "none"
    sort(key=lambda a: (a, 1))


if __name__ == "__main__":
    def local_at_top(): ...
