"""A ball strikes the first of a row of equal balls that just touch: Hertz' contact, no loss, by Runge and Kutta's fourth order.

With the unit of time T = (m^2/(K^2 v))^(1/5) and that of length v T, the equations of all such rows are x_i'' = d_i^1.5 - d_(i+1)^1.5.
"""

import math
import sys

STEP = float(sys.argv[1]) if len(sys.argv) > 1 else 1e-3
M, RADIUS, MODULUS, SPEED = 0.125, 1 / 64, 1e11, 1.0
K = 4 / 3 * MODULUS * math.sqrt(RADIUS / 2)
UNIT = (M**2 / (K**2 * SPEED)) ** 0.2


def rates(y, n):
    push = [0.0] + [max(0.0, y[i] - y[i + 1]) ** 1.5 for i in range(n - 1)] + [0.0]
    return y[n:] + [push[i] - push[i + 1] for i in range(n)]


def run(n, times, h):
    """Velocities at times, in units of the row."""
    y, t, rows = [0.0] * n + [1.0] + [0.0] * (n - 1), 0.0, []
    plus = lambda y, s, d: [a + s * b for a, b in zip(y, d)]
    for until in times:
        count = math.ceil((until - t) / h)
        s = (until - t) / count
        for _ in range(count):
            a = rates(y, n)
            b = rates(plus(y, s / 2, a), n)
            c = rates(plus(y, s / 2, b), n)
            d = rates(plus(y, s, c), n)
            y = [x + s / 6 * (p + 2 * (q + r) + u) for x, p, q, r, u in zip(y, a, b, c, d)]
        t = until
        rows.append(y[n:])
    return rows


def main():
    print(f"unit of time {UNIT:.6e} s")
    for n, times in ((5, [1e-4, 2e-4, 1e-3]), (10, [2e-4, 4e-4, 1.2e-3]), (3, [1e-3]), (20, [4e-3]), (40, [4e-3])):
        for t, v in zip(times, run(n, [t / UNIT for t in times], STEP)):
            shown = v if len(v) <= 10 else [v[0], *v[-2:]]
            print(f"{n} balls, {t} s: " + ", ".join(f"{x:.10f}" for x in shown))


main()
