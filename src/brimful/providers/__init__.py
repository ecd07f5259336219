"""How it travels: the wire formats, each in a folder of its own (MSG-2 … 4)."""

from brimful.providers import sse
from brimful.providers.answer import Answer, Folder
from brimful.providers.body import Body, read_body
from brimful.providers.dialect import Dialect, StreamReader
from brimful.providers.failure import Failure
from brimful.providers.problem import Loss, Problem, Report
from brimful.providers.registry import NAMES, detect, dialect
from brimful.providers.translate import Translation, compose, translate

__all__ = [
    "NAMES",
    "Answer",
    "Body",
    "Dialect",
    "Failure",
    "Folder",
    "Loss",
    "Problem",
    "Report",
    "StreamReader",
    "Translation",
    "compose",
    "detect",
    "dialect",
    "read_body",
    "sse",
    "translate",
]
