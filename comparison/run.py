"""Random systems, integrated by an independent reference and by the program with all its schemes: `cargo xtask compare`."""

import argparse
import os
import sys
import time

# Small matrices only: threads of the linear algebra would be in each other's way.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

from multiprocessing import Pool  # noqa: E402

import one  # noqa: E402
import refine  # noqa: E402
from kept import Kept  # noqa: E402
from course import LADDER  # noqa: E402
from judge import census, faults, table  # noqa: E402
from page import page  # noqa: E402
from results import SCHEMES  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the command poinsot")
    parser.add_argument("--folder", required=True, help="where models and failures are kept")
    parser.add_argument("--systems", type=int, default=200, help="number of systems (200)")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other systems (1)")
    parser.add_argument("--first", type=int, default=0, help="number of the first system (0)")
    parser.add_argument("--schemes", default=",".join(SCHEMES), help="schemes with commas between (all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one per core)")
    parser.add_argument("--page", help="the page that --write writes")
    parser.add_argument("--write", action="store_true", help="write the page of the book with the table")
    parser.add_argument("--verbose", action="store_true", help="a line per system")
    return parser.parse_args()


def self_test(pool, wanted):
    """The comparison must fail where the reference is wrong by 1 %."""
    tasks = [(wanted.seed, name, wanted.program, wanted.folder) for name in one.PERTURBATIONS]
    blind = []
    for name, found in pool.imap(one.perturbed, tasks):
        if found:
            print(f"  {name} changed by 1 % in the reference: noticed, {len(found)} faults, first: {found[0]}")
        else:
            blind.append(name)
    for name in blind:
        print(f"  {name} changed by 1 % in the reference: NOT noticed")
    return not blind


def main():
    wanted = arguments()
    schemes = tuple(wanted.schemes.split(","))
    unknown = [s for s in schemes if s not in SCHEMES]
    if unknown or wanted.systems < 1 or wanted.jobs < 1:
        print(f"cannot compare {wanted.systems} systems with schemes {', '.join(schemes)}; schemes: {', '.join(SCHEMES)}")
        return 2
    os.makedirs(wanted.folder, exist_ok=True)
    began = time.monotonic()
    outcomes, wrong, refined = [], [], 0
    numbers = range(wanted.first, wanted.first + wanted.systems)
    kept = Kept(wanted.folder, wanted.program, schemes)
    done = {index: outcome for index in numbers if (outcome := kept.load(wanted.seed, index)) is not None}
    if done:
        print(f"{len(done)} of {wanted.systems} systems were done before", flush=True)
    tasks = [(wanted.seed, index, wanted.program, wanted.folder, schemes) for index in numbers if index not in done]
    with Pool(wanted.jobs) as pool:
        fresh = pool.imap(one.whole, tasks)
        for index in numbers:
            outcome = done.get(index)
            if outcome is None:
                outcome = next(fresh)
                kept.store(wanted.seed, index, outcome)
            outcome["refined"] = refine.run(outcome, wanted.program)
            refined += outcome["refined"]
            found = faults(outcome)
            outcomes.append(outcome)
            wrong += [(outcome["model"], text) for text in found]
            if wanted.verbose:
                kinds = ", ".join(j.kind for j in outcome["system"].joints)
                print(f"  {outcome['index']:3} {kinds}: {len(found)} faults", flush=True)
            if not found and os.path.exists(outcome["model"]):
                os.remove(outcome["model"])
        steps = ", ".join(f"{1e3 * one.DURATION / n:g}" for n in LADDER)
        print(f"{len(outcomes)} systems over {one.DURATION} s, steps of {steps} ms: {census([o['system'] for o in outcomes])}")
        print(table(outcomes, schemes))
        fast = sum(not o["course"].resolved(LADDER[-1]) for o in outcomes)
        print(f"{fast} systems were judged at finer steps because they are fast, {refined} to show their orders")
        print("self-test")
        sharp = self_test(pool, wanted)
    runs = len(tasks) * len(schemes) * len(LADDER)
    print(f"{runs} runs, {time.monotonic() - began:.0f} s")
    for model, text in wrong:
        print(f"FAILED {model}: {text}")
    if wrong:
        print(f"{len(wrong)} faults in {len({m for m, _ in wrong})} of {len(outcomes)} systems; their models are kept")
    if not sharp:
        print("FAILED self-test: a wrong reference was not noticed")
    if wrong or not sharp:
        return 1
    if wanted.write and wanted.page:
        with open(wanted.page, "w", encoding="utf-8") as file:
            file.write(page(outcomes, schemes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
