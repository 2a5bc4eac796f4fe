"""From what people write in Python to the plain values of a model file."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from typing import Any, Union

import numpy as np

from ._types import Quantity

Plain = Union[float, int, bool, str, list[Any], dict[str, Any]]

_BASE = {"meter": "m", "kilogram": "kg", "second": "s", "radian": "rad", "kelvin": "K"}


def plain(value: Any, path: str = "") -> Plain:
    """A value as texts, numbers, lists and tables.

    Raises:
        TypeError: for what no key of a model can hold.
    """
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return float(value)
    if isinstance(value, Mapping):
        return {str(k): plain(v, f"{path}.{k}") for k, v in value.items() if v is not None}
    if isinstance(value, np.ndarray):
        return plain(value.tolist(), path)
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if isinstance(value, Quantity):
        return _quantity(value, path)
    if isinstance(value, Sequence):
        return [plain(v, f"{path}[{k}]") for k, v in enumerate(value)]
    if hasattr(value, "tolist"):
        return plain(value.tolist(), path)
    raise TypeError(
        f"{path or 'the value'} is {type(value).__name__}; a model holds numbers, texts with units, "
        "quantities of pint, lists, arrays and tables"
    )


def _quantity(value: Quantity, path: str) -> Plain:
    base = value.to_base_units()
    unit = _unit(base, path)
    magnitude = base.magnitude
    if isinstance(magnitude, (int, float, np.number)):
        number = float(magnitude)
        return f"{number!r} {unit}" if unit else number
    listed = np.asarray(magnitude).tolist()
    return _with_unit(listed, unit)


def _with_unit(value: Any, unit: str) -> Plain:
    if isinstance(value, list):
        return [_with_unit(v, unit) for v in value]
    return f"{float(value)!r} {unit}" if unit else float(value)


def _unit(base: Any, path: str) -> str:
    """The SI unit as a model file writes it; empty for plain numbers."""
    parts = []
    for name, exponent in base.unit_items() if hasattr(base, "unit_items") else base._units.items():
        if name not in _BASE:
            raise TypeError(f"{path or 'the value'}: a model has no unit {name!r}")
        power = float(exponent)
        if not power.is_integer():
            raise TypeError(f"{path or 'the value'}: {name} to the power {power:g} is no unit of a model")
        parts.append((_BASE[name], int(power)))
    above = [u if p == 1 else f"{u}^{p}" for u, p in parts if p > 0]
    below = [u if p == -1 else f"{u}^{-p}" for u, p in parts if p < 0]
    if not parts:
        return ""
    return "*".join(above or ["1"]) + "".join(f"/{u}" for u in below)


def number_text(value: float) -> str:
    """A number as TOML writes it, with all its digits."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        # TOML has integers of 64 bits.
        return str(value) if abs(value) < 2**63 else repr(float(value))
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    text = repr(value)
    return text if any(c in text for c in ".en") else f"{text}.0"
