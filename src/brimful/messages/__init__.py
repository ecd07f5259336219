"""What is said: the neutral model of roles, parts, rounds and turns (MSG)."""

from brimful.messages.digest import content_digest, tool_digest
from brimful.messages.message import Conversation, Message, Options, Role, Tool, ToolChoice
from brimful.messages.parts import (
    CacheMark,
    ContentPart,
    Document,
    Image,
    Opaque,
    Part,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Wire,
)
from brimful.messages.rounds import Round, Turn, rounds, turns
from brimful.messages.usage import Usage

__all__ = [
    "CacheMark",
    "ContentPart",
    "Conversation",
    "Document",
    "Image",
    "Message",
    "Opaque",
    "Options",
    "Part",
    "Role",
    "Round",
    "Text",
    "Thinking",
    "Tool",
    "ToolCall",
    "ToolChoice",
    "ToolResult",
    "Turn",
    "Usage",
    "Wire",
    "content_digest",
    "rounds",
    "tool_digest",
    "turns",
]
