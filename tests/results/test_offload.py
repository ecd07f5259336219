"""Large results in files: private, written once, swept, and out of reach of crafted names."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from brimful.errors import InvalidInput, UnknownName
from brimful.results import Room
from brimful.results.folders import opened, safe_name, write_once
from brimful.results.offload import Offloader
from brimful.settings import DEFAULTS

ROOM = Room(400, len)
BIG = json.dumps([{"id": n, "name": f"thing {n}", "price": 1.50} for n in range(500)])
LOG = "a line of a log\n" * 1_000

HOSTILE = [
    "..",
    ".",
    "...",
    "",
    "/",
    "/etc/passwd",
    "../../../../tmp/out",
    "..\\..\\out",
    "a/../../b",
    "a\0b",
    "x" * 10_000,
    "~root",
    "-rf",
    "con",
    "NUL",
    "CALL_1",
    "call_1.",
    "call_1 ",
    "․․",  # one-dot leaders
    "．．/",  # full-width dots
    "\u202e..",
    "e\u0301",
    "é",
    "K",  # the Kelvin sign, which is a small k in small letters
    "\ud800",
    "content.json",
    "n-call_1.0000000000000000",
    "\n",
    "😀" * 300,
]


PARTS = ["..", ".", "s1", "call_1", "content.txt", "secret", "etc", "", "~", "a\0"]


class Clock:
    """Time that stands until it is turned."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def offloader(folder: Path, session: str = "s1", clock: Callable[[], float] | None = None) -> Offloader:
    return Offloader(folder / "results", session, clock=clock or Clock())


def everything_under(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*"))


@pytest.mark.spec("RES-3")
def test_json_becomes_a_pretty_file_with_its_schema_and_a_pointer(tmp_path: Path) -> None:
    found = offloader(tmp_path).store("call_1", BIG, ROOM)
    assert found.problem == ""
    assert Path(found.path) == tmp_path / "results" / "s1" / "call_1" / "content.json"
    text = Path(found.path).read_text("utf-8")
    assert json.loads(text) == json.loads(BIG)
    assert text.startswith('[\n  {\n    "id": 0,')
    schema = json.loads(Path(found.schema_path).read_text("utf-8"))
    assert list(schema["items"]["properties"]) == ["id", "name", "price"]
    for said in (found.path, found.schema_path, f"{round(len(text) / 1024)} KB", f"{text.count(chr(10)) + 1} lines"):
        assert said in found.text


@pytest.mark.spec("RES-3")
def test_numbers_of_json_stay_as_they_were_written(tmp_path: Path) -> None:
    text = '{"a": 1.50, "b": 12345678901234567890123, "c": 1e5}'
    assert "1.50" in Path(offloader(tmp_path).store("call", text, ROOM).path).read_text("utf-8")


@pytest.mark.spec("RES-3")
@pytest.mark.parametrize("text", [LOG, "{not json", '{"a": 1, "a": 2}', "[" * 100_000, "123", '"\ud800"', "\r\nx\r"])
def test_anything_else_becomes_a_file_of_text_exactly(tmp_path: Path, text: str) -> None:
    box = offloader(tmp_path)
    found = box.store("call_1", text, ROOM)
    assert found.path.endswith("content.txt")
    assert found.schema_path == ""
    assert box.read(found.path) == text


@pytest.mark.spec("RES-3")
def test_only_results_over_the_setting_are_large(tmp_path: Path) -> None:
    box = offloader(tmp_path)
    assert not box.is_large("x" * 8_192)
    assert box.is_large("x" * 8_193)
    assert box.is_large("é" * 4_097)
    assert not box.is_large("é" * 4_096)


@pytest.mark.spec("RES-3")
def test_files_and_folders_are_for_the_user_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        offloader(tmp_path).store("call_1", BIG, ROOM)
    finally:
        os.umask(before)
    for path in [tmp_path / "results", *everything_under(tmp_path / "results")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.spec("RES-3")
@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: repr(name)[:20])
def test_a_crafted_name_stays_in_its_sessions_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "outside").mkdir()
    for session, call in ((name, "call_1"), ("s1", name)):
        if not session:
            continue
        box = offloader(tmp_path, session)
        found = box.store(call, LOG, ROOM)
        place = Path(found.path)
        assert place.is_file()
        assert not place.is_symlink()
        assert place.parent.parent.parent == tmp_path / "results"
        assert box.read(found.path) == LOG
    assert everything_under(tmp_path / "outside") == []
    assert {path.name for path in tmp_path.iterdir()} == {"outside", "results"}


@pytest.mark.spec("RES-3")
def test_two_names_are_never_one_even_where_case_is_ignored() -> None:
    names = [safe_name(name) for name in [*HOSTILE, "call_1", "k", "e", "nul_"]]
    assert len({name.casefold() for name in names}) == len(names)


@pytest.mark.spec("RES-3")
@given(st.text(max_size=80))
def test_every_name_becomes_one_plain_part_of_a_path(name: str) -> None:
    safe = safe_name(name)
    assert safe_name(name) == safe
    assert 0 < len(safe) <= 64
    assert safe.isascii()
    assert safe.islower() or not any(char.isalpha() for char in safe)
    assert not set(safe) & set("/\\\0 \n~:")
    assert safe[0] not in ".-"


@pytest.mark.spec("RES-3")
def test_a_session_without_a_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="needs a name"):
        Offloader(tmp_path, "")


@pytest.mark.spec("RES-3")
@pytest.mark.parametrize("level", ["session", "call", "file"])
def test_a_link_in_the_way_is_not_followed(tmp_path: Path, level: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    root = tmp_path / "results"
    root.mkdir(mode=0o700)
    place = {"session": root / "s1", "call": root / "s1" / "call_1", "file": root / "s1" / "call_1" / "content.txt"}[
        level
    ]
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = outside / "secret" if level == "file" else outside
    if level == "file":
        target.write_text("secret")
    place.symlink_to(target)
    box = offloader(tmp_path)
    found = box.store("call_1", LOG, ROOM)
    assert found.path == ""
    assert found.problem.startswith("could not be put into a file")
    assert found.problem in found.text
    assert len(found.text) <= 400
    with pytest.raises(InvalidInput):
        box.read(str(root / "s1" / "call_1" / "content.txt"))
    assert [path.read_text() for path in outside.iterdir()] == (["secret"] if level == "file" else [])


@pytest.mark.spec("RES-3")
def test_a_pipe_in_the_way_does_not_hang(tmp_path: Path) -> None:
    call = tmp_path / "results" / "s1" / "call_1"
    call.mkdir(mode=0o700, parents=True)
    os.mkfifo(call / "content.txt")
    assert offloader(tmp_path).store("call_1", LOG, ROOM).path == ""


@pytest.mark.spec("RES-3")
def test_a_folder_that_others_can_write_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results").chmod(0o777)
    found = offloader(tmp_path).store("call_1", LOG, ROOM)
    assert "somebody else" in found.problem
    assert everything_under(tmp_path / "results") == []


@pytest.mark.spec("RES-3")
def test_a_write_that_fails_costs_the_file_and_not_the_result(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("in the way")
    found = offloader(tmp_path).store("call_1", LOG, ROOM)
    assert found.path == ""
    assert 0 < len(found.text) <= 400
    assert "could not be put into a file" in found.text


@pytest.mark.spec("RES-3")
def test_the_same_result_is_written_once_and_another_one_beside_it(tmp_path: Path) -> None:
    box = offloader(tmp_path)
    first = box.store("call_1", LOG, ROOM)
    written = Path(first.path).stat().st_ino
    assert box.store("call_1", LOG, ROOM) == first
    assert Path(first.path).stat().st_ino == written
    other = box.store("call_1", LOG + "more", ROOM)
    assert other.path != first.path
    assert (box.read(first.path), box.read(other.path)) == (LOG, LOG + "more")
    assert box.store("call_1", LOG + "more", ROOM) == other


@pytest.mark.spec("RES-3")
def test_writers_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    box = offloader(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: box.store("call_1", BIG, ROOM), range(40)))
    assert {each.problem for each in found} == {""}
    assert len({each.path for each in found}) == 1
    assert {path.name for path in Path(found[0].path).parent.iterdir()} == {"content.json", "schema.json"}


@pytest.mark.spec("RES-3")
def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    with opened(tmp_path / "private", create=True) as folder:
        assert write_once(folder, "a.txt", b"first", touch=0)
        assert not write_once(folder, "a.txt", b"second", touch=0)
    assert [(path.name, path.read_bytes()) for path in (tmp_path / "private").iterdir()] == [("a.txt", b"first")]


@pytest.mark.spec("RES-3")
def test_a_session_reads_its_own_files_only(tmp_path: Path) -> None:
    mine, theirs = offloader(tmp_path, "mine"), offloader(tmp_path, "theirs")
    found = theirs.store("call_1", LOG, ROOM)
    for path in (found.path, "theirs/call_1/content.txt", "mine/../theirs/call_1/content.txt"):
        with pytest.raises(InvalidInput, match="no file of this session"):
            mine.read(path)
    assert theirs.read("theirs/call_1/content.txt") == LOG


@pytest.mark.spec("RES-3")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(["..", ".", "s1", "call_1", "content.txt", "secret", "etc", "", "~", "a\0"]), max_size=6
    ),
    st.booleans(),
)
def test_no_path_reads_anything_but_results(tmp_path: Path, parts: list[str], absolute: bool) -> None:
    box = offloader(tmp_path)
    found = box.store("call_1", LOG, ROOM)
    (tmp_path / "secret").write_text("secret")
    path = "/".join(parts)
    try:
        assert box.read(f"{tmp_path}/results/{path}" if absolute else path) == LOG
    except (InvalidInput, UnknownName):
        return
    assert Path(found.path).read_text("utf-8") == LOG


@pytest.mark.spec("RES-3")
def test_files_are_swept_hours_after_they_were_last_read(tmp_path: Path) -> None:
    clock = Clock()
    box, other = offloader(tmp_path, "one", clock), offloader(tmp_path, "two", clock)
    read, unread = box.store("read", BIG, ROOM), other.store("unread", LOG, ROOM)
    clock.now += 7 * 3_600
    box.read(read.path)
    assert box.sweep().files == 0
    clock.now += 2 * 3_600
    swept = box.sweep()
    assert (swept.files, swept.size_bytes) == (1, len(LOG))
    assert not Path(unread.path).exists()
    assert not Path(unread.path).parent.parent.exists()
    assert box.read(read.path)
    assert box.sweep(clock.now + 9 * 3_600).files == 2
    with pytest.raises(UnknownName, match="no such file any more"):
        box.read(read.path)


@pytest.mark.spec("RES-3")
def test_a_sweep_touches_nothing_but_old_files_of_ours(tmp_path: Path) -> None:
    box = offloader(tmp_path)
    call = Path(box.store("call_1", LOG, ROOM).path).parent
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "content.txt").write_text("keep")
    (call / "notes.md").write_text("keep")
    (call.parent / "link").symlink_to(tmp_path / "outside")
    (call / "schema.json").symlink_to(tmp_path / "outside" / "content.txt")
    (call / ".draft-of-one-who-died").write_text("half")
    assert box.sweep(1e12).files == 2
    assert {path.name for path in call.iterdir()} == {"notes.md", "schema.json"}
    assert (tmp_path / "outside" / "content.txt").read_text() == "keep"


@pytest.mark.spec("RES-3")
def test_nothing_to_sweep_is_no_error(tmp_path: Path) -> None:
    assert offloader(tmp_path).sweep().files == 0


@pytest.mark.spec("RES-3")
def test_how_long_files_are_kept_is_a_setting(tmp_path: Path) -> None:
    clock = Clock()
    box = Offloader(tmp_path / "results", "s1", replace(DEFAULTS.results, offload_keep_s=10), clock)
    box.store("call_1", LOG, ROOM)
    assert box.sweep(clock.now + 9).files == 0
    assert box.sweep(clock.now + 11).files == 1


def test_steps_through_a_missing_folder_say_so(tmp_path: Path) -> None:
    with pytest.raises(OSError) as raised, opened(tmp_path, ["nowhere"]):
        pass
    assert raised.value.errno == errno.ENOENT
