"""Reading and writing give the same JSON back (MSG-2)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from brimful import jsontext
from brimful.providers.anthropic import ANTHROPIC
from brimful.providers.body import read_body
from brimful.providers.problem import Report
from tests.providers.anthropic import strategies

pytestmark = pytest.mark.spec("MSG-2")


def written(body: dict[str, Any]) -> tuple[dict[str, Any], Report]:
    report = Report()
    return ANTHROPIC.write(read_body(jsontext.encode(body), ANTHROPIC).conversation, report), report


def same(left: Any, right: Any) -> bool:
    """Equal as JSON: 1 and 1.0 and true are three things."""
    return jsontext.encode(left) == jsontext.encode(right) or (
        type(left) is type(right)
        and (
            (
                isinstance(left, dict)
                and left.keys() == right.keys()
                and all(same(left[name], right[name]) for name in left)
            )
            or (isinstance(left, list) and len(left) == len(right) and all(map(same, left, right)))
        )
    )


@given(strategies.bodies)
def test_a_body_comes_back_as_it_was(body: dict[str, Any]) -> None:
    again, report = written(body)
    assert same(again, body)
    assert report.losses == []


@given(strategies.bodies)
def test_the_bytes_of_a_body_come_back_as_they_were(body: dict[str, Any]) -> None:
    data = jsontext.encode(body)
    assert read_body(data, ANTHROPIC).to_bytes() == data


@given(strategies.messages)
def test_a_message_comes_back_as_it_was(message: dict[str, Any]) -> None:
    report = Report()
    again = ANTHROPIC.write_message(ANTHROPIC.read_message(message, "messages[0]"), report)
    assert len(again) == 1
    assert same(again[0], message)
    assert report.losses == []


@given(strategies.tools)
def test_a_tool_comes_back_as_it_was(tool: dict[str, Any]) -> None:
    report = Report()
    again = ANTHROPIC.write_tools(ANTHROPIC.read_tools(tool, "tools[0]"), report)
    assert same(again, [tool])
    assert report.losses == []


@given(strategies.answers)
def test_an_answer_comes_back_as_it_was(answer: dict[str, Any]) -> None:
    assert same(ANTHROPIC.write_answer(ANTHROPIC.read_answer(jsontext.encode(answer))), answer)


@given(strategies.bodies)
def test_checking_never_raises_and_reports_in_order_of_place(body: dict[str, Any]) -> None:
    problems = ANTHROPIC.check(read_body(jsontext.encode(body), ANTHROPIC))
    assert {problem.rule for problem in problems} <= ANTHROPIC.rules.keys()
