"""What the package costs: a run beside that of the command, steps by hand beside bare steps, a study beside its single runs.

Ratios of times on one machine, each the best of some attempts, with their limits; run it while nothing else runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median

import poinsot


def pendulum(duration: float, dt: float) -> poinsot.Model:
    m = poinsot.Model(title="Pendulum", gravity=(0, 0, -9.81))
    m.parameter("weight", 0.6)
    arm = m.body("arm", mass="weight", inertia=(1e-3, 0.05, 0.05), position=(0.5, 0, 0))
    m.revolute("hinge", between=("ground", arm), at=(0, 0, 0), axis=(0, 1, 0), unknowns=["angle"])
    m.motor("drive", on="hinge.angle", effort=0)
    m.set_run(duration=duration, dt=dt)
    return m


def timed(work: Callable[[], object], clock: Callable[[], float]) -> float:
    started = clock()
    work()
    return clock() - started


def in_turn(
    attempts: int, *works: Callable[[], object], clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """The least time of each, one after the other in turn, so that what else the machine does hits all alike."""
    times = [[timed(work, clock) for work in works] for _ in range(attempts)]
    return [min(column) for column in zip(*times, strict=True)]


def judged(text: str, fits: bool, limit: str) -> bool:
    print(f"{text}: {'within' if fits else 'NOT within'} {limit}", flush=True)
    return fits


def runs(folder: Path) -> bool:
    m = pendulum(100.0, 0.001)
    m.write(folder / "m.toml")
    command = [os.environ.get("POINSOT", "target/release/poinsot"), "run", str(folder / "m.toml"), "--quiet", "--force"]
    command += ["-o", str(folder / "m.nc"), "--threads", "1"]
    ours, theirs = in_turn(
        5,
        lambda: m.run(progress=False).save(folder / "ours.nc", replace=True),
        lambda: subprocess.run(command, check=True),
    )
    text = f"run of 10^5 steps with its file: {ours:.3f} s, the command {theirs:.3f} s, ratio {ours / theirs:.3f}"
    return judged(text, ours <= 1.05 * theirs, "5 %")


def steps() -> bool:
    """Rounds of bare and of driven steps in turn, and the median of their differences: what else the machine does comes and goes.
    All on one thread: its processor time is what counts. What lies between two steps is also timed by itself, clock and all."""
    rounds, count = 40, 1000
    m = pendulum(1e6, 0.001)
    alone, driven, watched = m.simulation(), m.simulation(), m.simulation()

    def drive(s: poinsot.Simulation) -> None:
        s.set_motor("drive", -0.1 * s["hinge.angle"])

    def bare_steps() -> None:
        for _ in range(count):
            alone.step()

    def driven_steps() -> None:
        for _ in range(count):
            drive(driven)
            driven.step()

    def between() -> float:
        spent = 0.0
        for _ in range(count):
            started = time.perf_counter()
            drive(watched)
            spent += time.perf_counter() - started
            watched.step()
        return spent

    found = [(timed(bare_steps, time.process_time), timed(driven_steps, time.process_time), between()) for _ in range(rounds)]
    bare = 1e6 * median(row[0] for row in found) / count
    above = 1e6 * median(row[1] - row[0] for row in found) / count
    apart = 1e6 * median(row[2] for row in found) / count
    text = f"step by hand {bare:.2f} us; an output read and an effort set: {above:.2f} us above it, {apart:.2f} us by themselves"
    return judged(text, max(above, apart) <= 3.0, "3 us")


def studies(count: int) -> bool:
    """Studies and single runs in turn, and the median of their ratios: what else the machine does comes and goes."""
    m = pendulum(0.5, 0.004)
    rounds, singles = 6, 200
    rows = iter([{"weight": 0.5 + 1e-6 * k} for k in range(count + rounds * singles)])
    workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    found, per_run = [], []
    for _ in range(rounds):
        started = time.perf_counter()
        for row in islice(rows, singles):
            m.run(set=row, progress=False)
        one = (time.perf_counter() - started) / singles
        batch = list(islice(rows, count // rounds))
        started = time.perf_counter()
        table = poinsot.study(m, batch, {"end": ("hinge.angle", "final")}, progress=False)
        each = (time.perf_counter() - started) / len(batch)
        assert set(table["status"].values) == {"complete"}
        per_run.append(one)
        found.append(one / (each * workers))
    efficiency = median(found)
    text = (
        f"{count} runs of {1e3 * median(per_run):.2f} ms on {workers} threads: efficiency {100 * efficiency:.0f} % "
        f"({100 * min(found):.0f} to {100 * max(found):.0f} %)"
    )
    return judged(text, efficiency >= 0.9, "90 %")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        fits = [runs(Path(temporary))]
    fits += [steps(), studies(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)]
    sys.exit(0 if all(fits) else 1)
