"""What the workers of a study do: run a model with some settings, keep a few numbers of each run."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

import numpy as np

from . import _native
from ._errors import ModelError, likeliest_cause
from ._plain import Plain
from ._results import Results
from ._types import Array

Reducer = Union[
    tuple[str, str], tuple[str, str, float], Callable[[Results], float]
]
"""``(output, "max")``, ``(output, "at", time)``, ``(output, "series", cadence)``, or a function of the results."""

SIMPLE = ("max", "min", "mean", "rms", "final")
WITH_TIME = ("at", "series")


@dataclass(frozen=True)
class Job:
    """One model with what is kept of its runs; small enough to travel with every batch."""

    name: str
    text: str
    folder: str
    outputs: Mapping[str, Reducer]
    ledger: str = "error"

    def load(self, settings: Sequence[str]) -> _native.Loaded:
        """The model with other values."""
        return _native.load(self.name, self.text, self.folder, list(settings))


def problems_of(name: str, reducer: Reducer, known: Callable[[str], Sequence[Any]], duration: float) -> list[str]:
    """Why an output cannot be had, before thousands of runs are asked for it."""
    if callable(reducer):
        return []
    words = ", ".join((*SIMPLE, *WITH_TIME))
    if not isinstance(reducer, tuple) or len(reducer) not in (2, 3) or not all(isinstance(r, str) for r in reducer[:2]):
        return [f"output {name!r}: a reducer is (output, word) or (output, word, time), with one of {words}"]
    found = []
    try:
        outputs = known(reducer[0])
        if len(outputs) != 1:
            found.append(
                f"output {name!r}: `{reducer[0]}` is {len(outputs)} outputs, `{outputs[0][1]}` to `{outputs[-1][1]}`; name one of them"
            )
    except KeyError as error:
        found.append(f"output {name!r}: {error.args[0]}")
    word = reducer[1]
    if word not in (*SIMPLE, *WITH_TIME):
        found.append(f"output {name!r}: no reducer {word!r}; {_native.suggest(word, [*SIMPLE, *WITH_TIME])}")
    elif (word in WITH_TIME) != (len(reducer) == 3):
        found.append(f"output {name!r}: {word!r} {'needs a time [s]' if word in WITH_TIME else 'takes no time'}")
    elif len(reducer) == 3:
        time = reducer[2]
        least = "above" if word == "series" else "at or above"
        if not isinstance(time, (int, float)) or not (0 <= time <= duration) or (word == "series" and time == 0):
            found.append(f"output {name!r}: {time!r} is no time [s] {least} zero and within the run of {duration:g} s")
    return found


def cadence(reducer: Reducer, duration: float) -> Array | None:
    """The times of a series; nothing for single numbers."""
    if callable(reducer) or reducer[1] != "series" or len(reducer) != 3:
        return None
    step = reducer[2]
    count = math.floor(duration / step * (1 + 1e-12)) + 1
    return np.arange(count, dtype=np.float64) * np.float64(step)


def reduced(results: Results, reducer: Reducer, times: Array | None) -> float | Array:
    """The number or the series that is kept of a run."""
    if callable(reducer):
        return float(reducer(results))
    values = results[reducer[0]]
    word = reducer[1]
    if word == "max":
        return float(values.max())
    if word == "min":
        return float(values.min())
    if word == "final":
        return float(values[-1])
    if word == "at" and len(reducer) == 3:
        return float(np.interp(reducer[2], results.time, values))
    if word == "series" and times is not None:
        return np.interp(times, results.time, values)
    # Means are over time, not over frames: steps may differ in length.
    span = results.time[-1] - results.time[0]
    integrand = values if word == "mean" else values**2
    steps = np.diff(results.time)
    mean = float(np.sum(0.5 * (integrand[1:] + integrand[:-1]) * steps) / span) if span > 0 else float(integrand[0])
    return mean if word == "mean" else math.sqrt(mean)


def run_batch(
    job: Job, rows: Sequence[tuple[int, Sequence[str]]], times: Mapping[str, Array]
) -> list[dict[str, Plain | Array]]:
    """Runs some rows of the table, one after the other. A run that fails is a row with its cause."""
    done = []
    for number, settings in rows:
        started = time.perf_counter()
        row: dict[str, Any] = {"run": number, "status": "complete", "cause": "", "steps": 0}
        values: dict[str, Any] = dict.fromkeys(job.outputs, math.nan)
        try:
            frames = job.load(settings).run(job.ledger, 1, None, [])
            results = Results(frames)
            row["steps"] = results.steps
            if frames.status == "complete":
                for name, reducer in job.outputs.items():
                    values[name] = reduced(results, reducer, times.get(name))
            else:
                row.update(status="failed", cause=in_short(frames.failure or frames.status))
        except ModelError as error:
            row.update(status="refused", cause="; ".join(str(p) for p in error.problems))
        except Exception as error:
            row.update(status="failed", cause=f"{type(error).__name__}: {error}")
        row["wall"] = time.perf_counter() - started
        done.append({**row, **values})
    return done


def in_short(text: str) -> str:
    """A failure in one line: what happened, and the likeliest cause."""
    first = text.splitlines()[0] if text else ""
    cause = likeliest_cause(text)
    return f"{first}; likeliest cause: {cause}" if cause else first


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
