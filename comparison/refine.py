"""Finer steps where the ladder does not show an order yet.

Orders are limits. Where two parts of an error, of second and of third order, have opposite signs, the coarse end of the ladder lies
where they cancel, and errors fall more slowly behind it than they should until the first part alone is left.
"""

import reference
import results
import one
from course import FINER, LADDER
from judge import STEPS, slow

# `newmark` may gain energy without bound where a step is too long for a nonlinear system, and says so. If it does at the longest
# step, and there only, its ladder begins at the next one.
MAY_RUN_AWAY = "newmark"
RAN_AWAY = "the energy diverges at"


def ran_away(text):
    return text.startswith(f"{MAY_RUN_AWAY}, dt {one.DURATION / LADDER[0]} s") and RAN_AWAY in text


def run(outcome, program):
    """Adds errors at finer steps to the outcome of a system, two at a time, for the schemes that need them; whether any does."""
    errors = outcome["errors"]

    def needing():
        return [s for s in errors if length(errors[s]) < len(STEPS) and any(slow(q, e) for q, e in errors[s].items())]

    late = any(ran_away(text) for text in outcome["failed"])
    if not late and not needing():
        return False
    system, model, course = outcome["system"], outcome["model"], outcome["course"]
    solution = reference.solve(system, one.times())
    one.write(system, model)

    def ladder(scheme, numbers):
        return [one.run(program, model, scheme, steps, system, solution, course) for steps in numbers]

    if late:
        begin_late(outcome, ladder)
    refined = False
    while needed := needing():
        refined = True
        for scheme in needed:
            begin = length(errors[scheme])
            for after, _ in ladder(scheme, STEPS[begin : begin + 2]):
                for quantity, error in after.items():
                    errors[scheme][quantity].append(error)
    return refined


def length(by_quantity):
    """How many steps were taken."""
    return max(len(e) for e in by_quantity.values())


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
