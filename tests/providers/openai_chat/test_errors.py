"""Error answers of every shape, and ours in the words clients look for."""

from __future__ import annotations

import json
from typing import Any, get_args

import httpx2
import openai
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.providers.failure import Failure, FailureKind
from brimful.providers.openai_chat import OPENAI_CHAT
from brimful.providers.openai_chat.errors import retry_after_s
from brimful.providers.openai_chat.wordings import CONTEXT_LIMIT

pytestmark = pytest.mark.spec("TRN-4", "GW-3")

# (who says it, the words, the window, the size of the request); the sources are named in `wordings`.
WORDINGS: list[tuple[str, str, int | None, int | None]] = [
    (
        "OpenAI, gpt-5",
        "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 280001 tokens. "
        "Please reduce the length of the messages.",
        272_000,
        280_001,
    ),
    (
        "OpenAI",
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 44366 tokens "
        "(44000 in the messages, 366 in the functions). Please reduce the length of the messages or functions.",
        8192,
        44_366,
    ),
    (
        "OpenAI, with the answer",
        "This model's maximum context length is 4097 tokens. However, you requested 4927 tokens "
        "(3927 in the messages, "
        "1000 in the completion). Please reduce the length of the messages or completion.",
        4097,
        4927,
    ),
    (
        "OpenAI, first version",
        "This model's maximum context length is 8191 tokens, however you requested 10346 tokens",
        8191,
        10_346,
    ),
    (
        "Azure",
        "(context_length_exceeded) This model's maximum context length is 128000 tokens for gpt-4.1",
        128_000,
        None,
    ),
    (
        "OpenAI, Responses",
        "Your input exceeds the context window of this model. Please adjust your input and try again.",
        None,
        None,
    ),
    (
        "vLLM",
        "This model's maximum context length is 32768 tokens. However, your request has 40000 input tokens. "
        "Please reduce the length of the input messages.",
        32_768,
        40_000,
    ),
    (
        "vLLM, with the answer",
        "'max_tokens' or 'max_completion_tokens' is too large: 2000. This model's maximum context "
        "length is 4096 tokens "
        "and your request has 2104 input tokens (2000 > 4096 - 2104).",
        4096,
        2104,
    ),
    (
        "vLLM, newer",
        "You passed 33537 input tokens and requested 32000 output tokens. However, the model's "
        "context length is only "
        "65536 tokens, resulting in a maximum input length of 33536 tokens. Please reduce the "
        "length of the input prompt.",
        65_536,
        33_537,
    ),
    (
        "vLLM, newest",
        "This model's maximum context length is 32768 tokens. However, you requested 500 output "
        "tokens and your prompt "
        "contains at least 32300 input tokens, for a total of at least 32800 tokens.",
        32_768,
        32_300,
    ),
    (
        "vLLM, decoder",
        "The decoder prompt (length 8825) is longer than the maximum model length of 8192.",
        8192,
        8825,
    ),
    ("vLLM, without a size", "input is longer than the maximum model length of 32768", 32_768, None),
    (
        "SGLang",
        "Requested token count exceeds the model's maximum context length of 64000 tokens. You requested a total of "
        "71897 tokens: 7897 tokens from the input messages and 64000 tokens for the completion.",
        64_000,
        71_897,
    ),
    (
        "SGLang, input",
        "The input (10009 tokens) is longer than the model's context length (128 tokens).",
        128,
        10_009,
    ),
    ("SGLang, length", "Input length (265330) exceeds model's maximum context length (262144).", 262_144, 265_330),
    (
        "llama.cpp",
        "request (36350 tokens) exceeds the available context size (32768 tokens), try increasing it",
        32_768,
        36_350,
    ),
    ("llama.cpp, older", "the request exceeds the available context size, try increasing it", None, None),
    (
        "LM Studio",
        "The number of tokens to keep from the initial prompt is greater than the context length.",
        None,
        None,
    ),
    ("Ollama", "prompt too long; exceeded max context length by 4096 tokens", None, None),
    (
        "OpenRouter",
        "This endpoint's maximum context length is 200000 tokens. However, you requested about "
        "5028244 tokens (4945291 "
        "of text input, 2953 of tool input, 80000 in the output). Please reduce the length of either one.",
        200_000,
        5_028_244,
    ),
    ("Groq", "Please reduce the length of the messages or completion.", None, None),
    (
        "Mistral",
        "Prompt contains 300000 tokens and 0 draft tokens, too large for model with 131072 maximum context length",
        131_072,
        300_000,
    ),
    ("xAI", "This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072, 537_812),
    ("GitHub Copilot", "prompt token count of 145000 exceeds the limit of 128000", 128_000, 145_000),
    (
        "Moonshot",
        "Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)",
        262_144,
        300_000,
    ),
    ("Poolside", "Input length 265330 exceeds the maximum allowed input length of 262144 tokens.", 262_144, 265_330),
    ("ds4", "Prompt has 300,000 tokens, but the configured context size is 131,072 tokens", 131_072, 300_000),
    (
        "Cerebras",
        "Please reduce the length of the messages or completion. Current length is 8193 while limit is 8192",
        8192,
        8193,
    ),
    ("Anthropic behind another", "prompt is too long: 213462 tokens > 200000 maximum", 200_000, 213_462),
    (
        "Anthropic, with the answer",
        "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length",
        200_000,
        188_240,
    ),
    (
        "Gemini",
        "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
        1_048_575,
        1_196_265,
    ),
    (
        "TGI",
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 1512. Given: 1584 "
        "`inputs` tokens and 512 "
        "`max_new_tokens`",
        1512,
        1584,
    ),
    ("TGI, Zhipu", "inputs tokens + max_new_tokens must be <= 16384", 16_384, None),
    ("Together", "The sum of 'inputs' tokens and 'max_new_tokens' must not exceed 4097. Please adjust.", 4097, None),
    ("Qwen", "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]", 129_024, None),
    ("MiniMax", "invalid params, context window exceeds limit (2013)", None, None),
    ("Zhipu", "1214: The tokens of your input have exceeded the model's maximum context length", None, None),
    ("Bedrock", "Input is too long for requested model.", None, None),
    ("Fireworks", "The prompt is too long", None, None),
    ("LiteLLM", "litellm.ContextWindowExceededError: litellm.BadRequestError: it did not fit", None, None),
    ("another", "context length exceeded", None, None),
]


@pytest.mark.parametrize(("who", "words", "limit", "actual"), WORDINGS, ids=[row[0] for row in WORDINGS])
def test_a_prompt_that_is_too_long_is_recognised_with_its_numbers(
    who: str, words: str, limit: int | None, actual: int | None
) -> None:
    failure = read(400, {"error": {"message": words, "type": "invalid_request_error", "code": None}})
    assert (failure.kind, failure.limit, failure.actual) == ("context_limit", limit, actual)


def test_every_wording_has_words_that_it_matches_first() -> None:
    first = {
        next(i for i, (_, pattern) in enumerate(CONTEXT_LIMIT) if pattern.search(words))
        for _, words, _, _ in WORDINGS
    }
    unseen = [CONTEXT_LIMIT[index][1].pattern for index in set(range(len(CONTEXT_LIMIT))) - first]
    assert len(unseen) <= 3, unseen  # rows that only back up one with numbers


def read(status: int, body: Any, **headers: str) -> Failure:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return OPENAI_CHAT.read_failure(status, {name.replace("_", "-"): value for name, value in headers.items()}, data)


@pytest.mark.parametrize(
    "words",
    [
        "Rate limit reached for gpt-4.1 in organization org on tokens per min (TPM): Limit 30000, Requested 40000.",
        "Request too large for model `llama-3.3-70b` on tokens per minute (TPM): Limit 12000, "
        "Requested 14137, please "
        "reduce your message size and try again.",
        "Throttling error: Too many tokens, please wait before trying again.",
        "Invalid 'temperature': must be <= 2",
        "Missing required parameter: 'messages'.",
        "Invalid 'messages[0].tool_calls[0].id': string too long. Expected a string with maximum length 40",
        "max_tokens is too large: 100000. This model supports at most 16384 completion tokens",
    ],
)
def test_other_sizes_and_limits_are_not_the_window(words: str) -> None:
    assert read(413, {"error": {"message": words}}).kind != "context_limit"
    assert read(400, {"error": {"message": words}}).kind != "context_limit"


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, {"error": {"message": "x", "code": "context_length_exceeded"}}, "context_limit"),
        (400, {"error": {"message": "x", "type": "exceed_context_size_error", "n_ctx": 5}}, "context_limit"),
        (500, {"error": {"message": "prompt is too long: 5 tokens > 4 maximum"}}, "context_limit"),
        (413, {"error": {"message": "Request Entity Too Large"}}, "too_large"),
        (413, b"<html><head><title>413 Request Entity Too Large</title></head></html>", "too_large"),
        (429, {"error": {"message": "exceeded your current quota", "code": "insufficient_quota"}}, "rate_limit"),
        (503, {"error": {"message": "The engine is currently overloaded"}}, "overloaded"),
        (529, {"error": {"message": "Overloaded"}}, "overloaded"),
        (401, {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}, "auth"),
        (402, {"error": {"message": "Insufficient credits", "code": 402}}, "permission"),
        (403, {"error": {"message": "not allowed"}}, "permission"),
        (404, {"error": {"message": "The model `x` does not exist", "code": "model_not_found"}}, "not_found"),
        (408, b"", "timeout"),
        (504, b"upstream request timeout", "timeout"),
        (500, {"error": {"message": "went wrong"}}, "server"),
        (502, b"<html><title>502 Bad Gateway</title></html>", "server"),
        (520, b"", "server"),
        (418, b"", "invalid"),
        (400, {"error": {"message": "thinking blocks are bound to a different conversation"}}, "prefix_binding"),
        (422, {"detail": [{"loc": ["body", "messages"], "msg": "field required"}]}, "invalid"),
        (0, {"error": {"message": "x", "type": "rate_limit_error"}}, "rate_limit"),
        (0, {"error": {"message": "x", "code": 503}}, "overloaded"),
        (0, {"error": {"message": "x", "type": "BadRequestError"}}, "invalid"),
        (0, {"error": {"message": "x"}}, "unknown"),
        (200, {"error": {"message": "x", "type": "server_error"}}, "server"),
    ],
)
def test_kinds(status: int, body: Any, kind: str) -> None:
    assert read(status, body).kind == kind


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"error": {"message": "a"}}, "a"),
        ({"error": "b"}, "b"),
        ({"object": "error", "message": "c"}, "c"),
        ({"detail": "d"}, "d"),
        ({"detail": [{"msg": "e"}, {"msg": "f"}]}, "e; f"),
        ([{"error": {"message": "g", "status": "INVALID_ARGUMENT"}}], "g"),
        (b"<html><head><title>502 Bad\nGateway</title></head><body>nginx</body></html>", "502 Bad Gateway"),
        (b"<p>went <b>wrong</b></p>", "went wrong"),
        (b"plain words", "plain words"),
        (b"", "500 without a body"),
        (b"\xff\xfe", "\ufffd\ufffd"),
    ],
)
def test_the_message_whatever_the_shape(body: Any, message: str) -> None:
    assert read(500, body).message == message


def test_the_numbers_of_llama_cpp_come_from_its_fields() -> None:
    body = {
        "error": {
            "code": 400,
            "message": "too much",
            "type": "exceed_context_size_error",
            "n_prompt_tokens": 9,
            "n_ctx": 8,
        }
    }
    failure = read(400, body)
    assert (failure.kind, failure.limit, failure.actual, failure.code) == (
        "context_limit",
        8,
        9,
        "exceed_context_size_error",
    )


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"Retry-After": "20"}, 20.0),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 30.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT"}, 10.0),
        ({"retry-after": "Wed, 21 Oct 2020 07:28:30 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_how_long_to_wait(headers: dict[str, str], wait: float | None) -> None:
    half_past = 1_792_567_700.0  # ten seconds before the date above
    assert retry_after_s(headers, clock=lambda: half_past) == wait


def test_the_wait_that_only_the_words_name() -> None:
    assert read(429, {"error": {"message": "Please try again in 6m0.5s. Visit …"}}).retry_after_s == 360.5
    assert read(429, {"error": {"message": "Please try again in 350ms."}}).retry_after_s == pytest.approx(0.35)
    assert read(429, {"error": {"message": "later"}}, retry_after="3").retry_after_s == 3.0


# --- ours -----------------------------------------------------------------------------------------------------


@given(
    st.sampled_from(get_args(FailureKind)),
    st.none() | st.integers(1, 2_000_000),
    st.none() | st.integers(1, 2_000_000),
    st.sampled_from([0, 200, 400, 429, 503, 529]),
)
def test_a_failure_keeps_its_kind_and_numbers(
    kind: FailureKind, limit: int | None, actual: int | None, status: int
) -> None:
    message = "bound to a different conversation" if kind == "prefix_binding" else "x"
    failure = Failure(kind, message, status, "", limit, actual)
    shown_status, body = OPENAI_CHAT.write_failure(failure)
    again = OPENAI_CHAT.read_failure(shown_status, {}, json.dumps(body).encode())
    if kind != "unknown":
        assert again.kind == kind
    if kind == "context_limit":
        assert (again.limit, again.actual) == (limit, actual if limit is not None else None)


def test_a_context_limit_of_another_provider_is_said_as_openai_says_it() -> None:
    status, body = OPENAI_CHAT.write_failure(
        Failure("context_limit", "prompt is too long: 9 tokens > 8 maximum", 413, "invalid_request_error", 8, 9)
    )
    assert status == 400
    assert body["error"]["code"] == "context_length_exceeded"
    assert body["error"]["message"].startswith(
        "This model's maximum context length is 8 tokens. However, your messages"
    )


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (Failure("context_limit", "x"), openai.BadRequestError),
        (Failure("overloaded", "x", 529), openai.InternalServerError),
        (Failure("rate_limit", "x"), openai.RateLimitError),
        (Failure("auth", "x"), openai.AuthenticationError),
        (Failure("not_found", "x"), openai.NotFoundError),
    ],
)
def test_the_official_sdk_raises_its_own_errors_for_ours(failure: Failure, kind: type[openai.APIStatusError]) -> None:
    status, body = OPENAI_CHAT.write_failure(failure)
    transport = httpx2.MockTransport(lambda request: httpx2.Response(status, json=body))
    sdk = openai.OpenAI(
        api_key="none",
        base_url="http://model.invalid/v1",
        max_retries=0,
        http_client=httpx2.Client(transport=transport),
    )
    with sdk, pytest.raises(kind) as caught:
        sdk.chat.completions.create(model="m", messages=[])
    assert caught.value.code == body["error"]["code"]
