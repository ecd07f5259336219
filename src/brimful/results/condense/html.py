"""HTML pages: title, headings, what links and buttons say, table rows, forms and messages, without the markup.

Texts stand as they stood, entities and template variables too, so that what is shown can be found in the page.
Scripts, styles, drawings and data are left out. Of the rest, what structures the page stays longest, what frames it
(navigation, foot) goes first.
"""

from __future__ import annotations

import re

from msgspec import Struct

from brimful.results.condense.fit import clip, ends, fill, fit, one_line, ranking
from brimful.results.condense.markup import Tag, pieces
from brimful.results.condenser import Condensed, Room, Weight

_START = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)?(?:<!doctype html|<html\b)", re.IGNORECASE | re.DOTALL
)
_LATER = re.compile(r"^\s*(?:<!doctype html|<html\b)", re.IGNORECASE | re.MULTILINE)
_TAGS = re.compile(
    r"</?(?:div|span|p|a|ul|ol|li|table|tr|td|th|h[1-6]|form|input|button|section|article|nav|header|footer|main|head"
    r"|body|meta|link|script|style|img|br|label|select|option|textarea)\b[^<>]{0,500}>",
    re.IGNORECASE,
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    re.findall(
        r"\w+",
        "p div section article main header footer nav aside ul ol li dl dt dd table thead tbody tfoot tr td th form "
        "br hr fieldset blockquote pre figure figcaption caption details summary address option button label legend "
        "textarea body head html title h1 h2 h3 h4 h5 h6",
    )
)
_FRAMES = frozenset(("nav", "footer", "aside"))
_MESSAGE = re.compile(
    r"(?:class|id)=[^=<>]{0,200}?[\s\"'_-](?:error|alert|warning|danger|invalid|exception|traceback)", re.IGNORECASE
)
_ERROR = re.compile(r"\b(?:error|exception|not found|forbidden|denied|failed|invalid|unauthorized)\b", re.IGNORECASE)
_VARIABLE = re.compile(r"\{\{.{1,80}?\}\}|\{%.{1,80}?%\}|<%=.{1,80}?%>|\$\{[^}]{1,80}\}")
_FIELDS = frozenset(("input", "select", "textarea", "button", "form"))
_TELLING_TAGS = _FIELDS | {"img", "meta"}
_TELLING = ("type", "name", "id", "value", "placeholder", "action", "method")
_META = frozenset(("description", "og:title", "author"))

_LENGTHS = (2_000, 400, 200, 120, 80)
_LENGTH_OF_HEADING = 300
_LONG_TEXT = 60
_LOOK_AT = 20_000
_SHORT_LINK = 12  # "Read more", "Next": what leads nowhere by its name
# Long texts are preferred while they leave at least this share of the texts that shorter ones would show.
_WORTH = 0.8


class Html:
    """A page, or a part of one."""

    name = "html"

    def suits(self, text: str) -> float:
        """By its first tag, or by how many tags of HTML there are."""
        start = text[:_LOOK_AT]
        if _START.match(start):
            return 0.98
        if not start.lstrip().startswith("<"):
            return 0.8 if _LATER.search(start[:4_000]) and not start.startswith(("diff ", "+", "-")) else 0.0
        tags = sum(len(found.group()) for found in _TAGS.finditer(start))
        return 0.85 if tags >= max(30, len(start) * 0.05) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """The page's words by their place in it."""
        blocks = read(text)
        if not blocks:  # scripts alone, or no markup at all: then its ends say more than nothing
            return fit(text, room, lambda budget: ends(text, budget))
        ranked = ranking([block.weight for block in blocks])
        return fit(text, room, lambda budget: _draw(blocks, ranked, len(text), budget))


class Block(Struct, frozen=True):
    """Words that stand together, and how much they matter."""

    text: str
    weight: float
    is_heading: bool = False


class _Reader:
    """Walks a page and gathers its blocks."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._words: list[str] = []
        self._row: list[str] | None = None
        self._frames = 0
        self._linked = False
        self._block = ""
        self._message = False
        self._rows = 0

    def take(self, piece: Tag | str) -> None:
        """Take in the next tag or text."""
        if isinstance(piece, str):
            self._words.append(piece)
        elif piece.closes:
            self._close(piece.name)
        else:
            self._open(piece)

    def _open(self, tag: Tag) -> None:
        if tag.name in _BLOCKS:
            self.flush()
            self._block = tag.name
            self._message = bool(tag.inside and _MESSAGE.search(tag.inside))
        if tag.name in _FRAMES:
            self._frames += 1
        elif tag.name == "table":
            self._rows = 0
        elif tag.name == "tr":
            self._row = []
        elif tag.name == "a":
            self._linked = True
        self._of_attributes(tag)

    def _of_attributes(self, tag: Tag) -> None:
        """What a tag says without text: fields of a form, pictures, the description of the page."""
        if tag.name not in _TELLING_TAGS:
            return
        held = tag.attributes
        if tag.name in _FIELDS:
            told = " ".join(f'{name}="{clip(held[name], _LONG_TEXT)}"' for name in _TELLING if held.get(name))
            self.blocks.append(Block(f"[{tag.name} {told}]", Weight.DETAIL))
        elif tag.name == "img" and held.get("alt"):
            self._words.append(f"[{held['alt']}]")
        elif tag.name == "meta" and (held.get("name") or held.get("property")) in _META and held.get("content"):
            self.blocks.append(Block(one_line(held["content"]), Weight.ENDS))

    def _close(self, name: str) -> None:
        if name in _BLOCKS or (name == "a" and self._frames and self._row is None):
            self.flush()
        if name in _FRAMES:
            self._frames = max(0, self._frames - 1)
        elif name == "tr":
            self._end_row()
        if name in _BLOCKS:
            self._block, self._message = "", False

    def _end_row(self) -> None:
        if self._row:
            weight = Weight.WARNING if self._rows == 0 else Weight.PLAIN + 10
            self.blocks.append(Block(" | ".join(self._row), weight))
            self._rows += 1
        self._row = None

    def flush(self) -> None:
        """What was gathered becomes a block, or a cell of the row."""
        text = one_line("".join(self._words))
        linked, self._linked = self._linked, False
        self._words = []
        if not text:
            return
        if self._row is not None:
            self._row.append(text)
            return
        level = _HEADINGS.get(self._block)
        if level or self._block == "title":
            shown = f"{'#' * level} {text}" if level else text
            weight = Weight.ERROR - (level or 0) * 5
            self.blocks.append(Block(shown, weight - (Weight.DETAIL if self._frames else 0), True))
        else:
            self.blocks.append(Block(text, self._weight(text, linked)))

    def _weight(self, text: str, linked: bool) -> float:
        if _VARIABLE.search(text[:2_000]) or self._message:
            return Weight.PLACE
        if len(text) < 2_000 and _ERROR.search(text):
            return Weight.WARNING
        if self._frames:
            return Weight.NOISE
        if linked:
            return Weight.DETAIL - (Weight.PLAIN if len(text) < _SHORT_LINK else 0)
        return Weight.PLAIN


def read(text: str) -> list[Block]:
    """The words of a page in their order; the same words again count as noise."""
    reader = _Reader()
    for piece in pieces(text):
        reader.take(piece)
    reader.flush()
    said: set[str] = set()
    blocks = []
    for block in reader.blocks:
        if block.text in said:
            block = Block(block.text, min(block.weight, Weight.NOISE))
        said.add(block.text)
        blocks.append(block)
    return blocks


def _draw(blocks: list[Block], ranked: list[int], size: int, budget: int) -> Condensed:
    head = f"(HTML page of {size:,} characters, {len(blocks):,} texts; … n … = n texts left out)\n"
    drawn = [
        fill(ranked, lambda at: _shown(blocks[at], length), budget - len(head), lambda missing: f"… {missing:,} …")  # noqa: B023
        for length in _LENGTHS
    ]
    most = max(len(filled.shown) for filled in drawn)
    made = next(filled for filled in drawn if len(filled.shown) >= most * _WORTH)
    hidden = len(blocks) - len(made.shown)
    return Condensed(head + made.text, {"texts": hidden} if hidden else {})


def _shown(block: Block, length: int) -> str:
    return clip(block.text, max(length, _LENGTH_OF_HEADING if block.is_heading else 0))
