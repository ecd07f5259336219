"""A diff is not to be trusted with paths: only files below the folder are read (DOC-5)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from brimful.documents.below import Below
from brimful.documents.errors import PathRefused

pytestmark = pytest.mark.spec("DOC-5")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("secret")
    folder = tmp_path / "root"
    (folder / "inside").mkdir(parents=True)
    (folder / "inside" / "a.txt").write_bytes("é\r\n".encode())
    (folder / "latin.txt").write_bytes(b"caf\xe9\n")
    (folder / "binary").write_bytes(b"\0\1")
    (folder / "out").symlink_to(tmp_path / "secret.txt")
    (folder / "up").symlink_to("..")
    (folder / "round").symlink_to("round")
    (folder / "within").symlink_to("inside")
    return folder


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "inside/../../secret.txt",
        "inside/../inside/a.txt",
        "/etc/passwd",
        "out",
        "up/secret.txt",
        "round",
        "C:/secret.txt",
        "C:secret.txt",
        "\\\\host\\share",
        "..\\secret.txt",
        "",
        "a\0b",
    ],
)
def test_a_path_that_leads_elsewhere_is_refused_by_name(root: Path, path: str) -> None:
    with pytest.raises(PathRefused) as caught:
        Below(root).read(path)
    assert repr(path) in caught.value.message
    assert "secret\n" not in str(caught.value)


def test_files_below_are_read_also_through_links_that_stay_below(root: Path) -> None:
    below = Below(root)
    assert below.read("inside/a.txt") == below.read("within/a.txt") == "é\r\n"
    assert below.read("latin.txt") == "caf\N{REPLACEMENT CHARACTER}\n"


def test_what_is_no_text_gives_none(root: Path) -> None:
    os.mkfifo(root / "pipe")
    below = Below(root, limit=4)
    assert [below.read(path) for path in ("gone", "inside", "inside/a.txt/b", "binary", "pipe", "latin.txt")] == [
        None
    ] * 6
