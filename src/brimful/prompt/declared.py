"""Trees written as JSON (PT-12): what `brimful render` reads, and what a tool in another process can send.

    {"version": 1, "tree": [
        {"el": "System", "children": ["Be brief."], "props": {"priority": 100, "required": true}},
        {"el": "User", "children": [{"el": "TextChunk", "props": {"priority": 1}, "children": ["…"]}, "question"]}
    ]}

A node is text, a number, null, or an object with `el` (the element's name), `id`, `props` and `children`.
Properties have the names they have in Python, in either spelling (`flexGrow`, `flex_grow`). Everything wrong is an
error with its place. A caller may bring kinds of elements of its own.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from brimful.prompt import elements, extras
from brimful.prompt.element import Child, Children, Container, Sizing
from brimful.prompt.errors import InvalidPrompt
from brimful.settings import DEFAULTS, Prompt

VERSION = 1
_SHOWN = 80  # characters of a path that has no end

Build: TypeAlias = Callable[["Declared"], Child]
Kinds: TypeAlias = Mapping[str, Build]

_COMMON = {
    "priority": (int, float),
    "pass_priority": bool,
    "flex_grow": (int, float),
    "flex_basis": (int, float),
    "flex_reserve": (int, float, str),
    "required": bool,
}
_JSON_NAMES = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def read_tree(data: Any, kinds: Kinds | None = None, *, settings: Prompt = DEFAULTS.prompt) -> list[Child]:
    """Read a tree: an object with `version` and `tree`, a list of nodes, one node, or what `render_json` wrote."""
    if isinstance(data, Mapping) and "node" in data:
        return [extras.Embedded(data)]
    at = ""
    if isinstance(data, Mapping) and "tree" in data:
        version = data.get("version", VERSION)
        if version != VERSION:
            raise InvalidPrompt(
                f"the tree has version {version!r}, and this brimful reads {VERSION}",
                at="version",
                hint="update brimful",
            )
        data, at = data["tree"], "tree"
    nodes = data if isinstance(data, list) else [data]
    reader = _Reader({**KINDS, **(kinds or {})}, settings.max_depth)
    return [
        reader.node(node, f"{at}[{i}]" if isinstance(data, list) else at or "tree") for i, node in enumerate(nodes)
    ]


class Declared:
    """One element as it was written; builders take from it what they know, and the rest is an error."""

    def __init__(self, reader: _Reader, node: Mapping[str, Any], at: str) -> None:
        self.reader = reader
        self.node = node
        self.at = at
        self.members = {str(name) for name in node} - {"el", "id", "props"}  # which nobody has taken yet
        props = node.get("props") or {}
        if not isinstance(props, Mapping):
            raise InvalidPrompt("props is not an object", at=f"{at}.props")
        self.given = {_snake(str(name)): value for name, value in props.items() if value is not None}
        self.names = {_snake(str(name)): str(name) for name in props}
        if len(self.names) < len(props):
            raise InvalidPrompt("a property is given in both spellings", at=f"{at}.props", hint="leave one out")
        if not isinstance(node.get("id", ""), str):
            raise InvalidPrompt("id is not text", at=f"{at}.id")

    @property
    def common(self) -> Any:
        """The properties that every element takes, and its id."""
        found = {name: self.take(name, kind) for name, kind in _COMMON.items() if name in self.given}
        return {**found, "id": self.node.get("id", "")}

    def take(self, name: str, kind: Any, default: Any = None, *, needed: bool = False) -> Any:
        """Take a property of that type."""
        if name not in self.given:
            if needed:
                raise InvalidPrompt(f"{self.node['el']} needs {name}", at=f"{self.at}.props")
            return default
        value = self.given.pop(name)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            expected = " or ".join(_JSON_NAMES.get(each, each.__name__) for each in kinds)
            raise InvalidPrompt(f"expected {expected}, got {value!r:.60}", at=f"{self.at}.props.{self.names[name]}")
        return value

    @property
    def children(self) -> list[Child]:
        """What stands inside it."""
        children = self.member("children")
        if children is None:
            return []
        if not isinstance(children, list):
            raise InvalidPrompt("children is not a list", at=f"{self.at}.children")
        return self.read(children, f"{self.at}.children")

    def member(self, name: str) -> Any:
        """Take what stands beside `el`, not among the properties."""
        self.members.discard(name)
        return self.node.get(name)

    def read(self, nodes: Sequence[Any], at: str) -> list[Child]:
        """Read nodes that stand at that place."""
        return [self.reader.node(node, f"{at}[{i}]") for i, node in enumerate(nodes)]

    def finish(self) -> None:
        """Raise for what nobody took."""
        for name in sorted(self.members):
            if name != "children":
                close = _close_to(name, ("props", "children")) or ", or is it one of its props"
                raise InvalidPrompt(f"an element has no {name}{close}", at=f"{self.at}.{name}")
            if self.node[name]:
                raise InvalidPrompt(f"{self.node['el']} has no children", at=f"{self.at}.children")
        for name in self.given:
            raise InvalidPrompt(
                f"{self.node['el']} has no property {self.names[name]}{_close_to(name, _COMMON)}",
                at=f"{self.at}.props.{self.names[name]}",
            )


class _Reader:
    def __init__(self, kinds: Kinds, max_depth: int) -> None:
        self.kinds = kinds
        self.max_depth = max_depth
        self.depth = 0

    def node(self, node: Any, at: str) -> Child:
        if node is None or isinstance(node, (str, int, float)):
            return node
        if self.depth > self.max_depth:
            raise InvalidPrompt(
                f"elements are nested deeper than {self.max_depth} levels",
                at=f"{at[:_SHOWN]}…",
                hint="flatten them, or raise prompt.max_depth",
            )
        if not isinstance(node, Mapping) or not isinstance(node.get("el"), str):
            raise InvalidPrompt(
                f"expected text, a number or an object with el, got {node!r:.60}",
                at=at,
                hint='an element is {"el": "User", "children": […]}',
            )
        name = node["el"]
        if name not in self.kinds:
            raise InvalidPrompt(
                f"there is no element {name!r}{_close_to(name, self.kinds)}",
                at=f"{at}.el",
                hint=f"one of: {', '.join(sorted(self.kinds))}",
            )
        declared = Declared(self, node, at)
        self.depth += 1
        child = self.kinds[name](declared)
        self.depth -= 1
        declared.finish()
        return child


def _message(kind: Callable[..., Child]) -> Build:
    return lambda d: kind(*d.children, name=d.take("name", str, ""), **d.common)


def _assistant(d: Declared) -> Child:
    calls = [_call(call, f"{d.at}.props.toolCalls[{i}]") for i, call in enumerate(d.take("tool_calls", list, []))]
    return elements.Assistant(*d.children, calls=calls, name=d.take("name", str, ""), **d.common)


def _call(call: Any, at: str) -> elements.Call:
    """A call: `id`, `name`, `arguments` as JSON text, `keepWith`."""
    members = {"arguments": "{}", "keepWith": "", **call} if isinstance(call, Mapping) else {}
    for name in ("id", "name", "arguments", "keepWith"):
        if not isinstance(members.get(name), str):
            raise InvalidPrompt(f"a call needs {name}, as text", at=at, hint='{"id": "…", "name": "…"}')
    return elements.Call(members["id"], members["name"], members["arguments"], members["keepWith"])


def _tool(d: Declared) -> Child:
    return elements.Tool(
        *d.children,
        call_id=d.take("tool_call_id", str, ""),
        is_error=d.take("is_error", bool, False),
        name=d.take("name", str, ""),
        **d.common,
    )


def _plain(kind: Callable[..., Child]) -> Build:
    return lambda d: kind(*d.children, **d.common)


def _text_chunk(d: Declared) -> Child:
    given = d.take("break_on", (str, dict))
    whitespace = d.take("break_on_whitespace", bool, False)
    break_on: str | re.Pattern[str] | None = re.compile(r"\s+") if whitespace else given
    if isinstance(given, dict):
        break_on = _pattern(given, d.at)
    return elements.TextChunk(*d.children, break_on=break_on, **d.common)


def _pattern(given: Mapping[str, Any], at: str) -> re.Pattern[str]:
    flags = given.get("flags", "g")
    if not isinstance(flags, str) or "g" not in flags:
        raise InvalidPrompt("the pattern must be global", at=f"{at}.props.breakOn.flags", hint='add "g"')
    known = {"g": 0, "u": 0, "i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}
    try:
        return re.compile(str(given["regex"]), sum(known[flag] for flag in set(flags)))
    except (KeyError, re.error, OverflowError, RecursionError) as error:
        raise InvalidPrompt(f"not a pattern: {error}", at=f"{at}.props.breakOn") from error


def _list(d: Declared) -> Child:
    return elements.PrioritizedList(*d.children, descending=d.take("descending", bool, False), **d.common)


def _if_empty(d: Declared) -> Child:
    alternative = d.read(d.take("alt", list, []), f"{d.at}.props.alt")
    return elements.IfEmpty(*d.children, alternative=alternative, **d.common)


def _expandable(d: Declared) -> Child:
    """Texts of growing length: the first is asked for first, the longest that fits when there is room."""
    texts = d.take("texts", list, needed=True)
    if not texts or not all(isinstance(text, str) for text in texts):
        raise InvalidPrompt("texts is not a list of texts", at=f"{d.at}.props.texts")
    return elements.Expandable(Longest(texts), **d.common)


class Longest:
    """The longest of several texts that fits the budget; the first when none does."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    def __call__(self, sizing: Sizing) -> str:
        """Try from the last."""
        fitting = (text for text in reversed(self.texts) if sizing.count(text) <= sizing.budget)
        return next(fitting, self.texts[0])


def _image(d: Declared) -> Child:
    return elements.Image(
        *d.children,
        source=d.take("src", str, needed=True),
        detail=d.take("detail", str, ""),
        media_type=d.take("mime_type", str, ""),
        **d.common,
    )


def _document(d: Declared) -> Child:
    return elements.Document(
        *d.children,
        data=d.take("data", str, needed=True),
        media_type=d.take("media_type", str, needed=True),
        name=d.take("name", str, ""),
        **d.common,
    )


def _meta(d: Declared) -> Child:
    return extras.Meta(
        d.take("key", str, needed=True), d.given.pop("value", None), local=d.take("local", bool, False)
    )


def _references(d: Declared) -> Child:
    return extras.References(*(_reference(name, d.at) for name in d.take("names", list, needed=True)))


def _reference(name: Any, at: str) -> extras.Reference:
    if isinstance(name, str):
        return extras.Reference(name)
    if isinstance(name, Mapping) and isinstance(name.get("uri"), str):
        return extras.Reference(uri=name["uri"])
    raise InvalidPrompt(f"not a reference: {name!r:.60}", at=f"{at}.props.names", hint='a name, or {"uri": "…"}')


def _opaque(d: Declared) -> Child:
    return extras.Opaque(
        d.given.pop("value", None),
        tokens=d.take("token_usage", int, 0),
        kind=d.take("kind", str, ""),
        priority=d.take("priority", (int, float)),
    )


def _embedded(d: Declared) -> Child:
    data = d.member("json")
    if not isinstance(data, Mapping):
        raise InvalidPrompt("ElementJSON needs json: what a render wrote", at=f"{d.at}.json")
    return extras.Embedded(data)


def _fragment(d: Declared) -> Children:
    return d.children


KINDS: dict[str, Build] = {
    "System": _message(elements.System),
    "User": _message(elements.User),
    "Assistant": _assistant,
    "Tool": _tool,
    "Text": _plain(elements.Text),
    "TextChunk": _text_chunk,
    "Chunk": _plain(elements.Chunk),
    "Container": _plain(Container),
    "LegacyPrioritization": _plain(elements.LegacyPrioritization),
    "TokenLimit": lambda d: elements.TokenLimit(
        *d.children, max=d.take("max", (int, float), needed=True), **d.common
    ),
    "PrioritizedList": _list,
    "KeepWith": lambda d: elements.KeepWith(*d.children, key=d.take("key", str, needed=True), **d.common),
    "IfEmpty": _if_empty,
    "Expandable": _expandable,
    "Image": _image,
    "Document": _document,
    "Fragment": _fragment,
    "br": lambda _: extras.BR,
    "meta": _meta,
    "references": _references,
    "opaque": _opaque,
    "cacheBreakpoint": lambda d: extras.CacheMark(d.take("type", str, "ephemeral")),
    "ElementJSON": _embedded,
}


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda found: "_" + found[1].lower(), name)


def _close_to(name: str, names: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(names), 1)
    return f" (did you mean {close[0]}?)" if close else ""
