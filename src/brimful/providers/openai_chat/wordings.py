"""How servers of this format say that a prompt is too long.

One table, first match counts; each row names who says it. `limit` is the window, `actual` what the request came to.
Numbers may carry commas. The last rows have no numbers: they only tell the kind.
"""

from __future__ import annotations

import re


def _wording(text: str) -> re.Pattern[str]:
    """Compile a wording; `{limit}` and `{actual}` stand for the numbers."""
    named = text.replace("{limit}", r"(?P<limit>\d[\d,]*)").replace("{actual}", r"(?P<actual>\d[\d,]*)")
    return re.compile(named, re.IGNORECASE | re.DOTALL)


CONTEXT_LIMIT: tuple[tuple[str, re.Pattern[str]], ...] = (
    # OpenAI since gpt-5
    ("OpenAI", _wording(r"exceed the configured limit of {limit} tokens.*?resulted in {actual} tokens")),
    # OpenAI, Azure, DeepSeek, older vLLM: "(… in the messages, … in the completion)" may follow
    ("OpenAI", _wording(r"maximum context length is {limit} tokens.{1,30}your messages resulted in {actual} tokens")),
    # vLLM 0.10 and later, when the prompt alone is too long
    ("vLLM", _wording(r"maximum context length is {limit} tokens\W+however, your (?:request|prompt) has {actual} ")),
    # vLLM, when prompt and answer together are
    (
        "vLLM",
        _wording(r"maximum context length is {limit} tokens and your request has {actual} input tokens"),
    ),
    ("vLLM", _wording(r"maximum context length is {limit} tokens.*?prompt contains (?:at least )?{actual} ")),
    # OpenRouter says "about"; OpenAI, DeepSeek, vLLM, LiteLLM and Together leave it out
    (
        "OpenRouter",
        _wording(r"maximum context length is {limit} tokens.{1,30}you requested (?:about )?{actual} tokens"),
    ),
    ("SGLang", _wording(r"maximum context length of {limit} tokens\W+you requested a total of {actual} tokens")),
    ("SGLang", _wording(r"input \({actual} tokens\) is longer than the model'?s context length \({limit} tokens\)")),
    ("SGLang", _wording(r"input length \({actual}\) exceeds (?:the )?model'?s maximum context length \({limit}\)")),
    # vLLM since 0.12, NVIDIA NIM, Modal
    ("vLLM", _wording(r"passed {actual} input tokens.*?context length is only {limit}")),
    # vLLM, offline checks
    ("vLLM", _wording(r"prompt \(length {actual}\) is longer than the maximum model length of {limit}")),
    ("llama.cpp", _wording(r"request \({actual} tokens\) exceeds the available context size \({limit} tokens\)")),
    ("Mistral", _wording(r"contains {actual} tokens.{1,80}too large for model with {limit} maximum context length")),
    ("xAI", _wording(r"maximum prompt length is {limit} but the request contains {actual} tokens")),
    ("GitHub Copilot", _wording(r"prompt token count of {actual} exceeds the limit of {limit}")),
    ("Moonshot", _wording(r"exceeded model token limit: {limit} \(requested: {actual}\)")),
    # Poolside behind OpenRouter
    ("Poolside", _wording(r"input length {actual} exceeds the maximum allowed input length of {limit} tokens")),
    # the local server of that name
    ("ds4", _wording(r"prompt has {actual} tokens?, but the configured context size is {limit} tokens?")),
    ("Cerebras", _wording(r"current length is {actual} while limit is {limit}")),
    # Anthropic behind OpenRouter, LiteLLM and others
    ("Anthropic", _wording(r"prompt is too long: {actual} tokens > {limit} maximum")),
    ("Anthropic", _wording(r"exceed context limit: {actual} \+ \d+ > {limit}")),
    # Gemini behind its OpenAI endpoint
    (
        "Gemini",
        _wording(r"input token count \(?{actual}\)? exceeds the maximum number of tokens allowed \(?{limit}\)?"),
    ),
    # Text Generation Inference, Together
    (
        "TGI",
        _wording(
            r"inputs`? tokens \+ `?max_new_tokens`? must be <= {limit}(?:\. given: `?{actual}`? `?inputs`? tokens)?"
        ),
    ),
    ("Together", _wording(r"sum of 'inputs' tokens and 'max_new_tokens' must not exceed {limit}")),
    # Xunfei says it too
    ("Qwen", _wording(r"range of input length should be \[\d+, ?{limit}\]")),
    # only the window
    ("Azure", _wording(r"maximum context length (?:is|of) {limit} tokens")),
    ("vLLM", _wording(r"longer than the maximum model length of {limit}")),
    ("vLLM", _wording(r"context length is only {limit}")),
    ("vLLM", _wording(r"max seq len is {limit}")),
    # no numbers
    ("OpenAI", _wording(r"exceeds? the context window")),
    ("llama.cpp", _wording(r"exceeds? the available context size|context size has been exceeded")),
    ("LM Studio", _wording(r"greater than the context length")),
    (
        "Ollama",
        _wording(r"prompt too long; exceeded (?:max )?context length|input length exceeds the context length"),
    ),
    ("Groq", _wording(r"reduce the length of (?:the|your) (?:messages|prompt|input)")),
    ("MiniMax", _wording(r"context window exceeds limit")),
    ("MiniMax, GLM", _wording(r"tokens.{1,20}exceed(?:ed|s)? the model'?s maximum context length")),
    ("Bedrock", _wording(r"input is too long for requested model")),
    ("Fireworks", _wording(r"the (?:prompt|input) is too long")),
    ("LiteLLM", _wording(r"ContextWindowExceededError")),
    ("Anthropic", _wording(r"prompt is too long")),
    (
        "any",
        _wording(
            r"context[_ ](?:length|window)[_ ](?:is )?exceeded|exceeds? (?:the |model'?s )*(?:maximum )?context"
        ),
    ),
)

# What sounds like a size but is a rate: Groq and OpenAI name tokens a minute in the same breath as "too large".
RATE_LIMIT = re.compile(
    r"tokens per (?:minute|min|day)|\bTPM\b|\bTPD\b|rate limit|too many requests|throttl", re.IGNORECASE
)
TRY_AGAIN = re.compile(r"try again in ((?:\d+(?:\.\d+)?(?:ms|s|m|h))+)", re.IGNORECASE)


def is_context_limit(message: str) -> bool:
    """Whether the words say that the prompt is too long."""
    return any(pattern.search(message) for _, pattern in CONTEXT_LIMIT)


def context_numbers(message: str) -> tuple[int | None, int | None]:
    """The window and the size of the request, as far as the words name them."""
    for _, pattern in CONTEXT_LIMIT:
        if found := pattern.search(message):
            named = found.groupdict()
            return _whole(named.get("limit")), _whole(named.get("actual"))
    return None, None


def _whole(digits: str | None) -> int | None:
    return int(digits.replace(",", "")) if digits else None
