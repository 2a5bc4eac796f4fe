# %% [markdown]
# # Sensitivity indices with SALib
#
# Which parameter decides how far a pendulum has swung after a second? [SALib](https://salib.readthedocs.io) draws the rows and
# splits the variance of what they give; the study in between is a table like any other.
#
# The inertia of the arm grows with its mass, so that without damping the mass would not matter at all; the damping of the bearing
# brings it in.

# %%
from __future__ import annotations

import os

import matplotlib.pyplot as plt
import numpy as np
from SALib.analyze import sobol as analyze
from SALib.sample import sobol as sample

import poinsot

BASE = int(os.environ.get("RUNS", "128"))

m = poinsot.Model(title="Pendulum", gravity=(0, 0, -9.81))
for name, value in {"weight": 0.6, "length": 1.0, "friction": 0.05, "idle": 1.0}.items():
    m.parameter(name, value)
around = "weight*length^2/12"
m.body("arm", mass="weight", inertia=("1e-3*weight", around, around), position=("length/2", 0, 0))
m.revolute("hinge", between=("ground", "arm"), at=(0, 0, 0), axis=(0, 1, 0))
m.spring("bearing", on="hinge.angle", damping="friction")
m.body("elsewhere", mass="idle", inertia=(1, 1, 1), position=(5, 0, 0))
m.set_run(duration=1, dt=0.01)

# %% [markdown]
# `idle` is the mass of another body, which falls by itself: its index must be zero.

# %%
ranges = {"weight": [0.5, 0.7], "length": [0.9, 1.1], "friction": [0.0, 0.1], "idle": [1.0, 2.0]}
problem = {"num_vars": len(ranges), "names": list(ranges), "bounds": list(ranges.values())}
rows = [dict(zip(ranges, map(float, row), strict=True)) for row in sample.sample(problem, BASE, seed=3)]
print(len(rows), "runs")

# %% [markdown]
# Rows of this sample are the same but for one parameter, and a table may not have a row twice; where the sequence repeats one,
# one run serves both.

# %%
distinct = list({tuple(row.values()): row for row in rows}.values())
table = poinsot.study(m, distinct, {"angle": ("hinge.angle", "final")})
found = {tuple(row.values()): angle for row, angle in zip(distinct, table["angle"].values, strict=True)}
indices = analyze.analyze(problem, np.array([found[tuple(row.values())] for row in rows]), seed=3)
for name, first, total, wide in zip(ranges, indices["S1"], indices["ST"], indices["ST_conf"], strict=True):
    print(f"{name:10} first {first:6.3f}   total {total:6.3f} +- {wide:.3f}")

# %%
figure, axes = plt.subplots(layout="constrained")
place = np.arange(4)
axes.bar(place - 0.2, indices["S1"], 0.4, label="first order")
axes.bar(place + 0.2, indices["ST"], 0.4, yerr=indices["ST_conf"], label="total")
axes.set_xticks(place, list(ranges))
axes.set_ylabel("part of the variance")
axes.legend()
figure.savefig("sensitivity.png")

# %%
# What does not touch the pendulum has no index, but for round-off; the mass counts by the damping alone; indices of first order add up to
# one at most, but for what the sample leaves open.
assert abs(indices["ST"][3]) < 1e-20
assert 0 < indices["ST"][0] < indices["ST"][2]
assert indices["S1"].sum() < 1 + np.nansum(indices["S1_conf"])
