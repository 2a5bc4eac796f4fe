"""Mesh of a connecting rod: two eyes and a shank with fillets, bricks with 20 nodes, one layer. Writes rod.inp."""
from math import cos, hypot, pi, radians, sin

LENGTH, HALF_THICKNESS = 0.18, 0.008  # m
CRANK = 0.04  # where the big eye is drawn
BIG, SMALL = (0.020, 0.032), (0.011, 0.019)  # inner and outer radii of the eyes
BIG_ARC, SMALL_ARC = radians(36), radians(45)  # half of the arcs where the shank begins
AROUND, ACROSS, ALONG, RADIAL = 12, 4, 10, 2  # elements: rest of an eye, width and length of the shank, wall of an eye


def hermite(p, dp, q, dq, t):
    a, b = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t
    c, d = -2 * t**3 + 3 * t**2, t**3 - t**2
    return tuple(a * p[i] + b * dp[i] + c * q[i] + d * dq[i] for i in range(2))


def side(u):
    """The upper side of the shank: a fillet, a straight part, a fillet."""
    p = (BIG[1] * cos(BIG_ARC), BIG[1] * sin(BIG_ARC))
    q = (LENGTH - SMALL[1] * cos(SMALL_ARC), SMALL[1] * sin(SMALL_ARC))
    a, b = (0.052, 0.0105), (0.142, 0.0085)
    slope = ((b[0] - a[0]), (b[1] - a[1]))
    unit = tuple(s / hypot(*slope) for s in slope)
    if u < 0.35:
        size = hypot(a[0] - p[0], a[1] - p[1])
        start = (size * sin(BIG_ARC), -size * cos(BIG_ARC))
        return hermite(p, start, a, tuple(size * s for s in unit), u / 0.35)
    if u > 0.72:
        size = hypot(q[0] - b[0], q[1] - b[1])
        end = (size * sin(SMALL_ARC), size * cos(SMALL_ARC))
        return hermite(b, tuple(size * s for s in unit), q, end, (u - 0.72) / 0.28)
    t = (u - 0.35) / 0.37
    return (a[0] + t * slope[0], a[1] + t * slope[1])


def shank(u, v):
    """Between the arcs of the eyes and the two sides: a Coons patch; u from 0 to 1, v from -1 to 1."""
    def arc_big(v):
        return (BIG[1] * cos(v * BIG_ARC), BIG[1] * sin(v * BIG_ARC))

    def arc_small(v):
        return (LENGTH - SMALL[1] * cos(v * SMALL_ARC), SMALL[1] * sin(v * SMALL_ARC))

    x, y = side(u)
    w = 0.5 * (v + 1)
    out = []
    for i in range(2):
        low, high = (x, -y)[i], (x, y)[i]
        ends = (1 - u) * arc_big(v)[i] + u * arc_small(v)[i]
        sides = (1 - w) * low + w * high
        corners = (1 - u) * ((1 - w) * arc_big(-1)[i] + w * arc_big(1)[i])
        corners += u * ((1 - w) * arc_small(-1)[i] + w * arc_small(1)[i])
        out.append(ends + sides - corners)
    return tuple(out)


def eye(centre, radii, arc, sign):
    """A place of an eye: s counts elements around from the lower end of the arc, r from 0 inside to 1 outside."""
    def place(s, r):
        if s <= ACROSS:
            angle = (2 * s / ACROSS - 1) * arc
        else:
            angle = arc + (s - ACROSS) / AROUND * (2 * pi - 2 * arc)
        radius = radii[0] + r * (radii[1] - radii[0])
        return (centre + sign * radius * cos(angle), radius * sin(angle))
    return place


nodes, numbers, elements, sets = [], {}, [], {"big_eye": set(), "small_eye": set()}


def node(x, y, z):
    key = (round(x * 1e7), round(y * 1e7), round(z * 1e7))
    if key not in numbers:
        nodes.append((x, y, z))
        numbers[key] = len(nodes)
    return numbers[key]


def brick(place, a, b, da, db, eye_set=None):
    """A brick over the parameters a to a + da and b to b + db, with the middles of its edges."""
    plan = [(0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)]
    flat = [place(a + s * da, b + t * db) for s, t in plan]
    corners = [(flat[k][0], flat[k][1]) for k in range(4)]
    area = sum(corners[k][0] * corners[(k + 1) % 4][1] - corners[(k + 1) % 4][0] * corners[k][1] for k in range(4))
    if area < 0:  # counter-clockwise seen from above
        flat = [flat[k] for k in (0, 3, 2, 1, 7, 6, 5, 4)]
    level = lambda z, list_: [node(*flat[k], z) for k in list_]
    h = HALF_THICKNESS
    element = level(-h, range(4)) + level(h, range(4)) + level(-h, range(4, 8)) + level(h, range(4, 8)) + level(0, range(4))
    elements.append(element)
    if eye_set:
        centre, radius = (0, BIG[0]) if eye_set == "big_eye" else (LENGTH, SMALL[0])
        for n in element:
            x, y, _ = nodes[n - 1]
            if abs(hypot(x - centre, y) - radius) < 1e-9:
                sets[eye_set].add(n)


for name, centre, radii, arc, sign in (("big_eye", 0, BIG, BIG_ARC, 1), ("small_eye", LENGTH, SMALL, SMALL_ARC, -1)):
    place = eye(centre, radii, arc, sign)
    for s in range(ACROSS + AROUND):
        for r in range(RADIAL):
            brick(place, s, r / RADIAL, 1, 1 / RADIAL, name)
for i in range(ALONG):
    for j in range(ACROSS):
        brick(lambda u, v: shank(u, v), i / ALONG, 2 * j / ACROSS - 1, 1 / ALONG, 2 / ACROSS)

with open("rod.inp", "w") as out:
    out.write("*NODE\n")
    for k, p in enumerate(nodes):
        x, y, z = p
        out.write(f"{k + 1}, {x + CRANK:.9f}, {y:.9f}, {z:.9f}\n")
    out.write("*ELEMENT, TYPE=C3D20, ELSET=rod\n")
    for k, element in enumerate(elements):
        numbers_ = [str(n) for n in [k + 1, *element]]
        out.write(", ".join(numbers_[:11]) + ",\n" + ", ".join(numbers_[11:]) + "\n")
    for name, members in sets.items():
        out.write(f"*NSET, NSET={name}\n")
        listed = [str(n) for n in sorted(members)]
        for k in range(0, len(listed), 12):
            out.write(", ".join(listed[k:k + 12]) + "\n")
print(len(nodes), "nodes,", len(elements), "elements")
