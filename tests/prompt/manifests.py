"""Manifests for the tests of the views: one as an agent's prompt gives it, and any at all."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from brimful.prompt.manifest import Entry, Group, Manifest, Step

BUDGET = 8_000


def agent_manifest() -> Manifest:
    """An agent's prompt over its budget: a token limit, a chunk gone whole, partners, an emptied parent, growth."""
    entries = [
        Entry("agent", "Prompt", allotted=8000, used=13_962, tokens=7_468),
        *_instructions(),
        *_repository(),
        *_files(),
        *_history(),
        *_question(),
    ]
    return Manifest(BUDGET, 7_468, tuple(entries), _groups(), _steps(), counter="o200k_base")


def _instructions() -> list[Entry]:
    at = "agent/system"
    return [
        Entry(at, "System", "agent", required=True, allotted=8000, used=904, tokens=904),
        _text(f"{at}/identity", at, 338, "You are a careful coding agent. Work in small steps and say what you did."),
        _text(f"{at}/rules", at, 402, "Never edit generated files. Run the tests before you say that you are done."),
        _text(f"{at}/style", at, 164, "Answer briefly. Use the words of the project. No greetings."),
        Entry("agent/tools-note", "IfEmpty", "agent", allotted=7088, fate="unused"),
    ]


def _repository() -> list[Entry]:
    at = "agent/repository"
    return [
        Entry(at, "TokenLimit", "agent", 60, allotted=1200, used=1880, tokens=1176),
        Entry(
            f"{at}/map",
            "Expandable",
            at,
            70,
            allotted=1200,
            used=310,
            tokens=742,
            grown=432,
            preview="src/ api/ upload.py retry.py client.py legacy/ tests/",
        ),
        Entry(f"{at}/branch", "Text", at, 65, allotted=890, used=58, tokens=58, preview="On branch fix/flaky-upload"),
        Entry(
            f"{at}/changes",
            "TextChunk",
            at,
            62,
            allotted=832,
            used=376,
            tokens=376,
            preview="diff --git a/src/api/upload.py b/src/api/upload.py",
        ),
        _gone(
            f"{at}/commits", "TextChunk", at, 40, 704, 1, at, f"{at}/changes", preview="4be1c02 Retry uploads twice"
        ),
        _gone(f"{at}/issues", "Chunk", at, 30, 432, 2, at, f"{at}/changes"),
        _gone(
            f"{at}/issues/0",
            "Text",
            f"{at}/issues",
            30,
            214,
            2,
            at,
            cause=f"{at}/issues",
            preview="#412 Upload test fails one time in ten",
        ),
        _gone(
            f"{at}/issues/1",
            "Text",
            f"{at}/issues",
            30,
            218,
            2,
            at,
            cause=f"{at}/issues",
            preview="#398 Timeouts are read as refusals",
        ),
    ]


def _files() -> list[Entry]:
    at = "agent/files"
    return [
        Entry(at, "PrioritizedList", "agent", 50, allotted=4200, used=3_924, tokens=1_918),
        Entry(
            f"{at}/upload.py", "TextChunk", at, 50, allotted=1400, used=1_402, tokens=1_402, preview="class Uploader:"
        ),
        Entry(
            f"{at}/retry.py", "TextChunk", at, 49, allotted=1400, used=516, tokens=516, preview="def with_retries("
        ),
        _gone(f"{at}/client.py", "TextChunk", at, 32, 988, 5, "agent", "agent/history/6", preview="import httpx"),
        _gone(f"{at}/legacy", "Container", at, 31, 1_018, 4, "agent", cause="empty", fate="emptied"),
        _gone(
            f"{at}/legacy/v1.py",
            "Text",
            f"{at}/legacy",
            30,
            640,
            3,
            "agent",
            "agent/history/6",
            preview="# The first protocol",
        ),
        _gone(
            f"{at}/legacy/v2.py",
            "Text",
            f"{at}/legacy",
            31,
            378,
            4,
            "agent",
            "agent/history/6",
            preview="# The second protocol",
        ),
    ]


def _history() -> list[Entry]:
    at = "agent/history"
    rows: list[Entry] = []
    sizes = [120, 688, 1_204, 96, 604, 1_072, 88, 412, 1_160, 74, 310, 592]
    kinds = ["User", "Assistant", "Tool"] * 4
    steps = [6, 7, 7, 8, 9, 9]
    said = [
        "Please have a look at the flaky upload",
        "I will read the test first",
        "Traceback (most recent call last):",
    ]
    for index, (size, kind) in enumerate(zip(sizes, kinds, strict=True)):
        id_, priority = f"{at}/{index}", 40 + index
        words = f"{said[index % 3]} ({index // 3 + 1})"
        if index >= len(steps):
            rows.append(Entry(id_, kind, at, priority, allotted=5000, used=size, tokens=size, preview=words))
        elif kind == "Tool":
            rows.append(
                _gone(id_, kind, at, priority, size, steps[index], "agent", cause=f"{at}/{index - 1}", preview=words)
            )
        else:
            rows.append(_gone(id_, kind, at, priority, size, steps[index], "agent", f"{at}/6", preview=words))
    kept = sum(entry.tokens for entry in rows)
    asked = sum(entry.used for entry in rows)
    return [Entry(at, "History", "agent", 55, allotted=5000, used=asked, tokens=kept), *rows]


def _question() -> list[Entry]:
    at = "agent/question"
    return [
        Entry(at, "User", "agent", required=True, allotted=8000, used=780, tokens=780),
        _text(
            f"{at}/words", at, 96, "The upload test fails one time in ten on CI. Find out why and mend it for good."
        ),
        Entry(f"{at}/screenshot", "Image", at, used=684, tokens=684, preview="image/png, 1024 × 768"),
        Entry(f"{at}/mark", "CacheMark", at),
    ]


def _text(id_: str, parent: str, tokens: int, preview: str) -> Entry:
    return Entry(id_, "text", parent, used=tokens, tokens=tokens, preview=preview)


def _gone(
    id_: str, kind: str, parent: str, priority: int, used: int, step: int, limit: str, favour: str = "", **more: Any
) -> Entry:
    fields: dict[str, Any] = {"allotted": used, "fate": "pruned", **more}
    return Entry(id_, kind, parent, priority, used=used, step=step, limit=limit, favour=favour, **fields)


def _groups() -> tuple[Group, ...]:
    return (
        Group("agent", 8000, 2200, (("agent/system", 5800), ("agent/question", 5800))),
        Group("agent", 6308, 1100, (("agent/history", 5000),)),
        Group("agent", 5400, 0, (("agent/repository", 1200), ("agent/files", 4200))),
    )


def _steps() -> tuple[Step, ...]:
    repository, files, history = "agent/repository", "agent/files", "agent/history"
    return (
        Step(1, repository, (f"{repository}/commits",)),
        Step(2, repository, (f"{repository}/issues",), (f"{repository}/issues/0", f"{repository}/issues/1")),
        Step(3, "agent", (f"{files}/legacy/v1.py",)),
        Step(4, "agent", (f"{files}/legacy/v2.py",), (f"{files}/legacy",)),
        Step(5, "agent", (f"{files}/client.py",)),
        Step(6, "agent", (f"{history}/0",)),
        Step(7, "agent", (f"{history}/1",), (f"{history}/2",)),
        Step(8, "agent", (f"{history}/3",)),
        Step(9, "agent", (f"{history}/4",), (f"{history}/5",)),
    )


def large_manifest(count: int, breadth: int = 10_000) -> Manifest:
    """`count` entries: folders of `breadth` chunks, the older half pruned."""
    entries = [Entry("root", "Prompt", allotted=count, used=count * 2, tokens=count)]
    steps = []
    while len(entries) < count:
        at = f"root/{len(entries)}"
        entries.append(Entry(at, "Container", "root", 5, allotted=count, used=breadth * 2, tokens=breadth))
        for index in range(min(breadth, count - len(entries))):
            id_ = f"{at}/{index}"
            if index < breadth // 2:
                steps.append(Step(len(steps) + 1, "root", (id_,)))
                entries.append(_gone(id_, "TextChunk", at, index, 2, len(steps), "root", preview="left " * 8))
            else:
                entries.append(Entry(id_, "TextChunk", at, index, used=2, tokens=2, preview="kept " * 8))
    return Manifest(count, count, tuple(entries), steps=tuple(steps))


# Ids and previews that try to break out of whatever they are shown in.
NASTY = st.sampled_from(
    [
        "</script><script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "\" onmouseover='alert(1)",
        "]]>--></style></details></main>",
        "\x1b[2J\x1b[31mred\x07",
        "\x1b]8;;https://example.org\x1b\\link",
        "\u202eright to left",
        "日本語のとても長い文",
        "a\u0301\u0301 👩‍👩‍👧 ｗｉｄｅ",
        "line\none\ttwo\r\x00\x9b5m",
        "\ud800 half",
        "",
        "agent/history/3",
    ]
)
WORDS = st.one_of(NASTY, st.text(max_size=20))
SIZES = st.integers(-5, 10**12)


@st.composite
def any_manifests(draw: st.DrawFn) -> Manifest:
    """Any manifest that the types allow, sensible or not: repeated ids, parents that are not there, odd numbers."""
    ids = draw(st.lists(WORDS, min_size=1, max_size=8))
    known = st.sampled_from([*ids, ""])
    entries = st.builds(
        Entry,
        id=st.sampled_from(ids),
        kind=WORDS,
        parent=known,
        priority=st.none() | st.floats(allow_nan=False),
        required=st.booleans(),
        allotted=st.none() | SIZES,
        used=SIZES,
        tokens=SIZES,
        grown=SIZES,
        fate=st.sampled_from(["kept", "pruned", "emptied", "unused"]),
        step=st.integers(0, 5),
        limit=known,
        cause=known | st.just("empty"),
        favour=known,
        preview=WORDS,
    )
    some = st.lists(known, max_size=4).map(tuple)
    steps = st.builds(Step, st.integers(0, 9), known, some, some)
    budgets = st.lists(st.tuples(known, SIZES), max_size=3).map(tuple)
    groups = st.builds(Group, known, SIZES, SIZES, budgets)
    return Manifest(
        budget=draw(SIZES),
        tokens=draw(SIZES),
        entries=tuple(draw(st.lists(entries, max_size=30))),
        groups=tuple(draw(st.lists(groups, max_size=3))),
        steps=tuple(draw(st.lists(steps, max_size=15))),
        counter=draw(WORDS),
    )
