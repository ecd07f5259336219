"""What an image costs, from its width and height (TOK-3).

Every provider has its own formula, and none needs the picture: a few bytes of the header say how large it is. What
cannot be read (an address, a file id, an unknown format) is charged the most that an image can cost in the family:
an overestimate summarises a little early, an underestimate breaks the conversation.

The formulas are the published ones, except where bills were seen to be higher (see `_openai_patches`).
"""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Callable

from brimful.messages import Image
from brimful.models.model import ImageRule

GEMINI_TILE = 258
GEMINI_MOST_TILES = 12
"""What a 4:1 panorama comes to. Thinner pictures have more tiles, without end; nobody sends those unseen."""

HEADER_CHARS = 96 * 1024
"""So much base64 is looked at first. A photograph may carry a preview and a colour profile ahead of its size."""

_JPEG_MOST_STEPS = 4096


def image_tokens(rule: ImageRule, width: int, height: int, detail: str = "") -> int:
    """Return what an image of this size costs. `detail` is the request's own word (low, high, …)."""
    if width < 1 or height < 1:
        raise ValueError(f"an image has at least one pixel each way, not {width}×{height}")
    match rule.kind:
        case "openai_tiles":
            return _openai_tiles(rule, width, height, detail)
        case "openai_patches":
            return _openai_patches(rule, width, height, detail)
        case "anthropic_blocks":
            return _anthropic_blocks(rule, width, height)
        case "anthropic_area":
            return _anthropic_area(rule, width, height)
        case "gemini_tiles":
            return _gemini_tiles(rule, width, height)
        case "gemini_media":
            return _gemini_media(rule, detail)
        case "flat":
            return rule.max_tokens


def image_cost(image: Image, rule: ImageRule) -> int:
    """Return what an image costs; when its size cannot be seen, the most one costs in the family."""
    size = _size_of(image)
    return most_tokens(rule, image.detail) if size is None else image_tokens(rule, *size, image.detail)


def size_is_seen(image: Image) -> bool:
    """Whether the image's size can be read from what the request carries."""
    return _size_of(image) is not None


def most_tokens(rule: ImageRule, detail: str = "") -> int:
    """Return the most that one image costs."""
    match rule.kind:
        case "openai_tiles":
            return rule.base if detail == "low" else rule.base + 8 * rule.tile  # 2048 × 768
        case "openai_patches":
            return _times(_patch_limit(rule, detail), rule.multiplier)
        case "gemini_tiles":
            return rule.max_tokens or GEMINI_MOST_TILES * (rule.tile or GEMINI_TILE)
        case "gemini_media":
            return _gemini_media(rule, detail)
        case _:
            return rule.max_tokens


def image_size(data: bytes) -> tuple[int, int] | None:
    """Read width and height from the header of a PNG, GIF, JPEG, WebP or BMP. None = no such header."""
    for magic, read in _READERS:
        if data.startswith(magic):
            size = read(data)
            return size if size and size[0] > 0 and size[1] > 0 else None
    return None


# --- the formulas -----------------------------------------------------------------------------------------------


def _openai_tiles(rule: ImageRule, width: int, height: int, detail: str) -> int:
    """Fit into 2048, bring the short side down to 768 (never up), count tiles of 512."""
    if detail == "low":
        return rule.base
    if max(width, height) > 2048:
        width, height = _scaled(width, height, 2048, max(width, height))
    if min(width, height) > 768:
        width, height = _scaled(width, height, 768, min(width, height))
    return rule.base + rule.tile * _grid(width, height, 512)


def _patch_limit(rule: ImageRule, detail: str) -> int:
    """The most patches an image of that detail is cut into."""
    return rule.by_detail.get(detail, rule.max_patches)


def _openai_patches(rule: ImageRule, width: int, height: int, detail: str) -> int:
    """Patches of 32, up to the cap. The guide shrinks larger images and then counts somewhat fewer patches than
    the cap; bills were seen at the cap itself (4000×1474), so that is what is charged."""
    return _times(min(_grid(width, height, 32), _patch_limit(rule, detail)), rule.multiplier)


def _anthropic_blocks(rule: ImageRule, width: int, height: int) -> int:
    """Blocks of 28 after shrinking until both the long edge and the tokens are within their limits."""
    long, short = max(width, height), max(1, min(width, height))

    def tokens(edge: int) -> int:
        return _grid(edge, max(1, _nearest(edge * short, long)), 28)

    low, high = 1, min(long, rule.max_edge)
    while low < high:  # the largest long edge that fits: tokens never fall as the edge grows
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tokens(middle) <= rule.max_tokens else (low, middle - 1)
    return tokens(low)


def _anthropic_area(rule: ImageRule, width: int, height: int) -> int:
    """The rule until 2026: a token for 750 pixels."""
    long = max(width, height)
    if long > rule.max_edge:
        tokens = -(-width * height * rule.max_edge**2 // (750 * long**2))
    else:
        tokens = -(-width * height // 750)
    return min(tokens, rule.max_tokens)


def _gemini_tiles(rule: ImageRule, width: int, height: int) -> int:
    tile = rule.tile or GEMINI_TILE
    if max(width, height) <= 384:
        return tile
    return tile * _grid(width, height, max(1, min(width, height) * 2 // 3))


def _gemini_media(rule: ImageRule, detail: str) -> int:
    """A price by media resolution; what is not said, or not known, is the API's default for images, "high"."""
    prices = rule.by_detail
    known = prices.get(detail.lower().removeprefix("media_resolution_"), prices.get("high"))
    return known if known is not None else max(prices.values(), default=rule.max_tokens)


def _grid(width: int, height: int, unit: int) -> int:
    return -(-width // unit) * -(-height // unit)


def _scaled(width: int, height: int, to: int, of: int) -> tuple[int, int]:
    return max(1, _nearest(width * to, of)), max(1, _nearest(height * to, of))


def _nearest(dividend: int, divisor: int) -> int:
    """Divide, rounding halves up."""
    return (2 * dividend + divisor) // (2 * divisor)


def _times(count: int, multiplier: float) -> int:
    return math.ceil(count * multiplier - 1e-9)  # 100 × 1.1 is a hair over 110


# --- headers ----------------------------------------------------------------------------------------------------

_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")
_URL_SAFE = str.maketrans("-_", "+/")


def _size_of(image: Image) -> tuple[int, int] | None:
    data = image.data
    if not data and image.url.startswith("data:"):
        data = image.url.partition(",")[2]
    if not data:
        return None
    size = image_size(_decoded(data[:HEADER_CHARS]))
    if size is None and len(data) > HEADER_CHARS and data.startswith("/9j/"):
        return image_size(_decoded(data))  # only a JPEG may keep its size deep inside
    return size


def _decoded(text: str) -> bytes:
    """Decode base64 as far as it goes, whatever else stands in it."""
    clean = _NOT_BASE64.sub("", text.partition("=")[0].translate(_URL_SAFE))
    return base64.b64decode(clean[: len(clean) // 4 * 4])


def _png(data: bytes) -> tuple[int, int] | None:
    if data[12:16] != b"IHDR" or len(data) < 24:
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _gif(data: bytes) -> tuple[int, int] | None:
    if data[4:6] not in (b"7a", b"9a") or len(data) < 10:
        return None
    return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """Walk the segments to the frame header (any of C0–CF but the three that are no frames)."""
    at = 2
    for _ in range(_JPEG_MOST_STEPS):
        if len(data) < at + 9 or data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        elif marker in (0x01, *range(0xD0, 0xD9)):  # these stand alone
            at += 2
        elif marker in (0xD9, 0xDA):  # the picture itself, or its end, before any frame header
            return None
        else:
            at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
    return None


def _webp(data: bytes) -> tuple[int, int] | None:
    if data[8:12] != b"WEBP" or len(data) < (25 if data[12:16] == b"VP8L" else 30):
        return None
    match data[12:16]:
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
        case b"VP8L" if data[20] == 0x2F:
            bits = int.from_bytes(data[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 " if data[23:26] == b"\x9d\x01\x2a":
            return (
                int.from_bytes(data[26:28], "little") & 0x3FFF,
                int.from_bytes(data[28:30], "little") & 0x3FFF,
            )
    return None


def _bmp(data: bytes) -> tuple[int, int] | None:
    if len(data) < 26:
        return None
    if int.from_bytes(data[14:18], "little") == 12:
        return int.from_bytes(data[18:20], "little"), int.from_bytes(data[20:22], "little")
    height = int.from_bytes(data[22:26], "little", signed=True)  # negative = top row first
    return int.from_bytes(data[18:22], "little", signed=True), abs(height)


_READERS: tuple[tuple[bytes, Callable[[bytes], tuple[int, int] | None]], ...] = (
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"GIF8", _gif),
    (b"\xff\xd8", _jpeg),
    (b"RIFF", _webp),
    (b"BM", _bmp),
)
