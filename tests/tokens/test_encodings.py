"""The vocabularies are the published ones, and a damaged one is never used."""

from __future__ import annotations

import base64
import gzip
import hashlib
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tiktoken_ext import openai_public

from brimful.errors import BrokenInstallation, UnknownName
from brimful.tokens import encodings

pytestmark = pytest.mark.spec("TOK-1")

DATA = Path(encodings.__file__).parent / "data"
PUBLISHED_SHA256 = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
}


def packed(name: str) -> bytes:
    return (DATA / f"{name}.ranks.gz").read_bytes()


def tokens(name: str) -> list[bytes]:
    data = encodings.unpack(name, packed(name))
    lengths = encodings.token_lengths(name)
    place, found = len(lengths), []
    for length in lengths:
        found.append(data[place : place + length])
        place += length
    assert place == len(data)
    return found


@pytest.mark.parametrize("name", encodings.ENCODINGS)
def test_written_in_the_published_form_a_vocabulary_has_the_published_hash(name: str) -> None:
    lines = [base64.b64encode(token) + b" %d\n" % rank for rank, token in enumerate(tokens(name))]
    assert hashlib.sha256(b"".join(lines)).hexdigest() == PUBLISHED_SHA256[name]


@pytest.mark.parametrize("name", encodings.ENCODINGS)
def test_a_vocabulary_file_can_be_made_again_byte_for_byte(name: str) -> None:
    found = tokens(name)
    contents = bytes(map(len, found)) + b"".join(found)
    assert gzip.decompress(packed(name)) == contents
    assert packed(name)[4:8] == bytes(4)  # gzip's time field


@pytest.mark.parametrize("name", encodings.ENCODINGS)
def test_no_token_is_longer_than_is_relied_upon(name: str) -> None:
    assert max(encodings.token_lengths(name)) == encodings.LONGEST_TOKEN_BYTES


@pytest.mark.parametrize("name", encodings.ENCODINGS)
def test_the_pattern_and_the_special_tokens_are_those_of_the_installed_tiktoken(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *_args, **_named: {})
    published = openai_public.ENCODING_CONSTRUCTORS[name]()
    built = encodings.encoding(name)
    assert built._pat_str == published["pat_str"]
    assert built._special_tokens == published["special_tokens"]
    assert built.n_vocab == max(published["special_tokens"].values()) + 1


@pytest.mark.parametrize("name", encodings.ENCODINGS)
def test_an_encoding_gives_the_text_back(name: str) -> None:
    built = encodings.encoding(name)
    text = "Exact counts, offline: 日本語, 😀\n"
    assert built.decode(built.encode_ordinary(text)) == text


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownName, match="o200k_base, cl100k_base") as caught:
        encodings.encoding("p50k_base")
    assert "p50k_base" in caught.value.message


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:-100], "cannot be unpacked"),
        (lambda data: b"", "cannot be unpacked"),
        (lambda data: gzip.compress(gzip.decompress(data)[:-1] + b"?"), "not the one that was shipped"),
    ],
)
def test_a_changed_file_is_refused(damage, message: str) -> None:
    with pytest.raises(BrokenInstallation, match=message) as caught:
        encodings.unpack("cl100k_base", damage(packed("cl100k_base")))
    assert caught.value.at.endswith("cl100k_base.ranks.gz")
    assert "install" in caught.value.hint


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    copy = tmp_path / "brimful"
    shutil.copytree(Path(encodings.__file__).parents[1], copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "tokens" / "data" / "o200k_base.ranks.gz").unlink()
    program = (
        "from brimful.errors import BrokenInstallation\n"
        "from brimful.tokens.encodings import encoding\n"
        "try: encoding('o200k_base')\n"
        "except BrokenInstallation as error: print(error)\n"
    )
    assert "the vocabulary of o200k_base is missing" in run(program, tmp_path)


def test_counting_opens_no_socket_and_no_cache(tmp_path: Path) -> None:
    program = (
        "import socket, sys, urllib.request\n"
        "def refuse(*a, **k): raise AssertionError('network')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        "from brimful.tokens.encodings import encoding, ENCODINGS\n"
        "print([len(encoding(n).encode_ordinary('hello world')) for n in ENCODINGS], 'requests' in sys.modules)\n"
    )
    source = Path(encodings.__file__).parents[2]
    assert run(program, source, TIKTOKEN_CACHE_DIR=str(tmp_path)) == "[2, 2] False\n"
    assert list(tmp_path.iterdir()) == []


def test_importing_the_package_loads_neither_tiktoken_nor_asyncio() -> None:
    program = (
        "import sys, brimful.tokens\n"
        "print([name for name in ('tiktoken', 'asyncio', 'splintr', 'bpe_openai') if name in sys.modules])"
    )
    assert run(program, Path(encodings.__file__).parents[2]) == "[]\n"


def test_an_encoding_is_built_once_however_many_ask_at_once() -> None:
    program = (
        "import threading, tiktoken\n"
        "built = []\n"
        "class Counted(tiktoken.Encoding):\n"
        "    def __init__(self, *a, **k):\n"
        "        built.append(1)\n"
        "        super().__init__(*a, **k)\n"
        "tiktoken.Encoding = Counted\n"
        "from brimful.tokens.encodings import encoding, is_built\n"
        "assert not is_built('cl100k_base')\n"
        "seen, gate = [], threading.Barrier(8)\n"
        "def ask():\n"
        "    gate.wait()\n"
        "    seen.append(encoding('cl100k_base'))\n"
        "threads = [threading.Thread(target=ask) for _ in range(8)]\n"
        "[t.start() for t in threads]\n"
        "[t.join() for t in threads]\n"
        "print(len(built), len(set(map(id, seen))), is_built('cl100k_base'))\n"
    )
    assert run(program, Path(encodings.__file__).parents[2]) == "1 1 True\n"


def test_two_threads_may_use_an_encoding_at_once() -> None:
    encode = encodings.encoding("o200k_base").encode_ordinary
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(len(encode("some words " * 2000)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [4001] * 4


def run(program: str, source: Path, **environment: str) -> str:
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command,
        env={"PYTHONPATH": str(source), **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout
