"""The same with a slider that may tilt: 2.7e-6 kg m^2 about its pin, elastic corners with loss after Hunt and Crossley, friction that slides.

A corner that has gone into a side of the guide by d, with the speed v, is pushed back by K d (1 + a v/v_0), v_0 the largest
speed of approach since it touched, and rubs with MU times that. Runge and Kutta's fourth order; steps end where a corner touches
or leaves.
"""

import math
import sys

from reference import C, L1, L2, E, along, across, forces, height, solve

J3, HALF_LENGTH, HALF_HEIGHT, MU, K, SLOW = 2.7e-6, 0.05, 0.025, 0.01, 1e8, 1e-4
CORNERS = [(x, y) for y in (HALF_HEIGHT, -HALF_HEIGHT) for x in (-HALF_LENGTH, HALF_LENGTH)]
FLIGHT, TOUCH = 2e-6, float(sys.argv[1]) if len(sys.argv) > 1 else 4e-9


def loss(e):
    """Root of a (1 + e) = ln((1 + a)/(1 - e a))."""
    low, high = 0.0, 1 / e
    for _ in range(100):
        a = (low + high) / 2
        if math.log1p(a) - math.log1p(-e * a) - a * (1 + e) < 0:
            low = a
        else:
            high = a
    return low


LOSS = loss(E)


def depths(y):
    h, sin, cos = height(y), math.sin(y[2]), math.cos(y[2])
    return [math.copysign(1.0, b) * (h + a * sin + b * cos) - HALF_HEIGHT - C for a, b in CORNERS]


def rates(y, fastest):
    """Of angles of crank, rod and slider and their rates, and of what friction and loss take."""
    q, v = y[:2], y[3:5]
    sin, cos = math.sin(y[2]), math.cos(y[2])
    n, t = across(q), along(q)
    f, moment, rubbed = forces([*q, *v]), 0.0, 0.0
    up, way = n[0] * v[0] + n[1] * v[1], t[0] * v[0] + t[1] * v[1]
    for (a, b), d, v0 in zip(CORNERS, depths(y), fastest):
        if d <= 0:
            continue
        side = math.copysign(1.0, b)
        turn_y, turn_x = a * cos - b * sin, -a * sin - b * cos
        speed, slip = side * (up + turn_y * y[5]), way + turn_x * y[5]
        push = K * d * max(0.0, 1 + LOSS * speed / max(v0, speed, SLOW))
        rub = MU * push * math.copysign(1.0, slip)
        f = [f[0] - side * push * n[0] - rub * t[0], f[1] - side * push * n[1] - rub * t[1]]
        moment -= side * push * turn_y + rub * turn_x
        rubbed += rub * slip
    w = solve(q, f)
    return [v[0], v[1], y[5], w[0], w[1], moment / J3, rubbed]


def step(y, h, fastest):
    plus = lambda s, d: [a + s * b for a, b in zip(y, d)]
    a = rates(y, fastest)
    b = rates(plus(h / 2, a), fastest)
    c = rates(plus(h / 2, b), fastest)
    d = rates(plus(h, c), fastest)
    return [x + h / 6 * (p + 2 * (r + s) + u) for x, p, r, s, u in zip(y, a, b, c, d)]


def run(times):
    t, y, fastest = 0.0, [0.0, 0.0, 0.0, 150.0, -75.0, 0.0, 0.0], [0.0] * 4
    touching, rows = [False] * 4, []
    while True:
        near = max(depths(y)) > -4 * FLIGHT
        h = min(TOUCH if near else FLIGHT, times[len(rows)] - t)
        end = step(y, h, fastest)
        now = [d > 0 for d in depths(end)]
        if now != touching:
            low, high = 0.0, h
            for _ in range(40):
                m = (low + high) / 2
                if [d > 0 for d in depths(step(y, m, fastest))] == touching:
                    low = m
                else:
                    high = m
            h = high
            end = step(y, h, fastest)
            now = [d > 0 for d in depths(end)]
        t, y, touching = t + h, end, now
        n = across(y[:2])
        up = n[0] * y[3] + n[1] * y[4]
        sin, cos = math.sin(y[2]), math.cos(y[2])
        for k, (a, b) in enumerate(CORNERS):
            speed = math.copysign(1.0, b) * (up + (a * cos - b * sin) * y[5])
            fastest[k] = max(fastest[k], speed) if now[k] else 0.0
        if t >= times[len(rows)] - 1e-13:
            rows.append((t, y[0], y[3], y[4], height(y), y[2], y[5], y[6]))
            if len(rows) == len(times):
                return rows


if __name__ == "__main__":
    print("time, crank angle and rate, rate of the rod, height of the slider, its angle and rate, energy lost by friction")
    for r in run([0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02]):
        print("    [" + ", ".join([f"{r[0]:.4f}"] + [f"{x:.10f}" for x in r[1:]]) + "],")
