"""Writes handwheel.stl: rim, hub and four spokes about z, in millimetres. Python 3 without packages."""

import math
import struct

triangles = []


def surface(point, u, v, closed):
    """Triangles of a surface over u x v cells; in direction v it is a ring, in direction u if it is closed."""
    for i in range(u):
        for j in range(v):
            a, b = point(i, j), point((i + 1) % u if closed else i + 1, j)
            c, d = point((i + 1) % u if closed else i + 1, (j + 1) % v), point(i, (j + 1) % v)
            triangles.extend([(a, b, c), (a, c, d)])


def turn(k, n):
    return math.cos(2 * math.pi * k / n), math.sin(2 * math.pi * k / n)


def ring(radius, thick, u=36, v=10):
    def point(i, j):
        (c, s), (p, q) = turn(i, u), turn(j, v)
        r = radius + thick * p
        return r * c, r * s, thick * q

    surface(point, u, v, True)


def revolved(profile, n=20):
    """Places (radius, z), from below to above on the outside."""

    def point(i, j):
        (c, s), (r, z) = turn(j, n), profile[len(profile) - 1 - i]
        return r * c, r * s, z

    surface(point, len(profile) - 1, n, False)


def spoke(angle, start, end, thick, n=8):
    c, s = math.cos(angle), math.sin(angle)

    def point(i, j):
        (p, q), x = turn(j, n), [end, start][i]
        return x * c - thick * p * s, x * s + thick * p * c, thick * q

    surface(point, 1, n, False)


ring(120, 10)
revolved([(0, -18), (26, -18), (30, -12), (30, 12), (26, 18), (0, 18)])
for k in range(4):
    spoke(k * math.pi / 2, 20, 120, 7)

with open("handwheel.stl", "wb") as file:
    file.write(b"handwheel of the screw press".ljust(80) + struct.pack("<I", len(triangles)))
    for triangle in triangles:
        file.write(struct.pack("<12fH", 0, 0, 0, *(x for corner in triangle for x in corner), 0))
