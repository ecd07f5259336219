"""Keeping a body that was put together from several wires within the API's limits for cache marks."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from brimful.providers.anthropic.marks import carriers
from brimful.providers.anthropic.names import MAX_MARKS
from brimful.providers.problem import Report


def keep_marks_in_bounds(body: dict[str, Any], report: Report) -> dict[str, Any]:
    """At most four marks, and none that lasts an hour behind one that lasts five minutes.

    The later a mark, the longer the prefix it keeps: the first ones go. An hour after five minutes becomes five.
    """
    if _is_in_bounds(_found(body), _allowed(body)):
        return body
    # Carriers may be shared with the conversation; the copy shares nothing but texts.
    body = {name: deepcopy(value) if name in _MARKED else value for name, value in body.items()}
    found = _found(body)
    surplus = max(0, len(found) - _allowed(body))
    for carrier, at in found[:surplus]:
        report.lost(at, "a cache mark", f"the API takes {MAX_MARKS}; the later ones keep more")
        del carrier["cache_control"]
    is_short = False
    for carrier, at in found[surplus:]:
        if is_short and _is_long(carrier):
            report.lost(at, "an hour's lifetime of a cache mark", "the API wants longer marks before shorter ones")
            carrier["cache_control"] = {**carrier["cache_control"], "ttl": "5m"}
        is_short = is_short or not _is_long(carrier)
    return body


_MARKED = ("tools", "system", "messages")


def _found(body: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    return [carried for name in _MARKED for carried in carriers(body.get(name), name)]


def _allowed(body: dict[str, Any]) -> int:
    return MAX_MARKS - (1 if body.get("cache_control") is not None else 0)


def _is_in_bounds(found: list[tuple[dict[str, Any], str]], allowed: int) -> bool:
    lasting = [_is_long(carrier) for carrier, _ in found]
    return len(found) <= allowed and lasting == sorted(lasting, reverse=True)


def _is_long(carrier: dict[str, Any]) -> bool:
    mark = carrier["cache_control"]
    return isinstance(mark, dict) and mark.get("ttl") == "1h"
