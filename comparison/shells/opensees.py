"""OpenSeesPy: a script per mesh, run as a process of its own, so that its processor time is the whole of it as for the others."""

import json
import sys

NAME = "OpenSees"
ELEMENTS = {"ASDShellQ4 corotational": 4, "ShellNLDKGQ": 4, "ShellMITC4 updated basis": 4}

SCRIPT = '''import json
import openseespy.opensees as ops

job = json.load(open("job.json"))
ops.wipe()
ops.model("basic", "-ndm", 3, "-ndf", 6)
for node, place in job["places"]:
    ops.node(node, *place)
ops.section("ElasticMembranePlateSection", 1, job["youngs"], job["poisson"], job["thickness"], 0.0)
for tag, cell in enumerate(job["cells"], 1):
    ops.element(job["element"], tag, *cell, 1, *job["options"])
for node, fixed in job["held"]:
    ops.fix(node, *fixed)
ops.timeSeries("Linear", 1)
ops.pattern("Plain", 1, 1)
for node, value in job["forces"]:
    ops.load(node, *value, 0, 0, 0)
ops.constraints("Plain")
ops.numberer("AMD")
ops.system("UmfPack")
# Unbalance of a thousandth of the load; CalculiX stops at half a percent of the mean force, ours at round-off.
ops.test("NormUnbalance", 1e-3 * job["load"], 50)
ops.algorithm("Newton")
ops.integrator("LoadControl", job["increment"])
ops.analysis("Static")
increment, most, points, iterations = job["increment"], job["increment"], 0, 0
done = 0.0
while done < 1 - 1e-12:
    step = min(increment, 1 - done)
    ops.integrator("LoadControl", step)
    failed = ops.analyze(1)
    iterations += ops.testIter()
    if failed:
        # As the others do: a fraction of the increment where it does not converge, growth where it does easily.
        increment = 0.25 * step
        if increment < 1e-6:
            break
        continue
    done, points = done + step, points + 1
    print("REACHED", done, flush=True)
    if ops.testIter() <= 8:
        increment = min(1.5 * increment, most)
ends = [[node, [ops.nodeDisp(node, k + 1) for k in range(3)]] for node in job["seen"]]
print("ANSWER", json.dumps({"done": done, "points": points, "iterations": iterations, "ends": ends}))
'''

OPTIONS = {
    "ASDShellQ4 corotational": ("ASDShellQ4", ["-corotational"]),
    "ShellNLDKGQ": ("ShellNLDKGQ", []),
    "ShellMITC4 updated basis": ("ShellMITC4", ["-updateBasis"]),
}


def write(folder, mesh, element, increment):
    case = mesh.case
    kind, options = OPTIONS[element]
    job = {
        "places": list(mesh.places().items()),
        "cells": mesh.cells,
        "element": kind,
        "options": options,
        "youngs": case.youngs,
        "poisson": case.poisson,
        "thickness": case.thickness,
        "held": [[node, [int(k in fixed) for k in range(1, 7)]] for node, fixed in mesh.held().items()],
        "forces": [[mesh.corner(f.corner), f.value] for f in case.forces],
        "load": max(abs(v) for f in case.forces for v in f.value),
        "seen": sorted({mesh.corner(corner) for _, corner, _, _ in case.sensors}),
        "increment": increment,
    }
    (folder / "job.json").write_text(json.dumps(job))
    (folder / "job.py").write_text(SCRIPT)
    return [sys.executable, "job.py"]


def read(_folder, mesh, text):
    answers = [line for line in text.splitlines() if line.startswith("ANSWER ")]
    if not answers:
        reached = [line.split()[1] for line in text.splitlines() if line.startswith("REACHED ")]
        raise RuntimeError(f"at {float(reached[-1]):.3f} of the load" if reached else "no equilibrium")
    answer = json.loads(answers[-1].removeprefix("ANSWER "))
    if answer["done"] < 1 - 1e-9:
        raise RuntimeError(f"ended at {answer['done']:.3f} of the load")
    ends = dict(answer["ends"])
    out = {name: sign * ends[mesh.corner(corner)][k] for name, corner, k, sign in mesh.case.sensors}
    return out, answer["points"], answer["iterations"]
