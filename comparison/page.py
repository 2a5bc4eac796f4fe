"""The page of the book with the table."""

from compare import QUANTITIES
from judge import LADDER, ORDER, START, TOLERANCE, TOLERANCE_OF_FORCES, cell, census
from one import DURATION, PERCENT, PERTURBATIONS

TEXT = """# Random systems

Written by `cargo xtask compare --write`; do not edit.

{count} random systems, chains and trees of up to four bodies on joints of all kinds, some closed to loops, were integrated over {duration} s twice: by the command with all six schemes and \
steps of {steps} ms, and by a reference of its own in Python (`comparison/`). The reference shares nothing with the program but the model: absolute coordinates and quaternions, Newton's and Euler's equations \
with constraint forces solved for at the level of accelerations, no penalty and no stabilisation, integrated by DOP853 of SciPy with a tolerance of 1e-12 and put back on the constraints at frames. Its own \
books of energy and momentum must close to 1e-9.

Among them are {census}.

Every cell: the worst error of all systems, items, components and frames at the finest step, relative to the largest value in that system; then the median of the orders with which errors fall over the ladder of steps, and the least one in brackets. \
All outputs are of second order with all schemes. An order below {order}, an error above {tolerance:g} ({forces:g} for reactions and efforts of motions), or a first frame that is off by more than {start:g} is a failure. \
Where four steps do not show an order yet, two finer ones are added. Rates and forces of `newmark`, and what is made of them, are judged by their order alone: without dissipation, its errors along constraints alternate for ever and may grow in closed loops ([theory](theory.md#reactions-of-all-schemes)).

{table}

Other seeds make other systems: `cargo xtask compare --systems 500 --seed 7`. Models of systems that fail are kept in the folder `comparison` of the target folder, and so are outcomes: a comparison that was stopped goes on where it was. The comparison tests itself: {perturbations} are changed by {percent:.0f} % in the reference, one at a \
time, and each change must be noticed.
"""


def page(outcomes, schemes):
    lines = ["| | systems | " + " | ".join(f"`{s}`" for s in schemes) + " |", "|---|---|" + "---|" * len(schemes)]
    for quantity in QUANTITIES:
        cells = [cell(outcomes, scheme, quantity) for scheme in schemes]
        most = max(c[0] for c in cells)
        lines.append(f"| {quantity} | {most} | " + " | ".join(f"{c[1]}, {c[2]}" for c in cells) + " |")
    names = list(PERTURBATIONS)
    return TEXT.format(
        count=len(outcomes),
        duration=DURATION,
        steps=", ".join(f"{1e3 * DURATION / n:g}" for n in LADDER),
        census=census([o["system"] for o in outcomes]),
        order=ORDER,
        tolerance=TOLERANCE,
        forces=TOLERANCE_OF_FORCES,
        start=START,
        table="\n".join(lines),
        perturbations=", ".join(names[:-1]) + " and " + names[-1],
        percent=100 * (PERCENT - 1),
    )
