"""LQR on a flexible arm: gains from the linearised model, then the closed loop of the nonlinear one."""

from __future__ import annotations

import numpy as np
from scipy.linalg import solve_continuous_are

import poinsot


def arm() -> poinsot.Model:
    m = poinsot.Model(title="Flexible arm", gravity=(0, 0, 0))
    m.material("aluminium", youngs="70 GPa", poisson=0.33, density="2700 kg/m^3")
    m.section_rectangle("strip", width="2 mm", height="40 mm", material="aluminium")
    m.body("hub", mass="0.5 kg", inertia=(0.01, 0.01, 0.01))
    m.revolute("motor_axis", between=("ground", "hub"), at=(0, 0, 0), axis=(0, 0, 1))
    m.beam("arm", from_=(0, 0, 0), to=(0.8, 0, 0), section="strip", elements=2)
    m.fixed("root", between=("hub", "arm.start"))
    m.motor("drive", on="motor_axis.angle", effort=0)
    m.sensor("tip", on="arm.end")
    m.set_run(duration=1.5, dt=0.005)
    return m


def main() -> None:
    model = arm()
    outputs = ["motor_axis.angle", "motor_axis.angle_rate"]
    space = model.linearize().state_space.select(inputs=["drive"])
    poles = np.linalg.eigvals(space.A)
    print(f"{space.A.shape[0]} states, first vibration {min(abs(p.imag) for p in poles if abs(p.imag) > 1) / 2 / np.pi:.2f} Hz")
    # The rigid turn alone, seen by the motor: angle and rate.
    weight = np.diag([100.0, 1.0])
    inertia = 0.01 + 2700 * 2e-3 * 40e-3 * 0.8**3 / 3
    a, b = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0.0], [1 / inertia]])
    gain = b.T @ solve_continuous_are(a, b, weight, np.eye(1))
    s = model.simulation()
    while not s.is_over:
        state = np.array([s[outputs[0]] - 0.5, s[outputs[1]]])
        s.set_motor("drive", float(-(gain @ state)[0]))
        s.step()
    print(f"after {s.time:g} s the hub is at {s[outputs[0]]:.4f} rad, the motor has done {s['motor_work']:.4f} J")
    assert abs(s[outputs[0]] - 0.5) < 0.05


if __name__ == "__main__":
    main()
