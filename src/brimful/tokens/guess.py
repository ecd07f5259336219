"""What a text may cost when counting it would be too dear. Each guess is named for what it is (TOK-4).

Only `hard_bound` is a promise: no token is shorter than a byte. `safe_guess` is about three times what prose and
code cost, and still too low for some dense scripts and for emoji, which may take up to three tokens a character.
`typical_guess` is right on average and too low about half of the time.
"""

from __future__ import annotations

_TYPICAL_CHARACTERS_A_TOKEN = 4.0

# Measured on source code with o200k_base; markup and unknown languages are near 4.
_CHARACTERS_A_TOKEN = {
    "cpp": 3.80,
    "csharp": 5.47,
    "css": 3.33,
    "dart": 5.70,
    "go": 4.21,
    "html": 4.86,
    "java": 4.86,
    "javascript": 4.47,
    "javascriptreact": 4.83,
    "jsx": 4.83,
    "php": 4.35,
    "python": 4.05,
    "tsx": 5.01,
    "typescript": 4.12,
    "typescriptreact": 5.01,
    "vue": 4.30,
}


def safe_guess(characters: int) -> int:
    """Return 0.75 tokens a character, rounded up: more than prose and code cost."""
    return -(-3 * characters // 4)


def typical_guess(text: str, language: str = "") -> int:
    """Return what a text of that language costs on average, a token for 4 characters if the language is unknown."""
    return round(len(text) / _CHARACTERS_A_TOKEN.get(language.lower(), _TYPICAL_CHARACTERS_A_TOKEN))


def hard_bound(text: str) -> int:
    """Return what no count of the text can exceed: its UTF-8 bytes."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-8", "surrogatepass"))
