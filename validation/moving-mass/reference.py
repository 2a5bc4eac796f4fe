"""Displacement of a simply supported beam under a force and under a mass that cross it at constant speed.

Force: sum 2 P/(m L) sin(n w t) (sin(n w t) - (n w/w_n) sin(w_n t)) / (w_n^2 - (n w)^2), w = pi v/L.
Mass: m L/2 (q_n'' + w_n^2 q_n) = phi_n(v t) (P - M z''), z'' = sum phi q'' + 2 v phi' q' + v^2 phi'' q.
"""

import math

L, LINE, EI, V = 10.0, 100.0, 5e6, 23.4
MODES, STEP = 40, 2e-5


def own(n):
    return (n * math.pi / L) ** 2 * math.sqrt(EI / LINE)


def force(p, t):
    total = 0.0
    for n in range(1, 400):
        w, o = n * math.pi * V / L, own(n)
        total += 2 * p / (LINE * L) * math.sin(w * t) * (math.sin(w * t) - w / o * math.sin(o * t)) / (o * o - w * w)
    return total


def rates(t, y, mass, p, modes):
    half = LINE * L / 2
    k = [n * math.pi / L for n in range(1, modes + 1)]
    phi = [math.sin(a * V * t) for a in k]
    slope = [a * math.cos(a * V * t) for a in k]
    q, v = y[:modes], y[modes:]
    bent = sum(2 * V * s * b - (V * a) ** 2 * f * c for s, b, a, f, c in zip(slope, v, k, phi, q))
    right = [f * (p - mass * bent) - half * own(n + 1) ** 2 * q[n] for n, f in enumerate(phi)]
    taken = mass * sum(f * r for f, r in zip(phi, right)) / (half + mass * sum(f * f for f in phi))
    return v + [(r - f * taken) / half for f, r in zip(phi, right)]


def mass(m, p, times, modes=MODES):
    y, t, found = [0.0] * (2 * modes), 0.0, []
    step = lambda h, d: [a + h * b for a, b in zip(y, d)]
    for until in times:
        count = round((until - t) / STEP)
        h = (until - t) / count
        for _ in range(count):
            a = rates(t, y, m, p, modes)
            b = rates(t + h / 2, step(h / 2, a), m, p, modes)
            c = rates(t + h / 2, step(h / 2, b), m, p, modes)
            d = rates(t + h, step(h, c), m, p, modes)
            y = [x + h / 6 * (a + 2 * (b + c) + d) for x, a, b, c, d in zip(y, a, b, c, d)]
            t += h
        found.append(sum(math.sin((n + 1) * math.pi / L * V * t) * y[n] for n in range(modes)))
    return found


def main():
    times = [0.1, 0.2, 0.3, 0.4]
    for t in times:
        print(f"force {t:.1f}  {force(-2000.0, t):.9e}")
    for modes in (20, 40):
        for t, z in zip(times, mass(300.0, -3000.0, times, modes)):
            print(f"mass, {modes} modes {t:.1f}  {z:.9e}")


main()
