"""Words by which lines of any log can be weighed (RES-4).

Lines come in small letters, with numbers folded: every number and identifier is a 1, except a zero by itself, which
stays, since "0 errors" says the contrary of "1 errors".
"""

from __future__ import annotations

import re

from brimful.results.condenser import Weight

_THINGS = r"(?:errors?|failures?|failed|warnings?|problems?)"

# What each group finds. Where two could begin at one place, the earlier group is taken.
_GROUPS = {
    "harmless": (  # sounds like an error and says that there was none
        rf"\b(?:0|no|without) {_THINGS}\b",
        rf"\b{_THINGS}(?: ?[:=] ?|\()0\b(?![.])",
        r"\bon(?:error|fail)",
        r"\bfail-?(?:safe|over|fast)",
        r"\berror[_-](?:level|handler|page|log)\b",
        r"-w?error\b",
    ),
    "outcome": (
        r"\bexit(?:ed)?(?: with)?(?: code| status| value)?[: =]+-?[01]",
        r"\breturned (?:a )?non-zero",
        r"\bbuild (?:failed|failure|success|succeeded)",
        r"\b(?:tests?|errors?|failures?|failed|passed)[:=] *1",
        r"\b1 (?:errors?|failures?|failed|passed|passing|failing|tests?\b)",
        r"\btotal(?: |:)",
        r"\bran [01] ",
        r"\bdone\. your build",
    ),
    "error": (
        r"\berrors?[\]:>]",
        r"(?:error|exception): ",
        r"\[error",
        r"\berr!",
        r"error in\b",
        r"\bfail(?:ed|ure|ures|s)?\b",
        r"\b(?:fatal|panic(?:ked)?|killed|out of memory|caused by|unhandled)\b",
        r"\b(?:traceback|segmentation|segfault)",
    ),
    "mention": (  # of what may be an error, or of code that handles one
        r"(?:error|exception)\b",
        r"\b(?:failing|aborted|aborting|abort|denied|refused|timed out|timeout|critical)\b",
        r"\b(?:cannot|could not|unable to|not found|undefined|unresolved|invalid)\b",
        r"\b(?:assert|conflict|no such file)",
    ),
    "warning": (r"\bwarn(?:ing|ings)?\b", r"\b(?:deprecat|retry)", r"\bskipped\b"),
    "noise": (
        r"\b(?:download|fetch)(?:ing|ed)?\b",
        r"\b(?:unpacking|extracting|pulling|cached|debug|trace)\b",
        r"\b(?:selecting previously|setting up|resolving deltas|remote: |get:1)",
    ),
}
TELLING = re.compile("|".join(f"(?P<{name}>{'|'.join(found)})" for name, found in _GROUPS.items()))
_WEIGHTS = {
    "harmless": Weight.PLAIN,
    "outcome": Weight.OUTCOME,
    "error": Weight.ERROR,
    "mention": Weight.WARNING + 50,
    "warning": Weight.WARNING,
    "noise": Weight.PLAIN,
}
NOISE = Weight.NOISE + 20


def _any_of(*words: str) -> re.Pattern[str]:
    """Any of the words. Branches by first letter, which makes the search several times as fast."""
    by_letter: dict[str, list[str]] = {}
    for word in words:
        by_letter.setdefault(word[0], []).append(re.escape(word[1:]))
    return re.compile("|".join(f"{letter}(?:{'|'.join(rests)})" for letter, rests in by_letter.items()))


# Every match of TELLING holds one of these, or stands in a line that does.
STEMS = _any_of(
    *("error", "fail", "problem", "warn", "exit", "non-zero", "build ", "success", "test", "total", "ran 0", "ran 1"),
    *("pass", "done", "fatal", "panic", "exception", "traceback", "abort", "denied", "refused", "timed", "timeout"),
    *("killed", "segm", "segfault", "critical", "cannot", "could", "unable", "found", "such file", "undefined"),
    *("unresolved", "caused", "assert", "invalid", "memory", "conflict", "deprecat", "skipped", "retry", "remote"),
    *("err!", "unhandled", "download", "fetch", "unpack", "extract", "selecting", "setting", "debug", "trace"),
    *("get:1", "pulling", "cached", "resolving"),
)


def worth(text: str, start: int, stop: int) -> float:
    """What a line weighs by its words: as much as the weightiest of them; one that begins as noise is noise."""
    groups = [str(found.lastgroup) for found in TELLING.finditer(text, start, stop)]
    if not groups:
        return Weight.PLAIN
    most = max(map(_WEIGHTS.__getitem__, groups))
    return NOISE if groups[0] == "noise" and most < Weight.ERROR else most
