"""Read a provider's own list of models (TOK-11).

Nothing here opens a socket: `request_for` says what to ask, `read_page` reads what came back, and `discover` follows
the pages with a `fetch` it is handed. What a list does not say stays unsaid: a window of 0 is one the list did not
name, which `Registry.with_discovered` fills from the table.

The key goes into the headers that `fetch` receives and nowhere else: no model, page or error carries it, and no error
quotes what a server answered (servers repeat keys).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias
from urllib.parse import quote, urlencode

from msgspec import Struct

from brimful import jsontext
from brimful.errors import InputTooLarge, InvalidBody, InvalidJSON, UnknownName
from brimful.models.model import Model, Prices

Fetch: TypeAlias = Callable[[str, Mapping[str, str]], bytes]
AsyncFetch: TypeAlias = Callable[[str, Mapping[str, str]], Awaitable[bytes]]

MAX_PAGES = 50
_ANTHROPIC_VERSION = "2023-06-01"


class Page(Struct, frozen=True):
    """One page of a list: its models, and what to ask for next ("" = that was all)."""

    models: tuple[Model, ...]
    next: str = ""


class Source(Struct, frozen=True):
    """Where a kind of provider keeps its list and how it is read.

    key_header: the header that carries the key; "authorization" carries it as a bearer token.
    items:      the member that holds the rows; cursor: the query parameter that asks for a further page.
    """

    base_url: str
    path: str
    read: Callable[[Mapping[str, Any], str, str], Model]
    key_header: str = "authorization"
    headers: dict[str, str] = {}
    query: dict[str, str] = {}
    items: str = "data"
    cursor: str = ""


def request_for(provider: str, base_url: str = "", key: str = "", page: str = "") -> tuple[str, dict[str, str]]:
    """The address and headers of a page of the provider's list. Without `base_url`, the provider's own."""
    source = _source(provider)
    query = {**source.query, **({source.cursor: page} if page and source.cursor else {})}
    url = _join(base_url or source.base_url, source.path) + (f"?{urlencode(query)}" if query else "")
    headers = {"accept": "application/json", **source.headers}
    if key:
        headers[source.key_header] = f"Bearer {key}" if source.key_header == "authorization" else key
    return url, headers


def read_page(provider: str, data: bytes) -> Page:
    """Read one page of the provider's list."""
    source = _source(provider)
    at = f"the list of models of {provider}"
    body = _decoded(data, at)
    rows = body if isinstance(body, list) else body.get(source.items) if isinstance(body, dict) else None
    if not isinstance(rows, list):
        without = f" without a list {source.items}" if isinstance(body, dict) else ""
        raise InvalidBody(
            f"expected a list of models, got {jsontext.kind_of(body)}{without}",
            at=at,
            hint="check the address and the key",
        )
    owner = "google" if source is _GOOGLE else provider
    models = tuple(source.read(_row(row, f"{at}[{i}]"), owner, f"{at}[{i}]") for i, row in enumerate(rows))
    return Page(models, _next(body) if isinstance(body, dict) else "")


def discover(
    provider: str, fetch: Fetch, *, base_url: str = "", key: str = "", max_pages: int = MAX_PAGES
) -> list[Model]:
    """Every model the provider lists, its pages followed."""
    walk = _walk(provider, base_url, key, max_pages)
    asked = next(walk)
    while True:
        try:
            asked = walk.send(fetch(*asked))
        except StopIteration as done:
            return list(done.value)


async def discover_async(
    provider: str, fetch: AsyncFetch, *, base_url: str = "", key: str = "", max_pages: int = MAX_PAGES
) -> list[Model]:
    """`discover`, with a `fetch` that is awaited."""
    walk = _walk(provider, base_url, key, max_pages)
    asked = next(walk)
    while True:
        answer = await fetch(*asked)
        try:
            asked = walk.send(answer)
        except StopIteration as done:
            return list(done.value)


def _walk(
    provider: str, base_url: str, key: str, max_pages: int
) -> Generator[tuple[str, dict[str, str]], bytes, list[Model]]:
    """The walk over the pages, free of waiting: yields what to ask, receives what came back."""
    found: dict[str, Model] = {}
    asked: set[str] = set()
    page = ""
    for _ in range(max_pages):
        read = read_page(provider, (yield request_for(provider, base_url, key, page)))
        found.update((model.id, model) for model in read.models)
        asked.add(page)
        page = read.next
        if not page:
            return list(found.values())
        if page in asked:
            raise InvalidBody("the pages go round in a circle", at=f"the list of models of {provider}")
    raise InputTooLarge(
        f"there are more than {max_pages} pages", at=f"the list of models of {provider}", hint="raise max_pages"
    )


def _source(provider: str) -> Source:
    try:
        return SOURCES[provider]
    except KeyError:
        raise UnknownName(
            f"no list of models is known for {provider!r}", hint=f"known: {', '.join(SOURCES)}"
        ) from None


def _join(base_url: str, path: str) -> str:
    """Base URLs are given with and without the version at their end; the path is not doubled."""
    base = base_url.rstrip("/")
    version = path.split("/")[1]
    return base.removesuffix(f"/{version}") + quote(path)


def _next(body: Mapping[str, Any]) -> str:
    """Anthropic: has_more and last_id; Gemini: nextPageToken. The others list everything at once."""
    token = body.get("nextPageToken") or (body.get("last_id") if body.get("has_more") is True else "")
    return token if isinstance(token, str) else ""


def _decoded(data: bytes, at: str) -> Any:
    try:
        return jsontext.decode(data)
    except (InvalidJSON, InputTooLarge):  # whose place is a path through the server's words: it goes no further
        raise InvalidJSON("the answer is not JSON", at=at, hint="check the address") from None


# --- rows -----------------------------------------------------------------------------------------------------


def _row(value: Any, at: str) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    raise InvalidBody(f"expected an object, got {jsontext.kind_of(value)}", at=at)


def _openai_like(row: Mapping[str, Any], provider: str, at: str) -> Model:
    """OpenAI's row (id, owned_by) and what the many servers that speak its dialect add to it: OpenRouter and Together
    `context_length`, Groq `context_window`, vLLM `max_model_len`, Mistral and LM Studio `max_context_length`."""
    top = row.get("top_provider")
    best = top if isinstance(top, dict) else {}
    names = ("context_length", "context_window", "max_model_len", "max_context_length", "max_input_tokens")
    # What is loaded (LM Studio) or served by the first host (OpenRouter) may be less than the model can hold.
    windows = [
        _tokens(row, names, at),
        _tokens(row, ("loaded_context_length",), at),
        _tokens(best, ("context_length",), f"{at}.top_provider"),
    ]
    window = min((size for size in windows if size), default=0)
    output = _tokens(row, ("max_output_tokens", "max_completion_tokens"), at) or _tokens(
        best, ("max_completion_tokens",), f"{at}.top_provider"
    )
    return _model(
        row, "id", provider, window=window, max_output=output, prices=_prices(row.get("pricing"), at), at=at
    )


def _anthropic(row: Mapping[str, Any], provider: str, at: str) -> Model:
    """`max_input_tokens` is Anthropic's word for the context window, `max_tokens` for the longest output."""
    return _model(
        row,
        "id",
        provider,
        window=_tokens(row, ("max_input_tokens",), at),
        max_output=_tokens(row, ("max_tokens",), at),
        at=at,
    )


def _google(row: Mapping[str, Any], provider: str, at: str) -> Model:
    limit = _tokens(row, ("inputTokenLimit",), at)
    output = _tokens(row, ("outputTokenLimit",), at)
    return _model(row, "name", provider, window=limit, max_output=output, max_input=limit or None, at=at)


def _litellm(row: Mapping[str, Any], provider: str, at: str) -> Model:
    """A row of a LiteLLM proxy's /model/info: the name it is served under, and the row of LiteLLM's price map."""
    info = row.get("model_info")
    inside = info if isinstance(info, dict) else {}
    place = f"{at}.model_info"
    per_token = {
        "prompt": inside.get("input_cost_per_token"),
        "completion": inside.get("output_cost_per_token"),
        "input_cache_read": inside.get("cache_read_input_token_cost"),
        "input_cache_write": inside.get("cache_creation_input_token_cost"),
    }
    limit = _tokens(inside, ("max_input_tokens",), place)
    output = _tokens(inside, ("max_output_tokens",), place)
    return _model(
        row, "model_name", provider, window=limit, max_output=output, prices=_prices(per_token, place), at=at
    )


def _ollama(row: Mapping[str, Any], provider: str, at: str) -> Model:
    return _model(row, "name", provider, window=_tokens(row, ("context_length",), at), at=at)


def _model(
    row: Mapping[str, Any],
    name: str,
    provider: str,
    *,
    at: str,
    window: int,
    max_output: int = 0,
    max_input: int | None = None,
    prices: Prices | None = None,
) -> Model:
    given = row.get(name)
    if not isinstance(given, str) or not given.strip():
        raise InvalidBody(f"expected text in {name}, got {jsontext.kind_of(given)}", at=f"{at}.{name}")
    return Model(
        id=given.removeprefix("models/"),
        provider=provider,
        family="",
        window=window,
        max_output=min(max_output, window or max_output) or None,
        max_input=max_input,
        prices=prices or Prices(),
        source=f"the list of models of {provider}",
        known=window > 0,
    )


def _tokens(row: Mapping[str, Any], names: tuple[str, ...], at: str) -> int:
    """The first of these members that holds a number of tokens; 0 when none does. null and 0 mean "not said"."""
    for name in names:
        value = row.get(name)
        if value is None or value == 0:
            continue
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if isinstance(value, bool) or not whole or value < 0:
            raise InvalidBody(f"expected a number of tokens, got {jsontext.kind_of(value)}", at=f"{at}.{name}")
        return int(value)
    return 0


def _prices(pricing: Any, at: str) -> Prices:
    """Prices a token, as text or number (OpenRouter, LiteLLM), as prices a million."""
    if not isinstance(pricing, dict):
        return Prices()
    place = f"{at}.pricing"
    return Prices(
        input=_per_million(pricing, "prompt", place),
        output=_per_million(pricing, "completion", place),
        cache_read=_per_million(pricing, "input_cache_read", place),
        cache_write=_per_million(pricing, "input_cache_write", place),
    )


def _per_million(pricing: Mapping[str, Any], name: str, at: str) -> float | None:
    value = pricing.get(name)
    if value is None or isinstance(value, bool):
        return None
    try:
        price = Decimal(str(value)) * 1_000_000
    except InvalidOperation:
        price = None
    if price is None or not price.is_finite():
        raise InvalidBody(f"expected a price, got {jsontext.kind_of(value)}", at=f"{at}.{name}")
    return float(price) if price >= 0 else None  # OpenRouter writes -1 for "depends on where it is sent"


_OPENAI = Source("https://api.openai.com", "/v1/models", _openai_like)
_GOOGLE = Source(
    "https://generativelanguage.googleapis.com",
    "/v1beta/models",
    _google,
    key_header="x-goog-api-key",
    query={"pageSize": "1000"},
    items="models",
    cursor="pageToken",
)

SOURCES: Mapping[str, Source] = {
    "openai": _OPENAI,
    "anthropic": Source(
        "https://api.anthropic.com",
        "/v1/models",
        _anthropic,
        key_header="x-api-key",
        headers={"anthropic-version": _ANTHROPIC_VERSION},
        query={"limit": "1000"},
        cursor="after_id",
    ),
    "google": _GOOGLE,
    "gemini": _GOOGLE,
    "openrouter": Source("https://openrouter.ai/api", "/v1/models", _openai_like),
    "litellm": Source("http://localhost:4000", "/model/info", _litellm),
    "vllm": Source("http://localhost:8000", "/v1/models", _openai_like),
    "lmstudio": Source("http://localhost:1234", "/api/v0/models", _openai_like),
    "ollama": Source("http://localhost:11434", "/api/tags", _ollama, items="models"),
    "mistral": Source("https://api.mistral.ai", "/v1/models", _openai_like),
    "groq": Source("https://api.groq.com/openai", "/v1/models", _openai_like),
    "together": Source("https://api.together.xyz", "/v1/models", _openai_like),
    "deepseek": Source("https://api.deepseek.com", "/models", _openai_like),
    "xai": Source("https://api.x.ai", "/v1/models", _openai_like),
}
