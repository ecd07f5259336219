"""Taking JSON objects apart with types checked, the same way in every dialect.

`read_*` functions use `Fields`: the first wrong type raises InvalidBody with its place. Whatever is not taken is
the leftover, which goes into `Wire.extra` and comes out again on writing, so a field we do not know survives.
"""

from __future__ import annotations

from typing import Any, TypeVar

from brimful.errors import InvalidBody
from brimful.jsonplace import join
from brimful.jsontext import kind_of
from brimful.messages import Wire

_T = TypeVar("_T")

_KINDS: dict[type, str] = {
    str: "a string",
    list: "an array",
    dict: "an object",
    bool: "true or false",
    int: "a number",
}


class Fields:
    """The members of one JSON object, taken one by one."""

    def __init__(self, value: Any, at: str) -> None:
        self.at = at
        self._left = dict(expect(value, dict, at))

    def __contains__(self, name: str) -> bool:
        return name in self._left

    def place(self, name: str) -> str:
        """Where a member stands."""
        return join(self.at, name)

    def take(self, name: str, kind: type[_T], default: _T) -> _T:
        """Take a member of that type, or the default when it is absent.

        null stays in the leftover (it is not the same as absent to whoever sent it) and counts as the default.
        """
        value = self._left.get(name)
        if value is None:
            return default
        checked = expect(value, kind, self.place(name))
        del self._left[name]
        return checked

    def need(self, name: str, kind: type[_T]) -> _T:
        """Take a member that must be there."""
        if self._left.get(name) is None:
            raise InvalidBody(f"{name} is missing", at=self.at)
        checked = expect(self._left[name], kind, self.place(name))
        del self._left[name]
        return checked

    def any(self, name: str) -> Any:
        """Take a member of whatever type; None when absent."""
        return self._left.pop(name, None)

    @property
    def left(self) -> dict[str, Any]:
        """What nobody took."""
        return self._left

    def wire(self, dialect: str, form: str = "") -> Wire:
        """What the neutral model does not hold, to be written back."""
        return Wire(dialect, form, self._left)


def expect(value: Any, kind: type[_T], at: str) -> _T:
    """Return the value if it is of that JSON type, else raise with its place."""
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return value
    raise InvalidBody(f"expected {_KINDS.get(kind, kind.__name__)}, got {kind_of(value)}", at=at)


def word(value: Any, name: str) -> str:
    """A member that should be a word of the wire ("type", "role"); "" when it is absent or anything else.

    Looked up in sets, where a list that some client put there would raise.
    """
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def extra_of(wire: Wire | None, dialect: str) -> dict[str, Any]:
    """The leftovers to write back: those of the same dialect, nothing of another's."""
    return dict(wire.extra) if wire and wire.dialect == dialect else {}


def form_of(wire: Wire | None, dialect: str) -> str:
    """The spelling to write back, when it came from the same dialect."""
    return wire.form if wire and wire.dialect == dialect else ""
