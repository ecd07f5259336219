"""Usage, as each server reports it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai.types import CompletionUsage

from brimful.errors import InvalidBody
from brimful.messages import Usage
from brimful.providers.openai_chat import OPENAI_CHAT

pytestmark = pytest.mark.spec("CM-2")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}, Usage(10, 5)),
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "prompt_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 3, "audio_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": 2},
            },
            Usage(10, 5, 4, 3, reasoning=2),
        ),
        # DeepSeek
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "prompt_cache_hit_tokens": 8,
                "prompt_cache_miss_tokens": 2,
            },
            Usage(10, 5, 8),
        ),
        # Moonshot
        ({"prompt_tokens": 10, "completion_tokens": 5, "cached_tokens": 8}, Usage(10, 5, 8)),
        # LiteLLM
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "cache_read_input_tokens": 6,
                "cache_creation_input_tokens": 2,
                "prompt_tokens_details": {"cached_tokens": None},
            },
            Usage(10, 5, 6, 2),
        ),
        # Qwen
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "prompt_tokens_details": {
                    "cached_tokens": 1,
                    "cache_creation_input_tokens": 4,
                    "cache_creation": {"ephemeral_5m_input_tokens": 1, "ephemeral_1h_input_tokens": 3},
                },
            },
            Usage(10, 5, 1, 4, 3),
        ),
        # xAI: reasoning beside the completion, in the total
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "total_tokens": 22,
                "completion_tokens_details": {"reasoning_tokens": 7},
            },
            Usage(10, 12, reasoning=7),
        ),
        ({"prompt_tokens": None, "completion_tokens": True, "prompt_tokens_details": None}, Usage()),
        ({}, Usage()),
    ],
)
def test_usage_is_read_for_the_whole_prompt(value: dict[str, Any], expected: Usage) -> None:
    assert OPENAI_CHAT.read_usage(value) == expected


counts = st.integers(0, 1_000_000)


@given(st.builds(Usage, counts, counts, counts, counts, counts, counts))
def test_usage_that_is_written_reads_back(usage: Usage) -> None:
    written = OPENAI_CHAT.write_usage(usage)
    assert OPENAI_CHAT.read_usage(written) == usage
    assert CompletionUsage.model_validate(written).total_tokens == (usage.input or 0) + (usage.output or 0)


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(InvalidBody):
        OPENAI_CHAT.read_usage(5)
