"""The shipped tables, decoded once, when first asked for (TOK-11).

`data/models.json` and `data/families.json` are read by people and by this module alone. A table that cannot be read
is a broken installation, not a bad input.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec
from msgspec import Struct

from brimful.errors import BrokenInstallation
from brimful.models.model import Family, Model

_Table = TypeVar("_Table")


class ModelTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`as_of`: the day the table was put together; each row has the date of its own source."""

    as_of: str
    models: tuple[Model, ...]


class FamilyTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Families in the order in which their patterns are tried."""

    as_of: str
    families: tuple[Family, ...]


@cache
def model_table() -> ModelTable:
    """The shipped models."""
    return _read("models.json", ModelTable)


@cache
def family_table() -> FamilyTable:
    """The shipped families."""
    return _read("families.json", FamilyTable)


def _read(name: str, kind: type[_Table]) -> _Table:
    try:
        data = files("brimful.models").joinpath("data", name).read_bytes()
        return msgspec.json.decode(data, type=kind)
    except (OSError, msgspec.DecodeError) as error:
        raise BrokenInstallation(
            f"the table of models cannot be read: {error}", at=f"models/data/{name}", hint="install brimful again"
        ) from error
