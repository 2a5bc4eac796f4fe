"""Types of what the keys of a model hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Union, runtime_checkable

import numpy as np
import numpy.typing as npt


@runtime_checkable
class Quantity(Protocol):
    """A quantity of pint: a number with units."""

    @property
    def magnitude(self) -> Any:
        """The number."""

    def to_base_units(self) -> Any:
        """The same in SI units."""


Array = npt.NDArray[np.float64]

Scalar = Union[float, str, Quantity, np.floating[Any], np.integer[Any]]
"""A number in SI units, a text with a unit or a formula (``"5 mm"``, ``"2*span"``), or a quantity of pint."""

Vector = Union[Sequence[Scalar], npt.NDArray[Any], Quantity]
"""Several numbers: a list, a tuple, an array, or a quantity of pint that holds one."""

Points = Union[Sequence[Vector], npt.NDArray[Any], Quantity]
"""Several vectors."""

Matrix = Points
"""Rows of numbers."""

Names = Sequence[str]
"""Names of items, points or coordinates."""

Function = Union[Scalar, Mapping[str, Any]]
"""A number, a formula such as ``"2*sin(3*t)"``, or a table or pulse from :mod:`poinsot.values`."""
