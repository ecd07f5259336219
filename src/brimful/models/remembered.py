"""The last model chosen for each provider (TOK-11).

A small JSON file, written whole and swapped in, so that a reader or a crash never meets half of it. Writers take
turns by a lock beside the file and read again before they write, so that two of them keep each other's entries. A
file that is not what it should be is set aside under another name, never overwritten.
"""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from brimful.errors import InvalidSetting

try:
    import fcntl
except ImportError:  # Windows: reading again before writing has to do
    fcntl = None  # type: ignore[assignment]

_log = logging.getLogger("brimful.models")
_decoder = msgspec.json.Decoder(dict[str, str])


class LastModels:
    """The file at `path`, which need not exist yet. `set_aside` is where a corrupt one was moved, if one was met."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.set_aside: Path | None = None

    def get(self, provider: str) -> str | None:
        """The model last chosen for that provider."""
        return self.all().get(provider)

    def all(self) -> dict[str, str]:
        """Every provider with its model."""
        found = self._read()
        if found is None:
            with self._locked():
                found = self._read_or_set_aside()
        return found

    def remember(self, provider: str, model: str) -> None:
        """Write down that this model was chosen for that provider."""
        with self._locked():
            chosen = self._read_or_set_aside()
            if chosen.get(provider) != model:
                self._write({**chosen, provider: model})

    def _read(self) -> dict[str, str] | None:
        """What the file says; None when it cannot be understood."""
        try:
            return _decoder.decode(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except msgspec.DecodeError:
            return None
        except OSError as error:
            raise self._refused("read", error) from error

    def _read_or_set_aside(self) -> dict[str, str]:
        found = self._read()
        if found is not None:
            return found
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.corrupt-{number}")).exists():
            number += 1
        try:
            self.path.rename(aside)
        except OSError as error:
            raise self._refused("set aside", error) from error
        self.set_aside = aside
        _log.warning("the last models chosen could not be read and were set aside", extra={"path": str(aside)})
        return {}

    def _write(self, chosen: dict[str, str]) -> None:
        try:
            handle, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
            try:
                with open(handle, "wb") as file:
                    file.write(msgspec.json.format(msgspec.json.encode(chosen, order="sorted"), indent=2) + b"\n")
                    file.flush()
                    os.fsync(file.fileno())
                Path(name).replace(self.path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise self._refused("written", error) from error

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self.path.with_name(f"{self.path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise self._refused("written", error) from error
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)  # which gives the lock back

    def _refused(self, doing: str, error: OSError) -> InvalidSetting:
        return InvalidSetting(f"cannot be {doing}: {error.strerror}", at=str(self.path))
