"""What the package costs: a run beside that of the command, steps by hand beside bare steps, a study beside its single runs.

Ratios of times on one machine, each the best of some attempts; run it while nothing else runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import poinsot


def pendulum(duration: float, dt: float) -> poinsot.Model:
    m = poinsot.Model(title="Pendulum", gravity=(0, 0, -9.81))
    m.parameter("weight", 0.6)
    arm = m.body("arm", mass="weight", inertia=(1e-3, 0.05, 0.05), position=(0.5, 0, 0))
    m.revolute("hinge", between=("ground", arm), at=(0, 0, 0), axis=(0, 1, 0), unknowns=["angle"])
    m.motor("drive", on="hinge.angle", effort=0)
    m.set_run(duration=duration, dt=dt)
    return m


def best(attempts: int, work: Callable[[], object]) -> float:
    times = []
    for _ in range(attempts):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def runs(folder: Path) -> None:
    m = pendulum(100.0, 0.001)
    m.write(folder / "m.toml")
    command = [os.environ.get("POINSOT", "target/release/poinsot"), "run", str(folder / "m.toml"), "--quiet", "--force"]
    command += ["-o", str(folder / "m.nc"), "--threads", "1"]
    ours = best(3, lambda: m.run(progress=False).save(folder / "ours.nc", replace=True))
    theirs = best(3, lambda: subprocess.run(command, check=True))
    print(f"run of 10^5 steps with its file: {ours:.3f} s, the command {theirs:.3f} s, ratio {ours / theirs:.3f}")


def steps() -> None:
    count = 20_000

    def bare() -> None:
        s = pendulum(1e6, 0.001).simulation()
        step = s.step
        for _ in range(count):
            step()

    def driven() -> None:
        s = pendulum(1e6, 0.001).simulation()
        for _ in range(count):
            s.set_motor("drive", -0.1 * s["hinge.angle"])
            s.step()

    a, b = best(3, bare) / count, best(3, driven) / count
    print(f"step {1e6 * a:.2f} us, with an output read and an effort set {1e6 * b:.2f} us: {1e6 * (b - a):.2f} us more")


def studies(count: int) -> None:
    m = pendulum(0.5, 0.001)
    rows = [{"weight": 0.5 + 1e-4 * k} for k in range(count)]
    one = best(3, lambda: [m.run(set=row, progress=False) for row in rows[:50]]) / 50
    started = time.perf_counter()
    table = poinsot.study(m, rows, {"end": ("hinge.angle", "final")}, progress=False)
    seconds = time.perf_counter() - started
    workers = len(os.sched_getaffinity(0))
    efficiency = count * one / (seconds * workers)
    assert set(table["status"].values) == {"complete"}
    print(f"{count} runs of {1e3 * one:.1f} ms on {workers} threads: {seconds:.1f} s, efficiency {100 * efficiency:.0f} %")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        runs(Path(temporary))
    steps()
    studies(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
