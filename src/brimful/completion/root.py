"""The folder a project lies in, and paths below it, however an editor spells them (IC-2)."""

from __future__ import annotations

import os.path
from pathlib import Path, PurePath


class Root:
    """A folder, as it was named and as it really is where a link leads to it."""

    def __init__(self, folder: Path) -> None:
        self.real = folder.resolve()
        self._names = dict.fromkeys((self.real, folder.absolute()))

    def below(self, path: str) -> str:
        """Return a path as it is below the root, with `/`; "" when it leads elsewhere. A relative one is of the root.

        Only the name is looked at: whether a link leads out is for whoever opens it.
        """
        for name in self._names:
            whole = PurePath(os.path.normpath(name / path))
            if whole != name and whole.is_relative_to(name):
                return whole.relative_to(name).as_posix()
        return ""

    def contains(self, path: Path) -> bool:
        """Say whether a file, links followed, is below the root."""
        return path.resolve().is_relative_to(self.real)
