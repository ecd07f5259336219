"""Runs of go test, as text and as events."""

from __future__ import annotations

import json

import pytest

from brimful.results.condense.go_test import GoTestJson
from brimful.results.condenser import Room
from tests.results.condense.runs import Run, check, condensed, numbered

PASSED = "=== RUN   TestPart{0}\n    part_test.go:7: note of {0}\n--- PASS: TestPart{0} (0.00s)"
TEXT = Run(
    "go-test",
    numbered(PASSED, 60) + "=== RUN   TestTotal\n=== RUN   TestTotal/eur\n    cart_test.go:41: total = 27, want 30\n"
    "--- FAIL: TestTotal (0.01s)\n    --- FAIL: TestTotal/eur (0.00s)\nFAIL\nFAIL\texample.com/shop/cart\t0.018s\n"
    "ok  \texample.com/shop/stock\t0.004s\n?   \texample.com/shop/doc\t[no test files]\n"
    "# example.com/shop/pay\npay/pay.go:12:2: undefined: Charge\nFAIL\texample.com/shop/pay [build failed]\nFAIL\n",
    (
        "--- FAIL: TestTotal (0.01s)",
        "--- FAIL: TestTotal/eur (0.00s)",
        "cart_test.go:41: total = 27, want 30",
        "FAIL\texample.com/shop/cart",
        "FAIL\texample.com/shop/pay [build failed]",
        "pay/pay.go:12:2: undefined: Charge",
        "ok  \texample.com/shop/stock",
    ),
    goes=("TestPart30", "note of 30"),
)
PANIC = Run(
    "go-test",
    numbered(PASSED, 60)
    + "=== RUN   TestOpen\npanic: runtime error: invalid memory address or nil pointer dereference\n"
    "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4f1]\n\ngoroutine 7 [running]:\n"
    "example.com/shop.Open(...)\n\t/srv/shop/open.go:14 +0x1d\n"
    + numbered("testing.tRunner{}(0x0)\n\t/usr/local/go/src/testing/testing.go:1595 +0xff", 30)
    + "exit status 2\nFAIL\texample.com/shop\t0.007s\n",
    (
        "panic: runtime error: invalid memory address or nil pointer dereference",
        "/srv/shop/open.go:14 +0x1d",
        "FAIL\texample.com/shop",
    ),
)


def event(**fields: object) -> str:
    return json.dumps({"Time": "2026-01-02T03:04:05Z", **fields}, separators=(",", ":")) + "\n"


def events() -> str:
    """One package: many tests that pass, one that fails, then a package that does not build."""
    lines = []
    for number in range(40):
        test = f"TestPart{number}"
        lines.append(event(Action="run", Package="example.com/shop", Test=test))
        lines.append(event(Action="output", Package="example.com/shop", Test=test, Output=f"=== RUN   {test}\n"))
        lines.append(
            event(Action="output", Package="example.com/shop", Test=test, Output=f"--- PASS: {test} (0.00s)\n")
        )
        lines.append(event(Action="pass", Package="example.com/shop", Test=test, Elapsed=0))
    for output in ("=== RUN   TestTotal\n", "    cart_test.go:41: total ", "= 27\n", "--- FAIL: TestTotal (0.00s)\n"):
        lines.append(event(Action="output", Package="example.com/shop", Test="TestTotal", Output=output))
    lines.append(event(Action="output", Package="example.com/shop", Output="FAIL\texample.com/shop\t0.01s\n"))
    lines.append(event(Action="fail", Package="example.com/shop", Elapsed=0.01))
    lines.append('{"ImportPath":"example.com/pay","Action":"build-output","Output":"pay.go:3:1: syntax error\\n"}\n')
    return "".join(lines)


JSON = Run(
    "go-test-json",
    events(),
    (
        "--- FAIL: TestTotal (0.00s)",
        "cart_test.go:41: total = 27",
        "FAIL\texample.com/shop\t0.01s",
        '{"ImportPath":"example.com/pay","Action":"build-output","Output":"pay.go:3:1: syntax error\\n"}',
    ),
    goes=("TestPart20", '"Action":"run"'),
    room=500,
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("run", [TEXT, PANIC, JSON], ids=["text", "panic", "json"])
def test_failing_tests_packages_and_what_they_said_stay(run: Run) -> None:
    check(run)


@pytest.mark.spec("RES-4")
def test_events_are_shown_as_the_text_they_carry_and_all_are_counted() -> None:
    short = condensed(JSON)
    shown = [line for line in short.text.split("\n") if not line.startswith("… ")]
    assert not [line for line in shown if '"Action":"output"' in line]
    pieces = GoTestJson().pieces(JSON.text)
    assert sum([piece.lines for piece in pieces]) == JSON.text.count("\n") + 1


@pytest.mark.spec("RES-4")
def test_lines_that_are_no_events_stay_lines() -> None:
    text = events() + "{not json\nexit status 1\n"
    assert "{not json" in GoTestJson().condense(text, Room(100_000, len)).text
