"""Prompt trees: priorities, flexible budgets, pruning, and an account of every render (PT, CM)."""

from brimful.prompt.element import HIGHEST, Child, Children, Container, Element, Props, Sizing, element
from brimful.prompt.elements import (
    Assistant,
    Call,
    Chunk,
    Document,
    Expandable,
    History,
    IfEmpty,
    Image,
    KeepWith,
    LegacyPrioritization,
    PrioritizedList,
    System,
    Text,
    TextChunk,
    TokenLimit,
    Tool,
    User,
)
from brimful.prompt.errors import BudgetExceeded, ElementFailed, InvalidPrompt
from brimful.prompt.extras import BR, CacheMark, Embedded, LineBreak, Meta, Opaque, Reference, References
from brimful.prompt.output import Output
from brimful.prompt.rendered import Rendered
from brimful.prompt.rendering import render, render_json, render_sync
from brimful.prompt.tokenizer import ModelTokenizer, Tokenizer

__all__ = [
    "BR",
    "HIGHEST",
    "Assistant",
    "BudgetExceeded",
    "CacheMark",
    "Call",
    "Child",
    "Children",
    "Chunk",
    "Container",
    "Document",
    "Element",
    "ElementFailed",
    "Embedded",
    "Expandable",
    "History",
    "IfEmpty",
    "Image",
    "InvalidPrompt",
    "KeepWith",
    "LegacyPrioritization",
    "LineBreak",
    "Meta",
    "ModelTokenizer",
    "Opaque",
    "Output",
    "PrioritizedList",
    "Props",
    "Reference",
    "References",
    "Rendered",
    "Sizing",
    "System",
    "Text",
    "TextChunk",
    "TokenLimit",
    "Tokenizer",
    "Tool",
    "User",
    "element",
    "render",
    "render_json",
    "render_sync",
]
