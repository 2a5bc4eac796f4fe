"""Results of runs and of paths of equilibria."""

from __future__ import annotations

import html
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native
from ._types import Array

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr


class Results:
    """What a run came to: every recorded output over time.

    ``r["hinge.angle"]`` is one output as an array over all frames; ``r["arm.position"]``, a name that stands for several,
    gives one column for each of them. Arrays of results in memory are views and cannot be written to.
    """

    def __init__(self, frames: _native.Frames, path: Path | None = None) -> None:
        self._frames = frames
        self._path = path
        rows = frames.rows()
        self._rows: Array | None = None
        if rows is not None:
            self._rows = np.frombuffer(rows, dtype=np.float64).reshape(len(frames), frames.width)

    def __len__(self) -> int:
        return len(self._frames)

    def __getitem__(self, name: str) -> Array:
        found = self._frames.resolve(name)
        columns = [column for column, _, _ in found]
        if len(columns) == 1:
            return self._column(columns[0])
        if self._rows is not None and columns == list(range(columns[0], columns[-1] + 1)):
            return self._rows[:, columns[0] : columns[-1] + 1]
        return np.stack([self._column(c) for c in columns], axis=1)

    def __contains__(self, name: object) -> bool:
        try:
            return isinstance(name, str) and bool(self._frames.resolve(name))
        except KeyError:
            return False

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def _column(self, column: int) -> Array:
        if self._rows is not None:
            return self._rows[:, column]
        return np.frombuffer(self._frames.columns(column, 1), dtype=np.float64)

    def _ipython_key_completions_(self) -> list[str]:
        return self.names

    @property
    def time(self) -> Array:
        """Times of the frames [s]; load factors of a path of equilibria."""
        return self._column(0)

    @property
    def names(self) -> list[str]:
        """Names of all outputs."""
        return self._frames.names()

    def unit(self, name: str) -> str:
        """The unit of an output; ``"1"`` for numbers without unit."""
        return self._frames.resolve(name)[0][2]

    @property
    def units(self) -> dict[str, str]:
        """Units of all outputs."""
        units: dict[str, str] = {}
        names = self.names
        for _, unit, _, _, first, count in self._frames.variables():
            units.update((names[k], unit) for k in range(first, first + count))
        return units

    @property
    def status(self) -> str:
        """``complete``, ``interrupted``, ``running`` or ``failed: ...`` with the reason."""
        return self._frames.status

    @property
    def attributes(self) -> dict[str, str]:
        """What the results say about the run: title, model, settings, steps, energies."""
        return dict(self._frames.attributes())

    @property
    def steps(self) -> int:
        """Steps made."""
        return int(self.attributes.get("steps", 0))

    def to_xarray(self) -> xr.Dataset:
        """All variables with their axes, labels and units."""
        import xarray as xr

        labels = dict(self._frames.axes())
        data = {}
        for name, unit, about, axes, first, count in self._frames.variables():
            shape = [len(labels[axis]) for axis in axes]
            if self._rows is not None:
                block = self._rows[:, first : first + count]
            else:
                flat = np.frombuffer(self._frames.columns(first, count), dtype=np.float64)
                block = flat.reshape(count, len(self)).T
            attributes = {"units": unit, "long_name": about}
            data[name] = (("time", *axes), block.reshape(len(self), *shape), attributes)
        time = data.pop("time")
        used = {axis for dims, *_ in data.values() for axis in dims[1:]}
        coords: dict[str, Any] = {"time": time}
        coords.update((axis, (axis, names)) for axis, names in labels.items() if axis in used)
        return xr.Dataset(data, coords, dict(self._frames.attributes()))

    def to_pandas(self, names: Sequence[str] | None = None) -> pd.DataFrame:
        """Outputs as columns over time; all of them, or those that are named."""
        import pandas as pd

        chosen: dict[str, Array] = {}
        for name in self.names[1:] if names is None else names:
            for column, full, _ in self._frames.resolve(name):
                chosen[full] = self._column(column)
        return pd.DataFrame(chosen, index=pd.Index(self.time, name="time"))

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> Path:
        """Writes a results file, byte for byte as the command writes it.

        Args:
            path: The file, usually ``NAME.nc``.
            replace: Whether an existing file is replaced.
        """
        target = Path(path)
        if self._rows is not None:
            self._frames.save(os.fspath(target), replace)
        elif self._path is not None:
            if target.exists() and not replace:
                raise FileExistsError(f"{target} exists already; replace=True replaces it")
            shutil.copyfile(self._path, target)
            fields = self._path.with_suffix(".fields.nc")
            if fields.exists():
                shutil.copyfile(fields, target.with_suffix(".fields.nc"))
        return target

    def plot(self, *names: str, ax: Any = None) -> Any:
        """Draws outputs over time with Matplotlib. Gives the axes."""
        import matplotlib.pyplot as plt

        axes = ax if ax is not None else plt.subplots()[1]
        units = []
        for name in names:
            for column, full, unit in self._frames.resolve(name):
                axes.plot(self.time, self._column(column), label=full)
                if unit not in units:
                    units.append(unit)
        first = self._frames.variables()[0]
        axes.set_xlabel(f"{first[0]} [{first[1]}]")
        shown = ", ".join("-" if unit == "1" else unit for unit in units)
        axes.set_ylabel(f"{names[0]} [{shown}]" if len(names) == 1 else f"[{shown}]")
        axes.legend()
        return axes

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Writes one page with the animated model, all curves, the ledger and the model."""
        target = Path(path)
        self._command(target, "report")
        return target

    def export(self, path: str | os.PathLike[str], *options: str) -> Path:
        """Writes results for other programs; the ending says which: ``.csv``, ``.npz``, ``.pvd``, ``.glb``.

        ``options`` are those of ``poinsot export``.
        """
        target = Path(path)
        self._command(target, "export", *options)
        return target

    def picture(self, path: str | os.PathLike[str], *options: str) -> Path:
        """Draws the model as SVG or PNG; ``options`` are those of ``poinsot plot``, without any ``--shape`` is drawn."""
        target = Path(path)
        self._command(target, "plot", *(options or ("--shape",)))
        return target

    def _command(self, target: Path, command: str, *options: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = self._path
            if source is None:
                source = self.save(Path(folder) / "results.nc")
            words = ["poinsot", command, os.fspath(source), *options, "-o", os.fspath(target)]
            _native.command_quietly(words)

    def _repr_html_(self) -> str:
        """The animated report, for notebooks."""
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "report.html"
            self.report(page)
            text = html.escape(page.read_text(encoding="utf-8"), quote=True)
        return (
            f'<iframe srcdoc="{text}" style="width:100%;height:560px;border:0" '
            'sandbox="allow-scripts" title="poinsot report"></iframe>'
        )

    def __repr__(self) -> str:
        title = self.attributes.get("title") or "results"
        end = f" to {self.time[-1]:g}" if len(self) else ""
        return f"<poinsot.Results {title!r}: {len(self)} frames{end}, {len(self.names)} outputs, {self.status}>"


def open_results(path: str | os.PathLike[str]) -> Results:
    """Results in a file. Outputs are read when they are asked for."""
    return Results(_native.open(os.fspath(path)), Path(path))
