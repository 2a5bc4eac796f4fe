"""Slider-crank whose slider has a clearance in its guide, by events: flights, impacts, sliding along the guide.

Coordinates are the angles of crank and rod. The slider stays parallel to its guide: it begins so, and both corners of a side
touch together, so that its own angle is left out. Runge and Kutta's fourth order with steps of 5 us (10 us change nothing above 3e-9), events by halving the step in which they are.
"""

import math

L1, L2, C, G, E = 0.153, 0.306, 0.001, 9.81, 0.4
M1, M2, M3, J1, J2 = 0.038, 0.038, 0.076, 7.4e-5, 5.9e-4
A11, A22, A12 = J1 + (M1 / 4 + M2 + M3) * L1**2, J2 + (M2 / 4 + M3) * L2**2, (M2 / 2 + M3) * L1 * L2
W1, W2 = (M1 / 2 + M2 + M3) * G * L1, (M2 / 2 + M3) * G * L2
END, LEAST = 0.2, 1e-9


def solve(q, r):
    """Mass matrix^-1 r."""
    k = A12 * math.cos(q[0] - q[1])
    d = A11 * A22 - k * k
    return [(A22 * r[0] - k * r[1]) / d, (A11 * r[1] - k * r[0]) / d]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def across(q):
    """Gradient of the height of the slider."""
    return [L1 * math.cos(q[0]), L2 * math.cos(q[1])]


def along(q):
    """Gradient of its way along the guide."""
    return [-L1 * math.sin(q[0]), -L2 * math.sin(q[1])]


def height(y):
    return L1 * math.sin(y[0]) + L2 * math.sin(y[1])


def energy(y):
    q, v = y[:2], y[2:]
    k = A12 * math.cos(q[0] - q[1])
    motion = (A11 * v[0] ** 2 + A22 * v[1] ** 2) / 2 + k * v[0] * v[1]
    return motion + W1 * math.sin(q[0]) + W2 * math.sin(q[1])


def forces(y):
    """Weights and what is quadratic in the rates."""
    k = A12 * math.sin(y[0] - y[1])
    return [-k * y[3] ** 2 - W1 * math.cos(y[0]), k * y[2] ** 2 - W2 * math.cos(y[1])]


def touching(y, mu, side, sign):
    """Force of the guide on a slider that stays on its side, and accelerations."""
    q, v = y[:2], y[2:]
    n, t = across(q), along(q)
    push = [-side * n[0] - sign * mu * t[0], -side * n[1] - sign * mu * t[1]]
    bent = -L1 * math.sin(q[0]) * v[0] ** 2 - L2 * math.sin(q[1]) * v[1] ** 2
    free, unit = solve(q, forces(y)), solve(q, push)
    force = -(dot(n, free) + bent) / dot(n, unit)
    return force, [free[0] + force * unit[0], free[1] + force * unit[1]]


def step(y, h, rate):
    plus = lambda s, d: [a + s * b for a, b in zip(y, d)]
    a = rate(y)
    b = rate(plus(h / 2, a))
    c = rate(plus(h / 2, b))
    d = rate(plus(h, c))
    return [x + h / 6 * (p + 2 * (r + s) + u) for x, p, r, s, u in zip(y, a, b, c, d)]


def until(y, h, rate, event):
    """Halves a step at the end of which an event is below zero."""
    low, high = 0.0, h
    for _ in range(60):
        m = (low + high) / 2
        low, high = (m, high) if event(step(y, m, rate)) > 0 else (low, m)
    return high, step(y, high, rate)


def impact(y, mu, side):
    """Both corners of a side: the speed across is turned into -e of it, with friction in the direction of sliding."""
    q, v = y[:2], y[2:]
    n, t = across(q), along(q)
    sign = math.copysign(1.0, dot(t, v))
    unit = solve(q, [-side * n[0] - sign * mu * t[0], -side * n[1] - sign * mu * t[1]])
    p = -(1 + E) * dot(n, v) / dot(n, unit)
    v = [a + p * b for a, b in zip(v, unit)]
    assert p > 0 and (mu == 0 or sign * dot(t, v) > 0), "sliding that stops in an impact is not looked at"
    return q + v


def run(mu, every, h=5e-6):
    y, t, side, rows, events = [0.0, 0.0, 150.0, -75.0], 0.0, 0, [], []
    start = energy(y)
    free = lambda y: y[2:] + solve(y[:2], forces(y))
    ahead, count = every, 0
    while True:
        if side:
            sign = math.copysign(1.0, dot(along(y[:2]), y[2:]))
            rate = lambda y: y[2:] + touching(y, mu, side, sign)[1]
            looked = [lambda y: touching(y, mu, side, sign)[0], lambda y: sign * dot(along(y[:2]), y[2:])]
        else:
            rate = free
            # The side it moves away from is not looked at as long as it does.
            looked = [
                lambda y, s=s: C - s * height(y) if s * dot(across(y[:2]), y[2:]) > 0 else 1.0 for s in (1, -1)
            ]
        size = min(h, ahead - t)
        end = step(y, size, rate)
        hit = [(until(y, size, rate, f), k) for k, f in enumerate(looked) if f(end) <= 0]
        if hit:
            (size, end), k = min(hit)
        if not side and height(y) * height(end) < 0:
            s = math.copysign(1.0, height(y))
            events.append((t + until(y, size, rate, lambda z: s * height(z))[0], "middle", -s, 0.0))
        t, y = t + size, end
        if hit and side and k == 0:
            events.append((t, "leaves", side, 0.0))
            side = 0
        elif hit and not side:
            s = 1 if k == 0 else -1
            speed = s * dot(across(y[:2]), y[2:])
            sign = math.copysign(1.0, dot(along(y[:2]), y[2:]))
            if speed < LEAST and touching(y, mu, s, sign)[0] > 0:
                side = s
                events.append((t, "stays", side, speed))
            else:
                y = impact(y, mu, s)
                events.append((t, "impact", s, speed))
        if side:
            # What is left of the speed across, and of the height, is taken out.
            n = across(y[:2])
            unit = solve(y[:2], n)
            p, g = dot(n, y[2:]) / dot(n, unit), (height(y) - side * C) / dot(n, unit)
            y = [y[0] - g * unit[0], y[1] - g * unit[1], y[2] - p * unit[0], y[3] - p * unit[1]]
        if t >= ahead - 1e-13:
            rows.append((round(t, 9), y[0], y[2], y[1], y[3], L1 * math.cos(y[0]) + L2 * math.cos(y[1]), height(y), start - energy(y)))
            count += 1
            ahead = (count + 1) * every
            if t > END - 1e-9:
                return rows, events


def main():
    for mu in (0.0, 0.01):
        print(f"friction {mu}: time, crank angle and rate, rod angle and rate, slider x and y, energy lost")
        rows, events = run(mu, 0.01)
        for r in rows:
            print("    [" + ", ".join([f"{r[0]}"] + [f"{x:.10f}" for x in r[1:]]) + "],")
        for t, what, side, speed in events:
            if what != "impact" or speed > 1e-3:
                way = ('up', 'down') if what == 'middle' else ('above', 'below')
                print(f"{what} {way[side < 0]} at {t:.10f} s" + (f" with {speed:.9f} m/s" if what == "impact" else ""))


if __name__ == "__main__":
    main()
