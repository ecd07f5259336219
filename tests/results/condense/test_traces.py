"""Stack traces of Python, Java, JavaScript, Go, Rust and C#."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, condensed, numbered

PYTHON = Run(
    "traceback",
    numbered("loading part {}", 20) + "Traceback (most recent call last):\n"
    '  File "/srv/shop/db.py", line 84, in execute\n    return cursor.execute(sql)\n'
    "sqlite3.OperationalError: no such table: cart\n\n"
    "The above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n"
    '  File "/srv/shop/main.py", line 52, in <module>\n    main()\n'
    + numbered(
        '  File "/usr/lib/python3.12/site-packages/web/step.py", line {}, in call\n    return self.next(request)', 30
    )
    + '  File "/srv/shop/cart.py", line 9, in total\n    raise ShopError("no cart") from error\n'
    "shop.errors.ShopError: no cart\n",
    (
        "shop.errors.ShopError: no cart",
        "sqlite3.OperationalError: no such table: cart",
        'File "/srv/shop/cart.py", line 9, in total',
        'File "/srv/shop/db.py", line 84, in execute',
        "The above exception was the direct cause",
    ),
    goes=("line 15, in call",),
    room=700,
)
JAVA = Run(
    "traceback",
    numbered("starting part {}", 60) + 'Exception in thread "main" java.lang.IllegalStateException: no cart\n'
    "\tat com.example.shop.Cart.total(Cart.java:31)\n"
    + numbered("\tat java.base/java.util.stream.Step.run{}(Step.java:12)", 30)
    + "\tat com.example.shop.Main.main(Main.java:7)\n"
    "Caused by: java.io.IOException: closed\n\tat com.example.shop.Stock.read(Stock.java:9)\n\t... 31 more\n",
    (
        'Exception in thread "main" java.lang.IllegalStateException: no cart',
        "at com.example.shop.Cart.total(Cart.java:31)",
        "Caused by: java.io.IOException: closed",
        "at com.example.shop.Stock.read(Stock.java:9)",
        "at com.example.shop.Main.main(Main.java:7)",
    ),
    goes=("Step.run15",),
    room=600,
)
NODE = Run(
    "traceback",
    numbered("listening on part {}", 60)
    + "/srv/shop/cart.js:31\n    throw new RangeError('no cart');\n    ^\n\nRangeError: no cart\n"
    "    at total (/srv/shop/cart.js:31:11)\n"
    + numbered("    at step{} (node:internal/modules/cjs/loader:1105:14)", 20)
    + "\nNode.js v20.1.0\n",
    ("RangeError: no cart", "at total (/srv/shop/cart.js:31:11)"),
    goes=("step10",),
    room=600,
)
GO = Run(
    "traceback",
    numbered("serving part {}", 80)
    + "panic: no cart\n\ngoroutine 1 [running]:\nmain.total(0x2a)\n\t/srv/shop/cart.go:31 +0x1d\n"
    "main.main()\n\t/srv/shop/main.go:7 +0x2c\n"
    "exit status 2\n",
    ("panic: no cart", "/srv/shop/cart.go:31 +0x1d", "goroutine 1 [running]:"),
    room=500,
)
RUST = Run(
    "traceback",
    numbered("serving part {}", 80)
    + "thread 'main' panicked at src/cart.rs:31:9:\nno cart\nstack backtrace:\n"
    + numbered("  {}: core::ops::function::FnOnce::call_once", 20)
    + "note: run with `RUST_BACKTRACE=full` for a verbose backtrace.\n",
    ("thread 'main' panicked at src/cart.rs:31:9:", "no cart"),
    room=500,
)
CSHARP = Run(
    "traceback",
    numbered("serving part {}", 80)
    + "Unhandled exception. System.InvalidOperationException: no cart\n ---> System.IO.IOException: closed\n"
    "   at Shop.Stock.Read(Int32 part) in /srv/shop/Stock.cs:line 9\n   --- End of inner exception stack trace ---\n"
    + numbered("   at System.Threading.Tasks.Task.Run{}(Action action)", 20)
    + "   at Shop.Program.Main(String[] args) in /srv/shop/Program.cs:line 7\n",
    (
        "Unhandled exception. System.InvalidOperationException: no cart",
        "---> System.IO.IOException: closed",
        "/srv/shop/Stock.cs:line 9",
    ),
    goes=("Task.Run10",),
    room=600,
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    "run", [PYTHON, JAVA, NODE, GO, RUST, CSHARP], ids=["python", "java", "node", "go", "rust", "csharp"]
)
def test_exceptions_and_the_frames_that_raised_them_stay(run: Run) -> None:
    check(run)


@pytest.mark.spec("RES-4")
def test_a_source_line_is_not_shown_without_its_frame() -> None:
    lines = condensed(PYTHON).text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("    return self.next"):
            assert lines[number - 1].startswith('  File "')
