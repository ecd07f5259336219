"""The command line as people and pipes use it (UI-2 in part: MSG, TOK commands)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from brimful.cli import app
from brimful.providers import NAMES

BODY = {
    "model": "gpt-5",
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "List files"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "a.py\nb.py"},
    ],
}


def run(
    *arguments: str, stdin: bytes = b"", environment: dict[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "brimful", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **(environment or {})},
    )


def result(*arguments: str, stdin: bytes = b"") -> Any:
    done = run(*arguments, "--json", stdin=stdin)
    assert done.returncode == 0, done
    return json.loads(done.stdout)


@pytest.mark.spec("TOK-1")
def test_count_says_the_tokens_of_a_text() -> None:
    found = result("count", "-", "--model", "gpt-5", stdin=b"Hello, world!")
    assert found["tokens"] == 4
    assert found["exact"] is True


@pytest.mark.spec("TOK-1")
def test_count_reads_a_file_and_an_encoding_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("日本語テキスト")
    assert result("count", str(path), "--encoding", "o200k_base")["tokens"] == 5
    assert result("count", str(path), "--encoding", "cl100k_base")["tokens"] == 7


@pytest.mark.spec("TOK-3")
def test_count_messages_reads_a_body_of_any_provider() -> None:
    found = result("count", "-", "--messages", stdin=json.dumps(BODY).encode())
    assert found["tokens"] > 30
    for to in ("anthropic", "gemini", "responses"):
        translated = result("translate", "-", "--to", to, stdin=json.dumps(BODY).encode())["body"]
        other = result("count", "-", "--messages", "-m", "gpt-5", stdin=json.dumps(translated).encode())
        assert abs(other["tokens"] - found["tokens"]) <= 8


@pytest.mark.spec("TOK-1")
def test_count_answers_a_batch_line_by_line_and_goes_on_after_a_bad_one(tmp_path: Path) -> None:
    batch = tmp_path / "batch.jsonl"
    batch.write_text('{"id":"a","text":"Hello, world!"}\n{"id":"b"}\nnot json\n{"id":"d","text":""}\n')
    done = run("count", "--batch", str(batch), "-m", "gpt-5")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["id"] for line in lines] == ["a", "b", 3, "d"]
    assert lines[0]["tokens"] == 4
    assert lines[1]["error"]["message"] == "text is missing"
    assert lines[2]["error"]["type"] == "invalid_json"
    assert lines[3]["tokens"] == 0
    assert done.returncode == 1


@pytest.mark.spec("MSG-3")
def test_check_lists_every_problem_with_its_place() -> None:
    broken = {**BODY, "messages": [*BODY["messages"][:3], {"role": "tool", "tool_call_id": "zz", "content": "x"}]}  # type: ignore[index]
    problems = result("check", "-", "--provider", "openai", stdin=json.dumps(broken).encode())["problems"]
    assert len(problems) >= 2
    assert all(set(problem) == {"at", "rule", "message"} for problem in problems)
    assert any(problem["at"].startswith("messages[3]") for problem in problems)


@pytest.mark.spec("MSG-3")
def test_check_has_nothing_to_say_about_a_good_body_and_can_leave_with_one() -> None:
    good = json.dumps(BODY).encode()
    assert result("check", "-", stdin=good)["problems"] == []
    assert run("check", "-", "--exit-code", stdin=good).returncode == 0
    assert run("check", "-", "--exit-code", "-p", "openai", stdin=b'{"messages":[]}').returncode == 1


BAD_INPUT = {
    "broken": (b'{"messages":[{"role":"user"', "invalid_json", "messages[0]"),
    "nan": (b'{"messages":[{"role":"user","content":NaN}]}', "invalid_json", "messages[0].content"),
    "twice": (b'{"model":"a","model":"b","messages":[]}', "invalid_json", ""),
    "deep": (b'{"messages":[' + b"[" * 10_000 + b"]" * 10_000 + b"]}", "input_too_large", "messages[0]"),
    "not utf-8": (b'{"messages":[{"role":"user","content":"\xff"}]}', "invalid_json", ""),
    "no object": (b"[1,2]", "invalid_json", ""),
    "nothing": (b"", "invalid_json", ""),
    "no body": (b'{"hello":1}', "unknown_name", ""),
    "number": (b'{"messages":5,"model":"gpt-5"}', "invalid_body", "messages"),
}


@pytest.mark.spec("MSG-2")
@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_gets_an_error_with_its_place(name: str) -> None:
    data, kind, at = BAD_INPUT[name]
    done = run("count", "-", "--messages", "--json", stdin=data)
    error = json.loads(done.stdout)["error"]
    assert done.returncode == 1
    assert error["type"] == kind
    assert error.get("at", "").startswith(at)
    assert error["message"]
    plain = run("count", "-", "--messages", stdin=data)
    assert plain.returncode == 1
    assert plain.stdout == b""
    assert plain.stderr.startswith(b"error: ")
    assert b"Traceback" not in plain.stderr


def test_a_body_over_the_limit_is_refused_with_what_to_do(tmp_path: Path) -> None:
    big = tmp_path / "big.json"
    with big.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    done = run("check", str(big), "--json")
    error = json.loads(done.stdout)["error"]
    assert (done.returncode, error["type"]) == (1, "input_too_large")
    assert "body_max_bytes" in error["hint"]


def test_a_missing_file_an_unknown_command_and_an_unknown_format_say_so() -> None:
    done = run("count", "no-such-file.txt")
    assert (done.returncode, done.stderr) == (1, b"error: no-such-file.txt: No such file or directory\n")
    assert run("frobnicate").returncode == 2
    assert run("count", "--no-such-flag").returncode == 2
    error = json.loads(run("check", "-", "-p", "cohere", "--json", stdin=b"{}").stdout)["error"]
    assert error["hint"] == "one of: openai, responses, anthropic, gemini"


def test_usage_errors_are_json_where_json_is_asked_for() -> None:
    done = run("count", "--encoding", "nope", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["type"] == "usage"


def test_config_show_says_each_value_and_where_it_came_from(tmp_path: Path) -> None:
    (tmp_path / "brimful.toml").write_text("[tokens]\nlru_entries = 9\n")
    done = run("config", "show", "--json", cwd=tmp_path, environment={"BRIMFUL_TOKENS_MARGIN_GUESS": "0.5"})
    shown = json.loads(done.stdout)
    assert shown["tokens.lru_entries"]["value"] == 9
    assert shown["tokens.lru_entries"]["source"].endswith("brimful.toml")
    assert (shown["tokens.margin_guess"]["value"], shown["tokens.margin_guess"]["source"]) == (0.5, "environment")
    assert shown["tokens.margin_actual"]["source"] == "default"


def test_a_wrong_setting_stops_a_command_with_its_name() -> None:
    done = run("count", "-", "--json", stdin=b"x", environment={"BRIMFUL_TOKENS_LRU_ENTRIES": "many"})
    assert done.returncode == 1
    assert "tokens.lru_entries" in json.loads(done.stdout)["error"]["message"]


def test_a_reader_that_goes_away_ends_the_command_quietly(tmp_path: Path) -> None:
    batch = tmp_path / "batch.jsonl"
    batch.write_text('{"text":"word"}\n' * 20_000)
    command = f"{sys.executable} -m brimful count --batch {batch} | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert done.stdout.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


KEYS = ["messages", "input", "contents", "role", "content", "parts", "type", "tools", "system", "text"]
odd_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=20,
)
any_input = st.binary(max_size=60) | odd_json.map(lambda value: json.dumps(value).encode())
commands = st.sampled_from(
    ["count --messages", "check", "translate --to gemini", *(f"check -p {name}" for name in NAMES)]
)


@pytest.mark.spec("MSG-2")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=any_input, command=commands)
@example(data=b'{"messages":[{"role":"user","content":"\\ud83d"}]}', command="check")
@example(data=b'{"messages":{"a":1}}', command="check -p anthropic")
@example(data=b'{"contents":[{"parts":[{"text":1}]}]}', command="count --messages")
def test_whatever_comes_in_nothing_but_a_result_or_our_error_comes_out(
    data: bytes, command: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "body.json"
    path.write_bytes(data)
    code = app.exit_code([*command.split(), str(path), "--json"])
    shown = json.loads(capsysbinary.readouterr().out)
    assert code in (0, 1)
    assert ("error" in shown) == (code == 1)
