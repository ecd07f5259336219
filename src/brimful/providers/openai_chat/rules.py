"""The validator: everything OpenAI would refuse in a body, with its place (MSG-3).

Kinds, fields and values we do not know are let through: they may be newer than this file. Servers that speak the
format are often more lenient than OpenAI; the rules are OpenAI's.
"""

from __future__ import annotations

import re

from brimful.providers.body import Body
from brimful.providers.checker import Checker
from brimful.providers.openai_chat.envelope_rules import check_marks, check_options, check_tools
from brimful.providers.openai_chat.message_rules import check_messages
from brimful.providers.problem import Problem

_PLACE = re.compile(r"^(\w+)(?:\[(\d+)\])?")


def check(body: Body) -> list[Problem]:
    """Every problem of the body, in order of place."""
    checker = Checker()
    check_messages(checker, body)
    check_tools(checker, body)
    check_options(checker, body)
    check_marks(checker, body)
    order = {name: position for position, name in enumerate(body.members)}

    def place(problem: Problem) -> tuple[int, int]:
        found = _PLACE.match(problem.at)
        return (order.get(found[1], -1), int(found[2] or 0)) if found else (-1, 0)

    return sorted(checker.problems, key=place)
