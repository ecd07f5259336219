"""What a caller may catch.

    BrimfulError                  everything brimful raises on purpose
    ├── InvalidInput              what came in cannot be used; says where and what to do
    │   ├── InvalidJSON           the text is not JSON (or means two things at once)
    │   ├── InvalidBody           JSON, but not a body of the wire format that was asked for
    │   └── InvalidSetting        a setting is unknown, of the wrong type or out of range
    ├── InputTooLarge             more bytes, or deeper nesting, than a setting allows
    ├── UnknownName               no such model, encoding, wire format, engine …; names the ones there are
    ├── UpstreamRefused           a provider could not be reached, or said no
    ├── MissingExtra              an optional part is not installed; names the extra
    └── BrokenInstallation        a file that ships with brimful is missing or was changed

Every error says what happened (`message`), where (`at`, when there is a place) and what to do next (`hint`).
`as_dict()` is the one form in which errors leave through a door. Wrong use of the Python API itself raises plain
`TypeError` and `ValueError`, as anywhere.
"""

from __future__ import annotations

from typing import ClassVar


class BrimfulError(Exception):
    """Base of all errors that brimful raises on purpose."""

    type: ClassVar[str] = "error"

    def __init__(self, message: str, *, at: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.hint = hint

    def __str__(self) -> str:
        text = f"{self.at}: {self.message}" if self.at else self.message
        return f"{text} ({self.hint})" if self.hint else text

    def as_dict(self) -> dict[str, str]:
        """Return the error as doors show it: type, message, hint, and the place when there is one."""
        shown = {"type": self.type, "message": self.message, "hint": self.hint}
        return {**shown, "at": self.at} if self.at else shown


class InvalidInput(BrimfulError):
    """What came in cannot be used."""

    type = "invalid_input"


class InvalidJSON(InvalidInput):
    """The text is not JSON, or it is JSON that readers disagree about (a key given twice)."""

    type = "invalid_json"


class InvalidBody(InvalidInput):
    """The JSON is not a request or answer of the wire format it was read as."""

    type = "invalid_body"


class InvalidSetting(InvalidInput):
    """A setting is unknown, of the wrong type or out of its range."""

    type = "invalid_setting"


class InputTooLarge(BrimfulError):
    """The input is larger, or nested deeper, than a setting allows."""

    type = "input_too_large"


class UnknownName(BrimfulError):
    """No such model, encoding, wire format or engine."""

    type = "unknown_name"


class UpstreamRefused(BrimfulError):
    """A provider could not be reached, or answered with an error. Never carries the key or the answer's text."""

    type = "upstream_refused"


class MissingExtra(BrimfulError):
    """An optional part of brimful is not installed."""

    type = "missing_extra"

    def __init__(self, part: str, extra: str) -> None:
        super().__init__(f"{part} is not installed", hint=f"pip install 'brimful[{extra}]'")
        self.extra = extra


class BrokenInstallation(BrimfulError):
    """A file that ships with brimful is missing or is not the one that was shipped."""

    type = "broken_installation"
