"""A tool's output as a person would have seen it in the end (RES-4).

Terminals are written to in many steps of which only the last shows: colours, carriage returns, backspaces, redrawn
progress bars. What remains is the text itself, exactly, without trailing blanks and without more than one blank line
in a row. A text with none of this is only searched, not rebuilt.
"""

from __future__ import annotations

import re

from brimful.results.escapes import without_escapes
from brimful.results.progress import without_redraws
from brimful.results.terminal import replay, shows_in_order

_UNSEEN = re.compile("[\x00\x0e\x0f\x7f]")  # NUL, character-set shifts, delete
_BELL = re.compile("(\x1b\\][^\x07\x1b\n]*+)?\x07")  # rings, or ends an escape
_LINE_ENDS = re.compile("\r+\n")
_BLANK_RUN = re.compile("\n{3,}")


def clean(text: str) -> str:
    """What a terminal would show at the end, without trailing blanks and runs of blank lines."""
    if any(mark in text for mark in "\x00\x0e\x0f\x7f"):
        text = _UNSEEN.sub("", text)
    if "\x07" in text:
        text = _BELL.sub(lambda found: f"{found[1]}\x1b\\" if found[1] else "", text)
    text = _on_screen(text)
    if " \n" in text or "\t\n" in text or text.endswith((" ", "\t")):
        text = "\n".join([line.rstrip(" \t") for line in text.split("\n")])
    text = without_redraws(text)
    return _BLANK_RUN.sub("\n\n", text) if "\n\n\n" in text else text


def _on_screen(text: str) -> str:
    if "\r" in text:
        text = _LINE_ENDS.sub("\n", text)
        if "\n" not in text:
            text = text.replace("\r", "\n")  # lines that end in carriage returns alone; or redraws, folded later
    if "\x1b" in text and not shows_in_order(text):
        return replay(text)
    if "\r" in text or "\b" in text:
        lines = text.split("\n")
        text = "\n".join([replay(line) if "\r" in line or "\b" in line else line for line in lines])
    return without_escapes(text) if "\x1b" in text else text
