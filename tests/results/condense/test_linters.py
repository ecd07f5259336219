"""Runs of linters."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, numbered

FLAKE8 = Run(
    "linter",
    numbered("src/part.py:{}:80: E501 line too long (93 > 79 characters)", 60)
    + "src/cart.py:3:1: F401 'os' imported but unused\nsrc/cart.py:9:5: F821 undefined name 'stock'\n",
    (
        "src/part.py:0:80: E501 line too long",
        "src/cart.py:3:1: F401 'os' imported but unused",
        "src/cart.py:9:5: F821 undefined name 'stock'",
    ),
    room=500,
)
MYPY = Run(
    "linter",
    numbered("src/part.py:{}: note: See the documentation of the protocol", 40)
    + 'src/cart.py:31: error: Name "Stock" is not defined  [name-defined]\n'
    'src/cart.py:44: error: Incompatible return value type (got "str", expected "int")  [return-value]\n'
    "Found 2 errors in 1 file (checked 60 source files)\n",
    (
        'src/cart.py:31: error: Name "Stock" is not defined  [name-defined]',
        "src/cart.py:44: error: Incompatible return value type",
        "Found 2 errors in 1 file (checked 60 source files)",
    ),
    room=500,
)
PYLINT = Run(
    "linter",
    "************* Module shop.cart\n"
    + numbered("src/shop/cart.py:{}:0: C0301: Line too long (120/100) (line-too-long)", 40)
    + "src/shop/cart.py:31:8: E0602: Undefined variable 'stock' (undefined-variable)\n\n"
    "------------------------------------------------------------------\nYour code has been rated at 4.12/10\n",
    (
        "Your code has been rated at 4.12/10",
        "src/shop/cart.py:31:8: E0602: Undefined variable 'stock' (undefined-variable)",
        "src/shop/cart.py:0:0: C0301: Line too long",
    ),
    room=500,
)
ESLINT = Run(
    "linter",
    "/srv/shop/src/part.js\n"
    + numbered("  {}:5  warning  Unexpected console statement  no-console", 40)
    + "\n/srv/shop/src/cart.js\n  31:17  error  'stock' is not defined  no-undef\n\n"
    "✖ 41 problems (1 error, 40 warnings)\n",
    (
        "✖ 41 problems (1 error, 40 warnings)",
        "31:17  error  'stock' is not defined  no-undef",
        "0:5  warning  Unexpected console statement  no-console",
    ),
    room=500,
)
RUBOCOP = Run(
    "linter",
    "Inspecting 61 files\n"
    + numbered("lib/part.rb:{}:81: C: Layout/LineLength: Line is too long. [93/80]", 40)
    + "lib/cart.rb:31:5: E: Lint/Syntax: unexpected token kEND\n\n61 files inspected, 41 offenses detected\n",
    (
        "61 files inspected, 41 offenses detected",
        "lib/cart.rb:31:5: E: Lint/Syntax: unexpected token kEND",
        "lib/part.rb:0:81: C: Layout/LineLength",
    ),
    room=500,
)
SWIFTLINT = Run(
    "linter",
    numbered("/srv/App/Part.swift:{}:9: warning: Line Length Violation: Line should be 120 or less (line_length)", 40)
    + "/srv/App/Cart.swift:31:5: error: Force Cast Violation: Force casts should be avoided (force_cast)\n"
    "Done linting! Found 41 violations, 1 serious in 60 files.\n",
    (
        "/srv/App/Cart.swift:31:5: error: Force Cast Violation",
        "/srv/App/Part.swift:0:9: warning: Line Length Violation",
    ),
    room=600,
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    "run",
    [FLAKE8, MYPY, PYLINT, ESLINT, RUBOCOP, SWIFTLINT],
    ids=["flake8", "mypy", "pylint", "eslint", "rubocop", "swiftlint"],
)
def test_counts_and_the_first_finding_of_each_code_stay(run: Run) -> None:
    check(run)
