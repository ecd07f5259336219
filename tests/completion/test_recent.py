"""The documents an editor has open, by their last focus."""

from __future__ import annotations

import threading

import msgspec
import pytest

from brimful.completion import RecentDocuments
from brimful.settings import DEFAULTS


def focused(*paths: str) -> RecentDocuments:
    recent = RecentDocuments()
    for path in paths:
        recent.focused(path, f"text of {path}")
    return recent


def names(recent: RecentDocuments, path: str) -> list[str]:
    return [each.path for each in recent.neighbours(path)]


@pytest.mark.spec("IC-3")
def test_at_most_ten_neighbours_come_the_one_focused_last_first_and_never_the_document_itself() -> None:
    recent = focused(*(f"{number}.py" for number in range(15)))
    assert names(recent, "14.py") == [f"{number}.py" for number in range(13, 3, -1)]
    assert names(recent, "new.py") == [f"{number}.py" for number in range(14, 4, -1)]


@pytest.mark.spec("IC-3")
def test_32_documents_are_remembered() -> None:
    recent = focused(*(f"{number}.py" for number in range(40)))
    assert len(recent.others("")) == 32
    assert recent.get("7.py") is None
    assert recent.get("8.py") is not None


@pytest.mark.spec("IC-3")
def test_only_documents_that_had_the_focus_are_neighbours() -> None:
    recent = focused("a.py")
    recent.opened("b.py", "b")
    assert names(recent, "c.py") == ["a.py"]
    assert [each.path for each in recent.others("c.py")] == ["a.py", "b.py"]
    recent.focused("b.py")
    assert names(recent, "c.py") == ["b.py", "a.py"]


@pytest.mark.spec("IC-3")
def test_closing_puts_a_document_behind_the_others_and_it_is_the_first_to_go() -> None:
    recent = RecentDocuments(msgspec.structs.replace(DEFAULTS.completion, recent_documents=3))
    for path in ("a.py", "b.py", "c.py"):
        recent.focused(path, path)
    recent.closed("c.py")
    assert names(recent, "") == ["b.py", "a.py", "c.py"]
    recent.focused("d.py", "d")
    assert names(recent, "") == ["d.py", "b.py", "a.py"]


@pytest.mark.spec("IC-3")
def test_a_document_closed_without_ever_having_the_focus_goes_and_one_unknown_cannot_get_it() -> None:
    recent = RecentDocuments()
    recent.opened("a.py", "a")
    recent.closed("a.py")
    recent.focused("a.py")
    assert recent.others("") == []


@pytest.mark.spec("IC-3")
def test_a_neighbour_stands_as_it_was_changed_last() -> None:
    recent = focused("a.py")
    recent.changed("a.py", "new")
    assert [each.text for each in recent.neighbours("b.py")] == ["new"]


@pytest.mark.spec("IC-3")
def test_what_stands_beside_a_document_changes_with_everything_but_its_own_text() -> None:
    recent = focused("a.py", "b.py")
    before = recent.version_beside("a.py")
    recent.changed("a.py", "typed")
    recent.changed("b.py", "text of b.py")
    assert recent.version_beside("a.py") == before
    recent.changed("b.py", "other")
    assert recent.version_beside("a.py") != before
    before = recent.version_beside("a.py")
    recent.closed("b.py")
    assert recent.version_beside("a.py") != before


@pytest.mark.spec("IC-3")
def test_threads_may_use_it_at_once() -> None:
    recent = RecentDocuments()
    failed: list[BaseException] = []

    def use(mine: int) -> None:
        try:
            for number in range(300):
                path = f"{(mine * 7 + number) % 50}.py"
                recent.opened(path, str(number))
                recent.focused(path)
                recent.neighbours(path)
                recent.version_beside(path)
                recent.closed(f"{number % 50}.py")
        except BaseException as error:  # noqa: BLE001 - a thread's failure is the test's
            failed.append(error)

    threads = [threading.Thread(target=use, args=(mine,)) for mine in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert len(recent.neighbours("")) == 10
    assert len(recent.others("")) == 32
