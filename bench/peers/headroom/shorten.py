"""What headroom makes of tool results: JSON lines {"text"} in, {"text", "version"} out.

The result stands in a short conversation and is not its last message, so that nothing protects it. headroom takes no
limit; what it gives is as long as it is.
"""

from __future__ import annotations

import json
import sys

import headroom


def conversation(text: str) -> list[dict[str, object]]:
    """A tool result between a request and an answer."""
    call = {"id": "call_1", "type": "function", "function": {"name": "run", "arguments": "{}"}}
    return [
        {"role": "user", "content": "Run it and say what came out."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": text},
    ]


def main() -> None:
    """One line out for each line in."""
    for line in sys.stdin:
        result = headroom.compress(conversation(json.loads(line)["text"]), model="gpt-4o", protect_recent=0)
        text = result.messages[2]["content"]
        print(
            json.dumps({"text": text if isinstance(text, str) else json.dumps(text), "version": headroom.__version__})
        )


main()
