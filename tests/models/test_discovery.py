"""Reading providers' own lists of models. The bodies are in the shapes the providers document."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.errors import BrimfulError, InputTooLarge, InvalidBody, InvalidJSON, UnknownName
from brimful.models import Prices, Registry
from brimful.models.discovery import SOURCES, discover, discover_async, read_page, request_for

pytestmark = pytest.mark.spec("TOK-11")

KEY = "sk-planted-0123456789"


def body(value: Any) -> bytes:
    return json.dumps(value).encode()


@pytest.mark.parametrize(
    ("provider", "base_url", "url", "header", "value"),
    [
        ("openai", "", "https://api.openai.com/v1/models", "authorization", f"Bearer {KEY}"),
        ("openai", "http://here:8000/v1/", "http://here:8000/v1/models", "authorization", f"Bearer {KEY}"),
        ("anthropic", "", "https://api.anthropic.com/v1/models?limit=1000", "x-api-key", KEY),
        (
            "google",
            "",
            "https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000",
            "x-goog-api-key",
            KEY,
        ),
        ("openrouter", "", "https://openrouter.ai/api/v1/models", "authorization", f"Bearer {KEY}"),
        ("ollama", "", "http://localhost:11434/api/tags", "authorization", f"Bearer {KEY}"),
        ("lmstudio", "", "http://localhost:1234/api/v0/models", "authorization", f"Bearer {KEY}"),
    ],
)
def test_a_list_is_asked_for_where_the_provider_keeps_it(
    provider: str, base_url: str, url: str, header: str, value: str
) -> None:
    asked, headers = request_for(provider, base_url, KEY)
    assert asked == url
    assert headers[header] == value
    assert KEY not in asked


def test_without_a_key_none_is_sent() -> None:
    _, headers = request_for("anthropic")
    assert headers == {"accept": "application/json", "anthropic-version": "2023-06-01"}


def test_openai_names_its_models_and_little_else() -> None:
    page = read_page("openai", body({"object": "list", "data": [{"id": "gpt-5", "object": "model", "created": 1}]}))
    (model,) = page.models
    assert (model.id, model.window, model.max_output, model.known) == ("gpt-5", 0, None, False)
    assert page.next == ""
    assert Registry.shipped().with_discovered(page.models).find("gpt-5").window == 400_000


def test_anthropic_says_window_and_longest_output() -> None:
    row = {
        "type": "model",
        "id": "claude-new-9",
        "display_name": "Claude New 9",
        "created_at": "2026-11-01T00:00:00Z",
        "max_input_tokens": 2_000_000,
        "max_tokens": 256_000,
        "lifecycle": "active",
        "capabilities": {"batch": {"supported": True}},
    }
    page = read_page("anthropic", body({"data": [row], "has_more": True, "last_id": "claude-new-9", "first_id": "x"}))
    (model,) = page.models
    assert (model.window, model.max_output, model.max_input) == (2_000_000, 256_000, None)
    assert page.next == "claude-new-9"
    asked, _ = request_for("anthropic", page=page.next)
    assert parse_qs(urlsplit(asked).query) == {"limit": ["1000"], "after_id": ["claude-new-9"]}


def test_gemini_says_what_goes_in_and_what_comes_out() -> None:
    row = {"name": "models/gemini-2.5-pro", "inputTokenLimit": 1_048_576, "outputTokenLimit": 65_536}
    page = read_page("gemini", body({"models": [row], "nextPageToken": "t2"}))
    (model,) = page.models
    assert (model.id, model.provider) == ("gemini-2.5-pro", "google")
    assert (model.window, model.max_input, model.max_output) == (1_048_576, 1_048_576, 65_536)
    asked, _ = request_for("google", page=page.next)
    assert "pageToken=t2" in asked


def test_openrouter_says_window_and_prices_a_token() -> None:
    row = {
        "id": "acme/model-1:free",
        "context_length": 200_000,
        "top_provider": {"context_length": 131_072, "max_completion_tokens": 8_192},
        "pricing": {
            "prompt": "0.0000031",
            "completion": "0.0000125",
            "input_cache_read": "0.00000031",
            "input_cache_write": "0.000003875",
            "request": "0",
        },
    }
    (model,) = read_page("openrouter", body({"data": [row]})).models
    assert (model.window, model.max_output) == (131_072, 8_192)  # what the first host serves is what one gets
    assert model.prices == Prices(input=3.1, output=12.5, cache_read=0.31, cache_write=3.875)


def test_a_price_that_depends_on_the_host_is_unknown() -> None:
    row = {"id": "openrouter/auto", "context_length": 2_000_000, "pricing": {"prompt": "-1", "completion": "-1"}}
    (model,) = read_page("openrouter", body({"data": [row]})).models
    assert model.prices == Prices()


@pytest.mark.parametrize(
    ("provider", "row", "window"),
    [
        ("vllm", {"id": "meta-llama/Llama-3.3-70B-Instruct", "max_model_len": 32_768}, 32_768),
        ("groq", {"id": "x", "context_window": 131_072, "max_completion_tokens": 65_536}, 131_072),
        ("mistral", {"id": "x", "max_context_length": 262_144}, 262_144),
        ("together", {"id": "x", "context_length": 131_072}, 131_072),
        ("lmstudio", {"id": "x", "max_context_length": 131_072, "loaded_context_length": 8_192}, 8_192),
        ("openai", {"id": "x", "context_length": None}, 0),
        ("openai", {"id": "x", "context_length": 0}, 0),
        ("vllm", {"id": "x", "max_model_len": 4096.0}, 4_096),
    ],
)
def test_servers_that_speak_openais_dialect_name_the_window_their_own_way(
    provider: str, row: dict[str, Any], window: int
) -> None:
    (model,) = read_page(provider, body({"object": "list", "data": [row]})).models
    assert model.window == window


def test_a_litellm_proxy_tells_limits_and_prices() -> None:
    info = {
        "max_input_tokens": 200_000,
        "max_output_tokens": 64_000,
        "input_cost_per_token": 3e-06,
        "output_cost_per_token": 1.5e-05,
        "cache_read_input_token_cost": 3e-07,
    }
    (model,) = read_page("litellm", body({"data": [{"model_name": "house-model", "model_info": info}]})).models
    assert (model.id, model.window, model.max_output) == ("house-model", 200_000, 64_000)
    assert model.prices == Prices(input=3.0, output=15.0, cache_read=0.3)


def test_ollama_lists_by_name_and_a_bare_list_is_read_too() -> None:
    (model,) = read_page("ollama", body({"models": [{"name": "llama3.1:8b", "details": {"family": "llama"}}]})).models
    assert (model.id, model.window) == ("llama3.1:8b", 0)
    assert [model.id for model in read_page("together", body([{"id": "a"}, {"id": "b"}])).models] == ["a", "b"]


@pytest.mark.parametrize(
    ("provider", "value", "place", "message"),
    [
        ("openai", {"error": {"message": f"bad key {KEY}"}}, "openai", "got an object without a list data"),
        ("openai", "nothing", "openai", "got a string"),
        ("openai", {"data": [4]}, "[0]", "expected an object, got a number"),
        ("openai", {"data": [{"id": "a"}, {"name": "b"}]}, "[1].id", "expected text in id, got null"),
        ("vllm", {"data": [{"id": "a", "max_model_len": "big"}]}, "[0].max_model_len", "got a string"),
        ("vllm", {"data": [{"id": "a", "max_model_len": -5}]}, "[0].max_model_len", "number of tokens"),
        ("vllm", {"data": [{"id": "a", "max_model_len": True}]}, "[0].max_model_len", "true or false"),
        ("openrouter", {"data": [{"id": "a", "pricing": {"prompt": "dear"}}]}, "pricing.prompt", "a price"),
    ],
)
def test_what_is_no_list_of_models_is_refused_with_its_place(
    provider: str, value: Any, place: str, message: str
) -> None:
    with pytest.raises(InvalidBody) as caught:
        read_page(provider, body(value))
    assert place in caught.value.at
    assert message in str(caught.value)
    assert KEY not in str(caught.value)


def test_what_is_no_json_or_no_known_list_is_refused() -> None:
    with pytest.raises(InvalidJSON, match="the list of models of openai"):
        read_page("openai", b"<html>")
    with pytest.raises(UnknownName, match="openrouter"):
        read_page("nobody", b"{}")


class Server:
    """Serves its pages one after the other, and keeps what it was asked."""

    def __init__(self, pages: list[bytes]) -> None:
        self.pages = pages
        self.asked: list[tuple[str, Mapping[str, str]]] = []

    def __call__(self, url: str, headers: Mapping[str, str]) -> bytes:
        self.asked.append((url, headers))
        return self.pages[len(self.asked) - 1]

    async def slowly(self, url: str, headers: Mapping[str, str]) -> bytes:
        await asyncio.sleep(0)
        return self(url, headers)


def google_pages(count: int, *, last: bool = True) -> list[bytes]:
    pages: list[dict[str, Any]] = [
        {"models": [{"name": f"models/m{number}"}], "nextPageToken": f"p{number + 1}"} for number in range(count)
    ]
    if last:
        del pages[-1]["nextPageToken"]
    return [body(page) for page in pages]


def test_pages_are_followed_to_the_end_alike_with_and_without_waiting() -> None:
    server, other = Server(google_pages(3)), Server(google_pages(3))
    found = discover("google", server, key=KEY)
    assert [model.id for model in found] == ["m0", "m1", "m2"]
    assert asyncio.run(discover_async("google", other.slowly, key=KEY)) == found
    assert other.asked == server.asked
    assert [parse_qs(urlsplit(url).query).get("pageToken") for url, _ in server.asked] == [None, ["p1"], ["p2"]]
    assert all(headers["x-goog-api-key"] == KEY for _, headers in server.asked)


def test_pages_have_a_bound_and_may_not_go_in_circles() -> None:
    with pytest.raises(InputTooLarge, match="more than 3 pages"):
        discover("google", Server(google_pages(9, last=False)), max_pages=3)
    again = body({"models": [], "nextPageToken": "same"})
    with pytest.raises(InvalidBody, match="circle"):
        discover("google", Server([again, again, again]))


def test_a_model_listed_twice_is_found_once() -> None:
    found = discover("openai", Server([body({"data": [{"id": "a"}, {"id": "a"}]})]))
    assert [model.id for model in found] == ["a"]


@given(
    st.sampled_from(sorted(SOURCES)),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.just(KEY) | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["data", "models", "id", "name", "error", "pricing", "prompt", "context_length", KEY]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    ),
)
def test_an_answer_is_read_or_refused_and_no_error_repeats_a_key_of_it(provider: str, value: Any) -> None:
    server = Server([body(value)] * 60)
    said = ""
    try:
        found = discover(provider, server, key=KEY)
    except BrimfulError as error:
        said = f"{error} {error!r} {error.as_dict()}"
    else:
        assert all(model.window >= 0 for model in found)
    assert KEY not in said
