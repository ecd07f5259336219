"""Who reads it: windows, limits, prices and families of models (TOK-11, TOK-1)."""

from brimful.models.model import Factors, Family, ImageRule, ImageRuleKind, Model, Prices
from brimful.models.prices import cost
from brimful.models.registry import Registry
from brimful.models.remembered import LastModels

__all__ = ["Factors", "Family", "ImageRule", "ImageRuleKind", "LastModels", "Model", "Prices", "Registry", "cost"]
