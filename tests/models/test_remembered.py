"""The last model chosen for each provider."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.errors import InvalidSetting
from brimful.models import LastModels

pytestmark = pytest.mark.spec("TOK-11")


def test_nothing_is_remembered_at_first_and_nothing_is_made(tmp_path: Path) -> None:
    last = LastModels(tmp_path / "state" / "last.json")
    assert last.get("openai") is None
    assert last.all() == {}
    assert list(tmp_path.iterdir()) == []


def test_what_is_remembered_is_there_for_the_next_who_asks(tmp_path: Path) -> None:
    path = tmp_path / "state" / "last.json"
    LastModels(path).remember("openai", "gpt-5")
    LastModels(path).remember("anthropic", "claude-opus-5-5")
    LastModels(path).remember("openai", "gpt-6-sol")
    assert LastModels(path).all() == {"openai": "gpt-6-sol", "anthropic": "claude-opus-5-5"}


def test_folder_and_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "state" / "last.json"
    LastModels(path).remember("openai", "gpt-5")
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}


def test_writing_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    LastModels(path).remember("openai", "gpt-5")
    assert {file.name for file in tmp_path.iterdir()} == {"last.json", "last.json.lock"}


def test_a_write_that_fails_keeps_the_old_file_and_leaves_no_other(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "last.json"
    last = LastModels(path)
    last.remember("openai", "gpt-5")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InvalidSetting, match="No space left"):
        last.remember("openai", "gpt-6-sol")
    assert last.get("openai") == "gpt-5"
    assert {file.name for file in tmp_path.iterdir()} == {"last.json", "last.json.lock"}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"openai": 4}', b'{"openai"', b"\xff\xfe", b"null"])
def test_a_corrupt_file_is_set_aside_and_reported(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "last.json"
    path.write_bytes(content)
    last = LastModels(path)
    assert last.get("openai") is None
    assert last.set_aside == tmp_path / "last.json.corrupt-1"
    assert last.set_aside.read_bytes() == content
    assert "set aside" in caplog.text
    last.remember("openai", "gpt-5")
    assert LastModels(path).get("openai") == "gpt-5"


def test_a_second_corrupt_file_does_not_take_the_place_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    for number in (1, 2):
        path.write_text(f"broken {number}")
        assert LastModels(path).all() == {}
    assert (tmp_path / "last.json.corrupt-1").read_text() == "broken 1"
    assert (tmp_path / "last.json.corrupt-2").read_text() == "broken 2"


WRITER = """
import sys
from brimful.models import LastModels
last = LastModels(sys.argv[1])
for number in range(25):
    last.remember(f"{sys.argv[2]}-{number}", "m")
"""


def test_writers_in_several_processes_lose_nothing_of_each_other(tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    source = Path(__file__).parents[2] / "src"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), name], env={**os.environ, "PYTHONPATH": str(source)}
        )
        for name in ("a", "b", "c")
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    assert set(LastModels(path).all()) == {f"{name}-{number}" for name in "abc" for number in range(25)}


def test_a_place_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidSetting) as caught:
        LastModels(tmp_path / "file" / "last.json").remember("openai", "gpt-5")
    assert str(tmp_path) in caught.value.at
    with pytest.raises(InvalidSetting, match="cannot be read"):
        LastModels(tmp_path).get("openai")


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8")), max_size=5))
def test_any_names_come_back_as_they_were(tmp_path_factory: pytest.TempPathFactory, chosen: dict[str, str]) -> None:
    last = LastModels(tmp_path_factory.mktemp("names") / "last.json")
    for provider, model in chosen.items():
        last.remember(provider, model)
    assert last.all() == chosen
