"""brimful fits an agent's conversation, tools and code into a model's context window, and shows what went where.

Names are loaded when they are first used, so that `import brimful` costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; importing it from typing would double the cost of this module

__version__ = "0.1.0"

if TYPE_CHECKING:
    from brimful import documents as documents
    from brimful import prompt as prompt
    from brimful import results as results
    from brimful.api import Count, check, conversation, count, read, repair, translate
    from brimful.errors import BrimfulError
    from brimful.settings import Settings

_HOMES = {
    "BrimfulError": "brimful.errors",
    "Count": "brimful.api",
    "Settings": "brimful.settings",
    "check": "brimful.api",
    "conversation": "brimful.api",
    "count": "brimful.api",
    "read": "brimful.api",
    "repair": "brimful.api",
    "translate": "brimful.api",
}

_ROOMS = ("documents", "prompt", "results")  # modules that are used by their name: brimful.prompt.render

__all__ = [
    "BrimfulError",
    "Count",
    "Settings",
    "check",
    "conversation",
    "count",
    "documents",
    "prompt",
    "read",
    "repair",
    "results",
    "translate",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES and name not in _ROOMS:
        raise AttributeError(f"module 'brimful' has no attribute {name!r}")
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f"brimful.{name}")
    found: object = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
