"""The room costs next to nothing until it is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import brimful.models

pytestmark = pytest.mark.spec("TOK-11")


def test_importing_reads_no_table_and_brings_no_network() -> None:
    program = (
        "import sys, brimful.models\n"
        "from brimful.models import tables\n"
        "assert tables.model_table.cache_info().currsize == 0\n"
        "assert tables.family_table.cache_info().currsize == 0\n"
        "heavy = {'asyncio', 'socket', 'ssl', 'http.client', 'brimful.models.discovery', 'tiktoken'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    source = Path(__file__).parents[2] / "src"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_what_is_exported_is_there_and_sorted() -> None:
    names = brimful.models.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert all(hasattr(brimful.models, name) for name in names)
