"""The registry: which models there are, and what holds for one nobody has heard of (TOK-11, TRN-1).

A registry is a value: `with_overrides` and `with_discovered` return new ones. Whatever the order of the calls, a
user's override wins over what a provider lists, and that over the shipped table.

`find` never refuses: a name in no table gives a stand-in with `known=False`, the family guessed from the name, and
the window of the settings. `get` is for people who typed a name and want to hear that it is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from brimful import settings
from brimful.errors import InvalidSetting, UnknownName
from brimful.models import overrides
from brimful.models.model import Family, Model, Prices
from brimful.models.names import LONG_WINDOW, LONGEST_NAME, asks_for_long_window, fold, priced_apart, readings
from brimful.models.overrides import Overrides
from brimful.models.tables import family_table, model_table

UNKNOWN_FAMILY = "unknown"
_REMEMBERED = 4096  # names come from the network: what is remembered about them has a bound
_NONE = Overrides()


class Registry:
    """Models and families by name. Build one with `Registry.shipped()`."""

    def __init__(
        self,
        models: Iterable[Model],
        families: Iterable[Family],
        *,
        defaults: settings.Models = settings.DEFAULTS.models,
        _discovered: tuple[Model, ...] = (),
        _overrides: Overrides = _NONE,
        _strict: bool = True,
    ) -> None:
        self._base = tuple(models)
        self._base_families = tuple(families)
        self._defaults = defaults
        self._discovered = _discovered
        self._overrides = _overrides
        self._strict = (
            _strict  # overrides are judged when the user gives them, not again when a provider's list comes
        )
        self._families = _families(self._base_families, _overrides)
        self._models = {model.id: model for model in self._base}
        self._index = _index(self._base)
        self._found: dict[str, Model] = {}
        self._discover(_discovered)
        self._override(_overrides)

    @classmethod
    def shipped(cls, defaults: settings.Models = settings.DEFAULTS.models) -> Registry:
        """The table that comes with brimful."""
        return cls(model_table().models, family_table().families, defaults=defaults)

    def with_overrides(self, given: Mapping[str, Any] | str | Path) -> Registry:
        """This registry with a user's own models, families and corrections (see `brimful.models.overrides`)."""
        return self._with(self._discovered, overrides.read_overrides(given).over(self._overrides))

    def with_discovered(self, models: Iterable[Model]) -> Registry:
        """This registry with what a provider lists (see `brimful.models.discovery`): limits and prices it names
        replace the shipped ones, models it adds are added."""
        return self._with((*self._discovered, *models), self._overrides, strict=False)

    def find(self, name: str) -> Model:
        """The model a name means, however it is decorated; a stand-in when there is none. Never raises."""
        found = self._found.get(name)
        if found is None:
            found = self._look_up(name) or self._stand_in(name)
            if len(self._found) >= _REMEMBERED:
                self._found.clear()
            if len(name) <= LONGEST_NAME:
                self._found[name] = found
        return found

    def get(self, name: str) -> Model:
        """The model a name means; raises UnknownName with the nearest names when there is none."""
        found = self.find(name)
        if found.known:
            return found
        hint = overrides.close(readings(name)[-1], self._index) or "see brimful models list"
        raise UnknownName(f"no model is called {name!r}", hint=hint)

    def resolve(self, name: str, window: int | None = None) -> Model:
        """The model as it is used here: `window`, when the caller has one, is what it is taken to hold."""
        model = self.find(name)
        if window is None or window == model.window:
            return model
        if window <= 0:
            raise ValueError(f"a window must be above 0, got {window}")
        return _with_window(model, window)

    def max_input(self, model: Model | str) -> int:
        """How many tokens of input to plan for: the model's own limit, or its share of the window."""
        found = self.find(model) if isinstance(model, str) else model
        if found.max_input is not None:
            return found.max_input
        return math.floor(self._defaults.max_input_share * found.window)

    def family(self, name: str) -> Family:
        """The family of that name; raises UnknownName when there is none."""
        try:
            return self._families[name]
        except KeyError:
            raise UnknownName(
                f"no family is called {name!r}",
                hint=overrides.close(name, self._families) or f"families: {', '.join(self._families)}",
            ) from None

    def family_of(self, model: Model | str) -> Family:
        """The family a model belongs to. Never raises: a model with a strange family belongs to the unknown."""
        found = self.find(model) if isinstance(model, str) else model
        return self._families.get(found.family) or self._families[UNKNOWN_FAMILY]

    def all(self) -> tuple[Model, ...]:
        """Every model, in the order of the table; then what was discovered and what the user added."""
        return tuple(self._models.values())

    def families(self) -> tuple[Family, ...]:
        """Every family, in the order in which their patterns are tried."""
        return tuple(self._families.values())

    # --- building -------------------------------------------------------------------------------------------

    def _with(self, discovered: tuple[Model, ...], given: Overrides, *, strict: bool = True) -> Registry:
        return Registry(
            self._base,
            self._base_families,
            defaults=self._defaults,
            _discovered=discovered,
            _overrides=given,
            _strict=strict,
        )

    def _discover(self, discovered: Iterable[Model]) -> None:
        for listed in discovered:
            known = self._index.get(fold(listed.id))
            below = self._models[known] if known is not None else self._look_up(listed.id)
            self._put(self._updated(below, listed, same=known is not None))

    def _updated(self, below: Model | None, listed: Model, *, same: bool) -> Model:
        """What a provider lists, laid over what is known. Prices hold only for the very same model: elsewhere another
        host sells it."""
        if below is None:
            window = listed.window or self._defaults.unknown_window
            return replace(
                listed,
                family=listed.family or self._guess(listed.id).name,
                window=window,
                max_output=_fitting(listed.max_output, window),
                max_input=_fitting(listed.max_input, window),
                known=listed.window > 0,
            )
        window = listed.window or below.window
        max_input = listed.max_input or (below.max_input if window == below.window else None)
        return replace(
            below,
            id=below.id if same else listed.id,
            provider=below.provider if same else listed.provider,
            aliases=below.aliases if same else (),
            window=window,
            max_output=_fitting(listed.max_output or below.max_output, window),
            max_input=_fitting(max_input, window),
            prices=listed.prices if listed.prices != Prices() else below.prices if same else Prices(),
            source=listed.source or below.source,
            as_of=listed.as_of or below.as_of,
            known=below.known or listed.window > 0,
        )

    def _override(self, given: Overrides) -> None:
        for name, fields in given.models.items():
            at = f"models.{name}"
            row = dict(fields)
            for field in ("id", "known"):
                if field in row:
                    raise InvalidSetting(
                        f"{field} cannot be set", at=f"{at}.{field}", hint="the table's name is the id"
                    )
            like = row.pop("like", None)
            if like is not None:
                below = self._named(like, f"{at}.like")
                model = self._corrected(below, {"id": name, "aliases": (), **row}, at)
            elif (known := self._models.get(self._id_of(name))) is not None:
                model = self._corrected(known, row, at)
            else:
                model = self._added(name, row, at)
            self._check_family(model, at)
            self._put(model, at)

    def _added(self, name: str, row: dict[str, Any], at: str) -> Model:
        if "window" not in row:
            raise InvalidSetting(
                "window is missing", at=at, hint="a model of your own needs `window`, or `like` another model"
            )
        guess = self._guess(name)
        return overrides.built(Model, {"id": name, "provider": guess.provider, "family": guess.name, **row}, at)

    def _corrected(self, below: Model, row: dict[str, Any], at: str) -> Model:
        """A known model with the user's fields; limits that the user's window leaves no room for give way."""
        if not self._strict:
            # A list may name a smaller window than the user's own limits need: the user's word holds.
            limits = (row.get("max_output") or 0, row.get("max_input") or 0)
            row = {"window": max(below.window, *limits), **row}
        if "window" in row and row["window"] != below.window:
            row = {"max_input": None, "max_output": _fitting(below.max_output, row["window"]), **row}
        return overrides.merged(below, {**row, "known": True}, at)

    def _check_family(self, model: Model, at: str) -> None:
        if model.family not in self._families:
            raise InvalidSetting(
                f"there is no family {model.family}",
                at=f"{at}.family",
                hint=overrides.close(model.family, self._families) or f"families: {', '.join(self._families)}",
            )

    def _named(self, name: Any, at: str) -> Model:
        if isinstance(name, str) and (found := self.find(name)).known:
            return found
        hint = overrides.close(str(name), self._index)
        raise InvalidSetting(f"no model is called {name!r}", at=at, hint=hint or "see brimful models list")

    def _put(self, model: Model, at: str = "") -> None:
        self._index[fold(model.id)] = model.id
        for alias in model.aliases:
            owner = self._index.setdefault(fold(alias), model.id)
            if owner != model.id and at:
                raise InvalidSetting(f"{alias} is already a name of {owner}", at=f"{at}.aliases")
        self._models[model.id] = model
        self._found.clear()

    def _id_of(self, name: str) -> str:
        return self._index.get(fold(name), name)

    # --- looking up -----------------------------------------------------------------------------------------

    def _look_up(self, name: str) -> Model | None:
        for reading in readings(name):
            known = self._index.get(reading)
            if known is None:
                continue
            model = self._models[known]
            if priced_apart(name, reading):
                model = replace(model, prices=Prices())
            if asks_for_long_window(name) and model.window < LONG_WINDOW:
                model = _with_window(model, LONG_WINDOW)
            return model
        return None

    def _stand_in(self, name: str) -> Model:
        family = self._guess(name)
        window = LONG_WINDOW if asks_for_long_window(name) else self._defaults.unknown_window
        return Model(id=name, provider=family.provider, family=family.name, window=window, known=False)

    def _guess(self, name: str) -> Family:
        for reading in reversed(readings(name)):  # the barest reading says most about the line
            for family in self._families.values():
                if family.name != UNKNOWN_FAMILY and any(fnmatchcase(reading, p) for p in family.matches):
                    return family
        return self._families[UNKNOWN_FAMILY]


def _families(base: Iterable[Family], given: Overrides) -> dict[str, Family]:
    shipped = {family.name: family for family in base}
    own: dict[str, Family] = {}
    for name, fields in given.families.items():
        at = f"families.{name}"
        if name in shipped:
            shipped[name] = overrides.merged(shipped[name], {**fields, "name": name}, at)
        else:
            own[name] = overrides.merged(shipped[UNKNOWN_FAMILY], {"matches": (), **fields, "name": name}, at)
    return {**own, **shipped}  # a user's own patterns are tried first


def _index(models: Iterable[Model]) -> dict[str, str]:
    index: dict[str, str] = {}
    for model in models:
        for name in (model.id, *model.aliases):
            index.setdefault(fold(name), model.id)
    return index


def _with_window(model: Model, window: int) -> Model:
    return replace(model, window=window, max_input=None, max_output=_fitting(model.max_output, window))


def _fitting(limit: int | None, window: Any) -> int | None:
    return min(limit, window) if limit is not None and isinstance(window, int) else limit
