"""A first look: what brimful can do today, on a small conversation, a prompt tree and a test run, offline.

Run by `make up`; also: `python examples/first_look.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

import brimful
from brimful.prompt import manifest_text, render_sync
from brimful.prompt.declared import read_tree

DATA = Path(__file__).parent / "data"
BUDGET = 240
ROOM = 200


def main() -> None:
    """Count, check, mend, translate, render a prompt that fits, shorten a result."""
    body = (DATA / "conversation.json").read_bytes()
    print("A request in Anthropic's shape: a system prompt, two tools, two calls with their results.\n")

    counted = brimful.count(body)
    print(f"1. It costs {counted:,} tokens; plan with {counted.with_margin:,}. Where they go:")
    for category, tokens in counted.by_kind.items():
        if tokens:
            print(f"     {category:14} {tokens:5,}")

    print("\n2. The same conversation for other providers:")
    for to, model in (("openai", "gpt-5"), ("responses", "gpt-5"), ("gemini", "gemini-2.5-pro")):
        done = brimful.translate(body, to=to, model=model)
        lost = ", ".join(f"{loss.what} at {loss.at}" for loss in done.losses) or "nothing"
        problems = brimful.check(done.body)
        tokens = brimful.count(done.body, model=model)
        print(f"     {to:10} {tokens:5,} tokens; {len(problems)} problems; not carried: {lost}")

    broken = (DATA / "broken.json").read_bytes()
    print("\n3. A broken request, and everything the provider would refuse in it:")
    for problem in brimful.check(broken):
        print(f"     {problem.at}: {problem.message}")
    mended = brimful.repair(broken)
    print(f"   repaired by {len(mended.mends)} steps; problems left: {len(mended.problems)}")

    tree = read_tree(json.loads((DATA / "agent-tree.json").read_text("utf-8")))
    rendered = render_sync(tree, budget=BUDGET, model="gpt-5")
    print(f"\n4. A prompt tree made to fit {BUDGET} tokens, and what was left behind:\n")
    print(manifest_text.as_text(rendered.manifest, width=100), end="")

    run = (DATA / "pytest.txt").read_text("utf-8")
    short = brimful.results.shorten(run, limit=ROOM, model="gpt-5")
    print(f"\n5. What a test run printed ({brimful.count(run)} tokens), in {short.tokens}:\n")
    print("\n".join(f"     {line}" for line in short.text.splitlines()))

    print(
        "\nGo on with: docs/tutorial/first-steps.md, docs/tutorial/a-prompt-that-fits.md,"
        "\n            or `.venv/bin/brimful --help`."
    )


if __name__ == "__main__":
    main()
