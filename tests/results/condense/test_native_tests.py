"""Runs of GoogleTest and CTest."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, numbered

GOOGLETEST = Run(
    "native-tests",
    "[==========] Running 61 tests from 2 test suites.\n"
    + numbered("[ RUN      ] Part.Works{0}\n[       OK ] Part.Works{0} (0 ms)", 60)
    + "[ RUN      ] Cart.Adds\n/srv/shop/cart_test.cc:12: Failure\n"
    "Expected equality of these values:\n  cart.total()\n    Which is: 27\n"
    "[  FAILED  ] Cart.Adds (0 ms)\n[==========] 61 tests from 2 test suites ran. (4 ms total)\n"
    "[  PASSED  ] 60 tests.\n"
    "[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Cart.Adds\n\n 1 FAILED TEST\n",
    (
        "[  PASSED  ] 60 tests.",
        "[  FAILED  ] 1 test",
        "[  FAILED  ] Cart.Adds",
        "/srv/shop/cart_test.cc:12: Failure",
        "Which is: 27",
    ),
    goes=("Works30",),
)
CTEST = Run(
    "native-tests",
    numbered("      Start {0}: part_{0}\n{0}/61 Test #{0}: part_{0} ....   Passed    0.01 sec", 60)
    + "61/61 Test #61: cart ....***Failed    0.02 sec\n\n98% tests passed, 1 tests failed out of 61\n\n"
    "The following tests FAILED:\n\t 61 - cart (Failed)\nErrors while running CTest\n",
    ("98% tests passed, 1 tests failed out of 61", "61 - cart (Failed)", "61/61 Test #61: cart ....***Failed"),
    goes=("part_30",),
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("run", [GOOGLETEST, CTEST], ids=["googletest", "ctest"])
def test_totals_failing_tests_and_assertions_stay(run: Run) -> None:
    check(run)
