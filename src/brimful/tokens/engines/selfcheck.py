"""Some twenty texts that token engines are known to disagree about, with their counts.

The counts are tiktoken's (a test compares them with the tiktoken that is installed). They are written down so that
checking another engine does not load tiktoken's vocabularies, which would cost more than that engine saves.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Counts(Protocol):
    """The half of an engine that is checked."""

    def count(self, encoding: str, text: str) -> int:
        """Return how many tokens the text is."""
        ...


class Case(NamedTuple):
    """A text and what it counts."""

    what: str
    text: str
    o200k_base: int
    cl100k_base: int


CASES = (
    Case("contractions in both cases", "I'll don't DON'T we'RE she's O'Reilly 'tis I'Ve", 14, 19),
    Case("a contraction spelled with a long s", "e'ſ'RET it'ſ K'ſ DON'ſ", 14, 18),
    Case("special tokens as text", "<|endoftext|> x <|fim_prefix|><|endofprompt|>", 20, 20),
    Case("line ends of all kinds", "a\r\nb\rc\n\n\nd \r\n\t\n  e\n", 12, 12),
    Case("blanks before words, marks and digits", "  a   .    1     'd      \t x\xa0\u3000y ", 16, 16),
    Case("blanks at the end", "end   \t  ", 3, 3),
    Case("odd blanks", "\u2028a\u2029\u200bb\x85c\x0b\x0cd\x1ce", 14, 15),
    Case("digits in threes", "1 12 123 1234 12345678 3.14159 1,000,000", 23, 23),
    Case("digits of other scripts", "٣٤٥٦ ५६७८ Ⅷ ½² ①②③④", 20, 32),
    Case("mixed case", "camelCase PascalCase SCREAMING_SNAKE iPhone HTTPServer ǅabc", 18, 17),
    Case("marks on letters", "Cr\xe8me br\xfbl\xe9e e\u0301te\u0301 a\u0308O\u0328 \u0301x", 16, 19),
    Case("Chinese, Japanese and Korean", "你好,世界。テキストー日本語 한국어 텍스트 中A中b", 19, 26),
    Case("right to left", "שלום עולם مرحبا بالعالم ـكتاب", 8, 26),
    Case("Indic and Thai", "नमस्ते दुनिया ไทยภาษา தமிழ்", 8, 30),
    Case(
        "emoji with joiners",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
        "\U0001f468\U0001f3fd\u200d\U0001f4bb\U0001f1e9\U0001f1ea\u2764\ufe0f \U0001f600ok",
        25,
        39,
    ),
    Case("code", 'def f(x: int) -> str:\n    return f"{x!r}"  # ok\n\n\tif (a && b || !c) { d[0] += 1; }\n', 40, 40),
    Case("markup", '<div class="a">&amp;</div>\n<!-- x -->\n## Title\n- [ ] item\n', 20, 20),
    Case("paths and addresses", "https://example.org/a/b?c=%20d&e=1#f C:\\dir\\file.txt ///\n//\n", 25, 24),
    Case("base64", "QmFzZTY0IGlzIG5vdCBhIGxhbmd1YWdl+/8=", 24, 24),
    Case("a run of letters", "a" * 300, 38, 38),
    Case("a run of blanks", " " * 300 + "x", 4, 4),
    Case("a run of signs", "=" * 150 + "\n" + "-" * 150, 7, 6),
    Case("rare planes", "\U0001d54f\U00010348\ue000\U0010ffff\ufffd\U0001f9ff", 17, 18),
)


def first_difference(engine: Counts) -> str | None:
    """Say where the engine counts differently, or None if it nowhere does."""
    for case in CASES:
        for encoding, expected in (("o200k_base", case.o200k_base), ("cl100k_base", case.cl100k_base)):
            counted = engine.count(encoding, case.text)
            if counted != expected:
                return f"{case.what} in {encoding}: {counted}, should be {expected}"
    return None
