"""Private folders and files that a crafted name cannot lead out of (RES-3).

Every step down is opened by itself, relative to the folder above and without following links, so that neither a name
nor a link put in the way while nobody looks decides where a file lands. Names that are not plain are replaced by
a digest.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}", re.ASCII)
_UNSAFE = re.compile(r"[^a-z0-9_-]+", re.ASCII)
_DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.ASCII)  # no file names on one system or another
_SHOWN = 24  # characters of a replaced name that are kept for people
_DIGEST = 16
_DRAFT = ".draft-"

FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_FILE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)


def safe_name(name: str) -> str:
    """A name for a file or folder: itself where it is plain, else what is plain of it with a digest.

    Two names never become one, on file systems that ignore case either: only small letters are plain, and a plain
    name has no dot, which a replaced one always has.
    """
    if _PLAIN.fullmatch(name) and not _DEVICES.fullmatch(name):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
    shown = _UNSAFE.sub("_", name[: 4 * _SHOWN].lower())[:_SHOWN].strip("_-")
    return f"n-{shown}.{digest}"


@contextmanager
def opened(root: Path, names: Sequence[str] = (), *, create: bool = False) -> Iterator[int]:
    """A descriptor of a folder under `root`, reached step by step. With `create` missing ones are made, for us alone.

    Raises OSError when a step is missing, is a link or no folder, or belongs to somebody else.
    """
    if os.open not in os.supports_dir_fd:
        raise OSError(errno.ENOTSUP, "this system cannot open files relative to a folder", str(root))
    if create:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
    here = os.open(root, FOLDER & ~getattr(os, "O_NOFOLLOW", 0))
    try:
        _refuse_strangers(here, root)
        for name in names:
            if create:
                _make(name, here)
            below = os.open(name, FOLDER, dir_fd=here)
            os.close(here)
            here = below
            _refuse_strangers(here, root)
        yield here
    finally:
        os.close(here)


def write_once(folder: int, name: str, data: bytes, *, touch: float) -> bool:
    """Write a file whole or not at all, last used at `touch`. False when there is one already, which stays."""
    draft = f"{_DRAFT}{secrets.token_hex(8)}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FILE, 0o600, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.utime(descriptor, (touch, touch))
            os.fsync(descriptor)
        os.link(draft, name, src_dir_fd=folder, dst_dir_fd=folder)  # unlike a rename, this never replaces
    except FileExistsError:
        return False
    finally:
        os.unlink(draft, dir_fd=folder)
    return True


def read_whole(folder: int, name: str, *, touch: float | None = None) -> bytes:
    """The bytes of a plain file of ours; `touch` sets when it was last used."""
    descriptor = os.open(name, os.O_RDONLY | _FILE, dir_fd=folder)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a plain file", name)
        data = file.read()
        if touch is not None:
            os.utime(descriptor, (touch, touch))
        return data


def is_draft(name: str) -> bool:
    """Whether a file was being written when its writer died."""
    return name.startswith(_DRAFT)


def _make(name: str, folder: int) -> None:
    try:
        os.mkdir(name, 0o700, dir_fd=folder)
    except FileExistsError:
        return  # it is opened next, which refuses whatever is not a folder of ours


def _refuse_strangers(folder: int, root: Path) -> None:
    found = os.fstat(folder)
    if found.st_uid != os.geteuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(errno.EPERM, "the folder belongs to, or can be written by, somebody else", str(root))
