"""The two shells: places of nodes, supports, loads and what the literature says about them.

A mesh is a grid of places in two parameters, both from 0 to 1. Along the first the shell turns about its axis, along the second it goes
along it. All programs get the same places, the same supports and the same loads: half of the full forces, as the models are parts of the
shell between planes of symmetry.
"""

import math
from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Support:
    """What is held along an edge of the grid: `u = 0`, `u = 1`, `v = 0`, `v = 1`, or at a corner such as `u = 0, v = 0`."""

    edge: dict
    fixed: tuple  # degrees of freedom 1 to 6: displacements and rotations about world x, y, z


@dataclass(frozen=True)
class Force:
    corner: tuple  # u, v
    value: tuple


@dataclass(frozen=True)
class Case:
    name: str
    title: str
    youngs: float
    poisson: float
    thickness: float
    place: Callable
    normal: Callable
    supports: tuple
    forces: tuple
    sensors: tuple  # (name, corner, component, sign)
    published: dict  # values of the sensors at the full load in the literature
    meshes: dict  # kind of element -> divisions
    increment: float


def hemisphere(u, v):
    """Radius 10, from the equator (v = 0) to the hole of 18 degrees (v = 1)."""
    turn, down = 0.5 * math.pi * u, math.radians(90 - 72 * v)
    return (10 * math.sin(down) * math.cos(turn), 10 * math.sin(down) * math.sin(turn), 10 * math.cos(down))


def semi_cylinder(u, v):
    """Radius 101.6 about y, from the crown (u = 0) to the floor (u = 1), from the free end (v = 0) to the clamped one."""
    turn = 0.5 * math.pi * u
    return (101.6 * math.sin(turn), 304.8 * v, 101.6 * math.cos(turn))


def away_from_origin(place):
    """Normal of the hemisphere."""
    return tuple(x / 10 for x in place)


def away_from_y(place):
    """Normal of the cylinder."""
    return (place[0] / 101.6, 0.0, place[2] / 101.6)


CASES = (
    Case(
        name="hemisphere",
        title="Pinched hemisphere with a hole of 18 degrees",
        youngs=6.825e7,
        poisson=0.3,
        thickness=0.04,
        place=hemisphere,
        normal=away_from_origin,
        supports=(
            Support({"u": 0}, (2, 4, 6)),
            Support({"u": 1}, (1, 5, 6)),
            Support({"u": 0, "v": 0}, (3,)),
        ),
        forces=(Force((0, 0), (200.0, 0, 0)), Force((1, 0), (0, -200.0, 0))),
        sensors=(("outward", (0, 0), 0, 1), ("inward", (1, 0), 1, -1)),
        published={"outward": 4.067, "inward": 8.178},
        meshes={4: (8, 16, 24, 32), 8: (4, 8, 12), 9: (4, 8, 12, 24)},
        increment=0.1,
    ),
    Case(
        name="semi-cylinder",
        title="Pinched half of a cylinder",
        youngs=2068.5,
        poisson=0.3,
        thickness=3.0,
        place=semi_cylinder,
        normal=away_from_y,
        supports=(
            Support({"v": 1}, (1, 2, 3, 4, 5, 6)),
            Support({"u": 0}, (1, 5, 6)),
            Support({"u": 1}, (3, 5)),
        ),
        forces=(Force((0, 0), (0, 0, -900.0)),),
        sensors=(("downward", (0, 0), 2, -1),),
        published={"downward": 166.2},
        meshes={4: (16, 24, 32), 8: (8, 12), 9: (8, 12, 24)},
        increment=0.1,
    ),
)


class Mesh:
    """Nodes and elements of four, eight or nine nodes, numbered from 1; middles of sides come after corners, then centres."""

    def __init__(self, case, nodes, divisions):
        self.case, self.nodes = case, nodes
        step = 1 if nodes == 4 else 2
        self.count = divisions * step
        self.number = {}
        for j in range(self.count + 1):
            for i in range(self.count + 1):
                if nodes != 8 or i % 2 == 0 or j % 2 == 0:
                    self.number[i, j] = len(self.number) + 1
        around = [(0, 0), (step, 0), (step, step), (0, step)]
        if nodes != 4:
            around += [(1, 0), (2, 1), (1, 2), (0, 1)]
        if nodes == 9:
            around += [(1, 1)]
        grid = range(0, self.count, step)
        self.cells = [[self.number[i + a, j + b] for a, b in around] for j in grid for i in grid]

    def places(self):
        return {n: self.case.place(i / self.count, j / self.count) for (i, j), n in self.number.items()}

    def corner(self, corner):
        return self.number[corner[0] * self.count, corner[1] * self.count]

    def on(self, edge):
        at = {"u": 0, "v": 1}
        wanted = {at[name]: value * self.count for name, value in edge.items()}
        return [n for place, n in self.number.items() if all(place[k] == w for k, w in wanted.items())]

    def held(self):
        """All held degrees of freedom, each once: a dictionary from nodes to sorted lists."""
        held = {}
        for support in self.case.supports:
            for node in self.on(support.edge):
                held.setdefault(node, set()).update(support.fixed)
        return {node: sorted(fixed) for node, fixed in sorted(held.items())}
