"""Image sizes, formulas and headers (TOK-3)."""

from __future__ import annotations

import base64
import json
import struct
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import Image
from brimful.models.model import ImageRule
from brimful.tokens.images import image_cost, image_size, image_tokens, most_tokens, size_is_seen

pytestmark = pytest.mark.spec("TOK-3", "TOK-9")

CASES = [
    json.loads(line) for line in (Path(__file__).parent.parent / "data/images/cases.jsonl").read_text().splitlines()
]
TILES = {
    "gpt-4o": ImageRule("openai_tiles", base=85, tile=170),
    "gpt-5": ImageRule("openai_tiles", base=70, tile=140),
    "o1": ImageRule("openai_tiles", base=75, tile=150),
    "gpt-4o-mini": ImageRule("openai_tiles", base=2833, tile=5667),
}
PATCHES = {
    "gpt-4.1-mini": ImageRule("openai_patches", multiplier=1.62),
    "gpt-4.1-nano": ImageRule("openai_patches", multiplier=2.46),
    "o4-mini": ImageRule("openai_patches", multiplier=1.72),
}
STANDARD = ImageRule("anthropic_blocks", max_edge=1568, max_tokens=1568)
HIGH_RES = ImageRule("anthropic_blocks", max_edge=2576, max_tokens=4784)
AREA = ImageRule("anthropic_area", max_edge=1568, max_tokens=1600)
GEMINI_2 = ImageRule("gemini_tiles", tile=258)
GEMINI_3 = ImageRule("gemini_media", by_detail={"low": 280, "medium": 560, "high": 1120, "ultra_high": 2240})
FLAT = ImageRule("flat", max_tokens=765)
ALL = [*TILES.values(), *PATCHES.values(), STANDARD, HIGH_RES, AREA, GEMINI_2, GEMINI_3, FLAT]

by_size = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['width']}x{case['height']}")


@by_size
def test_every_formula_gives_the_published_cost(case: dict[str, Any]) -> None:
    size = case["width"], case["height"]
    tiles = case["openai_tiles"]
    assert {name: image_tokens(rule, *size) for name, rule in TILES.items()} == {n: tiles[n] for n in TILES}
    assert {name: image_tokens(rule, *size, "low") for name, rule in TILES.items()} == tiles["low"]
    patches = case["openai_patches"]  # what is charged is the upper bound, not the guide's shrunken count
    assert {name: image_tokens(rule, *size) for name, rule in PATCHES.items()} == {n: patches[n] for n in PATCHES}
    assert image_tokens(ImageRule("openai_patches"), *size) == patches["upper_bound"]
    assert image_tokens(STANDARD, *size) == case["anthropic_standard"]["tokens"]
    assert image_tokens(HIGH_RES, *size) == case["anthropic_high_res"]["tokens"]
    assert image_tokens(AREA, *size) == case["anthropic_area_legacy"]
    assert image_tokens(GEMINI_2, *size) == case["gemini_2"]


@by_size
def test_media_resolution_is_the_price_whatever_the_size(case: dict[str, Any]) -> None:
    size, prices = (case["width"], case["height"]), case["gemini_3"]
    assert image_tokens(GEMINI_3, *size, "low") == prices["low"]
    assert image_tokens(GEMINI_3, *size, "MEDIA_RESOLUTION_MEDIUM") == prices["medium"]
    assert image_tokens(GEMINI_3, *size) == image_tokens(GEMINI_3, *size, "who knows") == prices["high_default"]
    assert image_tokens(GEMINI_3, *size, "ultra_high") == prices["ultra_high"]


# Where a bill or a table differs from what we charge, on purpose: never below it.
DELIBERATE = {
    (1800, 2400, "patches"): "the guide shrinks to 1452 patches; we charge the cap, as bills do",
    (4000, 1474, "gpt-4.1-mini"): "1536 × 1.62 = 2488.32 was billed rounded down; we round up",
}


def _published() -> list[tuple[int, int, str, int, int]]:
    rules: dict[str, tuple[ImageRule, ...]] = {
        **{name: (rule,) for name, rule in {**TILES, **PATCHES}.items()},
        "gpt-4.1": (TILES["gpt-4o"],),
        "o3": (TILES["o1"],),
        "patches": (ImageRule("openai_patches"),),
        "claude_standard": (STANDARD,),
        "claude_high": (HIGH_RES,),
        "claude_both_tiers": (STANDARD, HIGH_RES),
        "gemini_2": (GEMINI_2,),
    }
    rows = []
    for case in CASES:
        for name, figure in case.get("published_or_measured", {}).items():
            if name == "source" or name.endswith("_resized"):
                continue
            figures = figure if isinstance(figure, dict) else {"high": figure}
            for detail in figures.keys() - {"patches"}:
                for rule in rules[name]:
                    ours = image_tokens(rule, case["width"], case["height"], detail)
                    rows.append((case["width"], case["height"], name, ours, figures[detail]))
    return rows


def test_no_published_or_billed_figure_is_above_ours_and_all_but_the_listed_are_equal() -> None:
    rows = _published()
    assert len(rows) > 15
    assert [row for row in rows if row[3] < row[4]] == []
    assert {row[:3] for row in rows if row[3] != row[4]} == set(DELIBERATE)


@given(st.sampled_from(ALL), st.integers(1, 20_000), st.integers(1, 20_000), st.sampled_from(["", "low", "high"]))
def test_a_cost_is_positive_and_the_same_lying_down(rule: ImageRule, width: int, height: int, detail: str) -> None:
    assert image_tokens(rule, width, height, detail) > 0
    if rule is not GEMINI_2:
        assert image_tokens(rule, width, height, detail) <= most_tokens(rule, detail)
    assert image_tokens(rule, width, height, detail) == image_tokens(rule, height, width, detail)


def test_no_image_has_no_pixels() -> None:
    with pytest.raises(ValueError, match="0×10"):
        image_tokens(FLAT, 0, 10)


# --- headers ----------------------------------------------------------------------------------------------------


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height) + b"\x08\x06\0\0\0"


def gif(width: int, height: int) -> bytes:
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\0\0\0"


def jpeg(width: int, height: int, *, marker: int = 0xC0, before: bytes = b"") -> bytes:
    frame = struct.pack(">BBHBHHB", 0xFF, marker, 17, 8, height, width, 3) + bytes(9)
    return b"\xff\xd8" + before + frame + b"\xff\xd9"


def segment(marker: int, size: int) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, size) + bytes(size - 2)


def webp(kind: bytes, payload: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", 22) + b"WEBP" + kind + struct.pack("<I", len(payload)) + payload


def vp8(width: int, height: int) -> bytes:
    return webp(b"VP8 ", b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width | 0x4000, height))


def vp8l(width: int, height: int) -> bytes:
    return webp(b"VP8L", b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14))


def vp8x(width: int, height: int) -> bytes:
    sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return webp(b"VP8X", bytes(4) + sides)


def bmp(width: int, height: int) -> bytes:
    return b"BM" + bytes(12) + struct.pack("<Iii", 40, width, -height)


def old_bmp(width: int, height: int) -> bytes:
    return b"BM" + bytes(12) + struct.pack("<IHH", 12, width, height) + bytes(4)


MAKERS = [png, gif, jpeg, vp8, vp8l, vp8x, bmp, old_bmp]


@given(st.sampled_from(MAKERS), st.integers(1, 16_383), st.integers(1, 16_383))
def test_every_format_tells_its_size(make: Any, width: int, height: int) -> None:
    assert image_size(make(width, height)) == (width, height)


@pytest.mark.parametrize("marker", [m for m in range(0xC0, 0xD0) if m not in (0xC4, 0xC8, 0xCC)])
def test_every_kind_of_jpeg_frame_is_known(marker: int) -> None:
    before = segment(0xE1, 60_000) + b"\xff\xff\xff" + segment(0xE2, 3000) + segment(0xC4, 420) + b"\xff\x01"
    assert image_size(jpeg(640, 481, marker=marker, before=before)) == (640, 481)


@pytest.mark.parametrize("make", MAKERS)
def test_a_header_cut_short_has_no_size_and_no_size_is_zero(make: Any) -> None:
    whole = make(300, 200)
    for length in range(len(whole)):
        assert image_size(whole[:length]) in (None, (300, 200))
    assert make in (vp8l, vp8x) or image_size(make(0, 200)) is None


@given(st.sampled_from(MAKERS), st.binary(max_size=200))
def test_hostile_bytes_never_raise(make: Any, noise: bytes) -> None:
    size = image_size(make(300, 200)[:16] + noise)
    assert size is None or (size[0] > 0 and size[1] > 0)
    assert image_size(noise) is None or noise[:2] in (b"\xff\xd8", b"BM")


@pytest.mark.parametrize(
    "noise",
    [b"\xff" * 5_000_000, b"\xff\xe0\0\0" * 1_000_000, b"\xff\xd0" * 2_000_000],
    ids=["fill", "empty", "reset"],
)
def test_hostile_bytes_never_loop_long(noise: bytes) -> None:
    start = time.perf_counter()
    assert image_size(b"\xff\xd8" + noise) is None
    assert time.perf_counter() - start < 1


def as_image(data: bytes, **more: str) -> Image:
    return Image("image/png", data=base64.b64encode(data).decode(), **more)


def test_an_image_is_charged_by_its_header() -> None:
    assert image_cost(as_image(png(1000, 1000)), STANDARD) == 1296
    assert image_cost(as_image(png(1024, 1024), detail="low"), TILES["gpt-4o"]) == 85
    url = "data:image/png;base64," + base64.b64encode(png(128, 64)).decode()
    assert image_cost(Image(url=url), TILES["gpt-4o"]) == 255


def test_only_the_first_bytes_are_decoded_unless_a_jpeg_hides_its_size_deeper() -> None:
    deep = jpeg(640, 480, before=segment(0xE1, 65_000) * 3)
    assert image_cost(as_image(deep), ImageRule("openai_patches")) == 20 * 15
    broken_later = as_image(png(1000, 1000) + bytes(200_000)).data[:-1000] + "§§not base64§§"
    assert image_cost(Image(data=broken_later), STANDARD) == 1296


@pytest.mark.parametrize("data", ["", "%%%", "A", "AAAAA", "data", "é" * 9, base64.b64encode(b"<svg/>").decode()])
def test_what_cannot_be_read_costs_the_most_there_is(data: str) -> None:
    for rule in ALL:
        assert image_cost(Image(data=data), rule) == most_tokens(rule)
        assert image_cost(Image(url="https://example.com/a.png"), rule) == most_tokens(rule)
        assert image_cost(Image(file_id="file-1"), rule) == most_tokens(rule)
    assert not size_is_seen(Image(data=data))


@by_size
def test_the_most_there_is_bounds_every_case(case: dict[str, Any]) -> None:
    if max(case["width"], case["height"]) <= 4 * min(case["width"], case["height"]):  # thinner: see GEMINI_MOST_TILES
        assert all(image_tokens(rule, case["width"], case["height"]) <= most_tokens(rule) for rule in ALL)


@given(st.text(max_size=300))
def test_any_text_as_data_costs_something(data: str) -> None:
    assert image_cost(Image(data=data), STANDARD) > 0


def test_a_detail_may_have_a_limit_of_its_own_for_patches() -> None:
    rule = ImageRule("openai_patches", multiplier=1.2, max_patches=10_000, by_detail={"high": 2500})
    assert image_tokens(rule, 3200, 3200, "high") == 3000
    assert image_tokens(rule, 3200, 3200) == 12_000
    assert most_tokens(rule, "high") == 3000
