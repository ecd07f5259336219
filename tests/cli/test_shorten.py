"""`brimful shorten`: results made smaller in a pipe, in a file, in a batch."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LOG = "".join(f"step {n} went well\n" for n in range(500)) + "error: the last step failed\n"


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "brimful", "shorten", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, text=True, encoding="utf-8")


def result(*arguments: str, stdin: str = "") -> Any:
    done = run(*arguments, "--json", stdin=stdin)
    assert done.returncode == 0, done
    return json.loads(done.stdout)


@pytest.mark.spec("RES-4")
def test_a_result_from_a_pipe_is_made_to_fit() -> None:
    found = result("--limit", "80", stdin=LOG)
    assert found["tokens"] <= 80
    assert found["shape"] == "log"
    assert "error: the last step failed" in found["text"]
    assert found["text"].endswith(f"whole: recall {found['recall']}]")


@pytest.mark.spec("RES-1")
def test_a_file_is_read_and_characters_may_be_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text(LOG)
    assert len(result(str(path), "--chars", "200")["text"]) <= 200
    both = result(str(path), "--chars", "200", "--limit", "30", "--recall", "r1", "--shape", "plain")
    assert both["tokens"] <= 30
    assert (both["recall"], both["shape"]) == ("r1", "plain")


@pytest.mark.spec("RES-2")
def test_a_result_that_fits_is_printed_as_it_is() -> None:
    assert run(stdin="short \n").stdout == "short \n"
    assert result(stdin="short \n") == {
        "text": "short \n",
        "tokens": 2,
        "chars": 7,
        "shape": "",
        "recall": "",
        "left_out": {},
        "changed": False,
    }


@pytest.mark.spec("RES-4")
def test_a_batch_gives_a_line_for_each_line(tmp_path: Path) -> None:
    batch = tmp_path / "batch.jsonl"
    rows = [{"id": "a", "text": LOG}, {"id": "b", "text": "short"}, {"id": "c"}]
    batch.write_text("\n".join(map(json.dumps, rows)))
    done = run("--batch", str(batch), "--chars", "150")
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert (first["id"], second["id"], third["id"]) == ("a", "b", "c")
    assert len(first["text"]) <= 150
    assert second["text"] == "short"
    assert "text is missing" in third["error"]["message"]
    assert done.returncode == 1


@pytest.mark.spec("RES-4")
def test_an_unknown_shape_is_an_error_that_names_the_others() -> None:
    done = run("--shape", "logs", "--chars", "10", "--json", stdin=LOG)
    assert done.returncode == 1
    assert "log" in json.loads(done.stdout)["error"]["hint"]
