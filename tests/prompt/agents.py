"""Conversations of agents for the tests of history and agent prompt, and what is looked for in their prompts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from brimful import jsontext
from brimful.messages import Conversation, Image, Message, Options, Text, Thinking, Tool, ToolCall, ToolResult
from brimful.prompt import BudgetExceeded, Child, ModelTokenizer, Rendered, render_sync
from brimful.providers import NAMES, compose, dialect, read_body

SESSIONS = Path(__file__).parents[1] / "data" / "sessions" / "sessions.jsonl"
TOKENIZER = ModelTokenizer("gpt-5")
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
TOOLS = (Tool("run", "Runs.", {"type": "object", "properties": {"n": {"type": "integer"}}}),)


def recorded() -> dict[str, Conversation]:
    """The recorded sessions by their ids."""
    found = {}
    for line in SESSIONS.read_text("utf-8").splitlines():
        session = json.loads(line)
        body = {"model": session["model"], "messages": session["messages"], "tools": session["tools"]}
        found[session["id"]] = read_body(jsontext.encode(body), dialect("openai")).conversation
    return found


def rendered(prompt: Child, budget: int, **how: Any) -> Rendered:
    """A prompt within a budget, and the budget kept."""
    done = render_sync(prompt, budget=budget, tokenizer=TOKENIZER, **how)
    assert done.tokens <= budget
    return done


def fitting(prompt: Child, budget: int) -> Rendered | None:
    """A prompt within a budget; None when what may not go does not fit."""
    try:
        return rendered(prompt, budget)
    except BudgetExceeded as error:
        assert error.needed > error.budget
        return None


def problems(messages: Sequence[Message], tools: Sequence[Tool] = TOOLS) -> list[str]:
    """What any of the four providers would refuse in these messages."""
    conversation = Conversation(tuple(messages), tuple(tools), model="m", options=Options(max_output_tokens=100))
    found = []
    for name in NAMES:
        wire = dialect(name)
        body = compose(conversation, wire).body
        found += [f"{name} {problem.at}: {problem.rule}" for problem in wire.check(body)]
    return found


def are_pairs_whole(messages: Sequence[Message]) -> bool:
    """Whether every call is followed by its result, and every result follows its call."""
    waiting: list[str] = []
    for message in messages:
        if waiting and message.role not in ("tool", "assistant"):
            return False
        waiting += [call.id for call in message.tool_calls]
        for result in message.tool_results:
            if result.call_id not in waiting:
                return False
            waiting.remove(result.call_id)
    return not waiting


def round_of(number: int, *sizes: int, words: str = "", thought: str = "", error: bool = False) -> list[Message]:
    """A round: a call for each size, its result of so many words."""
    calls = [ToolCall(f"c{number}_{i}", "run", json.dumps({"n": number})) for i in range(len(sizes))]
    opening = [Text(words)] if words else []
    thinking = [Thinking(thought, "c2ln")] if thought else []
    results = [
        Message("tool", (ToolResult(call.id, (Text(" ".join([f"r{number}"] * size)),) if size else (), error),))
        for call, size in zip(calls, sizes, strict=True)
    ]
    return [Message("assistant", (*thinking, *opening, *calls)), *results]


def user(text: str) -> Message:
    """What the user says."""
    return Message("user", (Text(text),))


def answer(text: str) -> Message:
    """What the model says when it is done."""
    return Message("assistant", (Text(text),))


@st.composite
def agent_rounds(draw: st.DrawFn, first: int = 0) -> list[Message]:
    """Rounds of one turn: parallel calls, errors, empty results, pictures, thinking."""
    said: list[Message] = []
    for number in range(first, first + draw(st.integers(0, 4))):
        sizes = draw(st.lists(st.sampled_from([0, 1, 5, 40, 300]), min_size=1, max_size=3))
        made = round_of(
            number,
            *sizes,
            words=draw(st.sampled_from(["", f"look {number}"])),
            thought=draw(st.sampled_from(["", "hm"])),
            error=draw(st.booleans()),
        )
        if draw(st.booleans()):
            call = made[0].tool_calls[-1]
            made[-1] = Message("tool", (ToolResult(call.id, (Text("seen"), Image("image/png", PIXEL))),))
        said += made
    return said


@st.composite
def histories(draw: st.DrawFn) -> list[Message]:
    """Turns of a user and an agent."""
    said: list[Message] = []
    for turn in range(draw(st.integers(0, 4))):
        said.append(user(f"question {turn}"))
        said += draw(agent_rounds(first=100 * (turn + 1)))
        if draw(st.booleans()):
            said.append(answer(f"answer {turn}"))
    return said
