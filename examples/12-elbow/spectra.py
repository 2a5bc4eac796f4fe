"""Spectra of exported signals over the two windows of the paper, amplitudes as they are (no window function).

    poinsot export elbow.nc beam_1@0.72.node_position.z -o tip.csv
    python3 spectra.py tip.csv

Frames 20 ms apart: 510 points from 5.4 s to 15.6 s. Frames 0.5 ms apart: 2048 points, the last at 15.6825 s.
"""

import cmath
import csv
import math
import sys

HIGHEST = 70.0  # Hz, as far as the paper names peaks
SMALLEST = 0.1  # of the largest peak, smaller ones are not printed

with open(sys.argv[1], newline="") as file:
    table = list(csv.reader(file))
names, rows = table[0][1:], [[float(value) for value in row] for row in table[1:]]
step = rows[1][0] - rows[0][0]
first, count = (5.4, 510) if step > 0.01 else (14.659, 2048)
start = min(range(len(rows)), key=lambda k: abs(rows[k][0] - first))
window = rows[start : start + count]
if len(window) < count:
    raise SystemExit(f"needs {count} frames from {first} s on, has {len(window)}")

length = count * step
print(f"{count} points from {window[0][0]:.4f} s to {window[-1][0]:.4f} s, resolution {1 / length:.4f} Hz")
for column, name in enumerate(names, start=1):
    values = [row[column] for row in window]
    mean = sum(values) / count
    last = min(count // 2, int(HIGHEST * length) + 1)
    size = [0.0] * (last + 1)
    for k in range(1, last + 1):
        turn = [cmath.exp(-2j * math.pi * ((k * i) % count) / count) for i in range(count)]
        size[k] = 2 / count * abs(sum((v - mean) * z for v, z in zip(values, turn)))
    peaks = [k for k in range(1, last) if size[k] > size[k - 1] and size[k] >= size[k + 1]]
    peaks = [k for k in peaks if size[k] >= SMALLEST * max(size)]
    print(f"{name}: mean {mean:.4g}, smallest {min(values):.4g}, largest {max(values):.4g}")
    for k in peaks:
        print(f"    {k / length:8.4f} Hz   {size[k]:.4g}")
