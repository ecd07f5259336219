"""Warm caches and the race, with time turned by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.completion.providers import Place, Provider
from brimful.completion.warming import Gathered, Warming
from tests.completion.fakes import Failing, HandClock, Scripted, calm, run

TEXT = "first line\n\n    \nlast line\n"
END = TEXT.index("\n")  # the end of the first line


def at(offset: int, text: str = TEXT, path: str = "a.py") -> Place:
    return Place(path, text, offset, "python")


def made(*providers: Provider) -> tuple[Warming, HandClock]:
    clock = HandClock()
    return Warming(providers, clock), clock


def texts(gathered: Gathered) -> list[str]:
    return [each.text for each in gathered.items]


@pytest.mark.spec("IC-3")
def test_a_request_waits_20_ms_for_what_is_late_and_then_takes_what_there_is() -> None:
    async def scenario() -> None:
        quick, slow = Scripted("quick"), Scripted("slow", open_=False)
        warming, clock = made(quick, slow)
        request = asyncio.ensure_future(warming.gather(at(END)))
        await clock.turn(0.0199)
        assert not request.done()
        await clock.turn(0.0001)
        gathered = await request
        assert texts(gathered) == [f"quick at {END}"]
        assert gathered.waited_s == pytest.approx(0.02)
        assert [(each.reason, each.what) for each in gathered.left_out] == [("not ready", "slow")]
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
def test_what_was_late_for_one_request_is_there_for_the_next_at_once() -> None:
    async def scenario() -> None:
        slow = Scripted("slow", open_=False)
        warming, clock = made(slow)
        request = asyncio.ensure_future(warming.gather(at(END)))
        await clock.turn(0.02)
        assert texts(await request) == []
        slow.gate.set()
        await calm()
        again = await warming.gather(at(END))
        assert (texts(again), again.waited_s, again.left_out) == ([f"slow at {END}"], 0.0, ())
        assert slow.asked == [END]
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
def test_a_request_in_a_hurry_waits_less_and_none_waits_longer_than_the_race() -> None:
    async def scenario() -> None:
        slow = Scripted("slow", open_=False)
        warming, clock = made(slow)
        hurried = asyncio.ensure_future(warming.gather(at(END), timeout_s=0.005))
        await clock.turn(0.005)
        assert (await hurried).waited_s == pytest.approx(0.005)
        patient = asyncio.ensure_future(warming.gather(at(END), timeout_s=9))
        await clock.turn(0.02)
        assert (await patient).waited_s == pytest.approx(0.02)
        assert (await warming.gather(at(END), timeout_s=0)).waited_s == 0
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
def test_a_request_does_not_wait_out_the_race_when_all_are_ready() -> None:
    async def scenario() -> None:
        slow = Scripted("slow", open_=False)
        warming, clock = made(slow)
        request = asyncio.ensure_future(warming.gather(at(END)))
        await clock.turn(0.007)
        slow.gate.set()
        await calm()
        assert request.done()
        assert texts(request.result()) == [f"slow at {END}"]
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
def test_while_the_new_answer_is_late_the_one_for_an_earlier_place_is_taken_and_the_account_says_so() -> None:
    async def scenario() -> None:
        slow = Scripted("slow")
        warming, clock = made(slow)
        await warming.gather(at(END))
        slow.gate.clear()
        request = asyncio.ensure_future(warming.gather(at(END + 1)))
        await clock.turn(0.02)
        gathered = await request
        assert texts(gathered) == [f"slow at {END}"]
        assert "earlier place" in gathered.left_out[0].detail
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
def test_answers_for_other_documents_are_never_taken() -> None:
    async def scenario() -> None:
        slow = Scripted("slow")
        warming, clock = made(slow)
        await warming.gather(at(END))
        slow.gate.clear()
        request = asyncio.ensure_future(warming.gather(at(END, path="b.py")))
        await clock.turn(0.02)
        assert texts(await request) == []
        slow.gate.set()
        await calm()
        assert texts(await warming.gather(at(END))) == [f"slow at {END}"]
        assert slow.asked == [END, END]
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
def test_warming_one_place_takes_50_ms_at_most_and_then_is_ended() -> None:
    async def scenario() -> None:
        slow = Scripted("slow", open_=False)
        warming, clock = made(slow)
        warming.warm(at(END))
        await clock.turn(0.049)
        assert slow.cancelled == 0
        await clock.turn(0.001)
        assert slow.cancelled == 1
        missing = (await warming.gather(at(END), timeout_s=0)).left_out
        assert [each.what for each in missing] == ["slow"]
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
def test_a_provider_has_one_task_and_of_places_wanted_meanwhile_only_the_newest_is_asked() -> None:
    async def scenario() -> None:
        slow = Scripted("slow", open_=False)
        warming, _ = made(slow)
        for offset in (1, 2, 3, 4):
            warming.warm(at(offset))
            await calm()
        slow.gate.set()
        await warming.settled()
        assert slow.asked == [1, 4]
        assert texts(await warming.gather(at(4))) == ["slow at 4"]

    run(scenario)


@pytest.mark.spec("IC-3")
def test_moves_by_mouse_or_command_warm_at_once() -> None:
    async def scenario() -> None:
        provider = Scripted()
        warming, _ = made(provider)
        warming.moved(at(END), "mouse")
        await warming.settled()
        warming.moved(at(len(TEXT)), "command")
        await warming.settled()
        assert provider.asked == [END, len(TEXT)]

    run(scenario)


@pytest.mark.spec("IC-3")
def test_moves_by_keyboard_warm_only_where_they_come_to_rest() -> None:
    async def scenario() -> None:
        provider = Scripted()
        warming, clock = made(provider)
        for offset in (END, END + 1, len(TEXT)):
            warming.moved(at(offset))
            await clock.turn(0.099)
        assert provider.asked == []
        await clock.turn(0.001)
        assert provider.asked == [len(TEXT)]
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
@pytest.mark.parametrize(
    ("offset", "warms"),
    [
        (END, True),
        (END - 1, False),
        (0, False),
        (END + 1, True),  # the blank line
        (END + 4, True),  # inside a line of blanks
        (len(TEXT), True),
    ],
)
def test_a_cursor_warms_only_at_a_line_end_or_on_a_blank_line(offset: int, warms: bool) -> None:
    async def scenario() -> None:
        provider = Scripted()
        warming, _ = made(provider)
        warming.moved(at(offset), "mouse")
        await warming.settled()
        assert bool(provider.asked) == warms

    run(scenario)


@pytest.mark.spec("IC-3")
def test_a_cursor_that_moves_within_500_ms_of_an_edit_of_its_file_warms_nothing() -> None:
    async def scenario() -> None:
        provider = Scripted()
        warming, clock = made(provider)
        warming.edited(at(3))
        await clock.turn(0.5)
        assert provider.asked == [3]
        warming.moved(at(END), "mouse")
        await calm()
        assert provider.asked == [3]
        warming.moved(at(END, path="b.py"), "mouse")
        await calm()
        await clock.turn(0.001)
        warming.moved(at(END), "mouse")
        await calm()
        assert provider.asked == [3, END, END]
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
def test_edits_warm_once_when_no_other_follows() -> None:
    async def scenario() -> None:
        provider = Scripted()
        warming, clock = made(provider)
        for offset in range(5):
            warming.edited(at(offset))
            await clock.turn(0.05)
        await clock.turn(0.05)
        assert provider.asked == [4]
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
@pytest.mark.parametrize("where", ["items", "key", "cancelled"])
def test_a_provider_that_fails_is_left_out_with_its_error_and_the_others_answer(where: str) -> None:
    async def scenario() -> None:
        warming, _ = made(Failing(where), Scripted())
        gathered = await warming.gather(at(END))
        assert texts(gathered) == [f"scripted at {END}"]
        assert [(each.reason, each.what) for each in gathered.left_out] == [("failed", "failing")]
        said = "CancelledError: it cancelled itself" if where == "cancelled" else "ValueError: out of order"
        assert gathered.left_out[0].detail == said
        await warming.aclose()

    run(scenario)


@pytest.mark.spec("IC-3")
def test_a_cancelled_request_leaves_only_the_warming_and_closing_ends_that() -> None:
    async def scenario() -> None:
        slow = Scripted("slow", open_=False)
        warming, _ = made(slow)
        request = asyncio.ensure_future(warming.gather(at(END)))
        await calm()
        request.cancel()
        await asyncio.gather(request, return_exceptions=True)
        assert (slow.asked, slow.cancelled) == ([END], 0)
        await warming.aclose()
        assert slow.cancelled == 1

    run(scenario)


@pytest.mark.spec("IC-3")
def test_forgotten_answers_are_asked_for_again() -> None:
    async def scenario() -> None:
        provider = Scripted()
        warming, _ = made(provider)
        await warming.gather(at(END))
        warming.forget()
        await warming.gather(at(END))
        assert provider.asked == [END, END]
        await warming.aclose()

    run(scenario)


steps = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(["mouse", "keyboard", "edit", "warm", "request", "abandon"]), st.integers(0, len(TEXT))
        ),
        st.tuples(st.just("time"), st.integers(0, 120)),
        st.tuples(st.just("gate"), st.integers(0, 1)),
    ),
    max_size=15,
)


@pytest.mark.spec("IC-3")
@given(steps)
def test_whatever_happens_a_request_never_outlasts_the_race_and_closing_leaves_nothing(
    steps: Sequence[tuple[str, int]],
) -> None:
    async def scenario() -> None:
        provider = Scripted()
        warming, clock = made(provider, Failing())
        for verb, number in steps:
            if verb == "time":
                await clock.turn(number / 1000)
            elif verb == "gate":
                (provider.gate.set if number else provider.gate.clear)()
            elif verb in ("request", "abandon"):
                request = asyncio.ensure_future(warming.gather(at(number)))
                if verb == "request":
                    await clock.turn(0.02)
                    assert (await request).waited_s <= 0.02 + 1e-9
                else:
                    await calm()
                    request.cancel()
            elif verb == "edit":
                warming.edited(at(number))
            elif verb == "warm":
                warming.warm(at(number))
            else:
                warming.moved(at(number), "mouse" if verb == "mouse" else "keyboard")
        await warming.aclose()

    run(scenario)
