"""Context for inline completions: budgets, pools, neighbours, similar files, warm caches and a short race (IC)."""

from brimful.completion.budgets import MODES, available, optional, primary, secondary
from brimful.completion.clock import Clock
from brimful.completion.context import Completion, CompletionContext, Cursor
from brimful.completion.items import PRIORITIES, Item, LeftOut, item
from brimful.completion.pools import Chosen, choose
from brimful.completion.positions import offset_at, offset_at_utf16
from brimful.completion.prompt import CURSOR
from brimful.completion.providers import Place, Provider
from brimful.completion.recent import Document, RecentDocuments
from brimful.completion.similar import Options, SimilarFiles, Snippet, options_for

__all__ = [
    "CURSOR",
    "MODES",
    "PRIORITIES",
    "Chosen",
    "Clock",
    "Completion",
    "CompletionContext",
    "Cursor",
    "Document",
    "Item",
    "LeftOut",
    "Options",
    "Place",
    "Provider",
    "RecentDocuments",
    "SimilarFiles",
    "Snippet",
    "available",
    "choose",
    "item",
    "offset_at",
    "offset_at_utf16",
    "optional",
    "options_for",
    "primary",
    "secondary",
]
