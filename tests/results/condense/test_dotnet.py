"""Runs of dotnet test and MSBuild."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, numbered

TEST = Run(
    "dotnet",
    "  Determining projects to restore...\n"
    + numbered("  Passed Shop.Tests.PartTests.Works{} [1 ms]", 60)
    + "  Failed Shop.Tests.CartTests.Adds [12 ms]\n  Error Message:\n   Assert.Equal() Failure\n"
    "Expected: 30\nActual:   27\n"
    "  Stack Trace:\n     at Shop.Tests.CartTests.Adds() in /srv/shop/CartTests.cs:line 12\n"
    + numbered("   at System.RuntimeMethodHandle.Invoke{}(Object target)", 20)
    + "\nFailed!  - Failed:     1, Passed:    60, Skipped:     0, Total:    61, Duration: 80 ms "
    "- Shop.Tests.dll (net8.0)\n",
    (
        "Failed!  - Failed:     1, Passed:    60",
        "Failed Shop.Tests.CartTests.Adds [12 ms]",
        "Assert.Equal() Failure",
        "Expected: 30",
        "/srv/shop/CartTests.cs:line 12",
    ),
    goes=("Works30", "RuntimeMethodHandle"),
    room=420,
)
BUILD = Run(
    "dotnet",
    numbered("  Part{0} -> /srv/out/Part{0}.dll", 60)
    + "/srv/shop/Cart.cs(31,17): error CS0246: The type or namespace name 'Stock' could not be found "
    "[/srv/shop/Shop.csproj]\n"
    "/srv/shop/Cart.cs(9,13): warning CS0168: The variable 'x' is declared but never used [/srv/shop/Shop.csproj]\n\n"
    "Build FAILED.\n\n    1 Warning(s)\n    1 Error(s)\n\nTime Elapsed 00:00:03.10\n",
    (
        "Build FAILED.",
        "1 Error(s)",
        "1 Warning(s)",
        "/srv/shop/Cart.cs(31,17): error CS0246: The type or namespace name 'Stock' could not be found",
        "/srv/shop/Cart.cs(9,13): warning CS0168",
    ),
    room=600,
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("run", [TEST, BUILD], ids=["test", "build"])
def test_totals_failing_tests_and_errors_stay(run: Run) -> None:
    check(run)
