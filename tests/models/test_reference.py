"""The page of models in the documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from brimful.models import Registry, reference

pytestmark = pytest.mark.spec("TOK-11")


def test_the_reference_page_is_current() -> None:
    path = Path(__file__).parents[2] / "docs" / "reference" / "models.md"
    hint = 'write it again: python -c "from brimful.models import reference; print(reference.page(), end=str())"'
    assert path.read_text("utf-8") == reference.page(), hint


def test_the_page_names_every_model_and_family_with_its_source() -> None:
    page = reference.page()
    registry = Registry.shipped()
    for row in (*registry.all(), *registry.families()):
        assert row.source.replace("|", "\\|") in page
    for model in registry.all():
        assert f"| `{model.id}` |" in page
