"""What a random system consists of. Everything is SI; item -1 is the ground."""

from dataclasses import dataclass, field

import numpy as np

from functions import Effort, Law, Wave

GROUND = -1

# Rows that a joint forbids and coordinates that it leaves, each by the direction of a force at the joint's point on the
# second item and the direction of a moment, on the axes 0, 1, 2 of the joint's first frame ("y2": y of the second).
# A coordinate of kind "turn" is an angle, one of kind "shift" a displacement along an axis of the first frame.
FORBIDDEN = {
    "revolute": [("f", 0), ("f", 1), ("f", 2), ("m", 0), ("m", 1)],
    "prismatic": [("f", 0), ("f", 1), ("m", 0), ("m", 1), ("m", 2)],
    "cylindrical": [("f", 0), ("f", 1), ("m", 0), ("m", 1)],
    "screw": [("f", 0), ("f", 1), ("m", 0), ("m", 1), ("thread", 2)],
    "planar": [("f", 2), ("m", 0), ("m", 1)],
    "spherical": [("f", 0), ("f", 1), ("f", 2)],
    "universal": [("f", 0), ("f", 1), ("f", 2), ("cross", 0)],
    "fixed": [("f", 0), ("f", 1), ("f", 2), ("m", 0), ("m", 1), ("m", 2)],
    "orientation-lock": [("m", 0), ("m", 1), ("m", 2)],
    "distance": [("along", 0)],
    "point-on-plane": [("f", 2)],
    "point-on-line": [("f", 0), ("f", 1)],
    "constant-velocity": [("f", 0), ("f", 1), ("f", 2), ("twist", 2)],
}

COORDINATES = {
    "revolute": {"angle": ("turn", 2)},
    "prismatic": {"displacement": ("shift", 2)},
    "cylindrical": {"angle": ("turn", 2), "displacement": ("shift", 2)},
    "screw": {"angle": ("turn", 2), "displacement": ("shift", 2)},
    "planar": {"x": ("shift", 0), "y": ("shift", 1), "angle": ("turn", 2)},
    "spherical": {},
    "universal": {"angle_1": ("turn", 0), "angle_2": ("turn", "y2")},
    "fixed": {},
    "orientation-lock": {"x": ("shift", 0), "y": ("shift", 1), "z": ("shift", 2)},
    "distance": {},
    "point-on-plane": {"x": ("shift", 0), "y": ("shift", 1)},
    "point-on-line": {"displacement": ("shift", 2)},
    "constant-velocity": {},
}

# Kinds whose rotation vector is an output, and the components of it.
ROTATIONS = {"spherical": "xyz", "point-on-plane": "xyz", "point-on-line": "xyz", "constant-velocity": "xy"}
# Kinds whose outputs would tell the axes x and y, which the program chooses when `axis` alone is given.
SHOW_AXES = ("planar", "orientation-lock", "point-on-plane", "point-on-line")


@dataclass
class Body:
    name: str
    mass: float
    center: np.ndarray  # mass centre in the body frame
    inertia: np.ndarray  # about the mass centre, body axes
    point: bool = False
    position: np.ndarray = None  # origin of the body frame, world
    axes: np.ndarray = None  # body to world
    velocity: np.ndarray = None  # of the origin
    angular_velocity: np.ndarray = None  # world axes
    inertia_style: str = "rows"  # how the model file gives the inertia: rows, entries, origin, axes


@dataclass
class Place:
    """A frame fixed to an item: origin and axes in the item's own frame."""

    item: int
    origin: np.ndarray
    axes: np.ndarray = field(default_factory=lambda: np.eye(3))


@dataclass
class Joint:
    name: str
    kind: str
    first: Place
    second: Place
    lead: float = 0.0
    length: float = 0.0  # of a distance joint
    drawn: bool = False  # written as drawn in the world, else by the frames of the items
    by_axis: bool = False  # drawn with `axis` only: x and y of the joint are chosen by the program
    start: dict = field(default_factory=dict)  # coordinates at the start
    rates: dict = field(default_factory=dict)


@dataclass
class Spring:
    name: str
    law: Law
    damping: float = 0.0
    formula: bool = False  # written as a formula, else by stiffness, free and preload
    on: tuple = None  # (joint, coordinate)
    first: Place = None
    second: Place = None
    drawn: bool = False


@dataclass
class Bushing:
    name: str
    first: Place
    second: Place
    stiffness: np.ndarray  # 6x6
    damping: np.ndarray  # 6x6
    cubic: np.ndarray  # six coefficients of x^3, written as laws
    coupling: tuple = (0.0, 0.0)  # energy c0 (x^2 + y^2)^2 + c1 (x ry - y rx)
    drawn: bool = False


@dataclass
class Motor:
    name: str
    on: tuple
    effort: Effort


@dataclass
class Motion:
    name: str
    on: tuple
    value: Wave


@dataclass
class Load:
    name: str
    kind: str  # force or moment
    item: int
    at: np.ndarray
    value: np.ndarray
    follower: bool
    scale: Wave


@dataclass
class Sensor:
    name: str
    item: int
    at: np.ndarray


@dataclass
class System:
    name: str
    duration: float
    gravity: np.ndarray
    gravity_scale: Wave = None  # constant without
    bodies: list = field(default_factory=list)
    joints: list = field(default_factory=list)
    springs: list = field(default_factory=list)
    bushings: list = field(default_factory=list)
    motors: list = field(default_factory=list)
    motions: list = field(default_factory=list)
    loads: list = field(default_factory=list)
    sensors: list = field(default_factory=list)

    def pose(self, item):
        """Origin and axes of an item in the world, at the start."""
        if item == GROUND:
            return np.zeros(3), np.eye(3)
        body = self.bodies[item]
        return body.position, body.axes

    def placed(self, place):
        """A place in the world at the start."""
        origin, axes = self.pose(place.item)
        return origin + axes @ place.origin, axes @ place.axes

    def spin(self, item):
        """Velocity of the origin and angular velocity of an item at the start."""
        if item == GROUND:
            return np.zeros(3), np.zeros(3)
        body = self.bodies[item]
        return body.velocity, body.angular_velocity

    def holds_point(self, joint):
        """Whether one of the items has no axes, so that there is no rotation to speak of."""
        return any(p.item != GROUND and self.bodies[p.item].point for p in (joint.first, joint.second))

    def names(self, item):
        return "ground" if item == GROUND else self.bodies[item].name
