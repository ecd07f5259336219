"""Who reads it: windows, limits, prices, families and quirks of models (TOK-11, TOK-1, MSG-5)."""

from brimful.models.caches import Caching, caching_for
from brimful.models.call_ids import ACCEPTED, CallIds, map_call_ids
from brimful.models.model import Factors, Family, ImageRule, ImageRuleKind, Model, Prices
from brimful.models.prices import cost
from brimful.models.quirks import QUIRKS, Quirk, quirks_for
from brimful.models.registry import Registry
from brimful.models.remembered import LastModels

__all__ = [
    "ACCEPTED",
    "QUIRKS",
    "Caching",
    "CallIds",
    "Factors",
    "Family",
    "ImageRule",
    "ImageRuleKind",
    "LastModels",
    "Model",
    "Prices",
    "Quirk",
    "Registry",
    "caching_for",
    "cost",
    "map_call_ids",
    "quirks_for",
]
