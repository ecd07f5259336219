"""`summarize`: source files made to fit a number of tokens or characters, never over it (DOC-3, DOC-4, DOC-7).

A first try takes a number of characters that should do; what it counts is held against the budget, which stays what
it was, and the next try takes less, or more where there is room. When not even what a selection touches fits, the
selection's own lines are cut, and the result says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from brimful.documents import cut
from brimful.documents.costs import Adjust
from brimful.documents.dense import Dense
from brimful.documents.document import Document
from brimful.documents.plan import Plan
from brimful.documents.selection import Select, selection
from brimful.documents.showing import Showing
from brimful.documents.shown import Lines, lines_of, numbered, text_of
from brimful.documents.style import Style, style_named
from brimful.documents.languages import language_of
from brimful.documents.overlay import Overlay, overlay
from brimful.documents.tree import Node
from brimful.errors import BrimfulError
from brimful.models import Registry
from brimful.settings import DEFAULTS, Documents, Settings
from brimful.tokens import TextCounter
