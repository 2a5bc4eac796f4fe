"""A pendulum that swings against a stop at the bottom, by events (SciPy)."""

import math

from scipy.integrate import solve_ivp
from scipy.optimize import brentq

G, L, J, K, E = 9.81, 1.0, 1.01, 1e5, 0.6  # mass 1 kg
START = math.radians(60)
TIMES = [0.4, 0.8, 1.2, 1.6, 2.0, 2.8]
A = brentq(lambda a: math.log1p(a) - math.log1p(-E * a) - a * (1 + E), 1e-3, (1 - 1e-15) / E)


def run():
    t, y, free, v0, out, heights = 0.0, [START, 0.0], True, 0.0, {}, []
    while t < TIMES[-1]:

        def motion(_, y):
            f = 0.0 if free else K * -y[0] * max(0.0, 1 + A * min(-y[1] / v0, 1.0))
            return [y[1], (-G * L * math.sin(y[0]) + f) / J]

        def touches(_, y):
            return y[0]

        touches.terminal, touches.direction = True, -1 if free else 1

        def turns(_, y):
            return y[1]

        turns.direction = -1
        part = solve_ivp(motion, [t, t + 3], y, events=[touches, turns], rtol=1e-12, atol=1e-15, method="DOP853", dense_output=True)
        if free:
            heights += [float(p[0]) for p in part.y_events[1] if p[0] > 0.01]
        end = part.t_events[0][0]
        for at in TIMES:
            if t <= at < end:
                out[at] = float(part.sol(at)[0])
        t, y = end, [0.0, part.y_events[0][0][1]]
        if free:
            v0 = -y[1]
        free = not free
    return [out[at] for at in TIMES], heights


values, heights = run()
for t, x in zip(TIMES, values):
    print(f"    [{t}, {x - START:.12f}],")
print("angles at which it turns", heights)
# A rigid stop: the speed at the bottom falls by E.
print("of a rigid stop", [math.acos(1 - E ** (2 * n) * (1 - math.cos(START))) for n in range(1, len(heights) + 1)])
