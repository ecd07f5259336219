"""What holds for every prompt, whatever is in it (PT-5, PT-7)."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from brimful.prompt import BudgetExceeded, Rendered, System, TextChunk, User, render_sync
from brimful.prompt.declared import read_tree
from brimful.prompt.manifest import Entry, Manifest
from brimful.tokens import TextCounter
from tests.prompt.trees import TOKENIZERS, Tree, growing, nodes, rounds, show, trees, without

budgets = st.integers(0, 90)
tokenizers = st.sampled_from(sorted(TOKENIZERS))


def steps_at(tree: Tree, budget: int, tokens: str) -> list[tuple[str, ...]]:
    """What went, step by step, to the end or to where nothing more may go."""
    try:
        manifest = show(tree, budget, tokens).manifest
    except BudgetExceeded as error:
        manifest = error.manifest
    return [(*step.removed, *step.along) for step in manifest.steps]


def check_sums(rendered: Rendered, tokens: str) -> None:
    """The count is that of the messages, and every box comes to what is in it."""
    counted = sum(map(TOKENIZERS[tokens].message, rendered.messages))
    assert rendered.tokens == counted == rendered.manifest.tokens == rendered.manifest.entries[0].tokens
    inside: dict[str, int] = defaultdict(int)
    for entry in rendered.manifest.entries[1:]:
        inside[entry.parent] += entry.tokens
    kinds = {entry.id: entry for entry in rendered.manifest.entries}
    for entry in rendered.manifest.entries:
        if entry.id in inside and entry.fate == "kept" and not _is_said(entry, kinds):
            assert inside[entry.id] == entry.tokens, entry


def _is_said(entry: Entry, entries: dict[str, Entry]) -> bool:
    """Whether it is a message, or in one, where parts come to more than the whole."""
    each: Entry | None = entry
    while each is not None:
        if each.kind in ("System", "User", "Assistant", "Tool"):
            return True
        each = entries.get(each.parent)
    return False


@given(trees(), budgets, tokenizers)
@pytest.mark.spec("PT-5", "PT-3", "PT-10")
def test_no_prompt_is_more_than_its_budget_and_its_sums_agree(tree: Tree, budget: int, tokens: str) -> None:
    try:
        rendered = show(tree, budget, tokens)
    except BudgetExceeded as error:
        assert error.needed > error.budget
        return
    assert rendered.tokens <= budget
    check_sums(rendered, tokens)


@given(growing(), budgets, tokenizers)
@pytest.mark.spec("PT-4", "PT-5")
def test_what_grows_goes_past_no_limit(tree: Tree, budget: int, tokens: str) -> None:
    rendered = show(tree, budget, tokens)
    assert rendered.tokens <= budget
    check_sums(rendered, tokens)
    limits = [node["props"]["max"] for node in nodes(tree) if node["el"] == "TokenLimit"]
    limited = [entry for entry in rendered.manifest.entries if entry.kind == "TokenLimit"]
    for entry, most in zip(limited, limits, strict=True):
        assert entry.tokens <= most


@given(trees(required=True), budgets)
@pytest.mark.spec("PT-7")
def test_what_is_required_is_never_pruned(tree: Tree, budget: int) -> None:
    try:
        manifest = show(tree, budget).manifest
    except BudgetExceeded as error:
        manifest = error.manifest
    assert [entry for entry in _required(manifest) if entry.fate == "pruned"] == []


def _required(manifest: Manifest) -> list[Entry]:
    """Entries that are required, and those in them."""
    found: dict[str, Entry] = {}
    for entry in manifest.entries:
        says = entry.preview or entry.kind == "Image" or entry.used
        if (entry.required or entry.parent in found) and says:
            found[entry.id] = entry
    return [entry for entry in found.values() if entry.kind == "Image" or entry.preview.strip()]


@given(trees(), budgets)
@pytest.mark.spec("PT-5", "PT-6")
def test_a_set_stays_or_goes_and_calls_go_with_it(tree: Tree, budget: int) -> None:
    try:
        rendered = show(tree, budget)
    except BudgetExceeded:
        return
    fates: dict[str, set[bool]] = defaultdict(set)
    keys = [node["props"]["key"] for node in nodes(tree) if node["el"] == "KeepWith"]
    members = [entry for entry in rendered.manifest.entries if entry.kind == "KeepWith"]
    for key, entry in zip(keys, members, strict=True):
        if entry.fate != "unused":
            fates[key].add(entry.is_gone)
    assert all(len(found) == 1 for found in fates.values())
    sent = {call.id for message in rendered.messages for call in message.tool_calls}
    for node in nodes(tree):
        for call in node["props"].get("toolCalls", []) if "props" in node else []:
            assert not (call["id"] in sent and fates.get(call["keepWith"]) == {True})


@given(rounds(), budgets)
@pytest.mark.spec("PT-5", "PT-6")
def test_a_call_and_its_result_that_are_kept_together_are_never_split(tree: Tree, budget: int) -> None:
    sent = show(tree, budget).messages
    calls = [call.id for message in sent for call in message.tool_calls if call.id.startswith("id")]
    entries = show(tree, budget).manifest.entries
    pairs = [entry.is_gone for entry in entries if entry.kind == "KeepWith"]
    names = [node["props"]["key"] for node in nodes(tree) if node["el"] == "KeepWith"]
    together: dict[str, set[bool]] = defaultdict(set)
    for name, gone in zip(names, pairs, strict=True):
        together[name].add(gone)
    for name, fates in together.items():
        if name.startswith("pair"):
            assert (name.replace("pair", "id") in calls) == (False in fates)
    results = [result.call_id for message in sent for result in message.tool_results if result.call_id]
    assert set(results) <= set(calls)


@given(trees(), st.integers(0, 60), st.integers(0, 40), tokenizers)
@pytest.mark.spec("PT-5")
def test_a_larger_budget_only_stops_pruning_sooner(tree: Tree, budget: int, more: int, tokens: str) -> None:
    """So nothing goes with more room that stayed with less, and nothing lower stays in its place.

    True of trees without token limits and without anything that says other things at other budgets: what goes next
    depends on the tree as it stands, never on the budget. A limit above the whole budget is not enforced, so raising
    the budget may bring one in.
    """
    tree = without("TokenLimit", tree)
    small, large = steps_at(tree, budget, tokens), steps_at(tree, budget + more, tokens)
    assert small[: len(large)] == large


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=30), budgets)
@pytest.mark.spec("PT-5")
def test_of_siblings_the_lowest_go_and_of_equals_the_first(leaves: list[tuple[int, int]], budget: int) -> None:
    prompt = [User(*(TextChunk("w " * size, priority=priority) for priority, size in leaves))]
    rendered = render_sync(prompt, budget=budget, tokenizer=TOKENIZERS["words"])
    chunks = [entry for entry in rendered.manifest.entries if entry.kind == "TextChunk"]
    order = sorted(range(len(leaves)), key=lambda i: (leaves[i][0], i))
    gone = [i for i, entry in enumerate(chunks) if entry.is_gone]
    assert sorted(gone) == sorted(order[: len(gone)])
    if gone and len(gone) < len(leaves):  # the last that went had no room
        back = order[: len(gone) - 1]
        assert 3 + sum(size for i, (_, size) in enumerate(leaves) if i not in back) > budget


@given(trees(required=True), budgets, tokenizers)
@pytest.mark.spec("PT-1", "PT-10")
def test_the_same_elements_render_the_same_twice(tree: Tree, budget: int, tokens: str) -> None:
    elements = read_tree(tree)

    def once() -> object:
        try:
            rendered = render_sync(elements, budget=budget, tokenizer=TOKENIZERS[tokens])
        except BudgetExceeded as error:
            return error.manifest, error.needed
        return rendered.messages, rendered.manifest

    assert once() == once()


@given(trees(required=True), budgets)
@pytest.mark.spec("PT-10")
def test_every_entry_has_a_name_of_its_own_and_a_reason(tree: Tree, budget: int) -> None:
    for node in nodes(tree):
        node["id"] = "a" if node["el"] == "TextChunk" else "a#2" if node["el"] == "User" else ""
    tree = [node for node in tree if node]
    for node in nodes(tree):
        if node["el"] in ("br", "opaque", "cacheBreakpoint"):
            node.pop("id")
    try:
        manifest = show(tree, budget).manifest
    except BudgetExceeded as error:
        manifest = error.manifest
    ids = [entry.id for entry in manifest.entries]
    assert len(set(ids)) == len(ids)
    assert all(entry.parent in ids for entry in manifest.entries[1:])
    went = [name for step in manifest.steps for name in (*step.removed, *step.along)]
    assert len(set(went)) == len(went)
    for entry in manifest.entries:
        assert (entry.step > 0) == entry.is_gone
        if entry.is_gone:
            assert entry.limit in ids
            assert entry.cause in (*ids, "empty", "")
            assert entry.favour in (*ids, "")


@given(st.integers(0, 60), st.lists(st.text(max_size=30), min_size=1, max_size=8))
@pytest.mark.spec("PT-5", "TOK-3")
def test_a_prompt_counted_for_a_model_is_no_more_than_its_budget(budget: int, texts: list[str]) -> None:
    assume(any(text.strip() for text in texts))
    prompt = [System("Be brief.", priority=9), User(*(TextChunk(text, priority=i) for i, text in enumerate(texts)))]
    rendered = render_sync(prompt, budget=budget, model="gpt-4o")
    assert rendered.tokens <= budget
    counter = TextCounter()
    assert sum(counter.count(message.text, "o200k_base") for message in rendered.messages) <= max(0, budget - 3)
