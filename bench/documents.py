"""Summaries beside the parser alone: what making a file small costs over reading its syntax.

The parser gets the bytes and nothing else to do; ours finds the structure (which parses), chooses and writes the
text. Trees are not remembered between rounds. The budget is in characters, so that counting tokens is not in it;
what that adds is printed apart.
"""

from __future__ import annotations

from collections.abc import Callable

from bench import timing
from brimful.documents import Document, Summary, summarize
from brimful.documents.overlay import overlay
from brimful.documents.parsing import Parser, grammar
from brimful.documents.plan import Plan
from brimful.documents.shown import text_of
from brimful.documents.style import STYLES, Style

_PYTHON = '''\
class Order{n}(Base):
    """An order, number {n}."""

    def __init__(self, items, rate={n}):
        self.items = list(items)
        self.rate = rate

    def total(self, *, net=False):
        """What it costs."""
        found = 0
        for item in self.items:
            if item.price < 0:
                raise ValueError(f"negative: {{item}}")
            found += item.price * item.count
        return found if net else round(found * (1 + self.rate), 2)

    async def send(self, where):
        try:
            await where.post({{"order": {n}, "items": [i.as_dict() for i in self.items]}})
        except OSError as error:
            log.warning("order %s not sent", {n}, exc_info=error)


'''
_TYPESCRIPT = """\
/** An order, number {n}. */
export class Order{n} extends Base {{
  private readonly items: Item[] = [];

  constructor(items: Item[], private rate = {n}) {{
    super();
    this.items.push(...items);
  }}

  total(net = false): number {{
    let found = 0;
    for (const item of this.items) {{
      if (item.price < 0) {{
        throw new Error(`negative: ${{item}}`);
      }}
      found += item.price * item.count;
    }}
    return net ? found : found * (1 + this.rate);
  }}

  async send(where: Wire): Promise<void> {{
    await where.post({{ order: {n}, items: this.items.map((i) => i.asJson()) }});
  }}
}}

"""
_LANGUAGES = {"python": _PYTHON, "typescript": _TYPESCRIPT}


def source(language: str, lines: int) -> str:
    """A file of that many lines."""
    made, size, number = [], 0, 0
    while size < lines:
        block = _LANGUAGES[language].format(n=number)
        made.append(block)
        size += block.count("\n")
        number += 1
    return "".join(made)


def _whole(text: str, language: str, share: float, style: Style, selection: tuple[int, int] | None) -> str:
    """All of it: structure, choice, text."""
    root = overlay(text, language, parser=Parser()).root
    plan = Plan([Document(text, language, root, selection)], style)
    return text_of(plan.within(int(len(text) * share))[0])


def _choice(plan: Callable[[], Plan], limit: int) -> str:
    return text_of(plan().within(limit)[0])


def run(*, quick: bool = False) -> None:
    """Print processor time of the parser, of structure and of a whole summary, and their ratios."""
    timing.heading(
        "summaries, best processor time in ms, beside tree-sitter's parse alone (bar at 10,000 lines: 2 ×)"
    )
    print(
        f"{'language':12}{'lines':>8}{'kept':>6}{'parse':>9}{'structure':>11}{'choice':>9}{'in all':>9}{'× parse':>9}"
    )
    sizes = (1_000, 10_000) if quick else (1_000, 10_000, 50_000, 100_000)
    for language in _LANGUAGES:
        for lines in sizes:
            _row(language, lines, times=3 if quick or lines > 10_000 else 9)
    _styles(10_000)
    _tokens(10_000)


def _row(language: str, lines: int, *, times: int) -> None:
    from tree_sitter import Parser as Engine

    text = source(language, lines)
    known = grammar(language)
    if known is None:
        raise SystemExit(f"there is no grammar for {language}: pip install 'brimful[code]'")
    data, engine = text.encode(), Engine(known)
    root = overlay(text, language).root
    at = len(text) // 2
    for share, selection in ((0.1, None), (0.1, (at, at + 40)), (0.5, (at, at + 40))):
        document = Document(text, language, root, selection)
        taken = timing.rounds(
            {
                "parse": lambda: engine.parse(data),
                "structure": lambda: overlay(text, language, parser=Parser()),
                "choice": lambda d=document, s=share: _choice(lambda: Plan([d]), int(len(text) * s)),
                "all": lambda s=share, c=selection: _whole(text, language, s, STYLES["default"], c),
            },
            times=times,
        )
        shown = "".join([f"{timing.best_ms(taken[name]):{width}.2f}" for name, width in _WIDTHS.items()])
        kept = f"{share:.0%}{'s' if selection else ''}"
        print(f"{language:12}{lines:8,}{kept:>6}{shown}{timing.ratio(taken, 'all', 'parse'):9.2f}")


_WIDTHS = {"parse": 9, "structure": 11, "choice": 9, "all": 9}


def _styles(lines: int) -> None:
    """The choice alone, in every style; line numbers with each."""
    text = source("typescript", lines)
    root, at = overlay(text, "typescript").root, len(text) // 2
    ways: dict[str, Callable[[], object]] = {}
    for name, style in {**STYLES, "numbered": Style(numbers="full")}.items():
        document = Document(text, "typescript", root, (at, at + 40))
        ways[name] = lambda d=document, s=style: _choice(lambda: Plan([d], s), len(text) // 10)
    taken = timing.rounds(ways, times=5)
    print(f"\nchoice by style, {lines:,} lines of TypeScript, a tenth kept, ms: ", end="")
    print(", ".join(f"{name} {timing.best_ms(seconds):.1f}" for name, seconds in taken.items()))


def _tokens(lines: int) -> None:
    """The whole function with a budget of tokens, tries and counting with it."""
    text = source("python", lines)

    def in_tokens() -> Summary:
        return summarize(text + " " * next(_fresh), budget=8_000, path="a.py", select=(lines // 2, lines // 2 + 4))

    _fresh = iter(range(1_000_000))
    found = in_tokens()
    taken = timing.rounds({"tokens": lambda: in_tokens().tokens}, times=5)
    print(f"summarize(…, budget=8,000 tokens), {lines:,} lines of Python: ", end="")
    print(f"{timing.best_ms(taken['tokens']):.1f} ms, {found.tokens:,} tokens in {found.tries} tries")
