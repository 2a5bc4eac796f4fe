"""The page of the book with the table."""

from compare import QUANTITIES
from course import FINER, LADDER, LARGEST, NATURAL
from judge import EXACT, FLOOR, FROM_ORBIT_TO_SPIN, ORDER, START, UNDAMPED, cell, census, shares
from one import DURATION, PERCENT, PERTURBATIONS

TEXT = """# Random systems

Written by `cargo xtask compare --write`; do not edit.

{count} random systems, chains and trees of up to four bodies with joints of all kinds, some with closed loops, were integrated over {duration} s twice: by the command with all six schemes and \
steps of {steps} ms, and by an independent reference in Python (`comparison/`). The reference shares only the model with the program: absolute coordinates and quaternions, Newton's and Euler's equations \
with constraint forces determined at acceleration level, without penalty or stabilisation, integrated by SciPy's DOP853 with a tolerance of 1e-12 and projected onto the constraints at frames. Its own \
energy and momentum balance must close to 1e-9.

Among them are {census}.

Every cell: the worst error of all systems, items, components and frames at the step of {last} ms, relative to the largest value over the whole motion of that system; then the median of the orders at which errors fall over the sequence of steps, with the lowest in brackets. \
All outputs are second order with all schemes. The test fails

- if an order is below {order};
- if the error at the finest step is above {natural:g} (dt/tau)^2 or above {largest:g}. tau is the time scale of the motion, `1/tau^2 = max |Q''| / max |Q|` of the quantity itself, of orientations, velocities and reactions, whichever is shortest, as determined from the reference over the whole motion: \
second-order errors are dt^2 times second derivatives. A motion so fast that more than {largest:g} would be natural at {last} ms is judged at {finer} ms ({fast} systems); where orders are not yet visible, steps are halved further ({refined} systems). Quantities without discretisation error ({exact}) must be accurate to {floor:g};
- if the first frame is off by more than {start:g}.

Rates, forces and accelerations of `newmark` may err {undamped:g} times as much: without dissipation, oscillations along constraints never decay, and may grow where the constraints rotate with the motion ([theory](theory.md#reactions-of-all-schemes)). Everything of `mp-ed` may err {spin:g} times as much: it conserves the total angular momentum, so errors of the orbital part under weight and loads are transferred to spins, which may be far smaller. {late}The last line shows the largest fraction of the allowed error that is used.

{table}

Other seeds generate other systems: `cargo xtask compare --systems 500 --seed 7`. Models of systems that fail are kept in the folder `comparison` of the target folder, as are outcomes: an interrupted comparison resumes where it stopped. The comparison tests itself: {perturbations} are changed by {percent:.0f} % in the reference, one at a \
time, and each change must be detected.
"""


def page(outcomes, schemes):
    lines = ["| | systems | " + " | ".join(f"`{s}`" for s in schemes) + " |", "|---|---|" + "---|" * len(schemes)]
    for quantity in QUANTITIES:
        cells = [cell(outcomes, scheme, quantity) for scheme in schemes]
        most = max(c[0] for c in cells)
        lines.append(f"| {quantity} | {most} | " + " | ".join(f"{c[1]}, {c[2]}" for c in cells) + " |")
    parts = shares(outcomes, schemes)
    lines.append("| *of the allowed error* | | " + " | ".join(f"{100 * parts[s]:.0f} %" for s in schemes) + " |")
    names = list(PERTURBATIONS)
    fast = [o for o in outcomes if not o["course"].resolved(LADDER[-1])]
    refined = [o for o in outcomes if o["refined"]]
    return TEXT.format(
        count=len(outcomes),
        duration=DURATION,
        steps=", ".join(f"{1e3 * DURATION / n:g}" for n in LADDER),
        census=census([o["system"] for o in outcomes]),
        order=ORDER,
        natural=NATURAL,
        largest=LARGEST,
        last=f"{1e3 * DURATION / LADDER[-1]:g}",
        finer=" and ".join(f"{1e3 * DURATION / n:.2g}" for n in FINER),
        fast=len(fast),
        refined=len(refined),
        exact=", ".join(EXACT),
        floor=FLOOR,
        undamped=UNDAMPED,
        spin=FROM_ORBIT_TO_SPIN,
        late=run_away(outcomes),
        start=START,
        table="\n".join(lines),
        perturbations=", ".join(names[:-1]) + " and " + names[-1],
        percent=100 * (PERCENT - 1),
    )


def run_away(outcomes):
    late = sum("late" in o for o in outcomes)
    if not late:
        return ""
    return f"With the longest step of {1e3 * DURATION / LADDER[0]:g} ms it gains energy without bound in {late} of the systems, says so and stops; its ladder begins at the next step there. "
