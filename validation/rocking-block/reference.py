"""A rigid block that falls on its corners: flights are parabolas, an impact changes the speed of the corner from u to -e u.

Prints values for the exact law, then for impulses that are rounded up to whole multiples of 5e-5 N s: the latter are the
numbers that Siconos printed, digit by digit."""

import math

G, E, J = 9.81, 0.8, (0.5**2 + 1.0**2) / 12  # mass 1 kg
A, B = 0.1, 0.05  # corners at (-A, -B) and (A, -B)
TIMES = [0.3, 0.4, 0.7, 1.0, 1.3, 1.5, 1.7, 1.9, 2.0]


def first(gap):
    """Time at which a gap closes."""
    a, b = 1e-7, 1e-7
    while gap(b) > 0:
        a, b = b, b + 1e-4
        if b > 1:
            return b
    for _ in range(80):
        m = (a + b) / 2
        a, b = (m, b) if gap(m) > 0 else (a, m)
    return a


def run(quantum):
    t, z, th, v, w = 0.0, 0.5580127018922193, math.pi / 3, 0.0, 0.0
    rows, impacts, lost = [], [], 0.0
    while t < TIMES[-1]:

        def gap(s, c):
            return z + v * s - G * s * s / 2 + c * A * math.sin(th + w * s) - B * math.cos(th + w * s)

        s, c = min((first(lambda s: gap(s, c)), c) for c in (-1, 1))
        rows += [
            (at, z + v * (at - t) - G * (at - t) ** 2 / 2, v - G * (at - t), th + w * (at - t), w, lost)
            for at in TIMES
            if t <= at < t + s
        ]
        t, z, th, v = t + s, z + v * s - G * s * s / 2, th + w * s, v - G * s
        arm = c * A * math.cos(th) + B * math.sin(th)
        speed = v + arm * w
        p = -(1 + E) * speed / (1 + arm * arm / J)
        if quantum:
            p = math.ceil(p / quantum) * quantum
        lost += -p * (speed + p * (1 + arm * arm / J) / 2)
        v, w = v + p, w + arm * p / J
        if t < TIMES[-1]:
            impacts.append((t, "AB"[c > 0], -speed, v, w, -(v + arm * w) / speed))
    return rows, impacts


for quantum in (0.0, 5e-5):
    print(f"impulses in multiples of {quantum} N s: time, z, velocity, angle, rate, energy lost")
    rows, impacts = run(quantum)
    for r in rows:
        print("    [" + ", ".join([f"{r[0]}"] + [f"{x:.12f}" for x in r[1:]]) + "],")
    for t, corner, speed, v, w, e in impacts:
        print(f"impact of {corner} at {t:.12f} s with {speed:.9f} m/s: velocity {v:.12f}, rate {w:.12f}, e {e:.9f}")
