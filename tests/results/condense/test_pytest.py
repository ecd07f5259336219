"""Runs of pytest."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, condensed, numbered

RULER = "=" * 20
FAILING = (
    f"{RULER} test session starts {RULER}\n"
    "platform linux -- Python 3.12.3, pytest-8.2.0, pluggy-1.5.0\n"
    "rootdir: /srv/shop\nplugins: anyio-4.3.0\ncollected 312 items\n\n"
    + numbered("tests/test_part_{}.py ..........                        [ 12%]", 30)
    + "tests/test_cart.py ..F..E.                                       [100%]\n\n"
    f"{RULER} ERRORS {RULER}\n"
    "______________ ERROR at setup of TestStock.test_reserve _______________\n\n"
    "    @pytest.fixture\n    def stock():\n>       return connect(port=1)\n"
    "E       ConnectionRefusedError: [Errno 111] Connection refused\n\n"
    "tests/test_cart.py:12: ConnectionRefusedError\n"
    f"{RULER} FAILURES {RULER}\n"
    "_____________________ TestCart.test_total[eur-3] ______________________\n\n"
    "self = <tests.test_cart.TestCart object at 0x7f0c>\n"
    + numbered("        line_{} = prepare(something)", 25)
    + ">       assert cart.total() == 30\n"
    "E       assert 27 == 30\n"
    "E        +  where 27 = total()\n\n"
    "tests/test_cart.py:48: AssertionError\n"
    "----------------------------- Captured stdout call -----------------------------\n"
    + numbered("adding item {}", 40)
    + f"{RULER} short test summary info {RULER}\n"
    "FAILED tests/test_cart.py::TestCart::test_total[eur-3] - assert 27 == 30\n"
    "ERROR tests/test_cart.py::TestStock::test_reserve - ConnectionRefusedError\n"
    f"{RULER} 1 failed, 310 passed, 1 error in 4.31s {RULER}\n"
)
STAYS = (
    "1 failed, 310 passed, 1 error in 4.31s",
    "tests/test_cart.py::TestCart::test_total[eur-3]",
    "tests/test_cart.py::TestStock::test_reserve",
    "ERROR at setup of TestStock.test_reserve",
    "TestCart.test_total[eur-3]",
    "E       ConnectionRefusedError: [Errno 111] Connection refused",
    "E       assert 27 == 30",
    "tests/test_cart.py:48: AssertionError",
)
RUN = Run("pytest", FAILING, STAYS, goes=("test_part_14.py", "adding item 20"))
AFTER_A_SHELL = Run("pytest", "$ cd shop && pytest\n" + numbered("warming up {}", 60) + FAILING, STAYS)
QUIET = Run(
    "pytest",
    numbered("." * 72 + " [ {}%]", 40)
    + "=================================== FAILURES ===================================\n"
    "__________________________________ test_parse __________________________________\n"
    + numbered("    x{} = 1", 30)
    + "E   ValueError: no digits in ''\n\nsrc/parse.py:9: ValueError\n"
    "=========================== short test summary info ============================\n"
    "FAILED tests/test_parse.py::test_parse - ValueError: no digits in ''\n1 failed, 2879 passed in 12.02s\n",
    ("1 failed, 2879 passed in 12.02s", "tests/test_parse.py::test_parse", "E   ValueError: no digits in ''"),
    room=400,
)
COLLECTION = Run(
    "pytest",
    f"{RULER} test session starts {RULER}\ncollected 0 items / 2 errors\n\n{RULER} ERRORS {RULER}\n"
    "______________ ERROR collecting tests/test_a.py ______________\n"
    "ImportError while importing test module '/srv/tests/test_a.py'.\n"
    + numbered("/usr/lib/python3.12/importlib/__init__.py:{}: in import_module", 40)
    + "E   ModuleNotFoundError: No module named 'attrz'\n"
    "______________ ERROR collecting tests/test_b.py ______________\n"
    + numbered("/usr/lib/python3.12/importlib/util.py:{}: in import_module", 40)
    + "E   ModuleNotFoundError: No module named 'attrz'\n"
    f"{RULER} short test summary info {RULER}\nERROR tests/test_a.py\nERROR tests/test_b.py\n"
    "!!!!!!!!!!!!!!!!! Interrupted: 2 errors during collection !!!!!!!!!!!!!!!!!!\n"
    f"{RULER} 2 errors in 0.41s {RULER}\n",
    (
        "2 errors in 0.41s",
        "ERROR collecting tests/test_a.py",
        "ERROR collecting tests/test_b.py",
        "E   ModuleNotFoundError: No module named 'attrz'",
    ),
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("run", [RUN, AFTER_A_SHELL, QUIET, COLLECTION], ids=["long", "shell", "quiet", "collection"])
def test_the_summary_every_failing_name_and_the_errors_stay(run: Run) -> None:
    check(run)


@pytest.mark.spec("RES-4")
def test_names_that_differ_in_a_number_are_different_names() -> None:
    text = (
        f"{RULER} test session starts {RULER}\n"
        + numbered("tests/test_{}.py .....", 100)
        + numbered("FAILED tests/test_x.py::test_port_{}", 8)
        + f"{RULER} 8 failed, 500 passed in 1.00s {RULER}\n"
    )
    check(Run("pytest", text, tuple([f"test_port_{number}" for number in range(8)]), room=500))


@pytest.mark.spec("RES-4")
def test_rulers_are_shortened_to_what_they_frame() -> None:
    assert "== 1 failed, 310 passed, 1 error in 4.31s ==\n" in condensed(RUN).text + "\n"
