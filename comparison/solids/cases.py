"""The solids: meshes as grids of bricks in three parameters from 0 to 1, what is held and loaded, and what is measured.

All programs get the same points, supports and loads. Neo-Hooke is mu/2 (I1/J^(2/3) - 3) + K/2 (J - 1)^2 in both programs.
"""

import math
from dataclasses import dataclass
from typing import Callable

# Corners of a brick in half cells, its edges in the order of Gmsh and in that of CalculiX, its faces, and edges of tetrahedra likewise.
CORNERS = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (0, 0, 2), (2, 0, 2), (2, 2, 2), (0, 2, 2)]
EDGES = [(0, 1), (0, 3), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (4, 7), (5, 6), (6, 7)]
EDGES_THERE = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
FACES = [(0, 3, 2, 1), (0, 1, 5, 4), (0, 4, 7, 3), (1, 2, 6, 5), (2, 3, 7, 6), (4, 5, 6, 7)]
SIDES = [(0, 1), (1, 2), (2, 0), (3, 0), (2, 3), (1, 3)]
SIDES_THERE = [(0, 1), (1, 2), (2, 0), (3, 0), (1, 3), (2, 3)]
# Shares of corners, middles of sides and the centre in a uniform load on a face, by nodes of the element.
SHARES = {8: (1 / 4, 0, 0), 20: (-1 / 12, 1 / 3, 0), 27: (1 / 36, 1 / 9, 4 / 9), 10: (0, 1 / 6, 1 / 3)}


@dataclass(frozen=True)
class Case:
    name: str
    title: str
    shear: float
    bulk: float
    place: Callable  # of u, v, w
    counts: Callable  # elements along u, v, w from the number of the mesh; twice that for elements with straight sides
    held: tuple  # (plane such as {"u": 0}, directions, displacements)
    traction: tuple  # on the face u = 1, per area; none if empty
    area: float
    sensors: tuple  # (name, kind: "point" or "force", place or number of the support, component, sign)
    reference: dict
    meshes: tuple
    increment: float


def graded(parts, ratio, s):
    """From 0 to 1 in elements whose sizes grow by `ratio` in all."""
    if abs(ratio - 1) < 1e-12:
        return s
    step = ratio ** (1 / max(parts - 1, 1))
    whole = math.floor(s * parts + 1e-9)
    part = s * parts - whole
    at = lambda k: (step**k - 1) / (step**parts - 1)  # noqa: E731
    return at(whole) if part < 1e-9 else at(whole) + part * (at(whole + 1) - at(whole))


def both_ends(parts, first, last, s):
    """Small at both ends, large in the middle; an even number of parts."""
    if s <= 0.5:
        return 0.5 * graded(parts // 2, first, 2 * s)
    return 1 - 0.5 * graded(parts // 2, last, 2 * (1 - s))


def cook(parts, u, v, w):
    """Cook's membrane of the thickness 4: elements shrink towards the corners, by 60 at the wall and 20 at the loaded edge."""
    along = both_ends(parts[0], 60, 20, u)
    up = both_ends(parts[1], 60, 60, v)
    low, high = 44 * along, 44 + 16 * along
    return (48 * along, low + (high - low) * up, 4 * w)


def tube(parts, u, v, w):
    """Half of a tube of the radii 10 and 20 and the length 40, in millimetres: v turns from x over y to -x."""
    radius, turn = 10 + 10 * u, math.pi * v
    return (radius * math.cos(turn), radius * math.sin(turn), 40 * w)


CASES = (
    Case(
        name="cook",
        title="Cook's membrane at finite strains, plane strain",
        shear=200 / 2.7,
        bulk=200 / 0.9,
        place=cook,
        counts=lambda n: (n, n, 1),
        held=(({"u": 0}, (1, 2, 3), (0, 0, 0)), ({"w": 0}, (3,), (0,)), ({"w": 1}, (3,), (0,))),
        traction=(0, 4.0, 0),
        area=16 * 4,
        sensors=(("mid-edge", "point", (1, 0.5, 0), 1, 1), ("corner", "point", (1, 1, 0), 1, 1)),
        reference={"mid-edge": 6.1729, "corner": 6.1769},
        meshes=(4, 8, 16),
        increment=0.25,
    ),
    Case(
        name="bushing",
        title="Rubber bushing, its pin pushed aside by 1 mm and along by 2 mm",
        shear=0.8,
        bulk=200.0,
        place=tube,
        counts=lambda n: (n, 4 * n, 2 * n),
        held=(
            ({"u": 0}, (1, 2, 3), (1.0, 0, 2.0)),
            ({"u": 1}, (1, 2, 3), (0, 0, 0)),
            ({"v": 0}, (2,), (0,)),
            ({"v": 1}, (2,), (0,)),
        ),
        traction=(),
        area=0,
        sensors=(("sideways [N]", "force", 0, 0, 2), ("along [N]", "force", 0, 2, 2)),
        reference={"sideways [N]": 1798.3, "along [N]": 543.0},
        meshes=(1, 2, 3),
        increment=0.5,
    ),
)


class Mesh:
    """Points and cells of elements with 8, 20, 27 or 10 nodes; numbers from 1."""

    def __init__(self, case, nodes, n):
        self.case, self.nodes = case, nodes
        self.parts = case.counts(2 * n if nodes == 8 else n)
        self.number, self.cells, self.cells_there = {}, [], []
        for i in range(self.parts[0]):
            for j in range(self.parts[1]):
                for k in range(self.parts[2]):
                    self.brick([(2 * i + a, 2 * j + b, 2 * k + c) for a, b, c in CORNERS])

    def at(self, *places):
        """The point in the middle of some others, in half cells."""
        place = tuple(sum(p[a] for p in places) // len(places) for a in range(3))
        return self.number.setdefault(place, len(self.number) + 1)

    def brick(self, corners):
        if self.nodes == 10:
            return self.tetrahedra(corners)
        cell = [self.at(c) for c in corners]
        there = list(cell)
        if self.nodes > 8:
            there += [self.at(corners[a], corners[b]) for a, b in EDGES_THERE]
            cell += [self.at(corners[a], corners[b]) for a, b in EDGES]
        if self.nodes == 27:
            cell += [self.at(*(corners[k] for k in face)) for face in FACES] + [self.at(*corners)]
        self.cells.append(cell)
        self.cells_there.append(there)

    def tetrahedra(self, corners):
        """Six, all around the first corner; faces are cut by the diagonal through their lowest corner, the same from both sides."""
        first = corners[0]
        for face in FACES:
            four = [corners[k] for k in face]
            if first in four:
                continue
            turn = four.index(min(four))
            a, b, c, d = four[turn:] + four[:turn]
            # Seen from the first corner, faces that point outwards turn the other way round.
            for three in ((a, b, c), (a, c, d)):
                tet = [first, *three]
                own = [self.at(p) for p in tet]
                self.cells.append(own + [self.at(tet[s], tet[t]) for s, t in SIDES])
                self.cells_there.append(own + [self.at(tet[s], tet[t]) for s, t in SIDES_THERE])

    def places(self):
        """Places of the points by their numbers."""
        halves = [2 * p for p in self.parts]
        return {n: self.case.place(self.parts, *(a / h for a, h in zip(at, halves))) for at, n in self.number.items()}

    def node(self, place):
        return self.number[tuple(round(2 * p * parts) for p, parts in zip(place, self.parts))]

    def on(self, plane):
        wanted = {"uvw".index(name): 2 * value * self.parts["uvw".index(name)] for name, value in plane.items()}
        return sorted(n for at, n in self.number.items() if all(at[k] == w for k, w in wanted.items()))

    def held(self):
        """Displacements of all held directions, each once: a dictionary from (node, direction)."""
        held = {}
        for plane, directions, values in self.case.held:
            for node in self.on(plane):
                for direction, value in zip(directions, values):
                    held.setdefault((node, direction), value)
        return held

    def loads(self):
        """Forces of the traction on points of the face u = 1: consistent with the elements."""
        loads, places = {}, self.places()
        if not self.case.traction:
            return loads
        end = 2 * self.parts[0]
        shares = SHARES[self.nodes]
        for j in range(self.parts[1]):
            for k in range(self.parts[2]):
                corner = lambda b, c: (end, 2 * j + b, 2 * k + c)  # noqa: B023, E731
                low, high = places[self.number[corner(0, 0)]], places[self.number[corner(2, 0)]]
                area = (high[1] - low[1]) * 4 / self.parts[2]
                for b in range(3):
                    for c in range(3):
                        share = shares[(b == 1) + (c == 1)]
                        if share and corner(b, c) in self.number:
                            node = self.number[corner(b, c)]
                            loads[node] = loads.get(node, 0) + share * area
        return {n: tuple(t * a for t in self.case.traction) for n, a in sorted(loads.items())}
