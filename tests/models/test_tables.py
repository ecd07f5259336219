"""The shipped tables: every row can be used, and says where it comes from."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from brimful.errors import BrokenInstallation
from brimful.models import Model, Prices, Registry, tables
from brimful.models.names import fold

pytestmark = pytest.mark.spec("TOK-11")

REGISTRY = Registry.shipped()
MODELS = pytest.mark.parametrize("model", REGISTRY.all(), ids=lambda model: model.id)
FAMILIES = pytest.mark.parametrize("family", REGISTRY.families(), ids=lambda family: family.name)
DAY_OR_MONTH = re.compile(r"2026-(0[1-9]|1[0-2])(-\d\d)?$")


def every(prices: Prices) -> list[Prices]:
    inner = [part for part in (prices.above, prices.then) if part is not None]
    return [prices, *(deeper for part in inner for deeper in every(part))]


@MODELS
def test_the_limits_of_a_row_fit_its_window(model: Model) -> None:
    assert model.window > 0
    assert model.max_output is None or 0 < model.max_output <= model.window
    assert model.max_input is None or 0 < model.max_input <= model.window


@MODELS
def test_a_row_names_a_family_there_is_a_provider_a_source_and_its_date(model: Model) -> None:
    assert REGISTRY.family(model.family)
    assert model.provider
    assert model.source
    assert DAY_OR_MONTH.match(model.as_of)
    assert model.known


@MODELS
def test_no_price_is_negative_and_cached_input_is_no_dearer_than_fresh(model: Model) -> None:
    for prices in every(model.prices):
        rates = (prices.input, prices.output, prices.cache_read, prices.cache_write, prices.cache_write_1h)
        assert all(rate is None or rate >= 0 for rate in rates)
        if prices.cache_read is not None and prices.input is not None:
            assert prices.cache_read <= prices.input
        if prices.cache_write is not None and prices.cache_write_1h is not None:
            assert prices.cache_write <= prices.cache_write_1h


@MODELS
def test_tiers_and_announced_prices_come_with_their_limit(model: Model) -> None:
    for prices in every(model.prices):
        assert (prices.above is None) == (prices.above_tokens is None)
        assert prices.above_tokens is None or prices.above_tokens > 0
        assert (prices.then is None) == (prices.until == "")
        assert not prices.until or date.fromisoformat(prices.until)


@MODELS
def test_the_rates_of_long_prompts_name_whatever_the_short_ones_name_or_are_all_unknown(model: Model) -> None:
    above = model.prices.above
    if above is not None and above != Prices():
        for name in ("input", "output", "cache_read", "cache_write", "cache_write_1h"):
            assert (getattr(above, name) is None) == (getattr(model.prices, name) is None), name


@MODELS
def test_a_model_answers_to_its_id_and_to_each_alias(model: Model) -> None:
    for name in (model.id, *model.aliases):
        assert REGISTRY.find(name) == model


@MODELS
def test_the_patterns_of_families_would_guess_the_family_of_every_row(model: Model) -> None:
    stranger = Registry([], REGISTRY.families()).find(model.id)
    assert stranger.family == model.family


def test_no_name_is_given_twice() -> None:
    names = [fold(name) for model in REGISTRY.all() for name in (model.id, *model.aliases)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.spec("TOK-1")
@FAMILIES
def test_a_family_can_be_counted(family) -> None:  # type: ignore[no-untyped-def]
    assert family.encoding in ("o200k_base", "cl100k_base")
    assert family.source
    assert date.fromisoformat(family.as_of)
    assert family.matches
    factors = family.factors
    assert min(factors.text, factors.tool_schemas, factors.tool_calls, factors.tool_results) >= 1
    if family.exact:
        assert family.provider == "openai"
        assert factors.text == 1


@pytest.mark.spec("TOK-3")
@FAMILIES
def test_the_image_rule_of_a_family_has_what_its_kind_needs(family) -> None:  # type: ignore[no-untyped-def]
    image = family.image
    needed = {
        "openai_tiles": image.base > 0 and image.tile > 0,
        "openai_patches": image.multiplier >= 1 and image.max_patches >= 1536,
        "anthropic_blocks": image.max_edge > 0 and image.max_tokens > 0,
        "anthropic_area": image.max_edge > 0 and image.max_tokens > 0,
        "gemini_tiles": image.tile > 0,
        "gemini_media": {"low", "medium", "high"} <= set(image.by_detail),
        "flat": image.max_tokens > 0,
    }
    assert needed[image.kind]


@pytest.mark.spec("TOK-1")
@pytest.mark.parametrize(
    ("name", "encoding", "exact"),
    [
        ("gpt-4o", "o200k_base", True),
        ("gpt-4.1-mini", "o200k_base", True),
        ("gpt-5.2-codex", "o200k_base", True),
        ("o3", "o200k_base", True),
        ("gpt-4", "cl100k_base", True),
        ("gpt-3.5-turbo", "cl100k_base", True),
        ("claude-sonnet-4-5", "o200k_base", False),
        ("gemini-2.5-pro", "o200k_base", False),
        ("nobody-knows-me", "o200k_base", False),
    ],
)
def test_encodings_are_exact_for_public_openai_lines_only(name: str, encoding: str, exact: bool) -> None:
    family = REGISTRY.family_of(name)
    assert (family.encoding, family.exact) == (encoding, exact)


@pytest.mark.spec("TOK-1")
def test_claude_starts_from_the_factors_of_the_catalogue() -> None:
    factors = REGISTRY.family_of("claude-sonnet-4-5").factors
    assert (factors.tool_schemas, factors.tool_calls, factors.tool_results) == (1.4, 1.25, 1.25)
    assert factors.system == 28


@pytest.mark.spec("MSG-5")
@pytest.mark.parametrize(
    ("name", "binds"),
    [
        ("claude-fable-5-1", True),
        ("claude-fable-5-2", True),
        ("claude-mythos-5-1", True),
        ("claude-opus-5-5", True),
        ("claude-sonnet-5-5", True),
        ("claude-haiku-5-5", True),
        ("claude-opus-6-1", True),
        ("claude-fable-5", False),
        ("claude-opus-5", False),
        ("claude-sonnet-5", False),
        ("claude-opus-4-8", False),
        ("claude-sonnet-4-5", False),
        ("gpt-5", False),
    ],
)
def test_thinking_is_bound_from_fable_5_1_and_opus_sonnet_haiku_5_5_on(name: str, binds: bool) -> None:
    assert REGISTRY.family_of(name).binds_thinking is binds


@pytest.mark.spec("TOK-3")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpt-4o", ("openai_tiles", 85, 170)),
        ("gpt-4o-mini", ("openai_tiles", 2833, 5667)),
        ("gpt-5", ("openai_tiles", 70, 140)),
        ("o1", ("openai_tiles", 75, 150)),
        ("computer-use-preview", ("openai_tiles", 65, 129)),
        ("gpt-4.1-mini", ("openai_patches", 1.62, 1536)),
        ("gpt-4.1-nano", ("openai_patches", 2.46, 1536)),
        ("o4-mini", ("openai_patches", 1.72, 1536)),
        ("gpt-5.2", ("openai_patches", 1.2, 2500)),
        ("gpt-5.4", ("openai_patches", 1.2, 2500)),
        ("claude-opus-4-6", ("anthropic_blocks", 1568, 1568)),
        ("claude-opus-4-7", ("anthropic_blocks", 2576, 4784)),
        ("claude-haiku-4-5", ("anthropic_blocks", 1568, 1568)),
        ("claude-haiku-5-5", ("anthropic_blocks", 2576, 4784)),
    ],
)
def test_images_are_charged_by_the_rule_of_the_line(name: str, expected: tuple[str, float, float]) -> None:
    image = REGISTRY.family_of(name).image
    numbers = {
        "openai_tiles": (image.base, image.tile),
        "openai_patches": (image.multiplier, image.max_patches),
        "anthropic_blocks": (image.max_edge, image.max_tokens),
    }[image.kind]
    assert (image.kind, *numbers) == expected


def test_a_table_that_is_gone_or_broken_is_a_broken_installation(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(tables, "files", lambda package: tmp_path)
    with pytest.raises(BrokenInstallation, match="cannot be read"):
        tables._read("models.json", tables.ModelTable)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "models.json").write_text(json.dumps({"as_of": "2026-11-18", "models": [{"id": 1}]}))
    with pytest.raises(BrokenInstallation, match="int"):
        tables._read("models.json", tables.ModelTable)
