"""`brimful models` and `brimful stats` as they are used (TOK-10, TOK-11)."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from brimful.cli import app

SESSIONS = Path(__file__).parents[1] / "data" / "usage" / "sessions.jsonl"
KEY = "sk-planted-key-7431"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home and an empty folder to stand in."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def server() -> Iterator[tuple[str, list[str]]]:
    """A provider on loopback that lists one model to whoever has the key, and notes the keys it saw."""
    seen: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.headers.get("authorization", ""))
            allowed = KEY in seen[-1]
            data = json.dumps(
                {"data": [{"id": "our-own-7b", "max_model_len": 16384}]} if allowed else {"key": seen[-1]}
            )
            self.send_response(200 if allowed else 401)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data.encode())

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{listening.server_port}", seen
        listening.shutdown()
        thread.join()


def shown(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    assert app.exit_code([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


@pytest.mark.spec("TOK-11")
def test_models_are_listed_and_shown_under_any_name(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = shown(capsys, "models", "list", "--provider", "anthropic")["models"]
    assert len(listed) > 5
    assert {model["provider"] for model in listed} == {"anthropic"}
    one = shown(capsys, "models", "show", "us.anthropic.claude-sonnet-4-5-20250929-v1:0")
    assert (one["id"], one["window"], one["max_input"]) == ("claude-sonnet-4-5", 200_000, 170_000)
    error = shown(capsys, "models", "show", "claude-sonet-4-5", code=1)["error"]
    assert "claude-sonnet-4-5" in error["hint"] + error["message"]


@pytest.mark.spec("TOK-11")
def test_the_last_model_chosen_is_remembered_and_marked(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown(capsys, "models", "use", "gpt-5")
    shown(capsys, "models", "use", "claude-sonnet-4-5")
    assert app.exit_code(["models", "list"]) == 0
    marked = [line.split()[1] for line in capsys.readouterr().out.splitlines() if line.startswith("*")]
    assert sorted(marked) == ["claude-sonnet-4-5", "gpt-5"]


@pytest.mark.spec("TOK-11")
def test_a_projects_own_models_are_used_for_counting(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "models.toml").write_text('[models.our-own]\nlike = "gpt-4"\nwindow = 9000\n')
    assert shown(capsys, "models", "show", "our-own")["window"] == 9000
    (home / "text.txt").write_text("日本語テキスト")
    assert shown(capsys, "count", "text.txt", "--model", "our-own")["encoding"] == "cl100k_base"
    (home / "models.toml").write_text('[models.our-own]\nlike = "gpt-4"\nwindw = 9000\n')
    error = shown(capsys, "models", "show", "our-own", code=1)["error"]
    assert "windw" in json.dumps(error)


@pytest.mark.spec("TOK-11")
def test_discover_asks_with_the_key_and_never_shows_it(
    home: Path,
    server: tuple[str, list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    url, seen = server
    monkeypatch.setenv("OUR_KEY", KEY)
    assert app.exit_code(["models", "discover", "vllm", "--url", url, "--key-env", "OUR_KEY", "--json"]) == 0
    out, err = capfd.readouterr()
    assert [(m["id"], m["window"]) for m in json.loads(out)["models"]] == [("our-own-7b", 16384)]
    monkeypatch.setenv("OUR_KEY", "sk-planted-key-wrong")
    assert app.exit_code(["models", "discover", "vllm", "--url", url, "--key-env", "OUR_KEY", "--json"]) == 1
    refused, more = capfd.readouterr()
    assert json.loads(refused)["error"]["message"].endswith("answered 401")
    assert len(seen) == 2
    assert "planted" not in out + err + refused + more


def test_discover_says_what_it_cannot_reach(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    error = shown(capsys, "models", "discover", "openai", "--url", "http://127.0.0.1:9", code=1)["error"]
    assert error["type"] == "upstream_refused"
    assert "http://127.0.0.1:9/v1/models cannot be reached" in error["message"]
    error = shown(capsys, "models", "discover", "openai", "--url", "file:///etc/passwd", code=1)["error"]
    assert "http" in error["message"]


@pytest.mark.spec("TOK-10")
def test_stats_compares_estimates_with_what_was_reported(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    groups = shown(capsys, "stats", str(SESSIONS))["groups"]
    everything = {group["phase"]: group for group in groups if group["group"] == "all"}
    assert everything["learnt"]["measured"] == 33
    assert everything["learnt"]["estimate"]["median"] <= 3
    assert everything["learnt"]["underestimated_after_margin"] <= 0.01
    assert everything["learnt"]["characters_by_four"]["median"] > everything["learnt"]["estimate"]["median"]


@pytest.mark.spec("TOK-10")
def test_stats_names_the_session_that_cannot_be_read(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = {"id": "s/1", "model": "gpt-5", "messages": [{"role": "user", "content": "x"}], "usage": [{"input": 5}]}
    (home / "broken.jsonl").write_text(json.dumps(broken) + "\n")
    error = shown(capsys, "stats", "broken.jsonl", code=1)["error"]
    assert error["at"] == "s/1"
    assert "message_index" in error["message"]
