"""Finer steps where the ladder does not show an order yet.

Orders are limits. Where two parts of an error, of second and of third order, have opposite signs, the coarse end of the ladder lies
where they cancel, and errors fall more slowly behind it than they should until the first part alone is left.
"""

import os

import compare
import reference
import results
import one
from judge import FINER, LADDER, UNDAMPED, slow


def run(outcome, program):
    """The outcome of a system, with errors at finer steps for the schemes that need them."""
    needed = [s for s, by_quantity in outcome["errors"].items() if any(slow(e) for e in by_quantity.values())]
    # A scheme that ran away at the longest step and may: the ladder begins at the next one.
    began_late = [s for s in UNDAMPED if any(f.startswith(f"{s}, dt {one.DURATION / LADDER[0]} s") for f in outcome["failed"])]
    if not needed and not began_late:
        return outcome
    system, model = outcome["system"], outcome["model"]
    solution = reference.solve(system, one.times())
    sizes = compare.scales(solution, system, one.times())
    one.write(system, model)

    def errors(scheme, steps, first_only=False):
        output = f"{model.removesuffix('.toml')}-{scheme}.nc"
        frames = results.run(program, model, scheme, one.DURATION / steps, output)
        os.remove(output)
        return compare.errors(frames, solution, system, sizes, first_only)

    for scheme in began_late:
        try:
            ladder = [errors(scheme, steps) for steps in LADDER[1:]]
            outcome["start"][scheme] = errors(scheme, LADDER[-1], True)
        except results.RunFailed:
            continue
        outcome["errors"][scheme] = {q: [float("inf")] + [e[q] for e in ladder] for q in ladder[-1]}
        outcome["failed"] = [f for f in outcome["failed"] if not f.startswith(f"{scheme}, dt")]
        if any(slow(e) for e in outcome["errors"][scheme].values()):
            needed.append(scheme)
    for scheme in needed:
        for steps in FINER:
            for quantity, error in errors(scheme, steps).items():
                outcome["errors"][scheme][quantity].append(error)
    return outcome
