"""Two renders laid side by side."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from brimful.prompt.manifest import Entry, Manifest
from brimful.prompt.manifest_diff import as_text, compare
from tests.prompt.manifests import agent_manifest, any_manifests


def render(*entries: Entry, budget: int = 1000) -> Manifest:
    return Manifest(budget, sum(entry.tokens for entry in entries if not entry.parent), entries)


KEPT = Entry("history/3", "User", allotted=500, used=120, tokens=120)
PRUNED = replace(KEPT, tokens=0, fate="pruned", step=2, limit="root")


@given(any_manifests())
@pytest.mark.spec("PT-10")
def test_a_manifest_does_not_differ_from_itself(manifest: Manifest) -> None:
    difference = compare(manifest, manifest)
    assert difference.is_empty
    assert as_text(difference) == "no difference\n"


@given(any_manifests(), any_manifests())
@pytest.mark.spec("PT-10")
def test_the_other_way_round_appeared_and_vanished_change_places(one: Manifest, other: Manifest) -> None:
    there, back = compare(one, other), compare(other, one)
    assert there.appeared == back.vanished
    assert len(there.refated) == len(back.refated)
    assert len(there.resized) == len(back.resized)
    assert there.is_empty == back.is_empty
    as_text(there).encode()


@pytest.mark.spec("PT-10")
def test_a_changed_fate_says_when_by_which_limit_and_what_it_costs() -> None:
    difference = compare(render(KEPT), render(PRUNED))
    assert "history/3: kept -> pruned at step 2 (limit root), 120 tokens" in as_text(difference)
    assert [change.after.id for change in difference.refated] == ["history/3"]
    assert difference.resized == ()


@pytest.mark.spec("PT-10")
def test_another_step_alone_is_no_difference() -> None:
    assert compare(render(PRUNED), render(replace(PRUNED, step=5, limit="history"))).is_empty


@pytest.mark.spec("PT-10")
def test_the_totals_come_first() -> None:
    text = as_text(compare(render(KEPT), render(PRUNED, budget=800)))
    assert text.startswith("120 -> 0 tokens (−120)\nbudget 1,000 -> 800\n")


@pytest.mark.spec("PT-10")
def test_a_subtree_that_came_is_one_line() -> None:
    new = [Entry("docs", "Chunk", used=90, tokens=90)]
    new += [Entry(f"docs/{i}", "Text", "docs", used=30, tokens=30) for i in range(3)]
    difference = compare(render(KEPT), render(KEPT, *new))
    assert "docs: new kept, 90 tokens, with 3 inside" in as_text(difference)
    assert "docs/1" not in as_text(difference)
    assert "docs/1: new kept, 30 tokens" in as_text(difference, full=True)
    assert "docs: no longer in the tree, was kept, 90 tokens" in as_text(compare(render(KEPT, *new), render(KEPT)))


@pytest.mark.spec("PT-10")
def test_a_parent_that_only_follows_its_children_is_not_named() -> None:
    before, after = agent_manifest(), agent_manifest()
    entries = [_without(entry) for entry in after.entries]
    text = as_text(compare(before, replace(after, entries=tuple(entries), tokens=7380)))
    assert (
        text == "7,468 -> 7,380 tokens (−88)\nagent/history/6: kept -> pruned at step 10 (limit agent), 88 tokens\n"
    )


def _without(entry: Entry) -> Entry:
    if entry.id == "agent/history/6":
        return replace(entry, tokens=0, fate="pruned", step=10, limit="agent")
    smaller = entry.id in ("agent", "agent/history")
    return replace(entry, tokens=entry.tokens - 88) if smaller else entry


@pytest.mark.spec("PT-10")
def test_shares_that_changed_alone_are_only_counted() -> None:
    text = as_text(compare(render(KEPT), render(replace(KEPT, allotted=400))))
    assert (
        text == "120 tokens as before\n1 element was given another share of the budget, of the same size as before\n"
    )
    full = as_text(compare(render(KEPT), render(replace(KEPT, allotted=400))), full=True)
    assert "history/3: given 500 -> 400" in full


@pytest.mark.spec("PT-10")
def test_sizes_are_said_with_their_shares() -> None:
    after = replace(KEPT, allotted=400, used=150, tokens=150)
    assert "history/3: 120 -> 150 tokens, given 500 -> 400" in as_text(compare(render(KEPT), render(after)))


@pytest.mark.spec("PT-10")
def test_many_changes_stay_a_few_lines() -> None:
    before = [replace(KEPT, id=f"h/{i}") for i in range(500)]
    after = [replace(PRUNED, id=f"h/{i}") for i in range(500)]
    text = as_text(compare(render(*before), render(*after)))
    assert text.count("\n") == 14
    assert "… 488 more changed their fate" in text
