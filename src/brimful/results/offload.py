"""Large results put into files, and a pointer in their place (RES-3).

    folder / session / call / content.json   JSON, pretty-printed, with schema.json beside it
                              content.txt    anything else, as it came

Files are written once, for the user alone, and swept when nobody has read them for some hours. A session reads its
own files only. A write that fails costs the file, not the result: the text is cut instead, and says so.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from typing import Any

import msgspec
from msgspec import Struct

from brimful import jsontext
from brimful.errors import InputTooLarge, InvalidInput, InvalidJSON, UnknownName
from brimful.results import folders
from brimful.results.condenser import Room
from brimful.results.cut import cut
from brimful.results.schema import schema_of
from brimful.settings import DEFAULTS
from brimful.settings.results import Results

JSON, TEXT, SCHEMA = "content.json", "content.txt", "schema.json"
_OURS = (JSON, TEXT, SCHEMA)
_DEPTH = 3  # session, call, file
_KB = 1_024


class Offloaded(Struct, frozen=True):
    """What stands in place of a result.

    text:        the pointer; a cut of the result where no file could be written.
    path:        the file; "" when there is none.
    schema_path: the schema of JSON; "" for other texts.
    size_bytes:  of the file.
    problem:     why there is no file; "" when there is.
    """

    text: str
    path: str = ""
    schema_path: str = ""
    size_bytes: int = 0
    problem: str = ""


class Swept(Struct, frozen=True):
    """What a sweep removed."""

    files: int = 0
    size_bytes: int = 0


class _Content(Struct):
    """A result as it is written."""

    name: str
    text: str
    schema: bytes = b""


class Offloader:
    """Puts the large results of one session into files under a folder, and reads them back."""

    def __init__(
        self,
        folder: Path,
        session: str,
        settings: Results = DEFAULTS.results,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if not session:
            raise ValueError("a session needs a name: its files are kept apart by it")
        self.folder = Path(os.path.abspath(folder))
        self.session = folders.safe_name(session)
        self.settings = settings
        self.clock = clock

    def is_large(self, text: str) -> bool:
        """Whether a result is longer than the setting."""
        most = self.settings.offload_from_bytes
        return len(text) > most or (4 * len(text) > most and len(_bytes(text)) > most)

    def store(self, call_id: str, text: str, room: Room) -> Offloaded:
        """Put a result into a file and return the pointer. Where that fails the text is cut to the room."""
        content = _content(text, self.settings)
        try:
            call = self._write(call_id, content)
        except OSError as error:
            reason = f"could not be put into a file: {error.strerror or error}"
            said = f"the result {reason}"
            return Offloaded(cut(text, room, marker=_cut_marker(said), settings=self.settings).text, problem=reason)
        return self._pointer(call, content)

    def read(self, path: str) -> str:
        """What a file of this session holds. Whatever is not one is refused."""
        call, name = self._parts(path)
        try:
            with folders.opened(self.folder, (self.session, call)) as place:
                return folders.read_whole(place, name, touch=self.clock()).decode("utf-8", "surrogatepass")
        except FileNotFoundError:
            raise UnknownName(
                "there is no such file any more", at=path, hint="files are swept when nobody reads them for hours"
            ) from None
        except OSError as error:
            raise InvalidInput(f"the file cannot be read: {error.strerror}", at=path) from error

    def sweep(self, now: float | None = None) -> Swept:
        """Remove the files, of all sessions, that nobody has read for as long as the setting says."""
        before = (self.clock() if now is None else now) - self.settings.offload_keep_s
        if not self.folder.exists():
            return Swept()  # nothing was ever written
        with folders.opened(self.folder) as root:
            return _sum_of(_sweep_session(root, session, before) for session in _folders_in(root))

    def _write(self, call_id: str, content: _Content) -> str:
        """Write the files; returns the call's folder. A call's name may have come with another text before."""
        data = _bytes(content.text)
        digest = hashlib.sha256(data).hexdigest()[:16]
        for call in (folders.safe_name(call_id), folders.safe_name(f"{call_id}\0{digest}")):
            with folders.opened(self.folder, (self.session, call), create=True) as place:
                if not _put(place, content.name, data, self.clock()):
                    continue
                if content.schema:
                    _put(place, SCHEMA, content.schema, self.clock())
                return call
        raise FileExistsError(0, "another result has that name", call_id)

    def _pointer(self, call: str, content: _Content) -> Offloaded:
        place = self.folder / self.session / call
        size = len(_bytes(content.text))
        lines = content.text.count("\n") + 1
        path = str(place / content.name)
        if not content.schema:
            said = (
                f"[Result of {_kilobytes(size)}, {lines} lines, is in the file {path}\n"
                "Read lines of it, or search it.]"
            )
            return Offloaded(said, path, "", size)
        schema = str(place / SCHEMA)
        said = (
            f"[Result of {_kilobytes(size)}, {lines} lines of JSON, is in the file {path}\n"
            f"Its schema: {schema}\nRead the schema first, then lines of the file, or query it.]"
        )
        return Offloaded(said, path, schema, size)

    def _parts(self, path: str) -> tuple[str, str]:
        """The call and the file that a path names, if it is a file of this session."""
        parts = PurePath(path).parts if "\0" not in path else ()
        root = self.folder.parts
        if parts[: len(root)] == root:
            parts = parts[len(root) :]
        if len(parts) != _DEPTH or parts[0] != self.session or parts[2] not in _OURS or parts[1] in (".", ".."):
            raise InvalidInput("that is no file of this session's results", at=path[:200])
        return parts[1], parts[2]


def _content(text: str, settings: Results) -> _Content:
    """The text as it is written: objects and lists of JSON pretty-printed, anything else as it came."""
    if text.lstrip()[:1] not in ("{", "["):
        return _Content(TEXT, text)
    try:
        value: Any = jsontext.decode(text)
        pretty = msgspec.json.format(text, indent=2)  # numbers stay as they were written
    except (InvalidJSON, InputTooLarge, msgspec.DecodeError, UnicodeEncodeError):
        return _Content(TEXT, text)
    return _Content(JSON, pretty, jsontext.encode(schema_of(value, settings=settings)))


def _put(place: int, name: str, data: bytes, now: float) -> bool:
    """Write a file, or find it there with the same content. False when it holds something else."""
    if folders.write_once(place, name, data, touch=now):
        return True
    return folders.read_whole(place, name, touch=now) == data


def _cut_marker(said: str) -> Callable[[int, int], str]:
    return lambda gone, whole: f"[… {gone} of {whole} characters left out; {said} …]"


def _folders_in(folder: int) -> list[str]:
    with os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))


def _sweep_session(root: int, session: str, before: float) -> Swept:
    swept: list[Swept] = []
    with suppress(FileNotFoundError), _inside(session, root) as here:  # another sweep may be at it as well
        swept.extend(_sweep_call(here, call, before) for call in _folders_in(here))
    _remove_if_empty(session, root)
    return _sum_of(swept)


def _sweep_call(session: int, call: str, before: float) -> Swept:
    """Remove a call's files if all of them are old; what is not ours stays."""
    removed: list[int] = []
    with suppress(FileNotFoundError), _inside(call, session) as here:
        found = [(name, os.stat(name, dir_fd=here, follow_symlinks=False)) for name in os.listdir(here)]
        ours = [(n, s) for n, s in found if stat.S_ISREG(s.st_mode) and (n in _OURS or folders.is_draft(n))]
        if all(max(s.st_atime, s.st_mtime) < before for _, s in ours):
            for name, status in ours:
                os.unlink(name, dir_fd=here)
                removed.append(status.st_size)
    _remove_if_empty(call, session)
    return Swept(len(removed), sum(removed))


@contextmanager
def _inside(name: str, folder: int) -> Iterator[int]:
    here = os.open(name, folders.FOLDER, dir_fd=folder)
    try:
        yield here
    finally:
        os.close(here)


def _remove_if_empty(name: str, folder: int) -> None:
    with suppress(OSError):  # something is in it: a file just written, or one that is not ours
        os.rmdir(name, dir_fd=folder)


def _sum_of(parts: Iterable[Swept]) -> Swept:
    """All of them together."""
    listed = list(parts)
    return Swept(sum(part.files for part in listed), sum(part.size_bytes for part in listed))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _kilobytes(size: int) -> str:
    return f"{max(1, round(size / _KB))} KB"
