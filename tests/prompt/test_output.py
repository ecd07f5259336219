"""Rendered prompts as requests of every provider, and as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import brimful
import brimful.prompt.plain
from brimful.messages import Options, Text, Tool, ToolChoice, ToolResult
from brimful.prompt import (
    Assistant,
    BudgetExceeded,
    CacheMark,
    Call,
    Child,
    Chunk,
    Document,
    Image,
    KeepWith,
    Opaque,
    System,
    TextChunk,
    User,
    render_sync,
)
from brimful.prompt import Tool as ToolMessage
from brimful.prompt.output import as_request
from brimful.providers import NAMES

MODELS = {"openai": "gpt-5", "responses": "gpt-5", "anthropic": "claude-sonnet-4-5", "gemini": "gemini-2.5-pro"}
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PDF = "JVBERi0xLjEKJcKlwrHDqwo="

# A block of each provider that its own validator accepts in a user's message.
NATIVE: dict[str, dict[str, Any]] = {
    "openai": {"type": "text", "text": "native"},
    "responses": {"type": "input_text", "text": "native"},
    "anthropic": {"type": "text", "text": "native"},
    "gemini": {"text": "native"},
}

words = st.text("ab \n\té漢🙂", max_size=12)
priorities = st.one_of(st.none(), st.integers(0, 5))


@st.composite
def pieces(draw: st.DrawFn) -> Child:
    """Something a message may say."""
    kind = draw(st.sampled_from(["text", "text", "chunk", "image", "document", "mark", "opaque"]))
    priority = draw(priorities)
    if kind == "chunk":
        return TextChunk(draw(words), priority=priority)
    if kind == "image":
        return Image(source=draw(st.sampled_from([PNG, "https://example.org/a.png"])), priority=priority)
    if kind == "document":
        return Document(data=PDF, media_type="application/pdf", name="a.pdf", priority=priority)
    if kind == "mark":
        return CacheMark(ttl=draw(st.sampled_from(["", "5m", "1h"])))
    if kind == "opaque":
        provider = draw(st.sampled_from(NAMES))
        return Opaque(NATIVE[provider], kind=provider, tokens=3, priority=priority)
    return draw(words)


def said(*, media: bool = True) -> st.SearchStrategy[list[Child]]:
    plain = st.one_of(words, st.builds(lambda text, n: TextChunk(text, priority=n), words, priorities))
    return st.lists(pieces() if media else plain, max_size=3)


@st.composite
def rounds(draw: st.DrawFn, number: int) -> list[Child]:
    """Calls and their results; now and then one side can be pruned without the other, or comes alone."""
    ids = [f"call_{number}_{i}" for i in range(draw(st.integers(1, 3)))]
    key = f"round {number}" if draw(st.booleans()) else ""
    calls = [Call(id_, draw(st.sampled_from(["read", "ls"])), '{"path": "a"}', key) for id_ in ids]
    asking = Assistant(*draw(said(media=False)), calls=calls, priority=draw(priorities))
    answers = [
        ToolMessage(*draw(said()), call_id=id_, is_error=draw(st.booleans()), priority=draw(priorities))
        for id_ in ids
        if draw(st.integers(0, 9))
    ]
    kept: list[Child] = [KeepWith(answer, key=key) if key else answer for answer in answers]
    return [asking, *kept] if draw(st.integers(0, 9)) else kept


@st.composite
def trees(draw: st.DrawFn) -> list[Child]:
    """Messages in any order."""
    found: list[Child] = []
    for number in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from(["system", "user", "user", "assistant", "round", "round"]))
        if kind == "round":
            found += draw(rounds(number))
        elif kind == "system":
            found.append(System(*draw(said(media=False)), priority=draw(priorities)))
        elif kind == "assistant":
            found.append(Assistant(*draw(said(media=False)), name=draw(st.sampled_from(["", "a b"]))))
        else:
            found.append(User(*draw(said()), priority=draw(priorities), name=draw(st.sampled_from(["", "é"]))))
    return found


def rendered_messages(tree: list[Child], budget: int) -> Any:
    try:
        return render_sync(tree, budget=budget).messages
    except BudgetExceeded as error:  # cache marks protect more than fits: what there was before is a prompt too
        return error.messages


@pytest.mark.spec("PT-11")
@given(trees(), st.integers(0, 400), st.sampled_from(NAMES))
@example([User("x", Opaque(NATIVE["gemini"], kind="gemini"))], 400, "gemini")
@example([System("only the system speaks")], 400, "gemini")
def test_whatever_a_tree_says_the_request_is_one_its_provider_takes(
    tree: list[Child], budget: int, provider: str
) -> None:
    messages = rendered_messages(tree, budget)
    done = as_request(messages, provider, model=MODELS[provider])
    assert tuple(brimful.check(done.body)) == done.problems
    if any(message.text.strip() for message in messages):
        assert done.problems == ()
    else:  # nothing was left that this provider has words for
        assert {problem.rule for problem in done.problems} <= {"no_messages", "no_input", "empty_contents"}


@pytest.mark.spec("PT-11")
@given(trees(), st.sampled_from(NAMES))
def test_every_word_of_the_prompt_is_in_the_request_or_in_the_report(tree: list[Child], provider: str) -> None:
    messages = rendered_messages(tree, 10_000)
    done = as_request(messages, provider, model=MODELS[provider])
    if done.losses or done.mends:
        return
    body = _all_text(done.json)
    parts = [part for message in messages for part in message.parts]
    parts += [part for result in parts if isinstance(result, ToolResult) for part in result.content]
    for part in parts:
        if isinstance(part, Text):
            assert part.text.strip() in body


def _all_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return "\n".join(map(_all_text, inner))


CONVERSATION = [
    System("Be brief.", CacheMark(ttl="1h")),
    User("What is in a.py?"),
    Assistant("I look.", calls=[Call("c1", "read_file", '{"path":"a.py"}')]),
    ToolMessage("print('hi')", call_id="c1"),
    Assistant("It prints hi."),
    User("And in ", Image(source=PNG), "?"),
]


@pytest.mark.spec("PT-11")
@pytest.mark.parametrize("provider", NAMES)
def test_a_prompt_is_a_whole_request_of_each_provider(provider: str) -> None:
    tool = Tool("read_file", "Read a file.", {"type": "object", "properties": {"path": {"type": "string"}}})
    options = Options(max_output_tokens=500, tool_choice=ToolChoice("auto"))
    rendered = render_sync(CONVERSATION, budget=10_000)
    done = rendered.to(provider, model=MODELS[provider], tools=[tool], options=options)
    assert brimful.check(done.body) == []
    assert (done.mends, done.problems) == ((), ())
    back = done.body.conversation
    assert back.tools[0].name == "read_file"
    assert back.options.max_output_tokens == 500
    assert [m.text for m in back.messages if m.role == "system"] == ["Be brief."]
    assert [call.name for m in back.messages for call in m.tool_calls] == ["read_file"]


@pytest.mark.spec("PT-11")
def test_tools_may_come_in_the_providers_own_shape() -> None:
    own = {"name": "ls", "input_schema": {"type": "object"}, "cache_control": {"type": "ephemeral"}}
    done = render_sync([User("hi")], budget=100).to("anthropic", model="claude-sonnet-4-5", tools=[own])
    assert done.json["tools"] == [own]


@pytest.mark.spec("PT-11")
def test_cache_marks_of_the_tree_stand_where_the_provider_has_them() -> None:
    rendered = render_sync(CONVERSATION, budget=10_000)
    assert rendered.to("anthropic", model="m").json["system"] == [
        {"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral", "ttl": "1h"}}
    ]
    losses = rendered.to("gemini", model="m").losses
    assert [loss.what for loss in losses] == ["cache mark"]


@pytest.mark.spec("PT-11")
@pytest.mark.parametrize("provider", NAMES)
def test_an_opaque_part_goes_to_its_own_provider_and_is_a_loss_elsewhere(provider: str) -> None:
    rendered = render_sync([User("hi", Opaque(NATIVE[provider], kind=provider, tokens=2))], budget=100)
    for name in NAMES:
        done = rendered.to(name, model=MODELS[name])
        assert ("native" in str(done.json)) is (name == provider)
        assert bool(done.losses) is (name != provider)


@pytest.mark.spec("PT-11")
def test_an_item_of_openai_responses_stays_an_item() -> None:
    item = {"type": "web_search_call", "id": "ws_1", "status": "completed"}
    rendered = render_sync([User("hi"), Assistant(Opaque(item, kind="responses"), "done")], budget=100)
    assert item in rendered.to("responses", model="gpt-5").json["input"]


@pytest.mark.spec("MSG-4")
@pytest.mark.parametrize("provider", NAMES)
@pytest.mark.parametrize("goes", ["assistant", "tool"])
def test_what_pruning_tore_apart_is_put_in_order_and_told(provider: str, goes: str) -> None:
    call = Assistant("words " * 50, calls=[Call("c1", "ls")])
    result = ToolMessage("a.py " * (50 if goes == "tool" else 1), call_id="c1", priority=1)
    tree = [User("question"), Chunk(call, priority=0) if goes == "assistant" else Assistant(calls=call.calls), result]
    rendered = render_sync([*tree, User("next")], budget=60)
    assert goes not in [message.role for message in rendered.messages]
    done = rendered.to(provider, model=MODELS[provider])
    assert brimful.check(done.body) == []
    assert done.mends == (
        "messages[1]: a result of c1 was taken out: no call waits for it"
        if goes == "assistant"
        else "messages[1]: the call c1 of ls was taken out: it has no result",
    )
    assert "ls" not in str(done.json)
    assert "a.py" not in str(done.json)


@pytest.mark.spec("MSG-4")
def test_a_prompt_that_says_nothing_is_reported_and_not_passed_off_as_a_request() -> None:
    done = render_sync([User("much too long " * 50)], budget=3).to("openai", model="gpt-5")
    assert [problem.rule for problem in done.problems] == ["no_messages"]


@pytest.mark.spec("MSG-4")
def test_a_model_that_is_not_named_is_a_problem_where_the_body_names_it() -> None:
    rendered = render_sync([User("hi")], budget=100)
    assert [problem.message for problem in rendered.to("openai").problems] == ["model is missing"]
    assert rendered.to("gemini").problems == ()


@pytest.mark.spec("PT-11")
def test_as_text_every_part_is_shown_or_named() -> None:
    tree = [*CONVERSATION, User(Document(data=PDF, media_type="application/pdf", name="a.pdf"), name="anna")]
    assert render_sync(tree, budget=10_000).text() == (
        "# System\n\nBe brief.\n[cache mark]\n\n"
        "# User\n\nWhat is in a.py?\n\n"
        '# Assistant\n\nI look.\n[call c1: read_file {"path":"a.py"}]\n\n'
        "# Tool\n\n[result of c1, read_file]\nprint('hi')\n\n"
        "# Assistant\n\nIt prints hi.\n\n"
        "# User\n\nAnd in \n[image: image/png, 70 bytes]\n?\n\n"
        "# User (anna)\n\n[document: a.pdf, application/pdf, 17 bytes]\n"
    )


@pytest.mark.spec("PT-11")
@pytest.mark.parametrize(
    ("part", "shown"),
    [
        (lambda: Image(source="https://example.org/a.png"), "[image: https://example.org/a.png]"),
        (lambda: Image(source="https://example.org/" + "a" * 80), "…"),
        (lambda: Opaque({"type": "text", "text": "x"}, kind="anthropic"), '[anthropic: {"type":"text","text":"x"}]'),
        (lambda: Opaque([1]), "[opaque: [1]]"),
    ],
)
def test_as_text_what_is_no_text_is_named(part: Callable[[], Child], shown: str) -> None:
    assert shown in render_sync([User(part())], budget=10_000).text()


@pytest.mark.spec("PT-11")
@given(trees())
def test_as_text_there_is_one_heading_a_message(tree: list[Child]) -> None:
    messages = rendered_messages(tree, 10_000)
    text = brimful.prompt.plain.as_text(messages)
    assert text.count("# ") == len(messages)
