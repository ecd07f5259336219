"""The shapes of data are told apart, and from what is none of them."""

from __future__ import annotations

import pytest

from brimful.results.shapes import detect, shipped

TEXTS = {
    "json": [
        '{"name": "x", "items": [1, 2, 3]}',
        '[{"a": 1}, {"a": 2}]',
        '{"a": 1}\n{"a": 2}\n{"a": 3}\n',
        '{"items": [{"id": 1, "name": "one"}, {"id": 2, "na',
        'HTTP/1.1 200 OK\nContent-Type: application/json\n\n'
        '{"user": {"id": 7, "login": "ann", "roles": ["a", "b"]}}\n',
    ],
    "table": [
        "id,name,price\n1,apple,3\n2,pear,4\n3,plum,5\n",
        "a\tb\tc\n1\t2\t3\n4\t5\t6\n",
        "| name | size |\n|------|-----:|\n| a | 1 |\n| b | 2 |\n",
        "+----+------+\n| id | name |\n+----+------+\n|  1 | a    |\n|  2 | b    |\n+----+------+\n2 rows in set\n",
        " id | name\n----+------\n  1 | a\n  2 | b\n(2 rows)\n",
        "NAME      READY   STATUS    AGE\nweb-1     1/1     Running   3d\nweb-2     0/1     Pending   3d\n",
    ],
    "html": [
        "<!DOCTYPE html>\n<html><head><title>x</title></head><body><p>y</p></body></html>",
        '<div class="box"><p>One</p><p>Two</p><a href="/x">Three</a></div>',
    ],
    "xml": ['<?xml version="1.0"?>\n<project><name>x</name></project>'],
    "diff": [
        "diff --git a/x.py b/x.py\nindex 1..2 100644\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n",
        "--- old.txt\t2024-01-01\n+++ new.txt\t2024-01-02\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
        "commit 0123456789abcdef\nAuthor: A <a@b.c>\n\n    Mend it\n\ndiff --git a/x b/x\n"
        "index 1..2\n--- a/x\n+++ b/x\n"
        "@@ -1 +1 @@\n-a\n+b\n",
    ],
    "history": [
        "commit 0123456789abcdef\nAuthor: A <a@b.c>\nDate:   Mon\n\n    Mend it\n",
        "On branch main\nChanges not staged for commit:\n\tmodified:   a.py\n",
        "1234567 One\n89abcde Two\nfedcba9 Three\n",
        "0123abcd (Ann 2024-01-01 10:00:00 +0000 1) import re\n" * 3,
    ],
    "listing": [
        "total 8\ndrwxr-xr-x 2 root root 4096 Jan  1 10:00 .\n-rw-r--r-- 1 root root 12 Jan  1 10:00 a.txt\n",
        "./src/a.py\n./src/b.py\n./tests/test_a.py\n./README.md\n",
        ".:\nsrc\nREADME.md\n\n./src:\na.py\nb.py\n",
        ".\n├── src\n│   ├── a.py\n│   └── b.py\n└── README.md\n\n1 directory, 3 files\n",
        "4.0K\t./a\n12K\t./b\n16K\t.\n",
    ],
    "hits": [
        "src/a.py:12:def load(path):\nsrc/a.py:40:    load(x)\nsrc/b.py:3:from a import load\n",
        "src/a.py:def load(path):\nsrc/b.py:from a import load\nBinary file x.pyc matches\n",
        "12:def load(path):\n40:    load(x)\n77:    load(y)\n",
        "src/a.py-11-\nsrc/a.py:12:def load(path):\nsrc/a.py-13-    x = 1\n--\nsrc/b.py:3:from a import load\n",
        "src/a.py\n12:def load(path):\n40:    load(x)\n\nsrc/b.py\n3:from a import load\n",
    ],
    "source": [
        "import re\n\n\nclass A:\n    def f(self):\n        return 1\n\n\ndef g(x):\n    return x\n",
        "   10\tdef f(x):\n   11\t    y = x\n   12\t\n   13\t    return y\n   14\t\n   15\tdef g(): pass\n",
        "import { a } from './a';\n\nexport function f(x: number): number {\n  return x;\n}\n\nconst y = 2;\n",
        "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(1)\n}\n",
        "use std::io;\n\npub struct A {\n    x: u32,\n}\n\nimpl A {\n"
        "    pub fn f(&self) -> u32 {\n        self.x\n    }\n}\n",
    ],
    "": [
        "The quick brown fox jumps over the lazy dog.\n"
        "It was, as they say, a fine day; nobody was about.\nThe end.\n",
        "[INFO] Scanning for projects...\n[INFO] Building x 1.0\n[INFO] BUILD SUCCESS\n[INFO] Total time: 3 s\n",
        "14:57:50 start\n14:57:51 work\n14:57:52 done\n14:57:53 bye\n",
        "src/a.py:12:5: error: Name 'x' is not defined\nsrc/a.py:40:1: error: Missing return\nFound 2 errors\n",
        "src/a.c:12: warning: unused variable\nsrc/a.c:40: error: expected ';'\nmake: *** [all] Error 1\n",
        "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    f()\nValueError: no\n",
        "===== test session starts =====\ncollected 2 items\n\ntests/test_a.py .F\n\n1 failed, 1 passed in 0.1s\n",
        "",
        "ok\n",
    ],
}  # fmt: skip
CASES = [(shape, text) for shape, texts in TEXTS.items() for text in texts]


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(("shape", "text"), CASES, ids=[f"{shape or 'none'}-{text[:12]!r}" for shape, text in CASES])
def test_the_shape_of_a_text_is_found(shape: str, text: str) -> None:
    found = detect(text, shipped()).condenser.name
    if shape:
        assert found == shape
    else:
        assert found not in TEXTS
