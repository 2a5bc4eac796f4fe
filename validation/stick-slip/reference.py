"""Stick-slip limit cycle of a mass on a belt, with rigid stick, by events (SciPy).

m x.. + k x = F, |F| <= mu_s N while it sticks (x. = V), F = mu(v) N sign(v) while the belt is faster by v = V - x.,
mu(v) = mu_d (1 + (b - 1) exp(-(v/v_s)^2)).
"""

import math

from scipy.integrate import solve_ivp

M, K, V, SLIDING, B, VS = 1.0, 100.0, 0.1, 4.0, 1.5, 0.2


def force(v):
    return SLIDING * (1 + (B - 1) * math.exp(-((v / VS) ** 2)))


def slip(t, x):
    """From breaking loose until the belt has the speed of the mass again."""

    def motion(_, y):
        v = V - y[1]
        return [y[1], (force(v) * (1 if v > 0 else -1) - K * y[0]) / M]

    def sticks(s, y):
        # Not at once: it begins with the speed of the belt.
        return V - y[1] if s > t + 1e-3 else 1.0

    sticks.terminal, sticks.direction = True, -1
    run = solve_ivp(motion, [t, t + 10], [x, V - 1e-12], events=sticks, rtol=1e-11, atol=1e-13, max_step=1e-3)
    end = run.t_events[0][0]
    return end, float(run.y_events[0][0][0]), max(run.y[0]), min(run.y[0])


t, x = 0.0, B * SLIDING / K
for cycle in range(4):
    begin = t
    t, x, high, low = slip(t, x)
    stick = (B * SLIDING / K - x) / V
    t, x = t + stick, B * SLIDING / K
    print(f"period {t - begin:.9f}, of it stick {stick:.9f}, largest {high:.9f}, least {low:.9f}")
