"""Fits mass and damping of a pendulum to measured angles."""

from __future__ import annotations

import numpy as np
from scipy.optimize import least_squares

import poinsot


def pendulum() -> poinsot.Model:
    m = poinsot.Model(title="Pendulum", gravity=(0, 0, -9.81))
    m.parameter("weight", "1 kg")
    m.parameter("friction", "0.05 N m s/rad")
    arm = m.body("arm", mass="weight", inertia=(1e-3, 0.05, 0.05), position=(0.5, 0, 0))
    m.revolute("hinge", between=("ground", arm), at=(0, 0, 0), axis=(0, 1, 0))
    m.spring("bearing", on="hinge.angle", damping="friction")
    m.set_run(duration=2, dt=0.01)
    return m


def angles(model: poinsot.Model, x: poinsot.Array) -> poinsot.Array:
    """The swing for a mass [kg] and a damping [N m s/rad]."""
    return model.run(set={"weight": float(x[0]), "friction": float(x[1])}, progress=False)["hinge.angle"]


def main() -> None:
    model = pendulum()
    true = np.array([0.63, 0.08])
    noise = np.random.default_rng(1).normal(0, 1e-3, 201)
    measured = angles(model, true) + noise
    fit = least_squares(lambda x: angles(model, x) - measured, x0=[1.0, 0.05], diff_step=1e-5, x_scale=[1, 0.1])
    print(f"mass {fit.x[0]:.3f} kg, damping {fit.x[1]:.4f} N m s/rad after {fit.nfev} steps")
    # A thousandth of a radian of noise in two hundred samples leaves some parts in ten thousand.
    assert np.allclose(fit.x, true, rtol=5e-3)


if __name__ == "__main__":
    main()
