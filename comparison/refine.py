"""Finer steps where the ladder does not show an order yet.

Orders are limits. Where two parts of an error, of second and of third order, have opposite signs, the coarse end of the ladder lies
where they cancel, and errors fall more slowly behind it than they should until the first part alone is left.
"""

import reference
import results
import one
from course import FINER, LADDER
from judge import slow

# `newmark` may gain energy without bound where a step is too long for a nonlinear system, and says so. If it does at the longest
# step, and there only, its ladder begins at the next one.
MAY_RUN_AWAY = "newmark"
RAN_AWAY = "the energy has run away"


def ran_away(text):
    return text.startswith(f"{MAY_RUN_AWAY}, dt {one.DURATION / LADDER[0]} s") and RAN_AWAY in text


def run(outcome, program):
    """Adds errors at finer steps to the outcome of a system, for the schemes that need them; whether there are any."""
    errors = outcome["errors"]
    needed = [s for s in errors if short(errors[s]) and any(slow(e) for e in errors[s].values())]
    late = any(ran_away(text) for text in outcome["failed"])
    if not needed and not late:
        return False
    system, model, course = outcome["system"], outcome["model"], outcome["course"]
    solution = reference.solve(system, one.times())
    one.write(system, model)

    def ladder(scheme, numbers):
        return [one.run(program, model, scheme, steps, system, solution, course) for steps in numbers]

    if late:
        begin_late(outcome, ladder)
        if any(slow(e) for e in errors.get(MAY_RUN_AWAY, {}).values()) and short(errors[MAY_RUN_AWAY]):
            needed.append(MAY_RUN_AWAY)
    for scheme in needed:
        for after, _ in ladder(scheme, FINER):
            for quantity, error in after.items():
                errors[scheme][quantity].append(error)
    return bool(needed)


def short(by_quantity):
    """Whether finer steps were not taken yet."""
    return all(len(e) == len(LADDER) for e in by_quantity.values())


def begin_late(outcome, ladder):
    """The ladder without its longest step, in whose place stands an infinite error."""
    numbers = LADDER[1:] if outcome["course"].resolved(LADDER[-1]) else LADDER[1:] + FINER
    try:
        found = ladder(MAY_RUN_AWAY, numbers)
    except results.RunFailed:
        return
    after, start = found[-1]
    outcome["start"][MAY_RUN_AWAY] = start
    outcome["errors"][MAY_RUN_AWAY] = {q: [float("inf")] + [step[q] for step, _ in found] for q in after}
    outcome["failed"] = [text for text in outcome["failed"] if not ran_away(text)]
    outcome["late"] = MAY_RUN_AWAY
