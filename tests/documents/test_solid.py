"""Summaries for a type checker: what is left parses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from brimful.documents import LANGUAGES, Document, Style, summarize
from brimful.documents.overlay import overlay
from brimful.documents.parsing import Parser
from brimful.documents.plan import Plan
from brimful.documents.shown import text_of
from brimful.documents.solid import solid
from tests.documents.recorded import sources

TRICKY = {
    "typescript": """\
import { a } from './a';
@sealed
export class Box<T> {
  @observed() public size = 1;
  @logged
  open(): void {
    if (this.size) return;
    else if (a) this.size++;
    else throw new Error('no');
    for (const x of a) x();
    for (let i = 0; i < 3; i++) {}
    while (a) a.next();
    do a.more(); while (a);
    outer: for (;;) break outer;
    switch (a) { case 1: case 2: a(); break; default: a(); }
    try { a(); } catch { a(); } finally { a(); }
    const run = async () => { await a(); return () => a(); };
    const table = { one() { return 1; }, two: function () { return 2; } };
  }
}
declare module 'x' { export const y: number; export default y; }
namespace N { export type T = { a: number; b(): void }; export enum E { A = 1, B, C = 'c' } }
abstract class Q { abstract go(): void; protected x?: string; }
export default function () { return a; }
""",
    "javascript": """\
const { a } = require('a');
function f(x) { if (x) a(); else { a(); } return x; }
class A { static #p = 1; get v() { return 1; } *g() { yield 1; } }
label: while (1) { continue label; }
export const h = (x) => ({ y: function () { return x; } });
""",
    "rust": """\
#[derive(Debug, Clone)]
pub struct P { #[serde(skip)] x: f64, y: f64 }
enum E { A, #[cfg(test)] B(u8), C { z: u8 } }
impl P { fn m(&self) -> f64 { let v = if self.x > 0.0 { 1.0 } else { 2.0 }; match v { x if x > 1.0 => x, _ => 0.0 } }
}
fn main() { for i in 0..3 { println!("{}", i); } let c = |x: u8| { x + 1 }; loop { break; } }
""",
    "go": """\
package main

import (
	"fmt"
	"os"
)

type P struct { X, Y int }

func (p P) M(n int) (r int) {
	if v := n; v > 0 { r = v } else if n < 0 { return -1 } else { r++ }
	for i := 0; i < n; i++ { fmt.Println(i) }
	switch n { case 1: r = 1; case 2: fallthrough; default: r = 2 }
	select { case <-make(chan int): r = 3; default: }
	defer func() { recover() }()
	go func() { os.Exit(1) }()
	return
}
""",
    "java": """\
package p;
import java.util.*;
@Deprecated public class C<T extends Comparable<T>> implements I {
  private static final int N = 1;
  static { System.out.println(N); }
  enum K { A, B { int v() { return 2; } }; int v() { return 1; } }
  @Override public int m(int n) throws Exception {
    if (n > 0) return 1; else n++;
    for (int i = 0; i < n; i++) n--;
    for (var s : List.of("a")) { use(s); }
    switch (n) { case 1: n = 2; break; default: n = 3; }
    try (var r = open()) { n++; } catch (Exception e) { throw e; } finally { n--; }
    synchronized (this) { n++; }
    Runnable f = () -> { use("x"); };
    return n;
  }
  interface J { void go(); default int k() { return 1; } }
}
""",
    "cpp": """\
#include <vector>
#ifdef DEBUG
#define LOG(x) x
#else
#define LOG(x)
#endif
namespace a::b {
template <typename T> class V : public std::vector<T> {
public:
  V() : n(0) {}
  explicit operator bool() const { return n; }
  enum class E { A, B };
  struct S { int x; float y; } s;
private:
  int n;
};
int f(int n) {
  if (n) return 1; else n++;
  for (int i = 0; i < n; i++) n--;
  for (auto x : v) { use(x); }
  do { n++; } while (n < 3);
  switch (n) { case 1: n = 2; break; default: n = 3; }
  try { n++; } catch (...) { throw; }
  auto g = [&](int x) { return x + n; };
again:
  goto again;
}
}
extern "C" { int c(void); }
""",
    "csharp": """\
using System;
[assembly: X]
namespace N {
  public class C<T> : B where T : class {
    [Obsolete] private int n = 1;
    public C(int x) : base(x) { n = x; }
    public int P { get { return n; } set { n = value; } }
    public int M(int x) {
      if (x > 0) return 1; else x++;
      foreach (var i in xs) Use(i);
      for (int i = 0; i < x; i++) { x--; }
      switch (x) { case 1: x = 2; break; default: x = 3; break; }
      try { x++; } catch (Exception e) when (x > 1) { throw; } finally { x--; }
      using (var r = Open()) { x++; }
      Func<int, int> f = y => { return y + 1; };
      return x;
    }
  }
  enum E { A = 1, B }
  interface I { void Go(); }
  record R(int A);
}
""",
    "php": """\
<?php
namespace N;
use A\\B;
abstract class C extends D implements E {
    use T;
    const X = 1;
    private ?int $n = null;
    public function m(int $x): int {
        if ($x) return 1; elseif ($x < 0) { $x++; } else $x--;
        foreach ($xs as $k => $v) { echo $v; }
        for ($i = 0; $i < 3; $i++) echo $i;
        switch ($x) { case 1: $x = 2; break; default: $x = 3; }
        try { $x++; } catch (\\Exception $e) { throw $e; } finally { $x--; }
        $f = function () use ($x) { return $x; };
        return match ($x) { 1 => 2, default => 3 };
    }
    abstract function g();
}
""",
}
BRACES = [
    name for name, language in LANGUAGES.items() if language.grammar and not language.offside and name != "ruby"
]


def texts() -> Iterator[tuple[str, str]]:
    yield from TRICKY.items()
    for source in sources().values():
        if source.language in BRACES and parses(source.language, source.text):
            yield source.language, source.text


def parses(language: str, text: str) -> bool:
    parsed = PARSER.parse(language, text)
    return parsed is not None and not parsed.tree.root_node.has_error


PARSER = Parser()


@pytest.mark.spec("DOC-3")
@pytest.mark.parametrize(("language", "text"), list(texts()))
def test_with_types_asked_for_what_is_left_parses_as_the_whole_did(language: str, text: str) -> None:
    parsed = PARSER.parse(language, text)
    assert parsed is not None
    assert parses(language, text)
    root = solid(text, overlay(text, language).root, parsed)
    for start in (None, *range(0, len(text), 53)):
        plan = Plan(
            [Document(text, root=root, selection=start if start is None else (start, start))], Style(types=True)
        )
        seen = set()
        for limit in range(0, len(text) * 2, 41):
            shown = text_of(plan.within(limit)[0])
            if shown not in seen:
                assert parses(language, shown), shown
            seen.add(shown)


@pytest.mark.spec("DOC-3")
def test_a_statement_that_an_if_stands_before_does_not_go_alone() -> None:
    text = "function f(x) {\n  if (x)\n    return 1;\n  g();\n}\n"
    found = summarize(text, chars=44, language="javascript", select=(2, 2), style="types")
    assert "if (x)\n    return 1;" in found.text


@pytest.mark.spec("DOC-3")
def test_the_tree_that_is_left_holds_the_same_text() -> None:
    for language, text in texts():
        parsed = PARSER.parse(language, text)
        assert parsed is not None
        assert (
            text_of(Plan([Document(text, root=solid(text, overlay(text, language).root, parsed))]).within(10**6)[0])
            == text
        )
