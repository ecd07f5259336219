"""What a prompt is made of: elements, and the things that are not elements but may stand among their children (PT-1).

An element is a value that says what belongs in a prompt and how much it matters; nothing happens until it is
rendered. One's own element overrides `render`, and `prepare` when something must be fetched first:

    class Notes(Element):
        def __init__(self, notes: list[str], **props: Unpack[Props]) -> None:
            super().__init__(**props)
            self.notes = notes

        def render(self, sizing: Sizing) -> Children:
            return [TextChunk(note, priority=i) for i, note in enumerate(self.notes)]

or is a function:

    @element
    async def notes(sizing: Sizing, *, path: str) -> Children: ...

    notes(path="NOTES.md", priority=50)

Both may be plain or async. `sizing` carries the budget the element was given and a counter.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, TypeAlias, TypedDict

from brimful.prompt.errors import InvalidPrompt

if TYPE_CHECKING:
    from brimful.prompt.tokenizer import Tokenizer

HIGHEST = 2**53 - 1
"""The priority of whatever has none: the largest whole number that every JSON reader holds exactly."""


class Extra:
    """What may stand among an element's children without being an element: a line break, a mark, metadata …"""

    __slots__ = ()


Child: TypeAlias = "str | int | float | Element | Extra | Iterable[Child] | None"
Children: TypeAlias = "Child"
"""Text, numbers (their decimal form), elements, extras, and lists of these; None and booleans say nothing."""


class Props(TypedDict, total=False):
    """What every element takes by keyword.

    id:            its name in the manifest; without one, its parent's and its place.
    priority:      what goes first when it is too much: the lowest. Default: the highest.
    pass_priority: its children compete with its siblings, as if it were not there.
    flex_grow:     the order in which siblings are rendered, highest first. Default: before all that have one.
    flex_basis:    its share of the budget among those rendered together. Default 1.
    flex_reserve:  tokens held back for it while earlier siblings render; "/N" is a share of what remains.
    required:      it is never pruned, nor anything in it.
    """

    id: str
    priority: float | None
    pass_priority: bool
    flex_grow: float | None
    flex_basis: float
    flex_reserve: float | str | None
    required: bool


class Sizing:
    """What an element is told when it renders: its budget, and how to count."""

    __slots__ = ("budget", "prepared", "tokenizer")

    def __init__(self, budget: int, tokenizer: Tokenizer, prepared: Any = None) -> None:
        self.budget = budget
        self.tokenizer = tokenizer
        self.prepared = prepared  # what the element's own `prepare` returned

    def count(self, text: str) -> int:
        """Return how many tokens a text is."""
        return self.tokenizer.text(text)


class Element:
    """An element that renders its children."""

    __slots__ = (
        "children", "flex_basis", "flex_grow", "flex_reserve", "id", "pass_priority", "priority", "required",
    )  # fmt: skip
    acts: ClassVar[bool] = False
    """Whether the class prepares or renders in a way of its own; the others cost no call."""

    def __init_subclass__(cls) -> None:
        cls.acts = cls.prepare is not Element.prepare or cls.render is not Element.render

    def __init__(
        self,
        *children: Child,
        id: str = "",
        priority: float | None = None,
        pass_priority: bool = False,
        flex_grow: float | None = None,
        flex_basis: float = 1,
        flex_reserve: float | str | None = None,
        required: bool = False,
    ) -> None:
        for child in children:
            if hasattr(child, "__next__"):  # can be walked once, and an element may be rendered many times
                children = tuple([list(each) if isinstance(each, Iterator) else each for each in children])
                break
        self.children = children
        self.id = id
        self.priority = priority
        self.pass_priority = pass_priority
        self.flex_grow = flex_grow
        self.flex_basis = flex_basis
        self.flex_reserve = flex_reserve
        self.required = required

    @property
    def kind(self) -> str:
        """What it is called in manifests and errors."""
        return type(self).__name__

    def prepare(self, sizing: Sizing) -> Any:
        """Fetch what rendering needs; what it returns (or resolves to) is `sizing.prepared` in `render`."""
        return None

    def render(self, sizing: Sizing) -> Children | Awaitable[Children]:
        """Return what the element says within `sizing.budget` tokens."""
        return self.children

    def reserve(self, remaining: int) -> int:
        """Return the tokens held back for it when `remaining` are left."""
        wanted = self.flex_reserve
        if wanted is None:
            return 0
        if isinstance(wanted, str):
            return math.floor(min(remaining / float(wanted[1:]), HIGHEST))
        return math.floor(wanted)

    def check(self) -> None:
        """Raise InvalidPrompt when a property makes no sense."""
        if self.priority is not None and not is_finite(self.priority):
            raise self._wrong("priority", "a priority is a finite number")
        if not (is_finite(self.flex_basis) and 0 <= self.flex_basis <= HIGHEST):
            raise self._wrong("flex_basis", "a basis is a number, from 0 to 2^53")
        if self.flex_grow is not None and not (is_finite(self.flex_grow) or self.flex_grow in (math.inf, -math.inf)):
            raise self._wrong("flex_grow", "leave it out, or give a number")
        if not _is_reserve(self.flex_reserve):
            raise self._wrong("flex_reserve", 'give tokens, 0 or more, or a share such as "/4"')

    def _wrong(self, name: str, hint: str) -> InvalidPrompt:
        return InvalidPrompt(f"{name} is {getattr(self, name)!r:.40}", at=self.id, hint=hint)


Own = ParamSpec("Own")


def element(
    function: Callable[Concatenate[Sizing, Own], Children | Awaitable[Children]],
) -> Callable[..., Element]:
    """Make a function of (sizing, own keywords) into a kind of element; calls also take the common properties."""
    common = Props.__annotations__.keys()

    class Function(Element):
        kind = function.__name__

        def __init__(self, *args: Any, **keywords: Any) -> None:
            own = {name: keywords.pop(name) for name in list(keywords) if name not in common}
            super().__init__(**keywords)
            self._arguments = args, own

        def render(self, sizing: Sizing) -> Children | Awaitable[Children]:
            args, own = self._arguments
            return function(sizing, *args, **own)

    @wraps(function)
    def make(*args: Any, **keywords: Any) -> Element:
        return Function(*args, **keywords)

    return make


class Container(Element):
    """Children together, under one set of properties."""

    __slots__ = ()


def is_finite(value: object) -> bool:
    """Whether something is a number one can reckon with: of those a double holds, so no integer without end."""
    try:
        return isinstance(value, (int, float)) and math.isfinite(value)
    except OverflowError:
        return False


def _is_reserve(wanted: object) -> bool:
    if isinstance(wanted, str):
        try:
            return wanted.startswith("/") and 0 < float(wanted[1:]) < math.inf
        except ValueError:
            return False
    return wanted is None or (isinstance(wanted, (int, float)) and is_finite(wanted) and wanted >= 0)
