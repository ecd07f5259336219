"""The words of the Responses API that several modules here need (source: the types of the openai package)."""

from __future__ import annotations

import re

from brimful.messages import Role, Wire

NAME = "responses"

# Content parts that hold plain text, and the member that holds it.
TEXT_MEMBERS = {
    "input_text": "text",
    "output_text": "text",
    "text": "text",
    "summary_text": "text",
    "reasoning_text": "text",
    "refusal": "refusal",
}
INPUT_PARTS = frozenset({"input_text", "input_image", "input_file"})
OUTPUT_PARTS = frozenset({"output_text", "refusal"})

# A call of the model → the item that answers it.
CALL_OUTPUTS = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
    "computer_call": "computer_call_output",
    "local_shell_call": "local_shell_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
    "tool_search_call": "tool_search_output",
}

# What an item's own id starts with; only where the API is known to insist.
# Sources: openai/codex#33176 (msg), jlcodes99/cockpit-tools#2090 (rs), nodetool-ai/nodetool#4252 (fc),
# can1357/oh-my-pi#977 (ctc).
ID_PREFIXES = {"message": "msg", "reasoning": "rs", "function_call": "fc", "custom_tool_call": "ctc"}

TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]+")
MAX_CALL_ID = 64

_ROLES: dict[str, Role] = {
    "mcp_approval_response": "tool",
    "additional_tools": "system",
    "configuration_update": "system",
    "compaction_trigger": "user",
}


def role_of_item(kind: str) -> Role:
    """Who says an item that is not a message: the tool for outputs, the model for the rest."""
    return _ROLES.get(kind) or ("tool" if kind.endswith("_output") else "assistant")


def is_native(wire: Wire | None) -> bool:
    """Whether a value came from this dialect."""
    return wire is not None and wire.dialect == NAME


def words_of(wire: Wire | None) -> frozenset[str]:
    """The words of `wire.form`, when the value came from this dialect."""
    return frozenset(wire.form.split()) if wire is not None and wire.dialect == NAME else frozenset()
