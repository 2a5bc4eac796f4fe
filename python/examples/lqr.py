# %% [markdown]
# # LQR on a flexible arm
#
# A hub turns a slender strip of aluminium. The motor is to turn it by half a radian and leave no vibration behind. The gains come
# from the linearised model of the whole arm, bending included; the closed loop is then run with the nonlinear model, which also
# stretches, shears and turns by as much as it likes.

# %%
from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from scipy.linalg import solve_discrete_are
from scipy.signal import cont2discrete

import poinsot

LENGTH, DT, TARGET = 0.8, 0.002, 0.5

m = poinsot.Model(title="Flexible arm")
m.material("aluminium", youngs="70 GPa", poisson=0.33, density="2700 kg/m^3")
m.section_rectangle("strip", width="2 mm", height="40 mm", material="aluminium")
m.body("hub", mass="0.5 kg", inertia=(0.01, 0.01, 0.01))
m.revolute("axis", between=("ground", "hub"), at=(0, 0, 0), axis=(0, 0, 1))
m.beam("arm", from_=(0, 0, 0), to=(LENGTH, 0, 0), section="strip", elements=3, z_axis=(0, 0, 1))
m.fixed("root", between=("hub", "arm.start"))
m.motor("drive", on="axis.angle", effort=0)
m.sensor("tip", on="arm.end")
m.set_run(duration=2, dt=DT)

# %% [markdown]
# ## The linear model
#
# `linearize` gives the state space in minimal coordinates `q` and their rates. Its modes are those of `q'' = -W q + b u`; what the
# motor moves and the sensors see below 60 Hz is kept: the turn as a rigid body, and bending.

# %%
space = m.linearize().state_space.select(inputs=["drive"], outputs=["axis.angle", "tip.point.y"])
n = space.A.shape[0] // 2
squares, shapes = np.linalg.eig(-space.A[n:, :n])
order = np.argsort(squares.real)
squares, shapes = squares.real[order], shapes.real[:, order]
force = np.linalg.solve(shapes, space.B[n:])[:, 0]
seen = space.C[:, :n] @ shapes
omega = np.sqrt(np.maximum(squares, 0.0))
moved = np.abs(force * seen[1]) > 1e-9 * np.abs(force * seen[1]).max()
modes = np.flatnonzero(moved & (omega < 2 * np.pi * 60))
print(f"{2 * n} states, of which {2 * len(modes)} are kept; frequencies", np.round(omega[modes] / (2 * np.pi), 2), "Hz")

# %%
k = len(modes)
a = np.block([[np.zeros((k, k)), np.eye(k)], [-np.diag(omega[modes] ** 2), np.zeros((k, k))]])
b = np.concatenate([np.zeros(k), force[modes]])[:, None]
c = np.hstack([seen[:, modes], np.zeros((2, k))])
a, b, c, _, _ = cont2discrete((a, b, c, np.zeros((2, 1))), DT)

# %% [markdown]
# ## Gains
#
# The regulator weighs the angle of the hub, the place of the tip, and rates, against the effort. Its states are not measured; an
# observer finds them from the angle of the hub and the place of the tip, with gains from the dual equation. Both are those of the
# sampled system: the motor holds its effort during a step of 2 ms.

# %%
q = c.T @ np.diag([400.0, 400.0 / LENGTH**2]) @ c + 0.5 * np.diag([0.0] * k + [1.0] * k)
p = solve_discrete_are(a, b, q, np.eye(1))
gain = np.linalg.solve(np.eye(1) + b.T @ p @ b, b.T @ p @ a)
noise = b @ b.T + 1e-6 * np.eye(2 * k)
s = solve_discrete_are(a.T, c.T, noise, 1e-6 * np.eye(2))
observer = s @ c.T @ np.linalg.inv(c @ s @ c.T + 1e-6 * np.eye(2))
closed = np.abs(np.linalg.eigvals(a - b @ gain))
print(f"largest eigenvalue of the closed loop per step: {closed.max():.4f}")


def control(state: poinsot.Array, measured: poinsot.Array) -> tuple[poinsot.Array, float]:
    """What the observer expects at the next sample, and the effort until then."""
    state = state + observer @ (measured - c @ state)
    effort = float(-(gain @ state)[0])
    return a @ state + b[:, 0] * effort, effort


# %% [markdown]
# ## The nonlinear closed loop
#
# What is measured is counted from the target: the angle of the hub, and the angle of the tip times the length. The linear model
# with the same controller is the prediction.

# %%
arm = m.simulation()
target = TARGET * np.array([1.0, LENGTH])
# At rest and straight, half a radian before the target: the first mode alone, the turn as a rigid body.
linear = np.zeros(2 * k)
linear[0] = -TARGET / c[0, 0]
state, expected = linear.copy(), linear.copy()
rows = []
while not arm.is_over:
    tip = arm.vector("tip.point")
    measured = np.array([arm["axis.angle"], LENGTH * np.arctan2(tip[1], tip[0])]) - target
    state, effort = control(state, measured)
    expected, predicted = control(expected, c @ linear)
    rows.append([arm.time, *(measured + target), *(c @ linear + target), effort])
    linear = a @ linear + b[:, 0] * predicted
    arm.set_motor("drive", effort)
    arm.step()
time, hub, tip_path, hub_linear, tip_linear, efforts = np.array(rows).T
print(f"after {arm.time:g} s: hub {hub[-1]:.5f} rad, tip {tip_path[-1] / LENGTH:.5f} rad; the motor has done {arm['motor_work']:.4f} J")

# %%
figure, (above, below) = plt.subplots(2, 1, sharex=True, layout="constrained")
above.plot(time, hub, label="hub")
above.plot(time, tip_path / LENGTH, label="tip")
above.plot(time, tip_linear / LENGTH, "k:", label="tip, linear model")
above.set_ylabel("angle [rad]")
above.legend()
below.plot(time, efforts)
below.set_xlabel("time [s]")
below.set_ylabel("effort [N m]")
figure.savefig("lqr.png")

# %%
# The turn is done and no vibration is left, to a thousandth of the way. Twist and shortening of a strip that bends by some
# hundredths of its length are of the order of the square of that: the linear model predicts the tip to a hundredth of the way.
last = time > 0.9 * time[-1]
assert np.abs(hub[last] - TARGET).max() < 1e-3 * TARGET
assert np.ptp(tip_path[last]) < 2e-3 * TARGET * LENGTH
assert np.abs(tip_path - tip_linear).max() < 1e-2 * TARGET * LENGTH
