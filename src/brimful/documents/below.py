"""Files below one folder, and no others: what a diff names is not to be trusted (DOC-5)."""

from __future__ import annotations

import os
import stat
from pathlib import Path, PurePosixPath, PureWindowsPath

from brimful.documents.errors import PathRefused
from brimful.settings import DEFAULTS


class Below:
    """Reads texts of files below a folder. A link may lead to another place below it, never out of it."""

    def __init__(self, root: Path, limit: int = DEFAULTS.limits.body_max_bytes) -> None:
        self._root = root.resolve()
        self._limit = limit

    def read(self, path: str) -> str | None:
        """The text of a file; None where there is no such file, or it is too large or not a file of text.

        A path that leads elsewhere raises `PathRefused`.
        """
        found = self._place(path)
        try:
            # Neither waits for a pipe nor follows a link that was put there since it was looked at.
            handle = os.open(found, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > self._limit:
            os.close(handle)
            return None
        with open(handle, "rb") as file:
            data = file.read(self._limit)
        return None if b"\0" in data else data.decode("utf-8", "replace")

    def _place(self, path: str) -> Path:
        if "\0" in path or not path:
            raise _refused(path, "it is no path")
        if PurePosixPath(path).is_absolute() or PureWindowsPath(path).drive or path.startswith("\\"):
            raise _refused(path, "it is an absolute path")
        if ".." in PurePosixPath(path.replace("\\", "/")).parts:
            raise _refused(path, "it leads upwards")
        try:
            found = (self._root / path).resolve()
        except (OSError, RuntimeError) as error:  # links in a circle
            raise _refused(path, "its links lead nowhere") from error
        if not found.is_relative_to(self._root):
            raise _refused(path, f"it is a link that leads out of {self._root.name or self._root}")
        return found


def _refused(path: str, why: str) -> PathRefused:
    return PathRefused(
        f"{path!r} is not read: {why}", hint="make the diff with paths relative to the folder given as --root"
    )
