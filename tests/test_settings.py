"""Settings: one place, one order, every problem at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from brimful.errors import InvalidSetting
from brimful.settings import DEFAULTS, describe, load


def test_nothing_given_means_the_defaults() -> None:
    loaded = load()
    assert loaded.settings == DEFAULTS
    assert set(loaded.sources.values()) == {"default"}


def test_an_argument_beats_the_environment_and_that_beats_the_files(tmp_path: Path) -> None:
    project, user = tmp_path / "brimful.toml", tmp_path / "user.toml"
    user.write_text("[tokens]\nlru_entries = 1\nmargin_guess = 0.2\nmargin_actual = 0.3\n")
    project.write_text("[tokens]\nlru_entries = 2\nmargin_guess = 0.4\n")
    loaded = load(
        arguments={"tokens.lru_entries": 4},
        environment={"BRIMFUL_TOKENS_LRU_ENTRIES": "3", "BRIMFUL_TOKENS_ENGINE": "splintr", "PATH": "/bin"},
        files=[project, user],
    )
    tokens = loaded.settings.tokens
    assert (tokens.lru_entries, tokens.engine, tokens.margin_guess, tokens.margin_actual) == (4, "splintr", 0.4, 0.3)
    assert loaded.sources["tokens.lru_entries"] == "argument"
    assert loaded.sources["tokens.engine"] == "environment"
    assert loaded.sources["tokens.margin_guess"] == str(project)
    assert loaded.sources["tokens.margin_actual"] == str(user)


def test_all_problems_are_reported_at_once(tmp_path: Path) -> None:
    broken = tmp_path / "brimful.toml"
    broken.write_text("[tokens]\nlru_entrys = 2\nmargin_guess = 7\n[nothing]\nx = 1\n")
    with pytest.raises(InvalidSetting) as caught:
        load(environment={"BRIMFUL_TOKENS_LRU_ENTRIES": "many", "BRIMFUL_TOKENS_LRU": "1"}, files=[broken])
    for part in (
        "tokens.lru_entrys (did you mean tokens.lru_entries?)",
        "tokens.margin_guess: Expected `float` <= 1.0",
        "nothing.x",
        "environment: tokens.lru_entries: Expected `int`, got `str`",
        "BRIMFUL_TOKENS_LRU (did you mean",
    ):
        assert part in str(caught.value)


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    path = tmp_path / "brimful.toml"
    path.write_text("tokens = [")
    with pytest.raises(InvalidSetting, match=r"brimful\.toml"):
        load(files=[path])


def test_every_setting_is_described_and_its_default_is_in_range() -> None:
    for setting in describe():
        assert setting.text.endswith(".")
        assert setting.unit
        assert setting.spec
        load(arguments={setting.name: setting.default})
