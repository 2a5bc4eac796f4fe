"""Studies on real clusters on this machine: a Dask LocalCluster, with a worker that is killed and a study that is killed, and a
local Ray.

Run by `cargo xtask python clusters`, which installs both. Prints efficiencies against the sum of single runs; on an idle machine
they are checked, `--timed` says so.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
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
LEAST = 0.8
RUNS = int(os.environ.get("RUNS", "10000"))
TIMED = "--timed" in sys.argv
OUTPUTS: Any = {"end": ("hinge.angle", "final"), "swing": ("hinge.angle", "max")}


def model() -> poinsot.Model:
    """Some five milliseconds."""
    m = poinsot.Model(gravity=(0, 0, -9.81))
    m.parameter("weight", 0.6)
    m.body("arm", mass="weight", inertia=(1e-3, 0.05, 0.05), position=(0.5, 0, 0))
    m.revolute("hinge", between=("ground", "arm"), at=(0, 0, 0), axis=(0, 1, 0), unknowns=["angle"])
    m.set_run(duration=0.5, dt=0.004)
    return m


def rows(count: int) -> list[dict[str, float]]:
    return [{"weight": 0.5 + 1e-4 * k} for k in range(count)]


def single() -> float:
    """Time of one run, one after the other [s]."""
    m, some = model(), rows(400)
    started = time.perf_counter()
    for row in some:
        m.run(set=row, progress=False)
    return (time.perf_counter() - started) / len(some)


def carried_out(name: str, executor: Executor, store: Path, meanwhile: Callable[[], None] | None = None) -> Any:
    """A study whose rows are all there, once, and right."""
    m, table = model(), rows(RUNS)
    one = single()
    helper = threading.Timer(1.0, meanwhile) if meanwhile else None
    if helper:
        helper.start()
    started = time.perf_counter()
    found = poinsot.study(m, table, OUTPUTS, executor=executor, store=store, progress=False)
    seconds = time.perf_counter() - started
    # Before and after: the machine is not always as fast.
    one = 0.5 * (one + single())
    whole(found)
    efficiency = RUNS * one / (CORES * seconds)
    print(f"{name}: {RUNS} runs of {1e3 * one:.1f} ms in {seconds:.1f} s, efficiency {100 * efficiency:.0f} %", flush=True)
    if TIMED and meanwhile is None:
        assert efficiency >= LEAST, f"{name}: less than {100 * LEAST:.0f} %"
    return found


def whole(found: Any) -> None:
    assert list(found["run"].values) == list(range(RUNS)), "rows are lost or doubled"
    assert set(found["status"].values) == {"complete"} and not np.isnan(found["end"]).any()
    last = model().run(set=rows(RUNS)[-1], progress=False)["hinge.angle"][-1]
    assert found["end"].values[-1] == last


def dask(folder: Path) -> Any:
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=CORES, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        executor: Any = client.get_executor()
        found = carried_out("Dask", executor, folder / "dask.nc")

        def kill() -> None:
            worker = next(iter(cluster.workers.values()))
            os.kill(worker.pid, signal.SIGKILL)
            print("killed a worker", flush=True)

        killed = carried_out("Dask with a killed worker", executor, folder / "killed.nc", kill)
    same(found, killed)
    return found


def ray(folder: Path) -> Any:
    import ray as cluster

    cluster.init(num_cpus=CORES, include_dashboard=False, log_to_driver=False)
    found = carried_out("Ray", poinsot.RayExecutor(), folder / "ray.nc")
    cluster.shutdown()
    return found


def same(a: Any, b: Any) -> None:
    """All that does not depend on the clock."""
    for name in ("weight", "end", "swing", "status", "cause", "steps"):
        assert np.array_equal(a[name], b[name]), name


def killed_study(folder: Path, expected: Any) -> None:
    """A study on Dask, killed with all its workers, and started again."""
    store = folder / "whole.nc"
    line = [sys.executable, __file__, "study", str(store)]
    running = subprocess.Popen(line, start_new_session=True)
    while running.poll() is None and not (store.exists() and int.from_bytes(store.read_bytes()[4:8], "big") > RUNS // 4):
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    before = poinsot.open_study(store)
    there = before.sizes["run"]
    assert 0 < there < RUNS, f"{there} rows when it was killed"
    subprocess.run(line, check=True)
    after = poinsot.open_study(store)
    whole(after)
    same(after, expected)
    # Rows that were there were not run again: their wall-clock times are those of before.
    assert np.array_equal(after["wall"].sel(run=before["run"]), before["wall"])
    print(f"killed with {there} rows, completed with {RUNS - there} more, the table is the same", flush=True)


def on_dask(store: Path) -> None:
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=CORES, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        poinsot.study(model(), rows(RUNS), OUTPUTS, executor=client.get_executor(), store=store, progress=False)


def main() -> None:
    if sys.argv[1:2] == ["study"]:
        on_dask(Path(sys.argv[2]))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        found = dask(folder)
        same(found, ray(folder))
        killed_study(folder, found)


if __name__ == "__main__":
    main()
