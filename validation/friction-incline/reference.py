"""A block on a plane at 30 degrees: exact. It sticks with mu = 0.7 and slides with mu = 0.3."""

import math

M, G, K, ANGLE = 2.0, 9.81, 1e6, math.radians(30)
P, N = M * G * math.sin(ANGLE), M * G * math.cos(ANGLE)


def slides(mu, t):
    """Elastic until k x = mu N, then with a constant acceleration."""
    w, limit = math.sqrt(K / M), mu * N
    start = math.acos(1 - limit / P) / w
    if t < start:
        return P / K * (1 - math.cos(w * t))
    s = t - start
    return limit / K + P / K * w * math.sin(w * start) * s + (P - limit) / (2 * M) * s * s


for t in [0.1, 0.5, 1.0]:
    print(f"    [{t}, {slides(0.3, t):.12f}],")
print(f"sticks at {P / K:.12e}")
print("rigid", 0.5 * G * (math.sin(ANGLE) - 0.3 * math.cos(ANGLE)))

# Thrown up the plane with 2 m/s and mu = 0.7: it comes to rest after v^2/(2 g (sin + mu cos)) and stays, but for the elastic way back.
a = G * (math.sin(ANGLE) + 0.7 * math.cos(ANGLE))
print(f"comes to rest after {4 / (2 * a):.9f} m at {2 / a:.9f} s")
