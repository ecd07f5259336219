"""Checking a request's shape (MSG-3, MSG-4): the door that commands and the pipeline use."""

from __future__ import annotations

from brimful.providers.body import Body, read_body
from brimful.providers.dialect import Dialect
from brimful.providers.problem import Problem


def check_bytes(data: bytes, dialect: Dialect) -> list[Problem]:
    """Every problem of a request as it came. Text that is not JSON at all raises InvalidJSON."""
    problems: list[Problem] = []
    body = read_body(data, dialect, problems=problems)
    return problems + dialect.check(body)


def check_body(body: Body) -> list[Problem]:
    """Every problem of a request."""
    return body.dialect.check(body)
