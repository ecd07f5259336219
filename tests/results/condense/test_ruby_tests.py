"""Runs of rspec, minitest and PHPUnit."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, numbered

RSPEC = Run(
    "ruby-tests",
    "Randomized with seed 7\n"
    + numbered("  keeps item {}", 80)
    + "\nFailures:\n\n  1) Cart adds tax\n     Failure/Error: expect(cart.total).to eq(119)\n\n"
    "       expected: 119\n            got: 107\n\n"
    "     # ./spec/cart_spec.rb:13:in `block (2 levels) in <top (required)>'\n\n"
    "Finished in 0.2 seconds (files took 0.4 seconds to load)\n81 examples, 1 failure\n\nFailed examples:\n\n"
    "rspec ./spec/cart_spec.rb:11 # Cart adds tax\n",
    (
        "81 examples, 1 failure",
        "1) Cart adds tax",
        "Failure/Error: expect(cart.total).to eq(119)",
        "expected: 119",
        "got: 107",
        "rspec ./spec/cart_spec.rb:11 # Cart adds tax",
    ),
    goes=("keeps item 40",),
)
MINITEST = Run(
    "ruby-tests",
    "Run options: --seed 7\n\n# Running:\n\n"
    + numbered("loading part {}", 80)
    + "  1) Failure:\nCartTest#test_adds_tax [test/cart_test.rb:13]:\nExpected: 119\n  Actual: 107\n\n"
    "  2) Error:\nCartTest#test_rounds:\nNoMethodError: undefined method `round_up' for nil\n"
    "    lib/cart.rb:9:in `total'\n\n"
    "82 runs, 90 assertions, 1 failures, 1 errors, 0 skips\n",
    (
        "82 runs, 90 assertions, 1 failures, 1 errors, 0 skips",
        "CartTest#test_adds_tax [test/cart_test.rb:13]:",
        "CartTest#test_rounds:",
        "NoMethodError: undefined method `round_up' for nil",
    ),
    room=600,
)
PHPUNIT = Run(
    "ruby-tests",
    "PHPUnit 10.5 by Sebastian Bergmann and contributors.\n\n"
    + numbered("Deprecated: old_{}() in /srv/vendor/x.php", 60)
    + "There was 1 failure:\n\n1) CartTest::testAddsTax\n"
    "Failed asserting that 107 matches expected 119.\n\n/srv/tests/CartTest.php:13\n\n"
    "FAILURES!\nTests: 81, Assertions: 90, Failures: 1.\n",
    (
        "Tests: 81, Assertions: 90, Failures: 1.",
        "1) CartTest::testAddsTax",
        "Failed asserting that 107 matches expected 119.",
    ),
    room=600,
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("run", [RSPEC, MINITEST, PHPUNIT], ids=["rspec", "minitest", "phpunit"])
def test_counts_failing_examples_and_expectations_stay(run: Run) -> None:
    check(run)
