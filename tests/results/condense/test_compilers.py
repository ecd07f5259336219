"""Runs of gcc, clang, javac, MSVC, the linkers, CMake and tsc."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, numbered

GCC = Run(
    "compiler",
    numbered("[ {}%] Building CXX object part.cpp.o", 50)
    + "In file included from src/shop.h:3,\n                 from src/cart.cpp:1:\n"
    "src/cart.cpp: In member function 'int Cart::total()':\n"
    "src/cart.cpp:31:17: error: 'stock' was not declared in this scope\n"
    "   31 |     return stock.sum();\n      |            ^~~~~\n"
    + numbered(
        "src/part.cpp:{}:9: warning: unused variable 'x' [-Wunused-variable]\n   12 |     int x = 1;\n"
        "      |         ^",
        30,
    )
    + "src/cart.cpp:40:5: error: expected ';' before '}' token\n"
    "/usr/bin/ld: cart.o: undefined reference to `Stock::sum()'\ncollect2: error: ld returned 1 exit status\n"
    "make: *** [Makefile:12: cart.o] Error 1\n",
    (
        "src/cart.cpp:31:17: error: 'stock' was not declared in this scope",
        "src/cart.cpp:40:5: error: expected ';' before '}' token",
        "src/part.cpp:0:9: warning: unused variable 'x' [-Wunused-variable]",
        "undefined reference to `Stock::sum()'",
        "make: *** [Makefile:12: cart.o] Error 1",
    ),
    goes=("src/part.cpp:15:9",),
)
JAVAC = Run(
    "compiler",
    numbered("Note: Part{}.java uses unchecked operations.", 50)
    + "src/Cart.java:31: error: cannot find symbol\n        Stock s;\n        ^\n  symbol:   class Stock\n"
    "src/Cart.java:44: error: ';' expected\n        int x = 1\n                 ^\n2 errors\n",
    ("src/Cart.java:31: error: cannot find symbol", "src/Cart.java:44: error: ';' expected", "2 errors"),
    room=500,
)
MSVC = Run(
    "compiler",
    numbered("  part{}.cpp", 150) + "c:\\shop\\cart.cpp(31): error C2065: 'stock': undeclared identifier\n"
    "c:\\shop\\cart.cpp(12): warning C4101: 'x': unreferenced local variable\n"
    "LINK : fatal error LNK1104: cannot open file 'shop.lib'\n",
    (
        "c:\\shop\\cart.cpp(31): error C2065: 'stock': undeclared identifier",
        "c:\\shop\\cart.cpp(12): warning C4101",
        "LINK : fatal error LNK1104",
    ),
    room=500,
)
CMAKE = Run(
    "compiler",
    numbered("-- Looking for part{}.h - found", 60) + "CMake Error at CMakeLists.txt:12 (find_package):\n"
    '  Could not find a package configuration file provided by "Stock"\n\n'
    "-- Configuring incomplete, errors occurred!\n",
    ("CMake Error at CMakeLists.txt:12 (find_package):", 'provided by "Stock"'),
    room=500,
)
TSC = Run(
    "typescript",
    numbered("src/part.ts({},5): error TS2339: Property 'x' does not exist on type 'Part'.", 40)
    + "src/cart.ts(31,17): error TS2304: Cannot find name 'Stock'.\n"
    "src/cart.ts(44,1): error TS7006: Parameter 'cmd' implicitly has an 'any' type.\n",
    (
        "src/part.ts(0,5): error TS2339: Property 'x' does not exist on type 'Part'.",
        "src/cart.ts(31,17): error TS2304: Cannot find name 'Stock'.",
        "src/cart.ts(44,1): error TS7006",
    ),
    room=500,
)
TSC_PRETTY = Run(
    "typescript",
    numbered(
        "src/part.ts:{}:5 - error TS2339: Property 'x' does not exist on type 'Part'.\n\n12   part.x\n          ~\n",
        30,
    )
    + "src/cart.ts:31:17 - error TS2304: Cannot find name 'Stock'.\n\nFound 31 errors in 2 files.\n",
    ("src/cart.ts:31:17 - error TS2304: Cannot find name 'Stock'.", "Found 31 errors in 2 files.", "error TS2339"),
    room=500,
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    "run", [GCC, JAVAC, MSVC, CMAKE, TSC, TSC_PRETTY], ids=["gcc", "javac", "msvc", "cmake", "tsc", "tsc-pretty"]
)
def test_each_different_error_stays_with_its_place(run: Run) -> None:
    check(run)
