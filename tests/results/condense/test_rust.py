"""Runs of cargo: diagnostics and tests."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, condensed, numbered

SAME = (
    "error: usage of `unwrap` on a `Result`\n  --> src/part{0}.rs:1{0}:9\n   |\n1{0} |     let x = read().unwrap();\n"
    "   |             ^^^^^^^^^^^^^^^\n   |\n   = help: consider `?`\n"
)
CLIPPY = Run(
    "rustc",
    numbered("   Compiling dep{} v1.0.0", 40)
    + numbered(SAME, 9)
    + 'error[E0308]: mismatched types\n  --> src/lib.rs:40:5\n   |\n40 |     "7"\n'
    "   |     ^^^ expected `u8`, found `&str`\n\n"
    "warning: unused variable: `y`\n --> src/lib.rs:3:9\n  |\n3 |     let y = 1;\n"
    "  |         ^ help: prefix it: `_y`\n\n"
    "error: could not compile `shop` (lib) due to 10 previous errors; 1 warning emitted\n",
    (
        "error: usage of `unwrap` on a `Result`",
        *[f"src/part{number}.rs:1{number}:9" for number in range(9)],
        "error[E0308]: mismatched types",
        "src/lib.rs:40:5",
        "warning: unused variable: `y`",
        "error: could not compile `shop` (lib) due to 10 previous errors",
    ),
    goes=("Compiling dep20",),
    room=650,
)
TESTS = Run(
    "cargo-test",
    numbered("   Compiling dep{} v1.0.0", 20)
    + "     Running unittests src/lib.rs (target/debug/deps/shop-12ab)\n\nrunning 61 tests\n"
    + numbered("test cart::tests::part_{} ... ok", 60)
    + "test cart::tests::total ... FAILED\n\nfailures:\n\n---- cart::tests::total stdout ----\n"
    "thread 'cart::tests::total' panicked at src/cart.rs:71:9:\nassertion `left == right` failed\n"
    "  left: 27\n right: 30\n"
    "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n\n\nfailures:\n"
    "    cart::tests::total\n\n"
    "test result: FAILED. 60 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n"
    "error: test failed, to rerun pass `--lib`\n",
    (
        "test result: FAILED. 60 passed; 1 failed",
        "test cart::tests::total ... FAILED",
        "thread 'cart::tests::total' panicked at src/cart.rs:71:9:",
        "left: 27",
        "right: 30",
        "error: test failed",
    ),
    goes=("part_30",),
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("run", [CLIPPY, TESTS], ids=["clippy", "cargo-test"])
def test_headlines_places_and_failing_tests_stay(run: Run) -> None:
    check(run)


@pytest.mark.spec("RES-4")
def test_a_headline_that_repeats_stands_once_with_its_count_and_all_its_places() -> None:
    text = condensed(CLIPPY).text
    assert text.count("usage of `unwrap`") == 1
    assert "error: usage of `unwrap` on a `Result` (9 times)" in text
