"""Balls dropped into a box, in MuJoCo and in ours: processor time per ball, and what energy comes from nowhere.

    python comparison/piles/run.py --program target/release/poinsot --folder target/piles [--write docs/pile-comparison.md]

Python must have the package mujoco. The programs take turns on one core. Measurements are kept in the folder; what is there is not
measured again.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pile
from mujoco import __version__ as version

# Seconds of motion: all layers have come down and lie on each other.
DURATION, DT = 0.4, 1e-3
PILES = [(14, 5), (45, 5)]
HERE = Path(__file__).resolve().parent


def one_core():
    """Processor time is that of one thread."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def processor_time(command, folder):
    """What a program says, and its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True, preexec_fn=one_core, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{command[0]} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout + done.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def with_ours(program, folder, heap):
    """Steps alone: a run of one step is taken off, which reads the model and analyses it."""
    (folder / "pile.toml").write_text(pile.ours(heap, DURATION, DT))
    (folder / "short.toml").write_text(pile.ours(heap, DT, DT))
    for name in ("pile", "short"):
        (folder / f"{name}.nc").unlink(missing_ok=True)
    _, short = processor_time([program, "run", "short.toml"], folder)
    said, whole = processor_time([program, "run", "pile.toml"], folder)
    number = r"(-?[0-9.]+(?:e-?[0-9]+)?)"
    energies = re.search(rf"energy\s+start {number} J\s+end {number} J", said)
    gap = re.search(rf"ledger gap {number} J", said)
    return {
        "seconds": whole - short,
        "steps": round(DURATION / DT),
        "dt": DT,
        "start": float(energies[1]),
        "end": float(energies[2]),
        "error": float(gap[1]),
    }


def with_peer(folder, heap):
    command = [sys.executable, str(HERE / "peer.py"), str(heap.across), str(heap.layers), str(DURATION)]
    said, _ = processor_time(command, folder)
    return json.loads(said.splitlines()[-1])


def page(found):
    rows = []
    for across, layers in PILES:
        heap = pile.Pile(across, layers)
        one = found.get(heap.name)
        if one is None:
            continue
        ours, peer = one["ours"], one["peer"]

        def cost(part):
            # Microseconds per ball and millisecond of motion.
            return part["seconds"] * 1e6 / heap.count / (DURATION * 1e3)

        rows.append(
            f"| {heap.name} | {heap.count} | {cost(ours):.1f} | {ours['error']:.1e} | {cost(peer):.1f} | {peer['error']:.1e} |"
            f" {cost(peer) / cost(ours):.2f} | {ours['start']:.0f} | {ours['end']:.0f} | {peer['end']:.0f} |"
        )
    return f"""# Piles beside MuJoCo

Written by `cargo xtask compare --piles`; do not edit. Balls of 0.5 kg and 50 mm radius in layers above a box fall for {DURATION} s: here with a step of {DT * 1e3:g} ms, a stiffness of 20 kN/m, a coefficient of restitution of 0.5 and friction of {pile.FRICTION}, in MuJoCo {version} with its default settings (a step of 2 ms, soft contacts that lose nearly everything) and the same friction. Both on one core.

*Time*: processor time per ball and millisecond of motion, in microseconds; *ratio*: that of MuJoCo by ours, below one where it is faster. *Error* of ours: the largest energy that no account of the ledger explains. MuJoCo keeps no such books; its *error* is the largest rise of kinetic and potential energy over their least value so far. Nothing drives the balls, so that this energy came from nothing, or from contacts that had given way.

| balls | count | time, ours [us] | error, ours [J] | time, MuJoCo [us] | error, MuJoCo [J] | ratio | energy at the start [J] | at the end, ours [J] | at the end, MuJoCo [J] |
|---|---|---|---|---|---|---|---|---|---|
{chr(10).join(rows)}

The two do not solve the same equations: MuJoCo has one velocity per step, found from a convex problem, and is made for robots and games; here every impact takes several steps, keeps momentum and loses what its coefficient of restitution says. The times say what either costs with what it promises.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the command poinsot, built with the default release settings")
    parser.add_argument("--folder", required=True, help="where models and measurements are kept")
    parser.add_argument("--write", help="the page to write")
    wanted = parser.parse_args()
    program, folder = str(Path(wanted.program).resolve()), Path(wanted.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "measured.json"
    found = json.loads(kept.read_text()) if kept.is_file() else {}
    for across, layers in PILES:
        heap = pile.Pile(across, layers)
        if heap.name not in found:
            found[heap.name] = {"ours": with_ours(program, folder, heap), "peer": with_peer(folder, heap)}
            print(heap.name, found[heap.name], flush=True)
            kept.write_text(json.dumps(found, indent=1))
    text = page(found)
    print(text)
    if wanted.write:
        Path(wanted.write).write_text(text)


if __name__ == "__main__":
    main()
