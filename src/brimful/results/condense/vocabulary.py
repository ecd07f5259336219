"""What lines of programs look like whatever the program: places, severities, counts, exits (RES-4).

The marks are lists in the order in which they are tried; a family puts its own first. `PATH`, `ERROR_WORD` and
`EXCEPTION` are parts of regular expressions that several families need.
"""

from __future__ import annotations

from typing import Final

from brimful.results.condense.marks import Mark
from brimful.results.condenser import Weight

# A path with an ending, or with a slash; a drive letter and blanks inside only where a separator follows soon.
PATH: Final = (
    r'(?:"[^"\n]{1,200}"|[A-Za-z]:[\\/][^:\n*?"<>|()]{1,200}(?:\(x86\)[^:\n*?"<>|()]{1,200})?(?=:\d'
    r'|\(\d)|(?:[A-Za-z]:)?(?:[^\s:()\[\]<>\'"|=,]|(?<=\w) (?=[^\s:()]{1,60}[/\\])){1,250})'
)
# Where in it: `:12`, `:12:5`, `:12.5-8`, `(12)`, `(12,5)`, `(12,5-6,7)`, `:[12,5]`, `, line 12`.
SPOT: Final = (
    r"(?::\d+(?:[:.]\d+)?(?:-\d+(?:[:.]\d+)?)?|\(\d+(?:[,:.-]\d+)*\)|:\[\d+,\d+\]|,? line \d+(?:, col(?:umn)? \d+)?)"
)
# The class of an exception, with its modules.
EXCEPTION: Final = (
    r"(?:[A-Za-z_][\w.$]{0,150}[.$])?[A-Z]\w{0,80}(?:Error|Exception|Warning|Failure|Interrupt|Exit"
    r"|Throwable|Fault|Timeout|Failed)"
)
_ERROR_WORDS: Final = (
    r"(?:(?:internal compiler|catastrophic|fatal|syntax|internal) )?[Ee]rror|ERROR|FATAL|[Ff]atal"
    r"|CRITICAL|[Cc]ritical|HIGH|SEVERE|[Ss]evere"
)
_WARNING_WORDS: Final = r"[Ww]arning|WARNING|WARN|[Ww]arn|MEDIUM|LOW|STYLE|[Ss]tyle|[Ss]uggestion"
_ERROR: Final = rf"(?:{_ERROR_WORDS}|E|F)"
_WARNING: Final = rf"(?:{_WARNING_WORDS}|W|C|R|I)"
_NOTE: Final = r"(?:[Nn]ote|NOTE|[Ii]nfo|INFO|[Hh]elp|[Hh]int|[Dd]ebug|required from|instantiated from|previous)"
_CODE: Final = r"(?:[ ]?\[?[A-Z][\w-]{0,24}\d{1,6}\]?)?"

EXITS: Final = (
    Mark(
        "exit of a command",
        r'The command ".{0,400}?" (?:failed and )?exited with [1-9-]',
        Weight.OUTCOME + 10,
        each=True,
    ),
    Mark("command that succeeded", r'The command ".{0,400}?" exited with 0', Weight.PLACE, each=True, last=True),
    Mark("exit of a build", r"Done\. Your build exited with", Weight.OUTCOME),
    Mark("exit of a step", r"(?:##\[error\]|::error::)?Process completed with exit code", Weight.OUTCOME),
    Mark("exit of a job", r"(?:ERROR: )?Job (?:failed|succeeded)|Finished: [A-Z]{5,10}$", Weight.OUTCOME),
    Mark("exit of make", r"g?(?:make|mingw32-make)(?:\[\d+\])?: \*\*\*|ninja: build stopped", Weight.OUTCOME - 80),
    Mark(
        "exit of npm",
        r"npm (?:ERR!|error) (?:code |Exit status|.{1,200}: `|Failed at |Test failed)",
        Weight.ERROR - 150,
    ),
    Mark("words of npm", r"npm (?:ERR!|error)", Weight.NOISE),
    Mark("exit of yarn", r"error Command .{0,80}failed with exit code", Weight.OUTCOME - 80),
    Mark(
        "exit with a code",
        r"(?:Exited? (?:code|status)|exit status|Command exited with|returned)[: ]+-?\d+$",
        Weight.OUTCOME - 80,
    ),
    Mark(
        "killed",
        r"(?:Segmentation fault|Killed|Aborted|Bus error|Illegal instruction|Terminated|Out of memory)\b",
        Weight.ERROR + 60,
    ),
    Mark(
        "shell error",
        r"[\w./-]{1,120}: (?:line )?\d+: [^\n]{0,200}(?:not found|No such file|denied|syntax error"
        r"|unexpected|cannot|unbound)",
        Weight.ERROR - 90,
    ),
    Mark(
        "command not found",
        r"[\w./-]{1,80}: (?:[\w./-]{1,80}: )?(?:command not found|No such file or directory"
        r"|[Pp]ermission denied)",
        Weight.ERROR - 100,
    ),
)

COUNTS: Final = (
    Mark("total", r"(?:Total|Number of|# of)[ \w]{1,40}: *\d+\b", Weight.OUTCOME - 40),
    Mark(
        "count of problems",
        r"(?:[✖✗✘⚠×✕] *|Found |Total:? |generated )?\d+ (?:errors?|warnings?|problems?|issues?|failures?"
        r"|offenses?|violations?|total warnings?)(?: (?:and|in|found|generated|detected|total|reported)\b.*"
        r"| ?\(.*|, .*|\.)?$",
        Weight.OUTCOME - 20,
    ),
    Mark(
        "count of errors and warnings",
        r"\b\d+ (?:error|warning)(?:s|\(s\))?, \d+ (?:error|warning)(?:s|\(s\))?",
        Weight.OUTCOME - 20,
        anywhere=True,
        holds=(" error", " warning"),
    ),
    Mark(
        "count in words",
        r"(?:one|two|three|four|five|six|seven|eight|nine|ten) (?:errors?|warnings?) found|(?:Errors?"
        r"|Warnings?|Problems?): \d+\b|\d+ (?:Error|Warning)\(s\)$",
        Weight.OUTCOME - 20,
    ),
    Mark(
        "files inspected",
        r"\d+ files? (?:inspected|checked|scanned|analyzed|with)|Success: no issues|All checks passed"
        r"|Your code has been rated",
        Weight.OUTCOME - 20,
    ),
)

SITED: Final = (
    Mark(
        "error with its place",
        rf"{PATH}{SPOT}[: ]{{0,3}}(?:-> )?{_ERROR}{_CODE}[: \]]",
        Weight.ERROR,
        explained=3,
        placed=True,
    ),
    Mark(
        "warning with its place",
        rf"{PATH}{SPOT}[: ]{{0,3}}{_WARNING}{_CODE}[: \]]",
        Weight.WARNING + 100,
        explained=2,
        placed=True,
    ),
    Mark("note with its place", rf"{PATH}{SPOT}[: ]{{0,3}}{_NOTE}\b", Weight.DETAIL, placed=True),
    Mark("place of an include", r"In file included from|[ ]*from [^\s:]{1,200}:\d+[,:]$", Weight.DETAIL - 20),
    Mark(
        "definition around",
        r"[^\n:]{1,250}(?::[^\n: ]{1,200})?: (?:In|At) (?:\w+ ){0,3}(?:function|constructor|destructor"
        r"|member|instantiation|global|top|file)",
        Weight.DETAIL,
    ),
    Mark(
        "undefined reference",
        r"[^\n:]{1,250}(?::[^\n: ]{1,200})?: undefined reference to|(?:/[^\s:]{1,80}/)?ld(?:\.\w+)?: "
        r"|collect2: error|Undefined symbols for|LINK : |clang: error",
        Weight.ERROR,
        explained=1,
    ),
    Mark(
        "severity, then place",
        rf"\[(?:{_ERROR_WORDS}|{_WARNING_WORDS})\] {PATH}{SPOT}",
        Weight.ERROR - 30,
        explained=2,
        placed=True,
    ),
)

SEVERITIES: Final = (
    Mark("annotation", r"(?:##\[error\]|::error\b)", Weight.ERROR),
    Mark("warning annotation", r"(?:##\[warning\]|::warning\b)", Weight.WARNING),
    Mark(
        "error",
        rf"(?:\[?(?:step\d+|\w{{1,20}})\]? )?(?:{_ERROR_WORDS})(?:\[\w{{1,30}}\]|{_CODE}|\(\w{{1,20}}\))(?::"
        rf"| -| at | in )",
        Weight.ERROR - 10,
        explained=3,
    ),
    Mark("error in brackets", r"\[(?:error|ERROR|FATAL|fatal|E)\]", Weight.ERROR - 60),
    Mark(
        "warning",
        rf"(?:[Ww]arning|WARNING|WARN)(?: ?[\[(][\w:-]{{1,60}}[\])]|{_CODE})(?::| -| at | in )",
        Weight.WARNING + 50,
        explained=1,
    ),
    Mark("warning in brackets", r"\[(?:warn|WARN|WARNING|warning)\]", Weight.WARNING),
    Mark("program that failed", r"[\w./-]{1,40}: (?:error|fatal error|fatal): ", Weight.ERROR - 10),
)

# Words that make a line worth a look when no format knows it.
LOOSE: Final = (
    Mark(
        "severity inside",
        r"(?<![\w/.-])(?:[Ee]rror|ERROR|[Ff]atal|FATAL)(?: ?[\[(#]?[\w#-]{1,20}[\])]?)?[:\]](?!:)",
        Weight.ERROR - 100,
        explained=2,
        anywhere=True,
        holds=("rror", "RROR", "atal", "ATAL"),
    ),
    Mark(
        "line that speaks of an error",
        r"(?<![\w/.-])(?:[Ee]rror|ERROR|[Ff]ailed|FAILED|[Ff]ailure|FAILURE|[Ee]xception|[Ff]atal|FATAL"
        r"|[Cc]annot|[Uu]nable to|[Nn]ot found|[Dd]enied|[Aa]borted|[Uu]ndefined"
        r"|[Ii]nvalid)\b(?![\w/.-]*[/\\])",
        Weight.WARNING - 50,
        explained=1,
        anywhere=True,
        holds=("rror", "RROR", "ail", "AIL", "xcep", "annot", "nable", "ound", "enied", "bort", "ndefin", "nvalid"),
    ),
    Mark(
        "line that speaks of a warning",
        r"(?<![\w/.-])(?:[Ww]arning|WARNING|WARN|[Dd]eprecated)\b(?![\w/.-]*[/\\])",
        Weight.DETAIL + 30,
        anywhere=True,
        holds=("arn", "ARN", "eprec"),
    ),
)

# Only among findings: a place that stands anywhere in a line is one.
PLACES: Final = (
    Mark(
        "place inside",
        r"[\w)\]]:\d+:\d+|\.\w{1,5}(?::\d+|\(\d+[,)]|[\"',]{1,2} ?(?:[Ll]ine )?\d+)|\bline \d+",
        Weight.WARNING + 20,
        explained=1,
        placed=True,
        anywhere=True,
        holds=(":", "line ", "(", ","),
    ),
)
