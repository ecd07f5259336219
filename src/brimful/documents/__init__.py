"""Source files and changes made smaller: structure, budgeted summaries, outlines (DOC).

summarize(text, budget=2_000, path="shop.py", select=(120, 140)).text
"""

from brimful.documents.costs import Adjust, for_attachments
from brimful.documents.document import Document
from brimful.documents.languages import LANGUAGES, language_of
from brimful.documents.result import Part, Summary
from brimful.documents.style import STYLES, Style
from brimful.documents.summary import summarize
from brimful.documents.tree import Node

__all__ = [
    "LANGUAGES",
    "STYLES",
    "Adjust",
    "Document",
    "Node",
    "Part",
    "Style",
    "Summary",
    "for_attachments",
    "language_of",
    "summarize",
]
