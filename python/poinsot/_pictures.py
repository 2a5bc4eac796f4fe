"""Pictures of studies: outputs over parameters, histograms, envelopes of series."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native
from ._study import OUTPUTS, PARAMETERS

if TYPE_CHECKING:
    import xarray as xr

# Of a panel [inch].
_WIDTH, _HEIGHT = 3.2, 2.4
_BINS = 30


def columns(table: xr.Dataset) -> tuple[list[str], list[str]]:
    """Names of the parameters and of the outputs of a study."""
    try:
        return json.loads(table.attrs[PARAMETERS]), json.loads(table.attrs[OUTPUTS])
    except KeyError:
        raise ValueError("this is not the table of a study, as poinsot.study and poinsot.open_study give it") from None


def plot_study(
    table: xr.Dataset,
    outputs: Sequence[str] | None = None,
    *,
    against: str | Sequence[str] | None = None,
    title: str | None = None,
) -> Any:
    """Draws the table of a study with Matplotlib: one line of panels per output.

    An output that is a number has a panel over every parameter and a histogram; one that is a series has its envelope: all runs,
    the middle nine tenths of them, and the median. Runs that failed are left out.

    Args:
        table: From :func:`poinsot.study` or :func:`poinsot.open_study`.
        outputs: Which outputs; all if it is left out.
        against: Parameters or outputs on the horizontal axes; all parameters if it is left out.
        title: A line above the panels.

    Returns:
        The figure.

    Raises:
        ValueError: A column does not exist, or no run is complete.
    """
    import matplotlib.pyplot as plt

    parameters, known = columns(table)
    wanted = list(outputs) if outputs else known
    across = [against] if isinstance(against, str) else list(against) if against is not None else parameters
    single = [n for n in known if table[n].ndim == 1]
    problems = [f"no output {n!r}; {_native.suggest(n, known)}" for n in wanted if n not in known]
    problems += [
        f"no parameter or single output {n!r}; {_native.suggest(n, [*parameters, *single])}"
        for n in across
        if n not in (*parameters, *single)
    ]
    if problems:
        raise ValueError("\n".join(problems))
    whole = table.isel(run=np.flatnonzero(table["status"].values == "complete"))
    if whole.sizes["run"] == 0:
        raise ValueError("no run of this study is complete; the column `cause` says why")
    wide = len(across) + 1
    figure, axes = plt.subplots(
        len(wanted), wide, figsize=(_WIDTH * wide, _HEIGHT * len(wanted)), squeeze=False, layout="constrained"
    )
    for name, row in zip(wanted, axes, strict=True):
        if whole[name].ndim == 1:
            for other, ax in zip(across, row, strict=False):
                _scatter(ax, whole, other, name)
            _histogram(row[-1], whole, name)
        else:
            _in_one(figure, row, whole, name)
    if title is not None:
        figure.suptitle(title)
    return figure


def _label(table: xr.Dataset, name: str) -> str:
    unit = table[name].attrs.get("units")
    return f"{name} [{unit}]" if unit else name


def _scatter(ax: Any, table: xr.Dataset, across: str, name: str) -> None:
    x, y = table[across].values, table[name].values
    if x.dtype.kind in "OUS":
        # Texts stand side by side, in the order of their first appearance.
        order = list(dict.fromkeys(str(v) for v in x))
        ax.plot([order.index(str(v)) for v in x], y, ".", markersize=4)
        ax.set_xticks(range(len(order)), order)
    else:
        ax.plot(x, y, ".", markersize=4, alpha=0.6)
    ax.set_xlabel(_label(table, across))
    ax.set_ylabel(_label(table, name))


def _histogram(ax: Any, table: xr.Dataset, name: str) -> None:
    values = table[name].values
    values = values[np.isfinite(values)]
    ax.hist(values, bins=min(_BINS, max(5, int(np.sqrt(len(values))))))
    ax.set_xlabel(_label(table, name))
    ax.set_ylabel("runs")


def _in_one(figure: Any, row: Any, table: xr.Dataset, name: str) -> None:
    """A series takes the whole line."""
    place = row[0].get_gridspec()
    line = row[0].get_subplotspec().rowspan.start
    for ax in row:
        ax.remove()
    ax = figure.add_subplot(place[line, :])
    time = table[table[name].dims[1]].values
    values = table[name].values
    low, lower, middle, upper, high = np.nanpercentile(values, [0, 5, 50, 95, 100], axis=0)
    ax.fill_between(time, low, high, alpha=0.2, label="all runs", linewidth=0)
    ax.fill_between(time, lower, upper, alpha=0.4, label="5 % to 95 %", linewidth=0, color="C0")
    ax.plot(time, middle, color="C0", label="median")
    ax.set_xlabel("time [s]")
    ax.set_ylabel(_label(table, name))
    ax.legend()
