"""Heights of a mass that falls on a stop, with and without loss: exact without, by events with (SciPy)."""

import math

from scipy.integrate import solve_ivp
from scipy.optimize import brentq

G, K, M, H = 9.81, 1e5, 2.0, 0.5
TIMES = [0.2, 0.6, 1.0, 1.3]


def loss(e):
    """Root of a (1 + e) = ln((1 + a)/(1 - e a))."""
    return brentq(lambda a: math.log1p(a) - math.log1p(-e * a) - a * (1 + e), 1e-3, (1 - 1e-15) / e)


def elastic(t):
    """Periodic: flight, and a half-wave of the stop with the weight."""
    w, v = math.sqrt(K / M), math.sqrt(2 * G * H)
    contact = 2 / w * (math.pi - math.atan(w * v / G))
    t += v / G  # from the last contact
    t %= 2 * v / G + contact
    if t < 2 * v / G:
        return v * t - G * t * t / 2 - H
    s = t - 2 * v / G
    return -H - (G / w**2 * (1 - math.cos(w * s)) + v / w * math.sin(w * s))


def lossy(e):
    """Flights and contacts one after the other; in contact f = k d (1 + a v/v_0)."""
    a, t, z, v, out, events = loss(e), 0.0, 0.0, 0.0, {}, []
    while t < TIMES[-1]:
        # Flight until z = -H.
        flight = (v + math.sqrt(v * v + 2 * G * (z + H))) / G
        for at in TIMES:
            if t <= at < t + flight:
                s = at - t
                out[at] = z + v * s - G * s * s / 2
        t, z, v = t + flight, -H, v - G * flight
        events.append((t, -v))
        # Faster as long as the weight is larger than the force k d (1 + a); the loss counts from the largest speed.
        w = math.sqrt(K * (1 + a) / M)
        begin = math.atan2(G / w, -v) / w
        depth = G / w**2 * (1 - math.cos(w * begin)) - v / w * math.sin(w * begin)
        v0 = math.hypot(v, G / w)

        def contact(_, y):
            d, u = y  # depth and its rate
            return [u, G - K * d * max(0.0, 1 + a * u / v0) / M]

        def leaves(_, y):
            return y[0]

        leaves.terminal, leaves.direction = True, -1
        run = solve_ivp(contact, [0, 1], [depth, v0], events=leaves, rtol=1e-12, atol=1e-15, method="DOP853")
        s = begin + run.t_events[0][0]
        inside = [at for at in TIMES if t <= at < t + s]
        assert not inside, "no value in contact"
        t, v = t + s, -run.y_events[0][0][1]
    return [out[at] for at in TIMES], events


print("restitution 1")
for t in TIMES:
    print(f"    [{t}, {elastic(t):.12f}],")
values, events = lossy(0.7)
print("restitution 0.7, loss", loss(0.7))
for t, z in zip(TIMES, values):
    print(f"    [{t}, {z:.12f}],")
for t, v in events:
    print(f"impact at {t:.9f} s with {v:.9f} m/s")
print(f"at rest {-H - M * G / K:.12f}")
