"""Which shapes there are, and which one a text has (RES-4).

The ones that ship are named here and imported when shapes are first asked for. Others are found under the entry
point group `brimful.condensers`, whose values are classes without arguments; only `load_condensers` looks there.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from importlib import import_module

from msgspec import Struct

from brimful.errors import UnknownName
from brimful.results.condenser import Condenser
from brimful.settings import DEFAULTS

logger = logging.getLogger("brimful.results")

GROUP = "brimful.condensers"
AUTO = "auto"

# module under brimful.results.condense → the classes in it; of shapes that suit equally, the first one is taken.
SHIPPED: dict[str, tuple[str, ...]] = {
    "ci_log": ("CiLog",),
    "pytest": ("PytestRun",),
    "unittest": ("UnittestRun",),
    "javascript_tests": ("JestRun", "MochaRun"),
    "go_test": ("GoTestJson", "GoTest"),
    "rust": ("CargoTest", "RustDiagnostics"),
    "jvm_builds": ("Maven", "Gradle", "Ant", "Sbt"),
    "dotnet": ("DotnetRun",),
    "ruby_tests": ("RubyTests",),
    "native_tests": ("NativeTests",),
    "compilers": ("TypeScript", "CompilerRun"),
    "linters": ("LinterRun",),
    "traces": ("StackTrace",),
    "diffs": ("Diffs",),
    "history": ("History",),
    "hits": ("Hits",),
    "html": ("Html",),
    "json_values": ("JsonValues",),
    "listings": ("Listings",),
    "source": ("Source",),
    "tables": ("Tables",),
    "xml": ("Xml",),
    "log": ("Log",),
    "plain": ("Plain",),
}


class Detected(Struct, frozen=True):
    """The shape a text has, and what went wrong while it was looked for: a condenser's bug is not the text's."""

    condenser: Condenser
    problems: tuple[str, ...] = ()


@cache
def shipped() -> tuple[Condenser, ...]:
    """The condensers that come with brimful."""
    found: list[Condenser] = []
    for module, classes in SHIPPED.items():
        home = import_module(f"brimful.results.condense.{module}")
        found.extend(getattr(home, name)() for name in classes)
    return tuple(found)


@cache
def load_condensers() -> tuple[Condenser, ...]:
    """The condensers that other packages bring, then those that ship; looked for once."""
    from importlib.metadata import entry_points

    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return (*[entry.load()() for entry in entries], *shipped())


def named(shape: str, condensers: Sequence[Condenser]) -> Condenser:
    """The condenser of that name."""
    for condenser in condensers:
        if condenser.name == shape:
            return condenser
    known = ", ".join([AUTO, *(condenser.name for condenser in condensers)])
    raise UnknownName(f"no shape is called {shape!r}", hint=f"there are {known}")


def detect(text: str, condensers: Sequence[Condenser]) -> Detected:
    """The condenser that suits the text best. One that fails while looking is passed over, and named."""
    from brimful.results.condense.plain import Plain

    best: Condenser = Plain()
    most = DEFAULTS.results.shape_min
    problems: list[str] = []
    for condenser in condensers:
        try:
            sure = condenser.suits(text)
        except Exception as error:
            logger.warning("condenser failed to look at a text", extra={"shape": condenser.name}, exc_info=True)
            problems.append(f"{condenser.name}: {type(error).__name__}: {error}")
            continue
        if sure > most:
            best, most = condenser, sure
    return Detected(best, tuple(problems))
