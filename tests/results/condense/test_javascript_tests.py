"""Runs of jest, vitest, mocha, karma, and of what prints TAP."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, numbered

JEST = Run(
    "jest",
    numbered("PASS src/part{}.test.ts", 60)
    + "FAIL src/cart.test.ts\n  Cart\n"
    + numbered("    ✓ keeps item {} (2 ms)", 40)
    + "    ✕ adds tax (5 ms)\n\n  ● Cart › adds tax\n\n    expect(received).toBe(expected) // Object.is equality\n\n"
    "    Expected: 119\n    Received: 107\n\n      12 |   const cart = new Cart();\n"
    "    > 13 |   expect(cart.total()).toBe(119);\n         |                        ^\n      14 | });\n\n"
    "      at Object.<anonymous> (src/cart.test.ts:13:24)\n"
    + numbered("      at step{} (node_modules/jest-circus/build/run.js:1:2)", 20)
    + "\nTest Suites: 1 failed, 60 passed, 61 total\nTests:       1 failed, 340 passed, 341 total\n"
    "Snapshots:   0 total\nTime:        6.2 s\nRan all test suites.\n",
    (
        "Tests:       1 failed, 340 passed, 341 total",
        "Test Suites: 1 failed, 60 passed, 61 total",
        "FAIL src/cart.test.ts",
        "● Cart › adds tax",
        "Expected: 119",
        "Received: 107",
        "src/cart.test.ts:13:24",
    ),
    goes=("part30", "keeps item 20", "jest-circus"),
    room=520,
)
VITEST = Run(
    "jest",
    numbered(" ✓ src/part{}.test.ts (4 tests) 3ms", 80)
    + " ❯ src/cart.test.ts (2 tests | 1 failed) 9ms\n   × cart > adds tax 5ms\n\n"
    "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯\n\n FAIL  src/cart.test.ts > cart > adds tax\n"
    "AssertionError: expected 107 to be 119 // Object.is equality\n\n- Expected\n+ Received\n\n- 119\n+ 107\n\n"
    " ❯ src/cart.test.ts:13:24\n\n"
    " Test Files  1 failed | 80 passed (81)\n      Tests  1 failed | 321 passed (322)\n   Duration  1.9s\n",
    (
        "Test Files  1 failed | 80 passed (81)",
        "Tests  1 failed | 321 passed (322)",
        "FAIL  src/cart.test.ts > cart > adds tax",
        "AssertionError: expected 107 to be 119",
        "❯ src/cart.test.ts:13:24",
    ),
    goes=("part40",),
)
MOCHA = Run(
    "mocha",
    "\n  Cart\n"
    + numbered("    ✓ keeps item {}", 100)
    + "    1) adds tax\n    2) rounds\n\n\n  100 passing (2s)\n  3 pending\n  2 failing\n\n"
    "  1) Cart\n       adds tax:\n\n      AssertionError: expected 107 to equal 119\n      + expected - actual\n\n"
    "      at Context.<anonymous> (test/cart.js:13:24)\n      at processImmediate (node:internal/timers:466:21)\n\n"
    "  2) Cart\n       rounds:\n     TypeError: round is not a function\n"
    "      at Context.<anonymous> (test/cart.js:20:3)\n\n",
    (
        "100 passing (2s)",
        "2 failing",
        "3 pending",
        "1) adds tax",
        "2) rounds",
        "AssertionError: expected 107 to equal 119",
        "TypeError: round is not a function",
        "test/cart.js:13:24",
    ),
    goes=("keeps item 50",),
)
TAP = Run(
    "mocha",
    "TAP version 13\n"
    + numbered("ok {} - keeps item\n  ---\n  duration_ms: 0.4\n  ...", 60)
    + "not ok 61 - adds tax\n  ---\n  failureType: 'testCodeFailure'\n  error: '107 != 119'\n  ...\n1..61\n"
    "# tests 61\n# pass 60\n# fail 1\n",
    ("not ok 61 - adds tax", "# fail 1", "# pass 60"),
    room=600,
)
KARMA = Run(
    "mocha",
    numbered("LOG: 'drawing tile {}'", 80)
    + "Chrome 120.0 (Linux 0.0.0) Map zooms in FAILED\n\tError: Expected 3 to be 4.\n"
    "\t    at UserContext.zoom (spec/map.js:8:1)\n"
    "Chrome 120.0 (Linux 0.0.0): Executed 41 of 41 (1 FAILED) (0.3 secs / 0.2 secs)\n",
    ("Chrome 120.0 (Linux 0.0.0) Map zooms in FAILED", "Executed 41 of 41 (1 FAILED)", "Error: Expected 3 to be 4."),
    room=600,
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("run", [JEST, VITEST, MOCHA, TAP, KARMA], ids=["jest", "vitest", "mocha", "tap", "karma"])
def test_totals_failing_names_and_what_was_thrown_stay(run: Run) -> None:
    check(run)


@pytest.mark.spec("RES-4")
def test_a_numbered_list_is_no_failure_where_nothing_counts_failures() -> None:
    text = (
        "[INFO] Scanning for projects...\n"
        + numbered("[INFO] Downloading part {}", 60)
        + numbered("{}) a rule of ours", 30)
        + "[ERROR] Failed to execute goal org.example:style:1.0:check on project shop: rules broken\n"
        "[INFO] BUILD FAILURE\n"
    )
    check(Run("maven", text, ("BUILD FAILURE", "Failed to execute goal"), goes=("15) a rule",), room=300))
