"""Runs programs one at a time on one core and measures their processor time; used by the comparisons of shells and of solids."""

import os
import resource
import shutil
import subprocess

# Processor time after which a run counts as failed, in seconds, and up to which it is repeated.
PATIENCE, SHORT, ROUNDS = 60, 3, 3


def one_core():
    """Every program runs on one core, so that processor time is that of one thread."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))


def measured(module, folder, mesh, element, increment, **program):
    """Values of the sensors, points, iterations and processor time of one run, or why there is none."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = module.write(folder, mesh, element, increment, **program)
    single = {k: "1" for k in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "CCX_NPROC_EQUATION_SOLVER")}
    with open(folder / "log", "w") as log:
        process = subprocess.Popen(
            command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, env={**os.environ, **single}, preexec_fn=one_core
        )
        # Of this process alone, not of all children so far.
        _, status, usage = os.wait4(process.pid, 0)
    seconds = usage.ru_utime + usage.ru_stime
    try:
        values, points, iterations = module.read(folder, mesh, (folder / "log").read_text(errors="replace"), **program)
    except Exception as why:  # noqa: BLE001  whatever another program left behind
        # Killed for its processor time.
        late = os.WIFSIGNALED(status) and seconds > 0.9 * PATIENCE
        return {"failed": f"more than {PATIENCE} s, {why}" if late else f"{why}", "seconds": seconds}
    return {"values": values, "points": points, "iterations": iterations, "seconds": seconds}


def better(one, other):
    """The faster of two measurements of one run."""
    if "failed" in other or ("failed" not in one and one["seconds"] <= other["seconds"]):
        return one
    return other


def best(module, folder, mesh, element, increment, **program):
    """The fastest of some rounds; values are the same in all of them."""
    found = measured(module, folder, mesh, element, increment, **program)
    for _ in range(ROUNDS - 1):
        if "failed" in found or found["seconds"] > SHORT:
            break
        found = better(found, measured(module, folder, mesh, element, increment, **program))
    return found
