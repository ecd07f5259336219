"""The functions of `import brimful`: one obvious entry for each job, for scripts, notebooks and the command line.

    brimful.count("How long is this?", model="gpt-5")            # 5
    brimful.count(body, model="claude-sonnet-4-5").with_margin   # a request in any provider's shape
    brimful.check(body)                                          # what the provider would refuse, with places
    brimful.translate(body, to="gemini").json                    # the same conversation in another shape

They hold no rule of their own: each composes the rooms below.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

from brimful import jsontext
from brimful.messages import Conversation
from brimful.models import Family, Registry
from brimful.providers import Body, Dialect, Problem, Translation, detect, dialect, read_body
from brimful.providers import translate as _translate
from brimful.providers.check import check_bytes
from brimful.providers.repair import Repaired
from brimful.providers.repair import repair as _repair
from brimful.settings import DEFAULTS, Settings
from brimful.tokens import Estimate, Estimator, Portions, Request, TextCounter, with_margin

_DEFAULT_MODEL = "gpt-5"
_DEFAULT_MODELS = {"anthropic": "claude-sonnet-4-5", "gemini": "gemini-2.5-pro"}

AnyBody: TypeAlias = bytes | Mapping[str, Any] | Body


class Count(int):
    """A number of tokens that can say how it was found.

    encoding:    the encoding it was counted in.
    exact:       whether that encoding is the model's own.
    source:      "tokenizer", or "guess" where part of it had to be guessed (an image nobody could read).
    with_margin: what to plan with: the count and the margin for that source (TOK-7).
    by_kind:     for a request, the tokens by kind of content (text, tool calls, images, frame …).
    estimate:    for a request, the whole account by message; None for a text.
    """

    encoding: str
    exact: bool
    source: str
    with_margin: int
    characters_by_four: int  # what a rule of thumb would have said
    by_kind: dict[str, int]
    estimate: Estimate | None


def count(
    what: str | AnyBody,
    *,
    model: str = "",
    provider: str = "",
    encoding: str = "",
    registry: Registry | None = None,
    settings: Settings = DEFAULTS,
) -> Count:
    """Count the tokens of a text (`str`) or of a request body in any provider's shape.

    Without a model a text is counted in o200k_base, and a body for the model it names, or one of its provider's.
    """
    known = registry or Registry.shipped()
    if isinstance(what, str):
        return _count_text(what, known.family_of(model or _DEFAULT_MODEL), encoding, settings)
    body = read(what, provider)
    family = known.family_of(model or body.model or default_model(body.dialect.name))
    estimate = Estimator(_counter(settings).count, settings=settings.tokens).estimate(
        Request(family, model or body.model, body.pieces, body.tools)
    )
    found = Count(estimate.tokens)
    found.encoding, found.exact, found.source = family.encoding, family.exact, estimate.source
    found.with_margin, found.characters_by_four, found.estimate = (
        estimate.total,
        estimate.characters_by_four,
        estimate,
    )
    found.by_kind = _by_kind(estimate)
    return found


def check(body: AnyBody, *, provider: str = "") -> list[Problem]:
    """Every problem a provider would find in a request, with its place."""
    if isinstance(body, Body):
        return body.dialect.check(body)
    data = _as_bytes(body)
    return check_bytes(data, _dialect(data, provider))


def translate(body: AnyBody, *, to: str, provider: str = "", model: str = "") -> Translation:
    """The same conversation in another provider's shape, and what could not be carried."""
    return _translate(read(body, provider), dialect(to), model=model)


def repair(body: AnyBody, *, provider: str = "") -> Repaired:
    """The request with everything mended that can be, what was done, and what is still wrong."""
    return _repair(read(body, provider))


def read(body: AnyBody, provider: str = "") -> Body:
    """Read a request. Which wire format it is in is found out from the body unless `provider` says it."""
    if isinstance(body, Body):
        return body
    data = _as_bytes(body)
    return read_body(data, _dialect(data, provider))


def conversation(body: AnyBody, *, provider: str = "") -> Conversation:
    """A request in the neutral model."""
    return read(body, provider).conversation


def default_model(provider: str) -> str:
    """Who counts when nobody says which model it is for: a current one of that wire format's own provider."""
    return _DEFAULT_MODELS.get(provider, _DEFAULT_MODEL)


def _count_text(text: str, family: Family, encoding: str, settings: Settings) -> Count:
    name = encoding or family.encoding
    tokens = _counter(settings).count(text, name)
    scaled = tokens if encoding else math.ceil(tokens * family.factors.text)
    found = Count(scaled)
    found.encoding, found.exact, found.source = name, bool(encoding) or family.exact, "tokenizer"
    found.with_margin = with_margin(Portions(counted=scaled), settings.tokens)
    found.characters_by_four, found.by_kind, found.estimate = math.ceil(len(text) / 4), {}, None
    return found


def _by_kind(estimate: Estimate) -> dict[str, int]:
    """Tokens by kind; what the total holds beyond them (the list's frame, what was learnt) is `other`."""
    costs = estimate.by_kind
    kinds = {kind: getattr(costs, kind) for kind in costs.__struct_fields__ if kind not in ("characters", "guessed")}
    shown = {kind: tokens for kind, tokens in kinds.items() if tokens}
    rest = estimate.tokens - sum(shown.values())
    return {**shown, "other": rest} if rest else shown


def _as_bytes(body: bytes | Mapping[str, Any]) -> bytes:
    return body if isinstance(body, bytes) else jsontext.encode(body)


def _dialect(data: bytes, provider: str) -> Dialect:
    return dialect(provider) if provider else detect(data)


@cache
def _counter(settings: Settings) -> TextCounter:
    """One counter for all calls with the same settings, so that its memory of texts is shared."""
    return TextCounter(settings.tokens.engine, settings=settings.tokens)
