"""Shells in CalculiX, in OpenSees and in ours: the same meshes, supports and loads, error against processor time.

    python3 comparison/shells/run.py --program target/release/poinsot --folder target/shells [--write docs/shell-comparison.md]

Needs the program ccx (Debian: calculix-ccx) on the path and this Python with openseespy; what is missing is left out and said. Measurements
are kept in the folder: an interrupted comparison goes on where it stopped, and `--write` writes the page from what is there.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import calculix
import cases
import opensees
import ours
from page import page

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


def best(module, folder, mesh, element, increment, **program):
    """The fastest of some rounds; values are the same in all of them."""
    found = measured(module, folder, mesh, element, increment, **program)
    for _ in range(ROUNDS - 1):
        if "failed" in found or found["seconds"] > SHORT:
            break
        again = measured(module, folder, mesh, element, increment, **program)
        if "failed" not in again and again["seconds"] < found["seconds"]:
            found = again
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the command poinsot, built with the default release settings")
    parser.add_argument("--folder", required=True, help="where inputs and measurements are kept")
    parser.add_argument("--write", help="the page to write")
    parser.add_argument("--only", default="", help="runs whose name contains this")
    wanted = parser.parse_args()
    program, folder = Path(wanted.program).resolve(), Path(wanted.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "measured.json"
    found = json.loads(kept.read_text()) if kept.is_file() else {}
    missing = []
    if shutil.which("ccx") is None:
        missing.append("ccx")
    if subprocess.run([sys.executable, "-c", "import openseespy.opensees"], capture_output=True).returncode:
        missing.append("openseespy")
    for name in missing:
        print(f"{name} is not there: its part is left out")
    tasks = []
    for case in cases.CASES:
        for module in (ours, calculix, opensees):
            if (module is calculix and "ccx" in missing) or (module is opensees and "openseespy" in missing):
                continue
            for element, nodes in module.ELEMENTS.items():
                tasks += [(case, module, element, nodes, n) for n in case.meshes[nodes]]
    # Coarse meshes first, and last the program that takes longest: the page is of use early.
    tasks.sort(key=lambda task: (task[1] is opensees, task[4] * (1 if task[3] == 4 else 2)))
    for case, module, element, nodes, n in tasks:
        name = f"{case.name} / {module.NAME} / {element} / {n}"
        if name in found or wanted.only not in name:
            continue
        options = {"program": str(program)} if module is ours else {}
        mesh = cases.Mesh(case, nodes, n)
        # A program that needed more than the patience on a coarser mesh is not asked again.
        tried = [found.get(f"{case.name} / {module.NAME} / {element} / {k}", {}) for k in case.meshes[nodes] if k < n]
        if any(t.get("failed", "").startswith("more") for t in tried):
            continue
        here = folder / name.replace(" / ", "-").replace(" ", "-")
        found[name] = best(module, here, mesh, element, case.increment, **options)
        found[name]["unknowns"] = 6 * len(mesh.number)
        print(name, found[name], flush=True)
        kept.write_text(json.dumps(found, indent=1))
    text = page(cases.CASES, (ours, calculix, opensees), found)
    print(text)
    if wanted.write:
        Path(wanted.write).write_text(text)


if __name__ == "__main__":
    main()
