"""What the elements out of the box do (PT-6), one by one; pruning as a whole is in test_pruning_*."""

from __future__ import annotations

import pytest

from brimful.prompt import (
    Assistant,
    BudgetExceeded,
    CacheMark,
    Call,
    Child,
    Chunk,
    Container,
    Element,
    IfEmpty,
    Image,
    KeepWith,
    LegacyPrioritization,
    Meta,
    PrioritizedList,
    Reference,
    References,
    Rendered,
    System,
    TextChunk,
    TokenLimit,
    Tool,
    User,
    render_sync,
)
from tests.prompt.trees import TOKENIZERS


def shown(*prompt: Child, budget: int = 1000) -> Rendered:
    return render_sync(list(prompt), budget=budget, tokenizer=TOKENIZERS["words"])


def text(*children: Child, budget: int = 1000) -> str:
    """What one message says; the budget is for its words."""
    messages = shown(User(*children), budget=budget + 3).messages
    return messages[0].text if messages else ""


def chunks(*priorities: float) -> list[Element]:
    return [TextChunk(f"p{priority}", priority=priority) for priority in priorities]


# --- alternatives ---


class Nothing(Element):
    """Says nothing."""

    def render(self, sizing: object) -> None:
        return None


@pytest.mark.spec("PT-6")
def test_the_alternative_is_there_only_when_the_usual_says_nothing() -> None:
    assert text(IfEmpty("usual", alternative="else")) == "usual"
    assert text(IfEmpty(Nothing(), " ", alternative="else")) == "else"
    rendered = shown(User(IfEmpty(Nothing(), alternative=Meta("else", local=True)), "x"))
    assert [meta.key for meta in rendered.metadata] == ["else"]


@pytest.mark.spec("PT-6", "PT-10")
def test_the_unused_alternative_is_in_the_account_but_was_not_pruned() -> None:
    rendered = shown(User(IfEmpty("usual", alternative=[TextChunk("else"), References("there")])))
    fates = {entry.id: entry.fate for entry in rendered.manifest.entries}
    assert fates["root/0/0/0"] == fates["root/0/0/0/0"] == "unused"
    assert (rendered.references, rendered.omitted_references) == ((), ())


@pytest.mark.spec("PT-6")
def test_what_is_pruned_later_does_not_bring_the_alternative_back() -> None:
    either = IfEmpty(TextChunk("usual"), alternative="else", priority=1)
    assert text("rest", either, budget=1) == "rest"


# --- lists ---


@pytest.mark.spec("PT-6")
def test_of_a_list_the_first_goes_first_unless_it_descends() -> None:
    assert text(PrioritizedList("a", "b", "c"), budget=2) == "b\nc"
    assert text(PrioritizedList("a", "b", "c", descending=True), budget=2) == "a\nb"
    assert text(PrioritizedList(["a", "b", "c"]), budget=1) == "c"
    assert text(PrioritizedList(word for word in "abc"), budget=1) == "c"


@pytest.mark.spec("PT-6")
def test_items_are_numbered_below_the_base_and_missing_ones_keep_their_place() -> None:
    entries = shown(User(PrioritizedList("a", None, TextChunk("c", priority=99), priority=10))).manifest.entries
    assert [entry.priority for entry in entries if entry.kind == "TextChunk"] == [7, 9]
    entries = shown(User(PrioritizedList("a", None, "c", priority=10, descending=True))).manifest.entries
    assert [entry.priority for entry in entries if entry.kind == "TextChunk"] == [10, 8]


@pytest.mark.spec("PT-6")
def test_a_list_leaves_the_elements_it_numbers_as_they_were() -> None:
    item = TextChunk("a", priority=7)
    shown(User(PrioritizedList(item)))
    assert item.priority == 7


# --- chunks, containers, limits, flat priorities ---


@pytest.mark.spec("PT-5", "PT-6")
def test_a_chunk_goes_as_one_and_a_container_is_entered() -> None:
    assert text(Chunk(*chunks(5, 9), priority=1), *chunks(2), budget=2) == "p2"
    assert text(Container(*chunks(5, 9), priority=1), *chunks(2), budget=2) == "p9\np2"


@pytest.mark.spec("PT-5")
def test_children_of_a_container_that_passes_priority_compete_with_its_siblings() -> None:
    assert text(Container(*chunks(1, 5), priority=9, pass_priority=True), *chunks(3), budget=2) == "p5\np3"
    assert text(Container(*chunks(1, 5), priority=9, pass_priority=True), *chunks(3), budget=1) == "p5"


@pytest.mark.spec("PT-5")
def test_a_tie_goes_by_the_lowest_priority_inside_and_then_by_the_first() -> None:
    assert text(Container(*chunks(5, 6), priority=1), Container(*chunks(2, 9), priority=1), budget=3) == "p5\np6\np9"
    assert text(Container(*chunks(5, 6), priority=1), Container(*chunks(5, 7), priority=1), budget=3) == "p6\np5\np7"


@pytest.mark.spec("PT-5", "PT-6")
def test_an_inner_limit_is_enforced_first_whatever_the_priorities_outside() -> None:
    kept = text(TokenLimit(*chunks(8, 9), max=3, priority=9), *chunks(1))
    assert kept == "p9\np1"  # two tokens a chunk there: the line break before it may cost one


@pytest.mark.spec("PT-5", "PT-6")
def test_flat_priorities_choose_among_all_leaves_whatever_holds_them() -> None:
    inside = [Container(*chunks(1, 8), priority=9), Container(*chunks(2, 7), priority=1)]
    assert text(*inside, budget=3) == "p1\np8\np7"
    assert text(LegacyPrioritization(*inside), budget=3) == "p8\np2\np7"
    assert text(LegacyPrioritization(*inside), budget=2) == "p8\np7"


@pytest.mark.spec("PT-5")
def test_flat_priorities_heed_no_marks() -> None:
    messages = User(*chunks(1, 3), CacheMark()), User(*chunks(2))
    assert [message.text for message in shown(LegacyPrioritization(*messages), budget=8).messages] == ["p3", "p2"]
    assert [message.text for message in shown(*messages, budget=8).messages] == ["p1\np3"]


@pytest.mark.spec("PT-5")
def test_a_message_left_empty_goes_and_what_held_it_too() -> None:
    rendered = shown(Container(User(*chunks(1)), id="box", priority=1), User(*chunks(2)), budget=4)
    fates = {entry.id: (entry.fate, entry.cause) for entry in rendered.manifest.entries}
    assert fates["box/0/0"] == ("pruned", "")
    assert fates["box/0"] == fates["box"] == ("emptied", "empty")


# --- sets and calls ---


@pytest.mark.spec("PT-5", "PT-6")
def test_partners_go_together_wherever_they_stand() -> None:
    tree = [
        User(KeepWith("left", key="k", priority=1), TextChunk("stays"), priority=1),
        Container(User(KeepWith(TextChunk("right"), key="k", priority=9))),
    ]
    assert [message.text for message in shown(*tree, budget=7).messages] == ["stays"]


@pytest.mark.spec("PT-5", "PT-6")
def test_a_call_goes_with_its_result_and_the_message_when_it_says_nothing_else() -> None:
    def prompt(said: str) -> list[Element]:
        return [
            Assistant(said, calls=[Call("1", "f", "{}", "k"), Call("2", "g", "{}")][: 2 if said else 1]),
            KeepWith(Tool("a long result " * 5, call_id="1"), key="k", priority=1),
            User("and now"),
        ]

    with_text = shown(*prompt("let me see"), budget=20)
    assert [message.role for message in with_text.messages] == ["assistant", "user"]
    assert [call.id for call in with_text.messages[0].tool_calls] == ["2"]
    assert [message.role for message in shown(*prompt(""), budget=20).messages] == ["user"]


@pytest.mark.spec("PT-5")
def test_a_message_left_empty_by_partners_beside_each_other_goes_in_the_same_step() -> None:
    pair = Container(KeepWith(key="k"), KeepWith(Image(source="AAAA"), key="k", pass_priority=True))
    (step,) = shown(User("rest"), User(pair, priority=0), budget=5).manifest.steps
    assert (*step.removed, *step.along)[-1] == "root/1"


@pytest.mark.spec("PT-5")
def test_a_limit_that_went_while_it_was_enforced_is_done() -> None:
    tree = User("rest", KeepWith(TokenLimit(KeepWith(key="k"), "a b", TextChunk("c d"), max=3), key="k"))
    assert shown(tree).messages[0].text.startswith("rest")


# --- marks ---


@pytest.mark.spec("PT-5", "PT-6")
def test_what_stands_before_the_last_mark_is_safe() -> None:
    tree = [
        System(*chunks(1)),
        User(*chunks(1), CacheMark(), *chunks(5, 6)),
        User(*chunks(9)),
    ]
    assert [message.text for message in shown(*tree, budget=12).messages] == ["p1", "p1", "p9"]
    with pytest.raises(BudgetExceeded):
        shown(*tree, budget=7)


@pytest.mark.spec("PT-5")
def test_a_mark_that_goes_with_a_set_leaves_the_others_in_force() -> None:
    tree = [
        User("before ", CacheMark()),
        KeepWith(Chunk(System("w " * 20, CacheMark()), KeepWith(key="k"), priority=1), key="k", priority=1),
        User(CacheMark()),
        User("last"),
    ]
    with pytest.raises(BudgetExceeded):
        shown(*tree, budget=2)


# --- metadata and references ---


@pytest.mark.spec("PT-6")
def test_metadata_arrives_whatever_happens_to_its_place_and_local_only_with_it() -> None:
    tree = User(
        TextChunk("gone", Meta("everywhere", 1), Meta("there", 2, local=True), priority=1),
        TextChunk("kept", Meta("here", 3, local=True), priority=2),
    )
    rendered = shown(tree, budget=4)
    assert [(meta.key, meta.value) for meta in rendered.metadata] == [("everywhere", 1), ("here", 3)]


@pytest.mark.spec("PT-6")
def test_references_tell_what_is_shown_and_what_is_not() -> None:
    place = Reference(uri="file:///a.py")
    tree = User(
        TextChunk("gone", References("a", "b"), priority=1),
        TextChunk("kept", References("a", place), priority=2),
        TextChunk("kept too", References("a"), priority=2),
    )
    rendered = shown(tree, budget=6)
    assert [str(each) for each in rendered.references] == ["Reference('a')", "Reference(uri='file:///a.py')"]
    assert [each.variable for each in rendered.omitted_references] == ["b"]
