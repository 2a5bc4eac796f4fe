"""Studies on real clusters on this machine: a Dask LocalCluster, with a worker that is killed, and a local Ray.

Run by `cargo xtask python clusters`, which installs both. Prints efficiencies against the sum of single runs.
"""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np

import poinsot

CORES = 2


def model() -> poinsot.Model:
    """Some five milliseconds."""
    m = poinsot.Model(gravity=(0, 0, -9.81))
    m.parameter("weight", 0.6)
    m.body("arm", mass="weight", inertia=(1e-3, 0.05, 0.05), position=(0.5, 0, 0))
    m.revolute("hinge", between=("ground", "arm"), at=(0, 0, 0), axis=(0, 1, 0), unknowns=["angle"])
    m.set_run(duration=0.5, dt=0.001)
    return m


def table(name: str, count: int, executor: Executor, store: Path, meanwhile: Callable[[], None] | None = None) -> None:
    m = model()
    rows = [{"weight": 0.5 + 1e-4 * k} for k in range(count)]
    started = time.perf_counter()
    for row in rows[:50]:
        m.run(set=row, progress=False)
    one = (time.perf_counter() - started) / 50
    helper = threading.Timer(1.0, meanwhile) if meanwhile else None
    if helper:
        helper.start()
    started = time.perf_counter()
    found = poinsot.study(m, rows, {"end": ("hinge.angle", "final")}, executor=executor, store=store, progress=False)
    seconds = time.perf_counter() - started
    assert list(found["run"].values) == list(range(count)), "rows are lost or doubled"
    assert set(found["status"].values) == {"complete"} and not np.isnan(found["end"]).any()
    last = m.run(set=rows[-1], progress=False)["hinge.angle"][-1]
    assert found["end"].values[-1] == last
    efficiency = count * one / (CORES * seconds)
    print(f"{name}: {count} runs of {1e3 * one:.1f} ms in {seconds:.1f} s, efficiency {100 * efficiency:.0f} %", flush=True)


def dask(count: int, folder: Path) -> None:
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=CORES, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        executor: Any = client.get_executor()
        table("Dask", count, executor, folder / "dask.nc")

        def kill() -> None:
            worker = next(iter(cluster.workers.values()))
            os.kill(worker.pid, signal.SIGKILL)
            print("killed a worker", flush=True)

        table("Dask with a killed worker", count, executor, folder / "killed.nc", kill)


def ray(count: int, folder: Path) -> None:
    import ray as cluster

    cluster.init(num_cpus=CORES, include_dashboard=False, log_to_driver=False)
    table("Ray", count, poinsot.RayExecutor(), folder / "ray.nc")
    cluster.shutdown()


if __name__ == "__main__":
    runs = int(os.environ.get("RUNS", "10000"))
    with tempfile.TemporaryDirectory() as temporary:
        dask(runs, Path(temporary))
        ray(runs, Path(temporary))
