"""Tables of inputs: grids, lists, frames, samples."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from ._plain import plain
from ._types import Scalar

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 20

Row = dict[str, Union[float, str]]
Table = Union[Mapping[str, Sequence[Scalar]], Sequence[Mapping[str, Scalar]], "pd.DataFrame"]


def rows_of(parameters: Table) -> list[Row]:
    """The rows of a table: a mapping is a grid, a list has one mapping per row, a frame of pandas one row each.

    Raises:
        ValueError: The table is empty, rows have different keys, or a row is there twice.
    """
    if hasattr(parameters, "to_dict") and hasattr(parameters, "columns"):
        table = [dict(row) for row in parameters.to_dict("records")]
    elif isinstance(parameters, Mapping):
        names = list(parameters)
        values = [list(np.atleast_1d(np.asarray(v, dtype=object))) for v in parameters.values()]
        table = [dict(zip(names, row, strict=True)) for row in itertools.product(*values)]
    else:
        table = [dict(row) for row in parameters]
    rows = [{str(k): _cell(v, str(k)) for k, v in row.items()} for row in table]
    if not rows or not rows[0]:
        raise ValueError("the table of parameters is empty: give at least one parameter with one value")
    seen: dict[tuple[object, ...], int] = {}
    problems: list[str] = []
    for number, row in enumerate(rows):
        if row.keys() != rows[0].keys():
            problems.append(
                f"row {number} has the parameters {', '.join(row)}, the first one {', '.join(rows[0])}"
            )
            continue
        problems += [
            f"row {number}: `{name}` is {value}; every cell is a finite number or a text"
            for name, value in row.items()
            if isinstance(value, float) and not math.isfinite(value)
        ]
        key = tuple(row[name] for name in rows[0])
        if key in seen:
            problems.append(f"rows {seen[key]} and {number} are the same: {row}; remove one of them")
        seen.setdefault(key, number)
    if problems:
        raise ValueError(together(problems))
    return rows


def together(problems: Sequence[str]) -> str:
    """All problems, one per line; of very many the first ones, and how many more there are."""
    more = [f"and {len(problems) - _SHOWN} more"] if len(problems) > _SHOWN else []
    return "\n".join([*problems[:_SHOWN], *more])


def _cell(value: Any, name: str) -> float | str:
    value = plain(value, name)
    if isinstance(value, (list, dict)):
        raise ValueError(f"parameter {name}: a cell of a table is a number or a text, not {value!r}")
    return value if isinstance(value, str) else float(value)


def latin_hypercube(
    ranges: Mapping[str, tuple[float, float]], count: int, *, seed: int = 0
) -> list[Row]:
    """Rows spread evenly over ranges, a Latin hypercube of ``scipy.stats.qmc``."""
    from scipy.stats import qmc

    return _scaled(ranges, qmc.LatinHypercube(len(ranges), rng=np.random.default_rng(seed)).random(count))


def sobol(ranges: Mapping[str, tuple[float, float]], count: int, *, seed: int = 0) -> list[Row]:
    """Rows of a scrambled Sobol sequence; powers of two are best."""
    from scipy.stats import qmc

    return _scaled(ranges, qmc.Sobol(len(ranges), rng=np.random.default_rng(seed)).random(count))


def normal(
    means: Mapping[str, tuple[float, float]], count: int, *, seed: int = 0
) -> list[Row]:
    """Rows scattered normally: mean and standard deviation of every parameter."""
    random = np.random.default_rng(seed)
    columns = {name: random.normal(mean, deviation, count) for name, (mean, deviation) in means.items()}
    return [{name: float(column[k]) for name, column in columns.items()} for k in range(count)]


def _scaled(ranges: Mapping[str, tuple[float, float]], unit: Any) -> list[Row]:
    low = np.array([r[0] for r in ranges.values()])
    high = np.array([r[1] for r in ranges.values()])
    wrong = [name for name, (a, b) in ranges.items() if not a < b]
    if wrong:
        raise ValueError(f"range of {', '.join(wrong)}: two numbers are wanted, the first one smaller")
    points = low + unit * (high - low)
    return [dict(zip(ranges, (float(x) for x in row), strict=True)) for row in points]
