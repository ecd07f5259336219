"""An agent's prompt at two budgets: what it holds, what is left behind, and why. Offline.

Run: `python examples/agent_prompt.py`.
"""

from __future__ import annotations

import asyncio

from brimful.messages import Message, Text, ToolCall, ToolResult
from brimful.prompt import AgentPrompt, Ask, Frozen, Rendered, Rules, Workspace, render
from brimful.prompt.manifest_text import as_text

MODEL = "gpt-5"
WORKSPACE = Workspace(
    os="Linux",
    tasks="make test: all tests\nmake check: format, lint, types",
    trees={"upload": "src/\n  client.py\n  retry.py\n.git/\n  HEAD\ntests/\n  test_retry.py"},
)
LOG = "\n".join(f"12:00:{i:02} attempt {i}: 503 Service Unavailable, waiting {2 ** (i % 6)} s" for i in range(60))


def look(number: int, command: str, output: str) -> list[Message]:
    """A round: the agent runs a command and reads what it printed."""
    call = ToolCall(f"call_{number}", "run", f'{{"command": "{command}"}}')
    return [
        Message("assistant", (Text(f"I run {command}."), call)),
        Message("tool", (ToolResult(call.id, (Text(output),)),)),
    ]


BEFORE = [
    Message("user", (Text("What is in this project?"),)),
    *look(1, "ls -R", "src tests README.md\n" * 40),
    Message("assistant", (Text("A client that uploads files, and its tests."),)),
]
NOW = [
    *look(2, "grep -rn retry src", "src/retry.py:10: for attempt in range(60):\n" * 30),
    *look(3, "cat up.log", LOG),
]


def prompt(frozen: Frozen) -> AgentPrompt:
    """The prompt of this moment; what an earlier render froze is said again byte for byte."""
    return AgentPrompt(
        "You are a careful coding agent.",
        Ask("Why does the upload take minutes?", attachments=["# client.py\ndef upload(path): ..."]),
        rules=Rules(custom="Answer briefly."),
        workspace=WORKSPACE,
        history=BEFORE,
        rounds=NOW,
        frozen=frozen,
    )


async def show(budget: int, frozen: Frozen) -> Rendered:
    """Render within a budget and print the account of it."""
    rendered = await render(prompt(frozen), budget=budget, model=MODEL)
    print(f"=== {len(rendered.messages)} messages within {budget:,} tokens\n")
    print(as_text(rendered.manifest))
    return rendered


async def main() -> None:
    """All of it, then what matters most."""
    rendered = await show(5_000, Frozen())
    await show(700, prompt(Frozen()).frozen_in(rendered))


if __name__ == "__main__":
    asyncio.run(main())
