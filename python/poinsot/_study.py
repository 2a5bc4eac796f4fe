"""Studies: one table of inputs, one run per row, one table of outputs."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native
from ._errors import ModelError, PoinsotError
from ._executors import Workers
from ._model import Model, setting
from ._progress import in_notebook
from ._runs import Job, Reducer, cadence, problems_of, run_batch
from ._store import DEFINITION, Column, Store
from ._tables import Row, Table, rows_of, together
from ._types import Array

if TYPE_CHECKING:
    import xarray as xr

_CAUSE_LENGTH = 400
_OWN = ("run", "status", "cause", "steps", "wall")
# Attributes with the names of the columns, as lists of JSON.
PARAMETERS, OUTPUTS = "parameters", "outputs"
# Batches per worker, so that the last ones end at nearly the same time, and runs in one at most.
_BATCHES, _LARGEST = 32, 64
# Rows that are looked at before a study begins.
_TRIED = 20


class StudyError(PoinsotError):
    """A study that cannot go on. Rows that have arrived are in its store; started again, only the others are run."""


def study(
    model: Model,
    parameters: Table,
    outputs: Mapping[str, Reducer],
    *,
    store: str | os.PathLike[str] | None = None,
    executor: Executor | str | None = None,
    workers: int | None = None,
    batch: int | None = None,
    retries: int = 3,
    set: Mapping[str, Any] | None = None,
    progress: bool | None = None,
) -> xr.Dataset:
    """Runs a model once for every row of a table.

    Args:
        model: The model.
        parameters: Names of parameters or keys (``"rotor_mass"``, ``"body.arm.mass"``) with values: a mapping of lists is a
            grid, a list of mappings has one per row, a frame of pandas too. Samples: :func:`poinsot.latin_hypercube`,
            :func:`poinsot.sobol`, :func:`poinsot.normal`.
        outputs: What is kept of every run, by name: ``("hinge.angle", "max")``, likewise ``min``, ``mean``, ``rms``,
            ``final``; ``("hinge.angle", "at", 0.5)``; ``("hinge.angle", "series", 0.01)`` at a cadence [s]; or a function of
            the results that gives a number.
        store: A file that rows are kept in as they arrive. A study with a store that is started again runs what is missing.
        executor: ``"threads"`` (default), ``"processes"``, or anything with the interface of ``concurrent.futures``, such as
            ``client.get_executor()`` of Dask, an ``MPIPoolExecutor``, or :class:`poinsot.RayExecutor`.
        workers: How many, where the executor is ours.
        batch: Runs per task.
        retries: How often a batch is handed out again whose worker has died.
        set: Values that are the same in all runs.
        progress: Whether to show how far the study is; by default in terminals and notebooks.

    Returns:
        A dataset of xarray along ``run``: parameters, outputs, ``status`` (``complete``, ``failed``, ``refused``), ``cause``,
        ``steps`` and ``wall`` [s].

    Raises:
        ModelError: The model or a parameter is wrong in a way that concerns all rows.
        ValueError: The table is empty or has a row twice, an output does not exist, or the store is of another study.
        StudyError: The executor broke. Nothing that has arrived is lost.
    """
    rows = rows_of(parameters)
    if not outputs:
        raise ValueError("a study without outputs keeps nothing: name at least one")
    _check_counts(workers=(workers, 1), batch=(batch, 1), retries=(retries, 0))
    fixed = [f"{key}={setting(value, key)}" for key, value in (set or {}).items()]
    settings = [
        [*fixed, *(f"{key}={setting(value, key)}" for key, value in row.items())] for row in rows
    ]
    job = Job(model._name, model.to_text(), os.fspath(model._folder.resolve()), dict(outputs))
    times, units = _examined(job, settings, [*rows[0]])
    crew = Workers(executor, workers)
    kept = Store(Path(store) if store is not None else None, *_shape(job, rows, times, units, fixed))
    try:
        there = {int(k) for k in kept.column("run")}
        missing = [(k, s) for k, s in enumerate(settings) if k not in there]
        _carry_out(job, missing, rows, times, kept, crew, batch, retries, progress)
        return _dataset(kept)
    finally:
        crew.close()
        kept.close()


def _check_counts(**counts: tuple[int | None, int]) -> None:
    wrong = [
        f"{name} is {value!r}; a whole number, {least} or more, is wanted"
        for name, (value, least) in counts.items()
        if value is not None and not (isinstance(value, int) and value >= least)
    ]
    if wrong:
        raise ValueError(together(wrong))


def _sound(job: Job, settings: Sequence[Sequence[str]]) -> _native.Loaded:
    """The first row that can be read. What is wrong with many of the first ones is wrong with the study."""
    first: ModelError | None = None
    for row in settings[:_TRIED]:
        try:
            return job.load(row)
        except ModelError as error:
            first = first or error
    assert first is not None, "a table has rows"
    raise first


def _examined(
    job: Job, settings: Sequence[Sequence[str]], names: Sequence[str]
) -> tuple[dict[str, Array], dict[str, str]]:
    """Builds a row, so that what is wrong with all of them is said before they are run. Gives the times of series and the units
    of outputs."""
    taken = {*(_safe(n) for n in names), *_OWN}
    problems = [
        f"output {n!r} has the name of another column; choose another one" for n in job.outputs if _safe(n) in taken
    ]
    problems += [f"parameter {n!r} has the name of a column of every study" for n in names if _safe(n) in _OWN]
    loaded = _sound(job, settings)
    simulation = loaded.simulation(job.ledger, 1, [])
    for name, reducer in job.outputs.items():
        problems += problems_of(name, reducer, simulation.resolve, loaded.duration)
    if problems:
        raise ValueError(together(problems))
    times: dict[str, Array] = {}
    units: dict[str, str] = {}
    for name, reducer in job.outputs.items():
        series = cadence(reducer, loaded.duration)
        if series is not None:
            times[name] = series
        if not callable(reducer):
            units[name] = simulation.resolve(reducer[0])[0][2]
    return times, units


def _shape(
    job: Job, rows: Sequence[Row], times: Mapping[str, Array], units: Mapping[str, str], fixed: Sequence[str]
) -> tuple[list[Column], dict[str, tuple[Any, str]], dict[str, str]]:
    """Columns, axes and attributes of the store."""
    columns = [Column.count("run")]
    for name in rows[0]:
        texts = [len(v.encode("utf-8")) for v in (row[name] for row in rows) if isinstance(v, str)]
        columns.append(Column.text(_safe(name), max(texts)) if texts else Column.number(_safe(name)))
    for name, reducer in job.outputs.items():
        about = {"long_name": "function of the results" if callable(reducer) else " ".join(map(str, reducer))}
        if units.get(name, "1") != "1":
            about["units"] = units[name]
        if name in times:
            columns.append(Column.series(_safe(name), f"{_safe(name)}_time", len(times[name]), **about))
        else:
            columns.append(Column.number(_safe(name), **about))
    columns += [
        Column.text("status", 8),
        Column.text("cause", _CAUSE_LENGTH),
        Column.count("steps"),
        Column.number("wall", units="s"),
    ]
    axes = {f"{_safe(name)}_time": (series, "s") for name, series in times.items()}
    table = json.dumps([list(row.items()) for row in rows])
    reducers = {n: "function" if callable(r) else r for n, r in job.outputs.items()}
    whole = json.dumps([job.text, table, reducers, list(fixed)])
    definition = hashlib.sha256(whole.encode("utf-8")).hexdigest()
    attributes = {
        "program": "poinsot",
        "runs": str(len(rows)),
        DEFINITION: definition,
        PARAMETERS: json.dumps([_safe(name) for name in rows[0]]),
        OUTPUTS: json.dumps([_safe(name) for name in job.outputs]),
        "model": job.text,
    }
    return columns, axes, attributes


def _safe(name: str) -> str:
    """A name that NetCDF allows."""
    return name.replace("/", "_")


def _carry_out(
    job: Job,
    missing: Sequence[tuple[int, Sequence[str]]],
    rows: Sequence[Row],
    times: Mapping[str, Array],
    kept: Store,
    crew: Workers,
    batch: int | None,
    retries: int,
    progress: bool | None,
) -> None:
    size = batch or max(1, min(_LARGEST, len(missing) // (_BATCHES * crew.count)))
    open_ = [(missing[k : k + size], 0) for k in range(0, len(missing), size)]
    running: dict[Future[Any], tuple[Sequence[tuple[int, Sequence[str]]], int]] = {}
    shown = _Shown(progress, len(rows), len(kept))
    try:
        while open_ or running:
            while open_:
                work, tries = open_.pop(0)
                try:
                    running[crew.submit(run_batch, job, work, times)] = (work, tries)
                except (BrokenExecutor, RuntimeError) as error:
                    open_.append((work, tries))
                    if not crew.own or not running and tries > retries:
                        raise StudyError(f"the executor takes no more work: {error}; {_safe_so_far(kept)}") from error
                    break
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            broken = False
            for future in finished:
                work, tries = running.pop(future)
                try:
                    arrived = future.result()
                except (Exception, CancelledError) as error:
                    broken = broken or isinstance(error, BrokenExecutor)
                    if tries >= retries:
                        raise StudyError(
                            f"runs {work[0][0]} to {work[-1][0]} were handed out {tries + 1} times, and every time their worker "
                            f"died or failed: {type(error).__name__}: {error}; {_safe_so_far(kept)}"
                        ) from error
                    open_.append((work, tries + 1))
                else:
                    kept.append([{**{_safe(k): v for k, v in rows[r["run"]].items()}, **_named(r)} for r in arrived])
                    shown.tell(len(kept), sum(r["status"] != "complete" for r in arrived))
            if broken and crew.own:
                # All that was handed out to a broken executor is lost with it.
                open_ += [(work, tries + 1) for work, tries in running.values()]
                running.clear()
                crew.renew()
    finally:
        for future in running:
            future.cancel()
        shown.clear()


def _named(row: Mapping[str, Any]) -> dict[str, Any]:
    return {_safe(name): value for name, value in row.items()}


def _safe_so_far(kept: Store) -> str:
    if kept._file is None:
        return "give `store` to keep rows"
    return f"{len(kept)} rows are in the store; started again, the study runs the others"


class _Shown:
    """How far a study is, in one line."""

    def __init__(self, wanted: bool | None, total: int, before: int) -> None:
        self._on = wanted if wanted is not None else sys.stderr.isatty() or in_notebook()
        self._total, self._before, self._failed = total, before, 0
        self._started = self._last = time.monotonic()

    def tell(self, done: int, failed: int) -> None:
        self._failed += failed
        now = time.monotonic()
        if not self._on or now - self._last < 0.2:
            return
        self._last = now
        rate = (done - self._before) / (now - self._started)
        left = (self._total - done) / rate if rate > 0 else float("nan")
        failures = f"   {self._failed} failed" if self._failed else ""
        sys.stderr.write(f"\r  {done}/{self._total} runs   {rate:.1f} runs/s   {left:.0f} s left{failures}   ")
        sys.stderr.flush()

    def clear(self) -> None:
        if self._on:
            sys.stderr.write("\r" + " " * 78 + "\r")
            sys.stderr.flush()


def _dataset(kept: Store) -> xr.Dataset:
    import xarray as xr

    order = np.argsort(kept.column("run"), kind="stable")
    data: dict[str, Any] = {}
    for column in kept.columns[1:]:
        values = kept.column(column.name)[order]
        dims = ("run",) if values.ndim == 1 else ("run", column.dimension)
        data[column.name] = (dims, values, dict(column.attributes))
    coords: dict[str, Any] = {"run": kept.column("run")[order]}
    coords.update((name, (name, values, {"units": unit})) for name, (values, unit) in kept.axes.items())
    return xr.Dataset(data, coords, kept.attributes)


def open_study(path: str | os.PathLike[str]) -> xr.Dataset:
    """The table of a study, in the order of its runs; also of one that is not complete."""
    import xarray as xr

    with xr.open_dataset(path, engine="scipy") as found:
        if found.attrs.get("program") != "poinsot" or DEFINITION not in found.attrs:
            raise ValueError(f"{path} is not the table of a study; results of a run are opened with poinsot.open")
        table = found.load().sortby("run").set_coords("run")
    for name, values in table.items():
        if values.dtype.kind == "S":
            table[name] = values.astype(str)
    return table
