"""A request as the cache sees it: what is equal, and what is not (CM-3)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import Conversation
from brimful.models import caching_for
from brimful.prompt.cache import Counts, Prompt, PromptReader
from brimful.providers import compose, dialect, read_body
from brimful.settings import Cache
from tests.messages.strategies import agent_conversations, conversations
from tests.prompt.cache.bodies import EACH, MODELS, REGISTRY, TOOLS, body, prompt, prompt_of

pytestmark = pytest.mark.spec("CM-3")

WIRES = sorted(MODELS)


def shown(value: dict[str, Any], **how: Any) -> Prompt:
    return prompt_of(read_body(json.dumps(value, **how).encode(), dialect("anthropic")), marks=False)


REQUEST = {
    "model": "claude-sonnet-5",
    "max_tokens": 10,
    "tools": [{"name": "a", "input_schema": {"type": "object", "properties": {"x": {}, "y": {}}}}],
    "system": "s",
    "messages": [
        {"role": "user", "content": "u"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "a", "input": {"x": 1, "y": 2}}]},
    ],
}


@pytest.mark.parametrize("wire", WIRES)
def test_tools_come_first_then_the_system_prompt_then_the_messages(wire: str) -> None:
    made = prompt(wire, ["u", "a"], marks=False)
    blocks = [block for block in made.blocks if block.tokens]
    assert [block.label for block in blocks] == ["read", "grep", "system", "user", "assistant"]
    assert sum(block.tokens for block in blocks) == made.tokens == 4 * EACH


def test_white_space_and_the_order_of_an_envelopes_keys_are_no_change() -> None:
    turned = {
        **{name: REQUEST[name] for name in reversed(REQUEST)},
        "messages": [dict(reversed(message.items())) for message in REQUEST["messages"]],
    }
    assert shown(turned, indent=2).names == shown(REQUEST).names


def test_a_bare_string_says_the_same_as_one_block_of_text() -> None:
    spelled = {**REQUEST, "system": [{"type": "text", "text": "s"}]}
    assert shown(spelled).names == shown(REQUEST).names


def test_marks_are_no_change() -> None:
    plain = body("anthropic", ["u", "a"])
    assert prompt_of(plain, marks=True).names == prompt_of(plain, marks=False).names
    assert any(block.mark is not None for block in prompt_of(plain, marks=True).blocks)


@pytest.mark.parametrize("name", ["tools", "messages"])
def test_the_order_of_keys_that_the_model_is_shown_is_a_change(name: str) -> None:
    turned = json.loads(json.dumps(REQUEST))
    if name == "tools":
        turned["tools"][0]["input_schema"]["properties"] = {"y": {}, "x": {}}
    else:
        turned["messages"][1]["content"][0]["input"] = {"y": 2, "x": 1}
    assert shown(turned).names[-1] != shown(REQUEST).names[-1]


def test_a_tool_that_is_loaded_later_is_not_part_of_the_prompt() -> None:
    later = {**REQUEST, "tools": [*REQUEST["tools"], {"name": "b", "input_schema": {}, "defer_loading": True}]}
    assert shown(later).names == shown(REQUEST).names


def test_parameters_that_are_written_into_the_prompt_stand_where_they_break_it() -> None:
    plain, chosen = shown(REQUEST), shown({**REQUEST, "tool_choice": {"type": "any"}})
    differ = [one.at for one, other in zip(plain.blocks, chosen.blocks, strict=True) if one.name != other.name]
    assert differ == ["tool_choice"]
    assert [block.at for block in plain.blocks].index(
        "tool_choice"
    ) == 3  # behind the frame, the tool, the system prompt
    assert shown({**REQUEST, "temperature": 1}).names == plain.names


def test_another_model_has_another_cache() -> None:
    assert shown({**REQUEST, "model": "claude-opus-5"}).names[0] != shown(REQUEST).names[0]


@given(agent_conversations() | conversations, st.sampled_from(WIRES), st.integers(0, 10**6))
def test_blocks_add_up_to_the_whole_and_are_the_same_when_seen_again(
    conversation: Conversation, wire: str, tokens: int
) -> None:
    made = compose(conversation, dialect(wire)).body
    model = REGISTRY.find(MODELS[wire])
    counts = Counts(tokens, 7 if made.tools else 0, tuple(range(len(made.pieces))))
    reader = PromptReader(Cache(known_pieces=3))
    read = reader.read(made, model, caching_for(model.id, wire), counts)
    assert read.tokens == tokens
    assert all(block.tokens >= 0 for block in read.blocks)
    assert reader.read(made, model, caching_for(model.id, wire), counts) == read


def test_half_a_surrogate_pair_in_a_schema_has_a_name() -> None:
    odd = {**REQUEST, "tools": [{"name": "a", "description": "\ud83d", "input_schema": {}}]}
    assert shown(odd).names != shown(REQUEST).names


def test_the_tools_of_a_request_have_names() -> None:
    assert len(prompt("openai", ["u"]).tools) == len(TOOLS)
    assert prompt("openai", ["u"]).tools == prompt("openai", ["v", "w"], system="x").tools
