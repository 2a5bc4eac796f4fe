"""Monte Carlo: a pendulum with scattered mass and length, on all cores, kept in a store."""

from __future__ import annotations

import sys

import numpy as np

import poinsot


def main(runs: int = 200, store: str | None = None) -> None:
    m = poinsot.Model(title="Pendulum", gravity=(0, 0, -9.81))
    m.parameter("weight", 0.6)
    m.parameter("length", 1.0)
    arm = m.body("arm", mass="weight", inertia=(1e-3, 0.05, 0.05), position=("length/2", 0, 0))
    m.revolute("hinge", between=("ground", arm), at=(0, 0, 0), axis=(0, 1, 0), unknowns=["angle"])
    m.set_run(duration=0.5, dt=0.005)
    sample = poinsot.normal({"weight": (0.6, 0.03), "length": (1.0, 0.02)}, runs)
    table = poinsot.study(m, sample, {"angle": ("hinge.angle", "final")}, store=store)
    angle = table["angle"].values
    print(f"{runs} runs: angle {angle.mean():.4f} rad, deviation {angle.std():.4f} rad")
    assert set(table["status"].values) == {"complete"} and 0 < np.std(angle) < 0.1


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
