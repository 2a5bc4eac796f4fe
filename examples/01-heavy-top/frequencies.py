"""Nutation and precession of the top, from the exported motion of a point on its axis.

    poinsot export model.nc axis -o axis.csv
    python3 frequencies.py axis.csv
"""

import csv
import math
import sys

with open(sys.argv[1], newline="") as file:
    rows = [[float(value) for value in row] for row in list(csv.reader(file))[1:]]


def at(first, second, s):
    """Position at the fraction s between two frames: the cubic through both positions and velocities."""
    h = second[0] - first[0]
    return [
        (1 + 2 * s) * (1 - s) ** 2 * first[k]
        + s * (1 - s) ** 2 * h * first[k + 3]
        + s * s * (3 - 2 * s) * second[k]
        + s * s * (s - 1) * h * second[k + 3]
        for k in (1, 2, 3)
    ]


# The height of the axis is periodic with the nutation. Once per period it rises through its middle value.
heights = [row[3] for row in rows]
middle = 0.5 * (min(heights) + max(heights))
times, angles = [], []
for first, second in zip(rows, rows[1:]):
    if first[3] < middle <= second[3]:
        low, high = 0.0, 1.0
        for _ in range(60):
            s = 0.5 * (low + high)
            low, high = (s, high) if at(first, second, s)[2] < middle else (low, s)
        x, y, _ = at(first, second, s)
        times.append(first[0] + s * (second[0] - first[0]))
        angles.append(math.atan2(y, x))

# From one such instant to the next the axis has moved on by less than half a turn.
steps = [(b - a + math.pi) % (2 * math.pi) - math.pi for a, b in zip(angles, angles[1:])]
span = times[-1] - times[0]
print(f"{len(steps)} periods   nutation {2 * math.pi * len(steps) / span:.7f} rad/s   precession {sum(steps) / span:.8f} rad/s")
