"""What an agent is told of the place it works in: its prompt's global context (PT-6)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from brimful.prompt.element import Child, Container
from brimful.prompt.elements import Chunk, TextChunk, TokenLimit
from brimful.prompt.excerpt import Excerpt, Shorten, head_and_tail, share_out
from brimful.prompt.places import PLAIN, Places
from brimful.settings import DEFAULTS, Prompt


class Workspace(Struct, frozen=True):
    """Facts of a workspace; what is empty is left out.

    os:          the operating system.           tasks: what can be built, run and tested, one a line.
    trees:       the files of each folder, one a line, those inside a folder indented further than it.
    preferences: how the user likes things done. memory: what earlier sessions left.
    """

    os: str = ""
    tasks: str = ""
    trees: Mapping[str, str] = {}
    preferences: str = ""
    memory: str = ""


def workspace_facts(
    workspace: Workspace,
    *,
    places: Places = PLAIN,
    shorten: Shorten = head_and_tail,
    settings: Prompt = DEFAULTS.prompt,
) -> list[Child]:
    """The facts as elements. Each has a heading, and is left out with it."""
    preferences = _fact("Preferences", workspace.preferences)
    return [
        _fact("Operating system", workspace.os),
        _tasks(workspace.tasks, shorten, settings),
        _trees(workspace.trees, settings),
        preferences and Container(preferences, **places.preferences.props),
        _fact("Memory", workspace.memory),
    ]


def _fact(heading: str, text: str) -> Child:
    return TextChunk(f"{heading}:\n{text}") if text.strip() else None


def _tasks(tasks: str, shorten: Shorten, settings: Prompt) -> Child:
    if not tasks.strip():
        return None
    most = settings.tasks_max_tokens
    return Chunk("Tasks:\n", TokenLimit(Excerpt(tasks, shorten=shorten, limit=most), max=most))


def _trees(trees: Mapping[str, str], settings: Prompt) -> Child:
    shown = [without_dot_files(tree) for tree in trees.values()]
    shares = share_out([len(tree) for tree in shown], settings.tree_max_chars)
    cut = [whole_lines(tree, share) for tree, share in zip(shown, shares, strict=True)]
    return [_fact(f"Files of {name}", tree) for name, tree in zip(trees, cut, strict=True)]


def without_dot_files(tree: str) -> str:
    """The tree without files and folders that begin with a dot, and without what is in those folders."""
    kept: list[str] = []
    hidden: int | None = None  # how far the hidden folder is indented that we are in
    for line in tree.splitlines():
        name = line.lstrip()
        indent = len(line) - len(name)
        if hidden is not None and indent > hidden:
            continue
        hidden = indent if name.startswith(".") else None
        if hidden is None:
            kept.append(line)
    return "\n".join(kept)


def whole_lines(text: str, characters: int) -> str:
    """The first lines of a text that fit, and a line that says how many went."""
    if len(text) <= characters:
        return text
    lines = text.splitlines()
    used = kept = 0
    for line in lines:
        more = f"… {len(lines) - kept - 1:,} more"
        if used + len(line) + 1 + len(more) > characters:
            break
        used += len(line) + 1
        kept += 1
    more = f"… {len(lines) - kept:,} more"
    return "\n".join([*lines[:kept], more]) if used + len(more) <= characters else ""
