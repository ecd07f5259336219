"""Messages for property tests: any part, any order, calls and results that may or may not belong together."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from brimful.messages import (
    CacheMark,
    Conversation,
    Document,
    Image,
    Message,
    Opaque,
    Options,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
)

ids = st.sampled_from(["a", "b", "c", "call_1", "toolu_01", "id with space", ""])
names = st.sampled_from(["read", "grep", "run-it", "mcp__x__y", "näme"])
words = st.text(max_size=30)
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

texts = st.builds(Text, words)
images = st.builds(Image, media_type=st.just("image/png"), data=st.just(PIXEL)) | st.builds(
    Image, url=st.just("https://example.com/cat.png"), detail=st.sampled_from(["", "low", "high"])
)
documents = st.builds(
    Document, media_type=st.just("application/pdf"), data=st.just("JVBERi0="), name=st.sampled_from(["", "a.pdf"])
) | st.builds(Document, media_type=st.just("text/plain"), text=words)
opaques = st.builds(Opaque, kind=st.sampled_from(["compaction", "web_search"]), value=st.just({"x": 1}))
marks = st.builds(CacheMark)
calls = st.builds(ToolCall, id=ids, name=names, arguments=st.sampled_from(["{}", '{"path":"a.py"}', "not json", ""]))
contents = st.lists(texts | images | documents | marks, max_size=2).map(tuple)
results = st.builds(ToolResult, call_id=ids, content=contents, is_error=st.booleans(), name=st.just("") | names)
thinking = st.builds(
    Thinking,
    text=words,
    signature=st.sampled_from(["", "c2ln"]),
    redacted=st.booleans(),
    id=st.sampled_from(["", "rs_1"]),
)

messages = st.one_of(
    st.builds(Message, st.just("system"), st.lists(texts | marks, max_size=2).map(tuple)),
    st.builds(
        Message, st.just("user"), st.lists(texts | images | documents | marks | results, max_size=3).map(tuple)
    ),
    st.builds(Message, st.just("assistant"), st.lists(thinking | texts | calls | opaques, max_size=4).map(tuple)),
    st.builds(Message, st.just("tool"), st.lists(results, min_size=1, max_size=3).map(tuple)),
)
tools = st.builds(
    Tool,
    name=names,
    description=words,
    parameters=st.sampled_from([None, {"type": "object", "properties": {"path": {"type": "string"}}}, {}]),
)
conversations = st.builds(
    Conversation,
    messages=st.lists(messages, max_size=8).map(tuple),
    tools=st.lists(tools, max_size=2).map(tuple),
    model=st.sampled_from(["", "some-model"]),
)


# --- conversations in order: what a well-behaved agent sends ----------------------------------------------------

plain_words = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=20
).filter(lambda text: text.strip() == text)
plain_names = st.sampled_from(["read_file", "grep", "run"])
plain_arguments = st.dictionaries(st.sampled_from(["path", "n"]), plain_words | st.integers(-5, 10**6), max_size=2)


@st.composite
def agent_conversations(draw: st.DrawFn) -> Conversation:
    """System prompt, turns of a user and a model that calls tools, every call answered; the user speaks last."""
    said: list[Message] = []
    if draw(st.booleans()):
        said.append(Message("system", (Text(draw(plain_words)),)))
    number = 0
    for _ in range(draw(st.integers(1, 3))):
        said.append(Message("user", (Text(draw(plain_words)), *draw(st.lists(images_by_value, max_size=1)))))
        for _ in range(draw(st.integers(0, 2))):
            names = draw(st.lists(plain_names, min_size=1, max_size=3))
            ids_here = [f"call_{number + i}" for i in range(len(names))]
            number += len(names)
            arguments = [json.dumps(draw(plain_arguments), separators=(",", ":")) for _ in names]
            asked = [ToolCall(i, n, a) for i, n, a in zip(ids_here, names, arguments, strict=True)]
            opening = [Text(draw(plain_words))] if draw(st.booleans()) else []
            said.append(Message("assistant", (*opening, *asked)))
            results_here = [
                ToolResult(i, (Text(draw(plain_words)),), name=n) for i, n in zip(ids_here, names, strict=True)
            ]
            said += [Message("tool", (result,)) for result in results_here]
        said.append(Message("assistant", (Text(draw(plain_words)),)))
    said.append(Message("user", (Text(draw(plain_words)),)))
    schema = {"type": "object", "properties": {"path": {"type": "string"}, "n": {"type": "integer"}}}
    offered = tuple(Tool(name, f"Does {name}.", schema) for name in ("read_file", "grep", "run"))
    return Conversation(tuple(said), offered, model="m", options=Options(max_output_tokens=1000))


images_by_value = st.builds(Image, media_type=st.just("image/png"), data=st.just(PIXEL))
