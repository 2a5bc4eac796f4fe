"""What acts on a random system."""

import numpy as np

from functions import Effort, Law, Wave
from geometry import rotation
from system import COORDINATES, GROUND, Bushing, Load, Motor, Place, Spring


def add_actions(rng, system):
    on_coordinates(rng, system)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.35, 0.45, 0.2]))):
        strut(rng, system)
    if rng.random() < 0.35 or not system.joints:
        bushing(rng, system)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.3, 0.45, 0.25]))):
        load(rng, system)


def on_coordinates(rng, system):
    """Springs, dampers and motors on the coordinates of joints that no motion drives."""
    driven = {m.on for m in system.motions}
    for joint in system.joints:
        for name, (word, _) in COORDINATES[joint.kind].items():
            on = (joint.name, name)
            if on in driven and rng.random() < 0.7:  # a spring beside a motion must not change the motion
                continue
            turn = word == "turn"
            if rng.random() < 0.45:
                stiffness = rng.uniform(1, 12) if turn else rng.uniform(20, 200)
                free = rng.uniform(-0.5, 0.5) if turn else rng.uniform(-0.1, 0.1)
                preload = rng.uniform(-1, 1) if rng.random() < 0.4 else 0.0
                formula = bool(rng.random() < 0.3)
                cubic = stiffness * rng.uniform(0.1, 0.6) * (1 if turn else 10) if formula else 0.0
                damping = 0.0 if rng.random() < 0.4 else rng.uniform(0.05, 0.5) if turn else rng.uniform(0.5, 5)
                law = Law(stiffness, cubic, free, preload)
                system.springs.append(Spring(f"coil{len(system.springs) + 1}", law, damping, formula, on))
            if rng.random() < 0.3:
                size = rng.uniform(0.3, 2) if turn else rng.uniform(1, 8)
                wave = Wave(rng.uniform(-1, 1) * size, 0.0, size, rng.uniform(2, 10), rng.uniform(0, 3))
                pull = rng.uniform(0, 1) if turn else rng.uniform(0, 20)
                droop = rng.uniform(0, 0.2) if turn else rng.uniform(0, 2)
                system.motors.append(Motor(f"motor{len(system.motors) + 1}", on, Effort(wave, pull, droop)))


def two_items(rng, system, axes):
    """Two different items, the second a body; with `axes` neither is a point mass."""
    items = [i for i, b in enumerate(system.bodies) if not (axes and b.point)]
    if not items:
        return None
    second = int(rng.choice(items))
    first = int(rng.choice([GROUND] + [i for i in items if i != second]))
    return first, second


def local(system, item, at):
    """A point of the world in the frame of an item."""
    origin, axes = system.pose(item)
    return axes.T @ (at - origin)


def point_of(rng, system, item):
    if item != GROUND and system.bodies[item].point:
        return np.zeros(3)
    return rng.uniform(-0.25, 0.25, 3)


def strut(rng, system):
    """A spring and damper between two points."""
    pair = two_items(rng, system, False)
    first, second = Place(pair[0], np.zeros(3)), Place(pair[1], point_of(rng, system, pair[1]))
    if pair[0] == GROUND:
        far = rng.normal(size=3)
        first.origin = system.placed(second)[0] + rng.uniform(0.5, 1.2) * far / np.linalg.norm(far)
    else:
        first.origin = point_of(rng, system, pair[0])
    length = np.linalg.norm(system.placed(second)[0] - system.placed(first)[0])
    if length < 0.25:  # a spring that shrinks to a point has no direction
        return
    formula = bool(rng.random() < 0.3)
    stiffness = rng.uniform(15, 120)
    law = Law(stiffness, stiffness * rng.uniform(0.5, 3) if formula else 0.0, length * rng.uniform(0.8, 1.1))
    law.preload = rng.uniform(-3, 3) if rng.random() < 0.3 else 0.0
    damping = 0.0 if rng.random() < 0.4 else rng.uniform(0.5, 4)
    drawn = bool(rng.random() < 0.5)
    system.springs.append(Spring(f"strut{len(system.springs) + 1}", law, damping, formula, None, first, second, drawn))


def symmetric(rng, diagonal):
    """A positive matrix with the given diagonal and mild coupling."""
    root = np.sqrt(diagonal)
    coupling = rng.uniform(-0.12, 0.12, (6, 6))
    matrix = (coupling + coupling.T) / 2
    np.fill_diagonal(matrix, 1.0)
    return matrix * np.outer(root, root)


def bushing(rng, system):
    pair = two_items(rng, system, True)
    if pair is None:
        return
    origin, axes = system.pose(pair[1])
    at = origin + axes @ rng.uniform(-0.2, 0.2, 3)
    frame = rotation(rng.uniform(-1, 1, 3))
    drawn = bool(rng.random() < 0.5)
    first = Place(pair[0], local(system, pair[0], at), system.pose(pair[0])[1].T @ frame)
    second = Place(pair[1], local(system, pair[1], at), axes.T @ frame)
    if not drawn:  # strained at the start
        second.origin = second.origin + rng.uniform(-0.05, 0.05, 3)
        second.axes = second.axes @ rotation(rng.uniform(-0.3, 0.3, 3))
    stiffness = symmetric(rng, np.append(rng.uniform(30, 150, 3), rng.uniform(1, 8, 3)))
    loss = symmetric(rng, np.append(rng.uniform(0.5, 3, 3), rng.uniform(0.02, 0.2, 3)))
    if rng.random() < 0.3:
        loss = np.zeros((6, 6))
    cubic = np.zeros(6)
    if rng.random() < 0.4:
        cubic[int(rng.integers(0, 3))] = rng.uniform(50, 300)
        cubic[int(rng.integers(3, 6))] = rng.uniform(1, 6)
    coupling = (rng.uniform(20, 100), rng.uniform(-2, 2)) if rng.random() < 0.3 else (0.0, 0.0)
    name = f"bush{len(system.bushings) + 1}"
    system.bushings.append(Bushing(name, first, second, stiffness, loss, cubic, coupling, drawn))


def load(rng, system):
    item = int(rng.integers(0, len(system.bodies)))
    point = system.bodies[item].point
    kind = "force" if point or rng.random() < 0.6 else "moment"
    follower = bool(rng.random() < 0.5) and not point
    at = np.zeros(3) if point or kind == "moment" else rng.uniform(-0.3, 0.3, 3)
    value = rng.uniform(-1, 1, 3) * (rng.uniform(2, 12) if kind == "force" else rng.uniform(0.3, 2))
    scale = Wave(1.0)
    if rng.random() < 0.6:
        scale = Wave(rng.uniform(0, 1), rng.uniform(-1, 1), 1.0, rng.uniform(2, 10), rng.uniform(0, 3))
    system.loads.append(Load(f"load{len(system.loads) + 1}", kind, item, at, value, follower, scale))
