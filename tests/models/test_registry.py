"""Finding models by the many names people and clouds give them; overrides and discovered models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful import settings
from brimful.errors import InvalidSetting, UnknownName
from brimful.models import Model, Prices, Registry

pytestmark = pytest.mark.spec("TOK-11")

REGISTRY = Registry.shipped()

names = st.one_of(
    st.text(max_size=60),
    st.builds(
        "".join,
        st.lists(
            st.sampled_from(
                ["claude", "-opus", "-4-5", "gpt", "-5", "/", ":", "@", ".", "-latest", "-20250514", "[1m]", "us.",
                 "anthropic.", "models/", "ft:", "-v1:0", " ", "", "-", "\ud83d", "gemini-2.5-pro"]
            ),
            max_size=10,
        ),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("gpt-4o", "gpt-4o"),
        ("GPT-4o ", "gpt-4o"),
        ("openai/gpt-4o", "gpt-4o"),
        ("azure/gpt-4o-2024-11-20", "gpt-4o"),
        ("gpt-4o-2024-05-13", "gpt-4o-2024-05-13"),
        ("gpt-4.1-2026-01-01", "gpt-4.1"),
        ("ft:gpt-4o-mini-2024-07-18:acme::abc123", "gpt-4o-mini"),
        ("anthropic/claude-sonnet-4-5", "claude-sonnet-4-5"),
        ("anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"),
        ("claude-4.5-sonnet", "claude-sonnet-4-5"),
        ("claude-3.5-sonnet", "claude-3-5-sonnet-20241022"),
        ("claude-opus-4-latest", "claude-opus-4-0"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"),
        ("us-gov.anthropic.claude-opus-5-5", "claude-opus-5-5"),
        ("anthropic.claude-3-5-sonnet-20241022-v2:0:200k", "claude-3-5-sonnet-20241022"),
        (
            "arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-20250514-v1:0",
            "claude-sonnet-4-0",
        ),
        ("claude-opus-4-1@20250805", "claude-opus-4-1"),
        ("vertex_ai/claude-haiku-5-5@default", "claude-haiku-5-5"),
        ("models/gemini-2.5-pro", "gemini-2.5-pro"),
        ("publishers/google/models/gemini-2.5-flash-002", "gemini-2.5-flash"),
        ("openrouter/google/gemini-2.5-pro:free", "gemini-2.5-pro"),
        ("gemini-2.5-flash-preview-09-2025", "gemini-2.5-flash"),
        ("accounts/fireworks/models/llama-v3p1-8b-instruct", "llama-3.1-8b-instruct"),
        ("llama3.1:8b", "llama-3.1-8b-instruct"),
        ("z-ai/glm-5.3", "glm-5.3"),
        ("deepseek/deepseek-v4-flash", "deepseek-flash"),
    ],
)
def test_a_decorated_name_means_the_model_under_it(name: str, id: str) -> None:
    found = REGISTRY.find(name)
    assert found.known
    assert found.id == id


@given(names)
def test_find_never_raises_and_says_the_same_again(name: str) -> None:
    found = REGISTRY.find(name)
    assert found == REGISTRY.find(name)
    assert found.window > 0
    assert found.known or found.id == name
    assert REGISTRY.family_of(found).name == found.family
    assert 0 < REGISTRY.max_input(found) <= found.window


def test_a_very_long_name_is_looked_at_only_so_far() -> None:
    assert not REGISTRY.find("x-" * 500_000).known


@pytest.mark.spec("TRN-1")
def test_a_model_nobody_knows_gets_the_window_of_the_settings() -> None:
    found = REGISTRY.find("acme/frobnicator-3")
    assert (found.known, found.window, found.family, found.max_output) == (False, 128_000, "unknown", None)
    small = Registry.shipped(settings.Models(unknown_window=32_000, max_input_share=0.5))
    assert small.find("acme/frobnicator-3").window == 32_000
    assert small.max_input("acme/frobnicator-3") == 16_000


@pytest.mark.parametrize(
    ("name", "family", "provider"),
    [
        ("claude-opus-9", "claude-5.5-opus", "anthropic"),
        ("eu.anthropic.claude-sonnet-7-20280101-v1:0", "claude-5.5", "anthropic"),
        ("claude-verse", "claude-unknown", "anthropic"),
        ("gpt-5.9-turbo", "gpt-5", "openai"),
        ("gpt-6.7-terra", "gpt-6", "openai"),
        ("gemini-5-ultra", "gemini-3", "google"),
        ("openrouter/qwen/qwen9-vl:free", "qwen", "alibaba"),
        ("llama-9", "llama", "meta"),
    ],
)
def test_the_family_of_an_unknown_model_is_guessed_from_its_name(name: str, family: str, provider: str) -> None:
    found = REGISTRY.find(name)
    assert (found.known, found.family, found.provider) == (False, family, provider)


def test_the_suffix_1m_asks_for_the_long_window() -> None:
    assert REGISTRY.find("claude-sonnet-4-5").window == 200_000
    long = REGISTRY.find("claude-sonnet-4-5[1m]")
    assert (long.id, long.window) == ("claude-sonnet-4-5", 1_000_000)
    assert REGISTRY.find("claude-something-new[1m]").window == 1_000_000
    assert REGISTRY.find("gpt-6-sol[1m]").window == 1_050_000


@pytest.mark.parametrize("name", ["google/gemini-2.5-pro:free", "claude-opus-4-6-fast", "ft:gpt-4o:acme::x"])
def test_a_name_that_is_sold_at_another_price_has_no_price(name: str) -> None:
    found = REGISTRY.find(name)
    assert found.known
    assert found.prices == Prices()


@pytest.mark.spec("TRN-1")
def test_the_most_input_is_the_models_own_limit_or_its_share_of_the_window() -> None:
    assert REGISTRY.max_input("gpt-5") == 272_000
    assert REGISTRY.max_input("gpt-4o") == 108_800
    odd = Model(id="odd", provider="", family="unknown", window=1_001)
    assert REGISTRY.max_input(odd) == 850  # 850.85, rounded down


def test_resolve_takes_the_callers_window() -> None:
    assert REGISTRY.resolve("gpt-5") == REGISTRY.find("gpt-5")
    narrow = REGISTRY.resolve("gpt-5", window=50_000)
    assert (narrow.window, narrow.max_output, REGISTRY.max_input(narrow)) == (50_000, 50_000, 42_500)
    assert narrow.prices == REGISTRY.find("gpt-5").prices
    with pytest.raises(ValueError, match="above 0"):
        REGISTRY.resolve("gpt-5", window=0)


def test_get_names_what_is_near() -> None:
    assert REGISTRY.get("openai/gpt-4o").id == "gpt-4o"
    with pytest.raises(UnknownName, match="did you mean") as caught:
        REGISTRY.get("gpt-4oo")
    assert "gpt-4o" in caught.value.hint
    with pytest.raises(UnknownName, match="models list"):
        REGISTRY.get("zzzzzzzzzz")


def test_family_names_what_there_is() -> None:
    assert REGISTRY.family("claude").provider == "anthropic"
    with pytest.raises(UnknownName, match="did you mean") as caught:
        REGISTRY.family("claud")
    assert "claude" in caught.value.hint
    stray = Model(id="x", provider="", family="no-such-family", window=1)
    assert REGISTRY.family_of(stray).name == "unknown"


# --- overrides ------------------------------------------------------------------------------------------------


@pytest.mark.spec("TOK-1")
def test_overrides_come_from_a_toml_file(tmp_path: Path) -> None:
    path = tmp_path / "brimful.toml"
    path.write_text(
        """
        [models.my-deployment]
        like = "gpt-5"
        window = 200_000

        [models."claude-opus-5-5".prices]
        input = 3.2

        [models.home-made]
        window = 65536
        family = "llama"
        aliases = ["hm"]

        [families.claude.factors]
        text = 1.22

        [families.ours]
        encoding = "cl100k_base"
        matches = ["ours-*"]
        """
    )
    own = REGISTRY.with_overrides(path)
    mine = own.find("my-deployment")
    assert (mine.window, mine.family, mine.max_input, mine.max_output) == (200_000, "gpt-5", None, 128_000)
    assert mine.prices == REGISTRY.find("gpt-5").prices
    assert own.find("claude-opus-5-5").prices.input == 3.2
    assert own.find("claude-opus-5-5").prices.output == REGISTRY.find("claude-opus-5-5").prices.output
    assert own.find("HM").id == "home-made"
    assert own.family_of("hm").name == "llama"
    assert own.family("claude").factors.text == 1.22
    assert own.family("claude").factors.system == 28
    assert own.family_of("ours-7b").encoding == "cl100k_base"
    assert own.find("gpt-5") == REGISTRY.find("gpt-5")
    assert REGISTRY.find("claude-opus-5-5").prices.input == 4  # the registry it came from is as it was


def test_later_overrides_are_laid_over_earlier_ones() -> None:
    first = REGISTRY.with_overrides({"models": {"gpt-4o": {"window": 64_000, "max_output": 4_000}}})
    second = first.with_overrides({"models": {"gpt-4o": {"window": 32_000}}})
    assert (second.find("gpt-4o").window, second.find("gpt-4o").max_output) == (32_000, 4_000)


def test_a_window_of_ones_own_takes_known_limits_with_it() -> None:
    own = REGISTRY.with_overrides({"models": {"gpt-5": {"window": 100_000}}})
    assert (own.find("gpt-5").max_output, own.max_input("gpt-5")) == (100_000, 85_000)


@pytest.mark.parametrize(
    ("given", "place", "message"),
    [
        ({"model": {}}, "model", "no table model"),
        ({"models": {"gpt-4o": {"windw": 1}}}, "models.gpt-4o.windw", "did you mean window"),
        ({"models": {"gpt-4o": {"window": "big"}}}, "models.gpt-4o.window", "Expected `int`"),
        ({"models": {"gpt-4o": {"window": 0}}}, "models.gpt-4o.window", "above 0"),
        ({"models": {"gpt-4o": {"max_output": 999_999}}}, "models.gpt-4o.max_output", "more than the window"),
        ({"models": {"gpt-4o": {"prices": {"input": -1}}}}, "models.gpt-4o.prices.input", "0 or more"),
        ({"models": {"gpt-4o": {"prices": {"input": "1"}}}}, "models.gpt-4o.prices.input", "Expected `float"),
        ({"models": {"gpt-4o": {"prices": {"above_tokens": 5}}}}, "models.gpt-4o.prices", "need each other"),
        (
            {"models": {"gpt-4o": {"prices": {"until": "soon", "then": {}}}}},
            "models.gpt-4o.prices.until",
            "must be a day",
        ),
        ({"models": {"gpt-4o": {"id": "x"}}}, "models.gpt-4o.id", "cannot be set"),
        ({"models": {"mine": {"max_output": 5}}}, "models.mine", "window is missing"),
        ({"models": {"mine": {"like": "gpt-4oo"}}}, "models.mine.like", "gpt-4o"),
        ({"models": {"mine": {"like": 4}}}, "models.mine.like", "no model is called 4"),
        ({"models": {"mine": {"window": 9, "family": "claud"}}}, "models.mine.family", "did you mean"),
        ({"models": {"mine": {"window": 9, "aliases": ["gpt-4o"]}}}, "models.mine.aliases", "already a name of"),
        ({"models": {"mine": 4}}, "models", "Expected `object`"),
        ({"families": {"claude": {"factors": {"text": "x"}}}}, "families.claude.factors.text", "Expected `float`"),
        ({"families": {"claude": {"matchs": []}}}, "families.claude.matchs", "did you mean matches"),
    ],
)
def test_a_wrong_override_is_refused_with_its_place(given: dict[str, Any], place: str, message: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        REGISTRY.with_overrides(given)
    assert caught.value.at.startswith(place)
    assert message in str(caught.value)


def test_a_file_that_is_missing_or_not_toml_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"none\.toml: cannot be read"):
        REGISTRY.with_overrides(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("[models")
    with pytest.raises(InvalidSetting, match=r"bad\.toml: is not TOML"):
        REGISTRY.with_overrides(str(tmp_path / "bad.toml"))
    (tmp_path / "typo.toml").write_text("[models.gpt-4o]\nwindow = 'x'")
    with pytest.raises(InvalidSetting) as caught:
        REGISTRY.with_overrides(tmp_path / "typo.toml")
    assert caught.value.at == "models.gpt-4o.window"


# --- discovered models ----------------------------------------------------------------------------------------


def listed(id: str, window: int = 0, **more: Any) -> Model:
    return Model(id=id, provider="openai", family="", window=window, known=window > 0, source="its list", **more)


def test_what_a_provider_lists_updates_what_is_known() -> None:
    own = REGISTRY.with_discovered([listed("gpt-4o-2024-08-06", 96_000, prices=Prices(input=2.0, output=9.0))])
    found = own.find("gpt-4o")
    assert (found.id, found.window, found.max_output, found.family) == ("gpt-4o", 96_000, 16_384, "gpt-4o")
    assert found.prices == Prices(input=2.0, output=9.0)
    assert found.source == "its list"
    assert len(own.all()) == len(REGISTRY.all())


def test_a_list_that_names_no_window_changes_none() -> None:
    own = REGISTRY.with_discovered([listed("gpt-5"), listed("brand-new")])
    assert own.find("gpt-5").window == 400_000
    assert own.find("gpt-5").prices == REGISTRY.find("gpt-5").prices
    new = own.find("brand-new")
    assert (new.known, new.window, new.family) == (False, 128_000, "unknown")
    assert "brand-new" in {model.id for model in own.all()}


def test_another_host_of_a_model_is_a_model_of_its_own_with_its_own_price() -> None:
    own = REGISTRY.with_discovered([Model("acme/claude-opus-4.6", "acme", "", 500_000)])
    here = own.find("acme/claude-opus-4.6")
    assert (here.provider, here.family, here.window) == ("acme", "claude-opus", 500_000)
    assert here.prices == Prices()
    assert own.find("claude-opus-4-6") == REGISTRY.find("claude-opus-4-6")


def test_a_limit_a_user_named_holds_when_a_list_says_less() -> None:
    own = REGISTRY.with_overrides({"models": {"gpt-4o": {"max_output": 10_000}}})
    later = own.with_discovered([listed("gpt-4o", 8_000)])
    assert (later.find("gpt-4o").window, later.find("gpt-4o").max_output) == (10_000, 10_000)


@given(
    st.lists(
        st.builds(
            listed,
            st.sampled_from(["gpt-4o", "gpt-4o-2024-08-06", "GPT-4O", "openai/gpt-4o", "mine", "gpt-5"]),
            st.integers(0, 3_000_000),
            max_output=st.none() | st.integers(1, 100_000),
            max_input=st.none() | st.integers(1, 100_000),
        ),
        max_size=6,
    ),
    st.booleans(),
)
def test_overrides_survive_whatever_is_discovered(models: list[Model], first: bool) -> None:
    given = {"models": {"gpt-4o": {"window": 77_000}, "mine": {"window": 5_000, "prices": {"input": 1.5}}}}
    if first:
        own = REGISTRY.with_overrides(given).with_discovered(models)
    else:
        own = REGISTRY.with_discovered(models).with_overrides(given)
    assert own.find("gpt-4o").window == 77_000
    assert (own.find("mine").window, own.find("mine").prices.input) == (5_000, 1.5)
    for model in own.all():
        assert model.window > 0
        assert model.max_output is None or model.max_output <= model.window
        assert model.max_input is None or model.max_input <= model.window
        assert own.family(model.family)
