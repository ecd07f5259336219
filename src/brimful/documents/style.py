"""How a summary shows that something is missing, and whether its lines carry their numbers (DOC-3, DOC-7)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from brimful.errors import UnknownName


class Style(Struct, frozen=True):
    """How a summary looks.

    always:  a marker wherever something is left out, not only between braces.
    types:   imports first and markers that are comments, so that a type checker can read what is left.
    tidy:    no indentation is left over from a line that is missing.
    numbers: "omitted": a marker everywhere that says which lines are missing; "full": each line with its number.
    """

    always: bool = False
    types: bool = False
    numbers: Literal["", "omitted", "full"] = ""
    tidy: bool = True

    @property
    def everywhere(self) -> bool:
        """Whether what is left out always leaves a marker."""
        return self.always or self.numbers == "omitted"

    def marker(self, first_line: int, last_line: int) -> str:
        """What stands in place of those lines."""
        if self.numbers == "omitted":
            if first_line == last_line:
                return f"/* Line {first_line} omitted */"
            return f"/* Lines {first_line}-{last_line} omitted */"
        return "/* ... */" if self.types else "…"


STYLES = {
    "default": Style(),
    "ellipsis": Style(always=True),
    "types": Style(types=True),
    "ranges": Style(numbers="omitted"),
}


def style_named(name: str | Style) -> Style:
    """Return the style of a name."""
    if isinstance(name, Style):
        return name
    found = STYLES.get(name)
    if found is None:
        raise UnknownName(f"there is no style {name!r}", hint=f"choose from {', '.join(STYLES)}")
    return found
