# %% [markdown]
# # Fit two parameters to measured data
#
# A pendulum swings out from the horizontal. Its angle was measured every 10 ms with a noise of a thousandth of a radian; its mass
# and the damping of its bearing are wanted. The model has both as parameters, and `scipy.optimize.least_squares` runs it with other
# values until the angles fit.

# %%
from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import least_squares

import poinsot

m = poinsot.Model(title="Pendulum", gravity=(0, 0, -9.81))
m.parameter("weight", "1 kg")
m.parameter("friction", "0.05 N m s/rad")
arm = m.body("arm", mass="weight", inertia=(1e-3, 0.05, 0.05), position=(0.5, 0, 0))
m.revolute("hinge", between=("ground", arm), at=(0, 0, 0), axis=(0, 1, 0))
m.spring("bearing", on="hinge.angle", damping="friction")
m.set_run(duration=2, dt=0.01)


def angles(weight: float, friction: float) -> poinsot.Array:
    """The swing for a mass [kg] and a damping [N m s/rad]."""
    return m.run(set={"weight": weight, "friction": friction}, progress=False)["hinge.angle"]


# %% [markdown]
# The measurement: a pendulum of 0.63 kg with 0.08 N m s/rad, and noise.

# %%
true = np.array([0.63, 0.08])
noise = np.random.default_rng(1).normal(0, 1e-3, 201)
measured = angles(*true) + noise

# %% [markdown]
# The fit begins at 1 kg and 0.05 N m s/rad. Derivatives are differences of runs: results are smooth to round-off, so that small
# differences are sound.

# %%
fit = least_squares(lambda x: angles(*x) - measured, x0=[1.0, 0.05], diff_step=1e-5, x_scale=[1, 0.1])
deviation = np.sqrt(np.diag(np.linalg.inv(fit.jac.T @ fit.jac)) * 2 * fit.cost / (len(measured) - 2))
print(f"mass     {fit.x[0]:.4f} +- {deviation[0]:.4f} kg")
print(f"damping  {fit.x[1]:.4f} +- {deviation[1]:.4f} N m s/rad")
print(f"{fit.nfev} evaluations")

# %%
time = m.run(progress=False).time
figure, axes = plt.subplots(layout="constrained")
axes.plot(time, measured, ".", markersize=3, label="measured")
axes.plot(time, angles(1.0, 0.05), "--", label="before")
axes.plot(time, angles(*fit.x), label="fitted")
axes.set_xlabel("time [s]")
axes.set_ylabel("angle [rad]")
axes.legend()
figure.savefig("fit.png")

# %% [markdown]
# What was found differs from the truth by no more than four of the standard deviations that the fit itself states, and what is left
# of the measurement is the noise that was put on it.

# %%
assert np.all(np.abs(fit.x - true) < 4 * deviation)
# The standard deviation of 201 samples is known to a twentieth; three times that.
assert abs(np.std(fit.fun) / 1e-3 - 1) < 0.15
