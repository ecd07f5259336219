"""Messages and tools beside what the original counter answers, with real tokens (TOK-3, TOK-9)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from brimful.messages import CacheMark, Image, Message, Part, Text, Tool, ToolCall, ToolResult
from brimful.models.model import Family, ImageRule
from brimful.tokens import TextCounter
from brimful.tokens.formulas import message_cost, messages_cost, tools_cost

pytestmark = pytest.mark.spec("TOK-3", "TOK-9")

DATA = Path(__file__).parent.parent / "data/tokens"
TILES = ImageRule("openai_tiles", base=85, tile=170)
ENCODINGS = ("o200k_base", "cl100k_base")

# The original counts the address of an image as text; a picture behind it may cost as much as any.
DELIBERATE = {"https://example.com/cat.png"}


@pytest.fixture(scope="module")
def count() -> Any:
    return TextCounter().count


def rows(name: str) -> list[Any]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def family(encoding: str) -> Family:
    return Family(encoding, "openai", encoding, TILES, exact=True)


def read(entry: dict[str, Any]) -> Message:
    content: list[Part] = []
    for part in entry["content"]:
        match part["type"]:
            case "text":
                content.append(Text(part["text"]))
            case "image":
                content.append(Image(url=part["url"]))
            case "cache_mark":
                content.append(CacheMark())
    if "toolCallId" in entry:
        texts = tuple(part for part in content if isinstance(part, Text))
        return Message("tool", (ToolResult(entry["toolCallId"], texts),))
    calls = [
        ToolCall(call["id"], call["function"]["name"], call["function"]["arguments"])
        for call in entry.get("toolCalls", [])
    ]
    return Message(entry["role"], (*content, *calls), name=entry.get("name", ""))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("row", rows("messages.jsonl"), ids=lambda row: row["messages"][0]["role"])
def test_messages_cost_what_the_original_says(row: dict[str, Any], encoding: str, count: Any) -> None:
    messages = [read(entry) for entry in row["messages"]]
    ours = [message_cost(message, family(encoding), count).total for message in messages]
    theirs = [each[encoding] for each in row["each"]]
    total = messages_cost(messages, family(encoding), count).total
    addresses = {part.url for message in messages for part in message.parts if isinstance(part, Image)}
    if addresses & DELIBERATE:
        assert ours[0] == 4 + count("see", encoding) + 85 + 8 * 170 > theirs[0]
        assert total > row["total"][encoding]
    else:
        assert ours == theirs
        assert total == row["total"][encoding]


@pytest.mark.parametrize("row", rows("tools.jsonl"), ids=lambda row: f"{len(row['tools'])} tools")
def test_tools_never_cost_less_than_their_json(row: dict[str, Any], count: Any) -> None:
    tools = [Tool(t["name"], t["description"], t.get("inputSchema")) for t in row["tools"]]
    content = row["content_json"]["o200k_base"]
    expected = int(1.1 * (16 + sum(8 + tokens for tokens in content))) if content else 0
    ours = tools_cost(tools, family("o200k_base"), count).tools
    assert ours >= expected >= sum(content)
    assert ours <= expected + 2 * len(tools), "pieces counted apart may differ by a token from the whole"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_tools_never_cost_less_than_the_original_says(encoding: str, count: Any) -> None:
    for row in rows("tools.jsonl"):
        tools = [Tool(t["name"], t["description"], t.get("inputSchema")) for t in row["tools"]]
        ours = tools_cost(tools, family(encoding), count).tools
        if all(tool.parameters for tool in tools):
            assert ours >= row[encoding]
        else:  # the original counts the words "name" and "description", we the frame of eight alone
            assert ours >= row["content_json"]["o200k_base"][0]
