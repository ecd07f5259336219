"""The agent's prompt: who gets what, what survives, what is repeated byte for byte."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from brimful.errors import InvalidInput
from brimful.messages import CacheMark, Conversation, Image, Message, Text, content_digest
from brimful.messages import rounds as rounds_in
from brimful.models.caches import caching_for
from brimful.prompt import (
    PLAIN,
    SUMMARISED,
    AgentPrompt,
    Ask,
    BudgetExceeded,
    Frozen,
    Places,
    Rendered,
    Rules,
    TextChunk,
    Workspace,
)
from brimful.prompt.manifest import Entry
from brimful.prompt.workspace import whole_lines, without_dot_files
from brimful.providers import compose, dialect
from brimful.settings import DEFAULTS
from tests.prompt.agents import (
    PIXEL,
    TOKENIZER,
    agent_rounds,
    answer,
    are_pairs_whole,
    fitting,
    histories,
    problems,
    recorded,
    rendered,
    round_of,
    user,
)

SYSTEM = "You are a careful agent."
QUERY = "Why does the upload fail?"
WORKSPACE = Workspace(
    os="Linux",
    tasks="make test\nmake check",
    trees={"app": "src/\n  a.py\n.git/\n  HEAD\nREADME.md"},
    preferences="Be brief.",
    memory="Uploads are in src/a.py.",
)
BEFORE = [user("first question"), *round_of(1, 40), *round_of(2, 40, 5), answer("first answer")]
NOW = [*round_of(11, 30, thought="hm"), *round_of(12, 30, 3)]


def agent(places: Places = PLAIN, **given: object) -> AgentPrompt:
    """An agent's prompt with everything in it."""
    usual: dict[str, object] = {
        "rules": Rules("Custom rule.", "Mode rule.", "Nobody is watching."),
        "workspace": WORKSPACE,
        "history": BEFORE,
        "rounds": NOW,
        "stop_query": "Are you done?",
    }
    ask = Ask(QUERY, attachments=["attached file"], notes="Answer in JSON.")
    return AgentPrompt(SYSTEM, ask, places=places, **{**usual, **given})  # type: ignore[arg-type]


def entries_of(done: Rendered) -> dict[str, Entry]:
    return {entry.id: entry for entry in done.manifest.entries}


def texts(done: Rendered) -> list[str]:
    return [message.text for message in done.messages if message.role != "tool"]


def marks_at(done: Rendered) -> list[int]:
    """The places of the messages that carry a mark, results looked into."""
    return [
        place
        for place, message in enumerate(done.messages)
        for part in (*message.parts, *(inner for result in message.tool_results for inner in result.content))
        if isinstance(part, CacheMark)
    ]


def digests(messages: tuple[Message, ...]) -> list[bytes]:
    return [content_digest(message) for message in messages]


# --- who gets what ------------------------------------------------------------------------------------------------


@pytest.mark.spec("PT-6")
def test_everything_stands_in_its_order() -> None:
    assert texts(rendered(agent(), 100_000)) == [
        SYSTEM,
        "Custom rule.\nMode rule.",
        "Nobody is watching.",
        "Operating system:\nLinux\nTasks:\nmake test\nmake check\nFiles of app:\nsrc/\n  a.py\nREADME.md\n"
        "Preferences:\nBe brief.\nMemory:\nUploads are in src/a.py.",
        "first question", "", "", "first answer",
        f"attached file\nAnswer in JSON.\n{QUERY}",
        "", "",
        "Are you done?",
    ]  # fmt: skip


@pytest.mark.spec("PT-6")
@pytest.mark.parametrize(
    ("places", "expected"),
    [
        (PLAIN, {"history": (700, 1), "user": (900, 2), "rounds": (899, 2), "stop": (901, None)}),
        (
            SUMMARISED,
            {
                "conversation": (900, 1),
                "history": (899, 1),
                "user": (900, 2),
                "rounds": (899, 2),
                "stop": (901, None),
            },
        ),
    ],
    ids=["plain", "summarised"],
)
def test_priorities_and_growth_are_those_of_the_table(
    places: Places, expected: dict[str, tuple[int, int | None]]
) -> None:
    done = rendered(agent(places), 100_000)
    entries = entries_of(done)
    common = {"system": None, "instructions": None, "autopilot": 80, "context": None}
    shown = {name: entries[f"agent/{name}"].priority for name in (*common, *expected)}
    assert shown == {**common, **{name: priority for name, (priority, _) in expected.items()}}
    assert entries["agent/user/0/0"].priority == 898
    assert entries["agent/user/0/1"].priority == 810
    assert entries["agent/user/0/2"].priority == 900
    assert [entries[f"agent/rounds/{i}"].priority for i in range(2)] == [0, 1]
    order = [[name for name, _ in group.budgets] for group in done.manifest.groups]
    first = {name: next(i for i, group in enumerate(order) if f"agent/{name}" in group) for name in expected}
    assert first["stop"] < first["user"] == first["rounds"] < first["history"]


@pytest.mark.spec("PT-6")
def test_in_the_user_message_query_notes_and_attachments_render_in_that_order_with_a_sixth_for_attachments() -> None:
    done = rendered(agent(), 12_000)
    manifest, entries = done.manifest, entries_of(done)
    groups = [group for group in manifest.groups if group.parent == "agent/user/0"]
    assert [[name for name, _ in group.budgets] for group in groups] == [
        ["agent/user/0/2"],
        ["agent/user/0/1"],
        ["agent/user/0/0"],
    ]
    sixth = (entries["agent/user"].allotted or 0) // 6
    assert entries["agent/user/0/0"].allotted == sixth
    assert groups[0].reserved == groups[0].remaining // 6


@pytest.mark.spec("PT-6")
def test_the_tables_numbers_are_these() -> None:
    assert (DEFAULTS.prompt.tasks_max_tokens, DEFAULTS.prompt.tree_max_chars) == (2_000, 2_000)
    assert (DEFAULTS.prompt.attachments_share, DEFAULTS.prompt.rounds_reserve) == (6, 4)
    assert (PLAIN.preferences.priority, PLAIN.preferences.flex_grow) == (800, 7)
    assert (PLAIN.query, PLAIN.attachments, PLAIN.notes) == (
        SUMMARISED.query,
        SUMMARISED.attachments,
        SUMMARISED.notes,
    )


@pytest.mark.spec("PT-5", "PT-6")
def test_when_it_is_too_much_things_go_in_the_order_of_the_table() -> None:
    long = "Why, oh why? " * 100  # so that a sixth of the budget is more than the attachment
    given = {"rules": Rules(autopilot="Go on."), "workspace": Workspace(), "history": BEFORE, "rounds": NOW}
    prompt = AgentPrompt(SYSTEM, Ask(long, "attached", "JSON."), stop_query="Done?", **given)  # type: ignore[arg-type]
    done = rendered(prompt, rendered(AgentPrompt(SYSTEM, long), 10_000).tokens)
    gone: dict[str, int] = {}
    for entry in done.manifest.entries:
        for name in ("autopilot", "history", "rounds", "user/0/1", "user/0/0", "stop"):
            if entry.id.startswith(f"agent/{name}") and entry.step:
                gone[name] = max(gone.get(name, 0), entry.step)
    assert sorted(gone, key=gone.__getitem__) == ["autopilot", "history", "rounds", "user/0/1", "user/0/0", "stop"]


@pytest.mark.spec("PT-6")
def test_rules_can_be_said_by_the_system_and_empty_pieces_say_nothing() -> None:
    spoken = rendered(agent(settings=replace(DEFAULTS.prompt, rules_as_system=True)), 100_000).messages
    assert spoken[1] == Message("system", (Text("Custom rule.\nMode rule."),))
    bare = rendered(AgentPrompt(SYSTEM, QUERY), 1_000)
    assert bare.messages == (Message("system", (Text(SYSTEM),)), user(QUERY))


@pytest.mark.spec("PT-6")
def test_a_question_with_a_picture_is_handed_in_as_a_message() -> None:
    asked = Message("user", (Text("What is this?"), Image("image/png", PIXEL)))
    assert rendered(AgentPrompt(SYSTEM, asked), 5_000).messages[-1] == asked


@pytest.mark.spec("PT-6")
def test_a_piece_is_replaced_by_a_method_or_by_an_element() -> None:
    class Mine(AgentPrompt):
        def facts(self) -> list[str]:
            return ["My own facts."]

    done = rendered(Mine([TextChunk("One."), TextChunk("Two.")], QUERY), 1_000)
    assert texts(done) == ["One.\nTwo.", "My own facts.", QUERY]


@pytest.mark.spec("PT-6")
def test_long_facts_are_cut_to_their_limits_and_short_attachments_stay_whole() -> None:
    many = "\n".join(f"task number {i}" for i in range(2_000))
    tree = "\n".join(f"file_{i}.py" for i in range(1_000))
    workspace = Workspace(tasks=many, trees={"a": tree, "b": "README.md"})
    ask = Ask(QUERY, attachments=["word " * 9_000, "short"])
    done = rendered(AgentPrompt(SYSTEM, ask, workspace=workspace), 30_000)
    tasks, files = done.messages[1].text.split("\nFiles of a:\n")
    assert 1_900 < TOKENIZER.text(tasks) <= 2_010
    first, second = files.split("\nFiles of b:\n")
    assert 1_900 < len(first) + len(second) <= 2_000
    assert second == "README.md"
    assert first.endswith("more")
    attached = done.messages[2].text
    assert "short" in attached
    assert "characters left out" in attached


@pytest.mark.spec("PT-6")
def test_a_tree_leaves_out_what_begins_with_a_dot_and_ends_at_a_whole_line() -> None:
    assert without_dot_files("src/\n  .env\n  a.py\n.git/\n  HEAD\n  refs/\n    x\nREADME") == "src/\n  a.py\nREADME"
    assert whole_lines("aaaa\nbbbb\ncccc\ndddd", 15) == "aaaa\n… 3 more"
    assert whole_lines("aaaa\nbbbb", 9) == "aaaa\nbbbb"


# --- what survives ------------------------------------------------------------------------------------------------


def kept_rounds(done: Rendered, given: list[Message]) -> list[str]:
    """The rounds of a prompt that are rounds of the conversation, by what they say."""
    known = {said(given[each.start : each.stop]) for each in rounds_in(given)}
    shown = [said(list(done.messages[each.start : each.stop])) for each in rounds_in(done.messages)]
    return [each for each in shown if each in known]


def said(spoken: list[Message]) -> str:
    return " ".join([*(call.id for m in spoken for call in m.tool_calls), *(m.text for m in spoken if m.text)])


@pytest.mark.spec("PT-5", "PT-7", "PT-11")
@given(histories(), agent_rounds(), st.integers(3, 3_000), st.sampled_from([PLAIN, SUMMARISED]), st.booleans())
def test_at_any_budget_it_is_valid_for_every_provider_and_system_and_query_are_in_it(
    before: list[Message], now: list[Message], budget: int, places: Places, is_marked: bool
) -> None:
    marks = None if is_marked else 0
    done = fitting(agent(places, history=before, rounds=now, marks=marks), budget)
    if done is None:
        return
    assert are_pairs_whole(done.messages)
    assert problems(done.messages) == []
    assert done.messages[0].text == SYSTEM
    assert any(QUERY in message.text for message in done.messages)
    every = kept_rounds(rendered(agent(history=before, rounds=now), 10**7), [*before, *now])
    kept = kept_rounds(done, [*before, *now])
    assert kept == every[len(every) - len(kept) :]


@pytest.mark.spec("PT-7")
def test_when_system_and_query_alone_do_not_fit_it_says_so_with_the_manifest() -> None:
    least = rendered(AgentPrompt(SYSTEM, QUERY), 1_000).tokens
    assert texts(rendered(agent(), least)) == [SYSTEM, QUERY]
    with pytest.raises(BudgetExceeded) as caught:
        rendered(agent(), least - 1)
    assert caught.value.manifest.left_behind
    assert any(message.text == "first question" for message in caught.value.messages)


@pytest.mark.spec("PT-5", "PT-7")
def test_where_marks_protect_the_conversation_too_much_of_it_is_the_sign_to_summarise() -> None:
    tokens = rendered(agent(SUMMARISED), 100_000).tokens
    long = [*BEFORE, *BEFORE, *round_of(3, 2_000)]
    with pytest.raises(BudgetExceeded, match="may not go"):
        rendered(agent(SUMMARISED, history=long, rounds=[]), tokens // 3)
    pruned = rendered(agent(SUMMARISED, history=long, rounds=[], marks=0), tokens // 3)
    assert marks_at(pruned) == []


@pytest.mark.spec("PT-6", "MSG-4")
def test_a_round_still_waiting_for_its_results_is_left_out_and_said() -> None:
    done = rendered(agent(rounds=[*NOW, round_of(13, 1)[0]]), 100_000)
    assert [meta.value for meta in done.metadata] == ["the call c13_0 of run was taken out: it has no result"]
    assert are_pairs_whole(done.messages)


# --- marks --------------------------------------------------------------------------------------------------------


@pytest.mark.spec("CM-1", "PT-6")
def test_marks_stand_after_context_user_message_and_newest_result_as_many_as_there_may_be() -> None:
    done = rendered(agent(SUMMARISED), 100_000)
    places = [place for place, message in enumerate(done.messages) if message.role == "user"]
    context, asked = places[1], places[3]
    newest = len(done.messages) - 2
    assert marks_at(done) == [context, asked, newest]
    for marks, expected in ((2, [context, newest]), (1, [context]), (0, [])):
        assert marks_at(rendered(agent(SUMMARISED, marks=marks), 100_000)) == expected
    assert marks_at(rendered(agent(PLAIN), 100_000)) == []
    allowed = caching_for("claude-sonnet-4-5", "anthropic").marks
    assert len(marks_at(rendered(agent(SUMMARISED, marks=allowed), 100_000))) == 3


# --- what is repeated ---------------------------------------------------------------------------------------------


@pytest.mark.spec("PT-6", "CM-4")
@pytest.mark.parametrize("places", [PLAIN, SUMMARISED], ids=["plain", "summarised"])
def test_what_was_said_once_is_said_again_though_the_facts_have_changed(places: Places) -> None:
    first = agent(places, rounds=[], workspace=Workspace(os="Linux", tasks="make test"))
    done = rendered(first, 100_000)
    stored = json.decode(json.encode(first.frozen_in(done).to_json()))
    later = AgentPrompt(
        SYSTEM,
        Ask(QUERY, attachments=["the file, edited"]),
        rules=Rules("Custom rule.", "Mode rule.", "Nobody is watching."),
        workspace=Workspace(os="Linux", tasks="make everything", memory="new"),
        history=BEFORE,
        rounds=NOW,
        places=places,
        frozen=Frozen.from_json(stored),
    )
    again = rendered(later, 100_000)
    # all but the stop hook's question, which moves behind the new rounds
    stable = len(done.messages) - 1
    assert digests(again.messages[:stable]) == digests(done.messages[:stable])
    assert later.frozen_in(again) == first.frozen_in(done)


@pytest.mark.spec("CM-4", "PT-6")
@given(histories(), agent_rounds(), st.sampled_from([PLAIN, SUMMARISED]))
def test_as_a_turn_grows_nothing_before_its_newest_round_changes(
    before: list[Message], now: list[Message], places: Places
) -> None:
    frozen, shown = Frozen(), []
    ends = [0, *(each.stop for each in rounds_in(now))]
    for end in ends:
        prompt = agent(places, history=before, rounds=now[:end], stop_query=None, frozen=frozen)
        done = rendered(prompt, 20_000)
        frozen = prompt.frozen_in(done)
        shown.append(digests(done.messages))
    for earlier, later in itertools.pairwise(shown):
        assert later[: len(earlier)] == earlier


@pytest.mark.spec("CM-4", "PT-6")
def test_the_next_turn_finds_the_one_before_as_it_was_sent() -> None:
    first = agent(rounds=NOW, stop_query=None)
    done = rendered(first, 100_000)
    frozen = first.frozen_in(done)
    assert frozen.user_message is not None
    over = [*BEFORE, frozen.user_message, *NOW, answer("It does not.")]
    second = AgentPrompt(SYSTEM, "And now?", rules=first.rules, history=over, frozen=frozen.next_turn())
    again = rendered(second, 100_000)
    asked = next(i for i, message in enumerate(done.messages) if QUERY in message.text)
    assert digests(again.messages[: asked + 1]) == digests(done.messages[: asked + 1])
    assert again.messages[-1].text == "And now?"


@pytest.mark.spec("PT-6")
def test_another_question_is_not_answered_with_what_the_last_one_said() -> None:
    frozen = agent().frozen_in(rendered(agent(), 100_000))
    done = rendered(AgentPrompt(SYSTEM, "Another one", frozen=frozen), 100_000)
    assert done.messages[-1].text == "Another one"


@pytest.mark.spec("PT-6", "CM-4")
def test_a_result_that_was_cut_stays_cut_the_same_way() -> None:
    now = [*round_of(1, 3_000), *round_of(2, 10)]
    prompt = AgentPrompt(SYSTEM, QUERY, rounds=now)
    done = rendered(prompt, 2_000)
    assert "left out" in str(done.messages[3].tool_results[0].content)
    frozen = prompt.frozen_in(done)
    again = rendered(AgentPrompt(SYSTEM, QUERY, rounds=[*now, *round_of(3, 10)], frozen=frozen), 50_000)
    assert digests(again.messages[: len(done.messages)]) == digests(done.messages)


@pytest.mark.spec("PT-6")
def test_what_is_not_a_frozen_prompt_is_refused() -> None:
    with pytest.raises(InvalidInput, match="not what a prompt froze"):
        Frozen.from_json({"context": "words"})


# --- recorded sessions --------------------------------------------------------------------------------------------


@pytest.mark.spec("PT-5", "PT-6", "PT-7", "PT-11")
@pytest.mark.parametrize("name", sorted(recorded()))
@pytest.mark.parametrize("places", [PLAIN, SUMMARISED], ids=["plain", "summarised"])
def test_a_recorded_session_fits_and_keeps_its_newest_rounds(name: str, places: Places) -> None:
    session = recorded()[name]
    system, turns = session.messages[0], session.messages[1:]
    newest = max(i for i, message in enumerate(turns) if message.role == "user")
    before, asked, now = turns[:newest], turns[newest], turns[newest + 1 :]

    def at(budget: int) -> Rendered:
        prompt = AgentPrompt(system.text, asked, history=before, rounds=now, places=places, marks=0)
        return rendered(prompt, budget)

    whole = at(1_000_000)
    assert [m.text for m in whole.messages if m.role != "tool"] == [
        m.text for m in session.messages if m.role != "tool"
    ]
    every = kept_rounds(whole, list(turns))
    least = rendered(AgentPrompt(system.text, asked), 1_000_000).tokens
    counts = []
    for share in (1.0, 0.7, 0.5, 0.3, 0.1, 0.0):
        done = at(least + int(share * (whole.tokens - least)))
        kept = kept_rounds(done, list(turns))
        assert kept == every[len(every) - len(kept) :]
        assert are_pairs_whole(done.messages)
        assert problems(done.messages, session.tools) == []
        counts.append(len(kept))
    assert counts[0] == len(every)
    assert counts[-1] == 0
    assert sorted(counts, reverse=True) == counts


@pytest.mark.spec("PT-11")
def test_a_prompt_becomes_a_request_of_each_provider() -> None:
    done = rendered(agent(SUMMARISED), 100_000)
    body = compose(Conversation(done.messages, model="claude-sonnet-4-5"), dialect("anthropic")).json
    assert body["messages"][-1]["role"] == "user"
    assert SYSTEM in str(body["system"])
    assert str(body).count("cache_control") == 3
