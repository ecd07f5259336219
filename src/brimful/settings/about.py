"""How a setting is described: a sentence, its unit, its line of the catalogue and its range."""

from __future__ import annotations

from msgspec import Meta


def about(text: str, *, unit: str, spec: str, ge: float | None = None, le: float | None = None) -> Meta:
    """Describe a setting: a sentence, its unit, its catalogue line and its range."""
    return Meta(description=text, ge=ge, le=le, extra={"unit": unit, "spec": spec})
