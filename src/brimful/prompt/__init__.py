"""Prompt trees: priorities, flexible budgets, pruning, and an account of every render (PT, CM)."""

from brimful.prompt.agent import AgentPrompt, Ask, Rules, UserMessage
from brimful.prompt.element import HIGHEST, Child, Children, Container, Element, Props, Sizing, element
from brimful.prompt.elements import (
    Assistant,
    Call,
    Chunk,
    Document,
    Expandable,
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
from brimful.prompt.excerpt import Cut, Excerpt, Shorten, head_and_tail
from brimful.prompt.extras import BR, CacheMark, Embedded, Given, LineBreak, Meta, Opaque, Reference, References
from brimful.prompt.frozen import Frozen
from brimful.prompt.history import History, Round, Rounds, Shaping, ToolResult, Turn
from brimful.prompt.output import Output
from brimful.prompt.places import PLAIN, SUMMARISED, Place, Places
from brimful.prompt.rendered import Rendered
from brimful.prompt.rendering import render, render_json, render_sync
from brimful.prompt.tokenizer import ModelTokenizer, Tokenizer
from brimful.prompt.workspace import Workspace

__all__ = [
    "BR",
    "HIGHEST",
    "PLAIN",
    "SUMMARISED",
    "AgentPrompt",
    "Ask",
    "Assistant",
    "BudgetExceeded",
    "CacheMark",
    "Call",
    "Child",
    "Children",
    "Chunk",
    "Container",
    "Cut",
    "Document",
    "Element",
    "ElementFailed",
    "Embedded",
    "Excerpt",
    "Expandable",
    "Frozen",
    "Given",
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
    "Place",
    "Places",
    "PrioritizedList",
    "Props",
    "Reference",
    "References",
    "Rendered",
    "Round",
    "Rounds",
    "Rules",
    "Shaping",
    "Shorten",
    "Sizing",
    "System",
    "Text",
    "TextChunk",
    "TokenLimit",
    "Tokenizer",
    "Tool",
    "ToolResult",
    "Turn",
    "User",
    "UserMessage",
    "Workspace",
    "element",
    "head_and_tail",
    "render",
    "render_json",
    "render_sync",
]
