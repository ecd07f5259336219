"""`brimful render` as people and pipes use it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import brimful
from brimful.cli import app
from brimful.prompt import System, TextChunk, User, manifest_json, render_json
from brimful.providers import NAMES

TREE: dict[str, Any] = {
    "version": 1,
    "tree": [
        {"el": "System", "id": "rules", "props": {"required": True}, "children": ["Be brief."]},
        {"el": "meta", "props": {"key": "model", "value": {"warm": True}}},
        {
            "el": "User",
            "id": "ask",
            "children": [
                {"el": "TextChunk", "id": "long", "props": {"priority": 1}, "children": ["word " * 60]},
                {
                    "el": "TextChunk",
                    "id": "question",
                    "props": {"priority": 2},
                    "children": [{"el": "references", "props": {"names": ["file"]}}, "What is this?"],
                },
            ],
        },
        {
            "el": "Assistant",
            "props": {"toolCalls": [{"id": "c1", "name": "ls", "arguments": '{"path":"."}'}]},
        },
        {"el": "Tool", "props": {"toolCallId": "c1"}, "children": ["a.py"]},
        {"el": "User", "children": ["And now?"]},
    ],
}


@pytest.fixture
def tree(tmp_path: Path) -> str:
    return written(tmp_path, TREE)


def written(folder: Path, data: Any) -> str:
    path = folder / "tree.json"
    path.write_text(json.dumps(data), "utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = app.exit_code(["render", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.spec("PT-11")
@pytest.mark.parametrize("provider", NAMES)
def test_json_holds_the_messages_in_the_providers_shape_and_a_body_it_takes(
    provider: str, tree: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer(capsys, tree, "--budget", "5000", "--format", provider)
    assert brimful.check(found["body"], provider=provider) == []
    layout = brimful.read(found["body"], provider).dialect.layout
    assert found["messages"] == found["body"][layout.messages[0]]
    assert found["tokens"] == found["manifest"]["tokens"] <= found["budget"] == 5000
    assert (found["losses"], found["mends"], found["problems"]) == ([], [], [])
    assert "a.py" in json.dumps(found["messages"])


@pytest.mark.spec("PT-11")
def test_as_text_messages_are_roles_and_texts(tree: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, tree, "--budget", "5000")
    assert found["messages"][0] == {"role": "system", "text": "Be brief."}
    assert found["messages"][2]["text"] == '[call c1: ls {"path":"."}]'
    assert found["text"].startswith("# System\n\nBe brief.\n\n# User\n\n")


@pytest.mark.spec("PT-10")
def test_the_manifest_says_what_went_and_its_data_reads_back(tree: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, tree, "--budget", "60")
    manifest = manifest_json.from_json(found["manifest"])
    assert [entry.id for entry in manifest.left_behind] == ["long"]
    assert found["tokens"] <= 60
    assert found["references"] == [{"name": "file"}]
    assert found["metadata"] == [{"key": "model", "value": {"warm": True}}]


@pytest.mark.spec("PT-10")
def test_what_only_the_pruned_text_referred_to_is_told_apart(tree: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, tree, "--budget", "40")
    assert (found["references"], found["omitted_references"]) == ([], [{"name": "file"}])


@pytest.mark.spec("PT-10")
def test_pipes_get_the_prompt_alone_and_the_account_stands_beside_it(
    tree: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, tree, "--budget", "120", "--format", "anthropic")
    assert code == 0
    assert brimful.check(json.loads(out), provider="anthropic") == []
    assert "of 120 tokens" in err
    assert run(capsys, tree, "--budget", "120", "--format", "anthropic", "--manifest", "none") == (0, out, "")


@pytest.mark.spec("PT-11")
def test_as_text_the_printed_prompt_is_the_text(tree: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = answer(capsys, tree, "--budget", "5000")["text"]
    assert run(capsys, tree, "--budget", "5000", "--manifest", "none") == (0, text, "")


@pytest.mark.spec("PT-10")
def test_the_page_goes_to_a_file_or_to_standard_output(
    tree: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    run(capsys, tree, "--budget", "60", "--html", str(page))
    code, out, err = run(capsys, tree, "--budget", "60", "--manifest", "html")
    assert (code, err) == (0, "")
    assert out == page.read_text("utf-8")
    assert out.startswith("<!doctype html>")
    assert "word word" in out


@pytest.mark.spec("PT-10")
def test_with_json_the_page_is_a_member_and_the_manifest_may_be_left_out(
    tree: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(capsys, tree, "--manifest", "html")["html"].startswith("<!doctype html>")
    assert "manifest" not in answer(capsys, tree, "--manifest", "none")


@pytest.mark.spec("PT-7", "PT-10")
def test_what_must_stay_and_does_not_fit_leaves_with_1_and_the_account(
    tree: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, tree, "--budget", "5", "--json")
    found = json.loads(out)
    assert (code, err) == (1, "")
    assert found["error"]["type"] == "budget_exceeded"
    assert found["error"]["budget"] == 5 < found["error"]["needed"] == found["manifest"]["tokens"]
    assert found["error"]["message"]
    assert found["error"]["hint"]
    assert manifest_json.from_json(found["manifest"]).budget == 5
    code, out, err = run(capsys, tree, "--budget", "5", "--html", str(tmp_path / "page.html"))
    assert (code, out) == (1, "")
    assert "error: " in err
    assert "over the budget" in err
    assert "over the budget" in (tmp_path / "page.html").read_text("utf-8")


@pytest.mark.spec("PT-10")
def test_another_budget_is_compared(tree: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = run(capsys, tree, "--budget", "60", "--diff", "5000")
    assert "long: kept -> pruned at step 1" in err
    found = answer(capsys, tree, "--budget", "60", "--diff", "5")["difference"]
    assert found["budget"] == [5, 60]
    assert found["refated"]


@pytest.mark.spec("PT-10")
def test_without_a_budget_it_is_the_models_whole_input(tree: str, capsys: pytest.CaptureFixture[str]) -> None:
    small = answer(capsys, tree, "--model", "gpt-4")["budget"]
    large = answer(capsys, tree, "--model", "claude-sonnet-4-5")["budget"]
    assert small < large


@pytest.mark.spec("PT-12")
def test_what_another_process_rendered_to_json_is_rendered_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elements = [System("Be brief."), User(TextChunk("first " * 50, priority=1), TextChunk("second", priority=2))]
    data = asyncio.run(render_json(elements, budget=1_000))
    found = answer(capsys, written(tmp_path, data), "--budget", "40")
    assert [message["text"] for message in found["messages"]] == ["Be brief.", "second"]


@pytest.mark.spec("PT-12")
@pytest.mark.parametrize(
    ("data", "at", "said"),
    [
        ({"tree": [{"el": "Usr"}]}, "tree[0].el", "did you mean User?"),
        ({"tree": ["loose text"]}, "root/0", "inside a message"),
        ({"version": 9, "tree": []}, "version", "version 9"),
        ({"node": {"type": 2}}, "node", "text"),
        (3.5, "root/0", "inside a message"),
    ],
)
def test_what_is_wrong_with_a_tree_is_told_with_its_place(
    data: Any, at: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, written(tmp_path, data), "--budget", "100", "--json")
    error = json.loads(out)["error"]
    assert code == 1
    assert error["type"] == "invalid_prompt"
    assert error["at"] == at
    assert said in error["message"]


@pytest.mark.spec("PT-12")
def test_a_tree_comes_from_standard_input_too() -> None:
    done = CliRunner().invoke(app.brimful, ["render", "--budget", "100", "--json"], input=json.dumps(TREE).encode())
    assert json.loads(done.stdout)["messages"][0]["text"] == "Be brief."


def test_a_budget_that_is_no_number_is_wrong_usage(tree: str, capsys: pytest.CaptureFixture[str]) -> None:
    for budget in ("x", "-1"):
        code, out, _ = run(capsys, tree, "--budget", budget, "--json")
        assert code == 2
        assert json.loads(out)["error"]["type"] == "usage"
