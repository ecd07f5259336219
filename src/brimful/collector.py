"""Python's garbage collector, paused for a moment.

Trees are made of many small objects, all of which live until the tree is done. The collector counts what is made and
looks through everything there is, again and again, for garbage that cannot be there yet.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Run a block without the collector, if it was on. For blocks that wait for nothing and end soon."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
