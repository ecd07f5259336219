"""Every default number, once: unit, range, and the line of the catalogue it comes from.

An area of brimful is a frozen struct in a module of its own; a field is a setting. Its annotation carries the range,
a sentence, the unit and the catalogue line; the reference page, `brimful config show` and the environment names are
made from that. A new area is a new module and a line in `table.py`.

Settings are read once, at the edge, by `load`: argument, environment (`BRIMFUL_TOKENS_LRU_ENTRIES`), project file
(`brimful.toml`), user file, default, in that order. All problems are reported at once. What comes out is a frozen
value that is passed on; nothing deeper reads the environment. Keys and tokens are never settings.
"""

from brimful.settings.cache import Cache
from brimful.settings.completion import Completion
from brimful.settings.cutting import Cutting
from brimful.settings.documents import Documents
from brimful.settings.limits import Limits
from brimful.settings.loading import PROJECT_FILE, Loaded, load
from brimful.settings.models import Models
from brimful.settings.prompt import Prompt
from brimful.settings.results import Results
from brimful.settings.table import DEFAULTS, Setting, Settings, describe
from brimful.settings.tokens import Tokens

__all__ = [
    "DEFAULTS",
    "PROJECT_FILE",
    "Cache",
    "Completion",
    "Cutting",
    "Documents",
    "Limits",
    "Loaded",
    "Models",
    "Prompt",
    "Results",
    "Setting",
    "Settings",
    "Tokens",
    "describe",
    "load",
]
