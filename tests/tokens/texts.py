"""Texts for the tests of token counts: the shared cases, and strategies that lean towards what is hard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "tokens" / "cases.jsonl").read_text().splitlines()
]

# What the split patterns tell apart: blanks, line ends, cases, marks, digits, contractions, letters without case.
FRAGMENTS = [
    " ", "  ", "\t", "\n", "\r\n", "\r", "\n\n", "\u00a0", "\u3000", "\u2028", "\x1c", "\x85",
    "a", "B", "word", " the", "Ab", "aB", "HTTP", "é", "ß", "ǅ", "ſ", "K", "\u0301", "ъ", "Ж", "ש", "ل", "ना",
    "中", "文字", "ー", "ゝ", "ア", "가", "々", "〇", "。", "，", "「", "…", "—", "’",
    "1", "23", "4567", "٣", "Ⅷ", "½", "²", "𝟛", "一",
    "'", "'s", "'S", "'ll", "'ſ", '"', ".", ",", "/", "//", "-", "_", "(", "=", "==", "#", "\\", "`",
    "😀", "👩‍👩‍👧", "🇩🇪", "❤️", "\u200b", "\ue000", "\U0010ffff", "<|endoftext|>",
]  # fmt: skip

mixed = st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join)
anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
texts = st.one_of(mixed, anything, st.lists(st.one_of(mixed, anything), max_size=4).map("".join))
surrogates = st.lists(st.sampled_from([*FRAGMENTS, "\ud83d", "\ude00", "\ud83d\ude00"]), max_size=30).map("".join)
