"""Runs of maven, gradle, ant and sbt."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, numbered

TRACE = (
    "java.lang.IllegalStateException: no stock\n\tat com.example.shop.Cart.add(Cart.java:31)\n"
    "\tat com.example.shop.CartTest.adds(CartTest.java:12)\n"
    + numbered("\tat org.junit.runners.ParentRunner.run{}(ParentRunner.java:363)", 25)
    + "Caused by: java.io.IOException: closed\n\tat com.example.shop.Stock.read(Stock.java:9)\n\t... 27 more\n"
)
MAVEN = Run(
    "maven",
    "[INFO] Scanning for projects...\n"
    + numbered("[INFO] Downloaded from central: https://repo.example/org/part{}.jar (3 kB at 9 kB/s)", 60)
    + "[INFO] --- maven-surefire-plugin:3.0.0:test (default-test) @ shop ---\n"
    + numbered(
        "[INFO] Running com.example.shop.Part{}Test\n"
        "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.01 s - in com.example.shop.Part",
        30,
    )
    + "[ERROR] Tests run: 2, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 0.2 s "
    "<<< FAILURE! - in com.example.shop.CartTest\n"
    "[ERROR] adds(com.example.shop.CartTest)  Time elapsed: 0.1 s  <<< ERROR!\n"
    + TRACE
    + "[INFO] \n[INFO] Results:\n[INFO] \n[ERROR] Errors: \n"
    "[ERROR]   CartTest.adds:12 » IllegalState no stock\n[INFO] \n"
    "[ERROR] Tests run: 122, Failures: 0, Errors: 1, Skipped: 0\n[INFO] BUILD FAILURE\n[INFO] Total time:  8.1 s\n"
    "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.0.0:test on "
    "project shop: There are test failures.\n"
    "[ERROR] -> [Help 1]\n[ERROR] Re-run Maven using the -X switch to enable full debug logging.\n",
    (
        "BUILD FAILURE",
        "Tests run: 122, Failures: 0, Errors: 1, Skipped: 0",
        "adds(com.example.shop.CartTest)",
        "java.lang.IllegalStateException: no stock",
        "at com.example.shop.Cart.add(Cart.java:31)",
        "Caused by: java.io.IOException: closed",
        "Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.0.0:test",
    ),
    goes=("part30.jar", "Part15Test", "ParentRunner", "Re-run Maven"),
)
MAVEN_COMPILES = Run(
    "maven",
    "[INFO] Scanning for projects...\n"
    + numbered("[INFO] Downloading from central: https://repo.example/org/part{}.jar", 60)
    + "[ERROR] COMPILATION ERROR : \n"
    "[ERROR] /srv/shop/src/main/java/Cart.java:[31,17] cannot find symbol\n  symbol:   class Stock\n"
    "[ERROR] /srv/shop/src/main/java/Cart.java:[40,5] incompatible types: String cannot be converted to int\n"
    "[INFO] BUILD FAILURE\n",
    (
        "BUILD FAILURE",
        "/srv/shop/src/main/java/Cart.java:[31,17] cannot find symbol",
        "/srv/shop/src/main/java/Cart.java:[40,5] incompatible types",
    ),
    room=600,
)
GRADLE = Run(
    "gradle",
    numbered("> Task :part{}:compileJava UP-TO-DATE", 60)
    + numbered("com.example.PartTest > works{} PASSED", 40)
    + "\n> Task :shop:test FAILED\n\ncom.example.CartTest > adds() FAILED\n"
    "    org.opentest4j.AssertionFailedError: expected: <30> but was: <27>\n"
    "        at com.example.CartTest.adds(CartTest.java:12)\n\n"
    "41 tests completed, 1 failed\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n"
    "Execution failed for task ':shop:test'.\n"
    "> There were failing tests. See the report at: file:///srv/report.html\n\n"
    "* Try:\n> Run with --stacktrace option to get the stack trace.\n\nBUILD FAILED in 4s\n"
    "61 actionable tasks: 1 executed\n",
    (
        "BUILD FAILED in 4s",
        "41 tests completed, 1 failed",
        "> Task :shop:test FAILED",
        "com.example.CartTest > adds() FAILED",
        "org.opentest4j.AssertionFailedError: expected: <30> but was: <27>",
        "Execution failed for task ':shop:test'.",
        "There were failing tests",
    ),
    goes=(":part30:", "works20"),
)
ANT = Run(
    "ant",
    "Buildfile: /srv/shop/build.xml\n\ncompile:\n"
    + numbered("    [javac] Compiling part {} to /srv/out", 60)
    + "    [javac] /srv/shop/src/Cart.java:31: error: cannot find symbol\n"
    "    [javac]         Stock s;\n    [javac]         ^\n"
    "    [javac] 1 error\n\nBUILD FAILED\n"
    "/srv/shop/build.xml:55: Compile failed; see the compiler error output for details.\n\n"
    "Total time: 3 seconds\n",
    (
        "BUILD FAILED",
        "/srv/shop/build.xml:55: Compile failed",
        "/srv/shop/src/Cart.java:31: error: cannot find symbol",
        "1 error",
    ),
    room=600,
)
SBT = Run(
    "sbt",
    "[info] Loading project definition from /srv/shop/project\n"
    + numbered("[info] Resolving org.example#part{};1.0 ...", 60)
    + numbered("[info] - works {}", 40)
    + "[info] - adds *** FAILED ***\n[info]   27 did not equal 30 (CartSpec.scala:12)\n"
    "[info] *** 1 TEST FAILED ***\n[error] Failed tests:\n[error] \tshop.CartSpec\n"
    "[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful\n"
    "[error] Total time: 5 s, completed 1 Jan 2026\n",
    (
        "- adds *** FAILED ***",
        "27 did not equal 30 (CartSpec.scala:12)",
        "*** 1 TEST FAILED ***",
        "(Test / test) sbt.TestsFailedException: Tests unsuccessful",
    ),
    goes=("part30",),
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    "run", [MAVEN, MAVEN_COMPILES, GRADLE, ANT, SBT], ids=["maven", "maven-compiles", "gradle", "ant", "sbt"]
)
def test_how_it_ended_what_failed_and_why_stay(run: Run) -> None:
    check(run)
