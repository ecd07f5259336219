"""The reference page of models and families, made from the tables (docs/reference/models.md)."""

from __future__ import annotations

from collections.abc import Iterable

from brimful.models.model import Family, ImageRule, Model, Prices
from brimful.models.quirks import QUIRKS
from brimful.models.tables import family_table, model_table

_INTRODUCTION = """# Models

What brimful knows of models when it is offline. Made from `brimful/models/data`; every row there names its source.
What you know better goes into an override, what the provider lists is read by `brimful models discover`.

- *window*: tokens of input and output together; *input*: the most input, where it is documented (else 85 % of the
  window is planned for); *output*: the longest answer.
- Prices are US dollars for a million tokens. `–` means not sold or not known; a cost that needs it is unknown, not 0.
- *as of*: when the source was written, as far as that can be said.
"""


def page() -> str:
    """The whole page, as Markdown."""
    models, families = model_table(), family_table()
    sections = [
        _INTRODUCTION,
        f"## Models ({len(models.models)}, put together on {models.as_of})\n",
        _models(models.models),
        "## Long prompts and announced prices\n",
        _changes(models.models),
        f"## Families ({len(families.families)})\n",
        "The first family with a matching pattern is taken for a model in no table. *Exact*: the encoding is the"
        " model's own; others use the nearest one with a factor.\n",
        _families(families.families),
        "## Quirks\n",
        _quirks(),
        "## Sources\n",
        _sources(models.models, families.families),
    ]
    return "\n".join(sections)


def _models(models: Iterable[Model]) -> str:
    head = (
        "id",
        "provider",
        "family",
        "window",
        "input",
        "output",
        "in",
        "cached",
        "write",
        "write 1 h",
        "out",
        "as of",
    )
    rows = [
        (
            f"`{model.id}`",
            model.provider,
            model.family,
            _number(model.window),
            _number(model.max_input),
            _number(model.max_output),
            *_rates(model.prices),
            model.as_of,
        )
        for model in models
    ]
    return _table(head, rows)


def _changes(models: Iterable[Model]) -> str:
    rows: list[tuple[str, ...]] = []
    for model in models:
        prices = model.prices
        if prices.above and prices.above_tokens:
            rows.append((f"`{model.id}`", f"prompts over {prices.above_tokens:,} tokens", *_rates(prices.above)))
        if prices.then:
            rows.append((f"`{model.id}`", f"after {prices.until}", *_rates(prices.then)))
    return _table(("id", "when", "in", "cached", "write", "write 1 h", "out"), rows)


def _families(families: Iterable[Family]) -> str:
    rows = [
        (
            family.name,
            family.encoding,
            "yes" if family.exact else "no",
            f"{family.factors.text:g}",
            f"{family.factors.tool_schemas:g} / {family.factors.tool_calls:g} / {family.factors.tool_results:g}",
            _image(family.image),
            "yes" if family.binds_thinking else "no",
            ", ".join(f"`{pattern}`" for pattern in family.matches),
        )
        for family in families
    ]
    return _table(
        ("family", "encoding", "exact", "text", "schemas / calls / results", "images", "binds thinking", "names"),
        rows,
    )


def _image(rule: ImageRule) -> str:
    said = {
        "openai_tiles": f"{rule.base} + {rule.tile} a tile",
        "openai_patches": f"{rule.multiplier:g} × 32-pixel patches, at most {rule.max_patches:,}",
        "anthropic_blocks": f"28-pixel blocks, {rule.max_edge:,} pixels, at most {rule.max_tokens:,}",
        "anthropic_area": f"area / 750, {rule.max_edge:,} pixels, at most {rule.max_tokens:,}",
        "gemini_tiles": f"{rule.tile} a tile",
        "gemini_media": "by media resolution",
        "flat": f"{rule.max_tokens:,} each",
    }[rule.kind]
    detail = ", ".join(f"{name} {tokens:,}" for name, tokens in rule.by_detail.items())
    return f"{said} ({detail})" if detail else said


def _quirks() -> str:
    rows = [
        (
            quirk.id,
            quirk.moment.replace("_", " "),
            ", ".join(f"`{pattern}`" for pattern in quirk.families)
            + {None: "", True: " that bind thinking", False: " that do not bind thinking"}[quirk.binds],
            quirk.sentence,
        )
        for quirk in QUIRKS
    ]
    return _table(("quirk", "moment", "families", "what"), rows)


def _sources(models: Iterable[Model], families: Iterable[Family]) -> str:
    rows = [
        (f"`{model.id}`", ", ".join(f"`{alias}`" for alias in model.aliases), model.source, model.note)
        for model in models
    ]
    named = [(family.name, "", family.source, "") for family in families]
    return _table(("row", "also called", "source", "note"), [*rows, *named])


def _rates(prices: Prices) -> tuple[str, ...]:
    rates = (prices.input, prices.cache_read, prices.cache_write, prices.cache_write_1h, prices.output)
    return tuple("–" if rate is None else f"{rate:g}" for rate in rates)


def _number(tokens: int | None) -> str:
    return "–" if tokens is None else f"{tokens:,}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)
