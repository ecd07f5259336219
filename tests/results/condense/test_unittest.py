"""Runs of unittest and of django's runner."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, numbered

UNITTEST = Run(
    "unittest",
    numbered("test_step_{} (app.tests.Steps.test_step) ... ok", 80)
    + "test_tax (app.tests.Bill.test_tax) ... FAIL\n\n"
    "======================================================================\n"
    "ERROR: test_open (app.tests.Door.test_open)\n"
    "----------------------------------------------------------------------\n"
    "Traceback (most recent call last):\n"
    '  File "/srv/app/tests.py", line 31, in test_open\n    door.open()\n'
    '  File "/srv/app/door.py", line 8, in open\n    return self.keys["front"]\n'
    "KeyError: 'front'\n\n"
    "======================================================================\n"
    "FAIL: test_tax (app.tests.Bill.test_tax)\n"
    "----------------------------------------------------------------------\n"
    "Traceback (most recent call last):\n"
    '  File "/srv/app/tests.py", line 54, in test_tax\n    self.assertEqual(bill.tax, 19)\n'
    "AssertionError: 7 != 19\n\n"
    "----------------------------------------------------------------------\n"
    "Ran 82 tests in 0.310s\n\nFAILED (failures=1, errors=1)\n",
    (
        "FAILED (failures=1, errors=1)",
        "Ran 82 tests in 0.310s",
        "ERROR: test_open (app.tests.Door.test_open)",
        "FAIL: test_tax (app.tests.Bill.test_tax)",
        "KeyError: 'front'",
        "AssertionError: 7 != 19",
        'File "/srv/app/door.py", line 8, in open',
    ),
    goes=("test_step_40",),
)
DJANGO = Run(
    "unittest",
    "Testing against Django installed in '/srv/django'\nCreating test database for alias 'default'...\n"
    + numbered("  Applying shop.{:04}_step... OK", 60)
    + "." * 500
    + "F\n======================================================================\n"
    "FAIL: test_list (shop.tests.ListTests)\n"
    "----------------------------------------------------------------------\n"
    "Traceback (most recent call last):\n"
    '  File "/srv/shop/tests.py", line 9, in test_list\n    self.assertTrue(seen)\n'
    "AssertionError: False is not true\n\n"
    "----------------------------------------------------------------------\n"
    "Ran 501 tests in 9.003s\n\nFAILED (failures=1)\nDestroying test database for alias 'default'...\n",
    ("FAILED (failures=1)", "Ran 501 tests in 9.003s", "FAIL: test_list (shop.tests.ListTests)", "False is not true"),
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("run", [UNITTEST, DJANGO], ids=["unittest", "django"])
def test_counts_failing_names_and_exceptions_stay(run: Run) -> None:
    check(run)
