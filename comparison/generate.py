"""Random systems: chains and trees of one to four items on all kinds of joints, some closed to loops, with all that can act.

The same seed and number always give the same system. Sizes are those of a bench: bodies of 0.5 to 3 kg and some decimetres,
rates of a few rad/s, springs that make them swing with up to some 20 rad/s, so that steps of 1 to 10 ms follow everything and
errors fall as theory says. Joints are drawn in the world, all coordinates zero, or given by frames on both items with
coordinates that are not zero.
"""

import numpy as np

from act import add_actions
from equations import Equations, twist
from geometry import cross, rotation
from reference import Unfit, project
from system import COORDINATES, FORBIDDEN, GROUND, ROTATIONS, SHOW_AXES, Body, Joint, Place, Sensor, System
from functions import Wave

KINDS = list(FORBIDDEN)


def direction(rng):
    v = rng.normal(size=3)
    return v / np.linalg.norm(v)


def any_axes(rng):
    return rotation(rng.uniform(0, 3.0) * direction(rng))


def new_body(rng, number, point):
    mass = rng.uniform(0.5, 3.0)
    if point:
        # Without axes; the unit inertia stands for nothing and never moves.
        return Body(f"p{number}", mass, np.zeros(3), np.eye(3), point=True, axes=np.eye(3))
    sides = rng.uniform(0.25, 0.8, 3)
    moments = mass / 12 * ((sides**2).sum() - sides**2)
    turn = any_axes(rng)
    center = np.zeros(3) if rng.random() < 0.4 else rng.uniform(-0.15, 0.15, 3)
    style = rng.choice(["rows", "entries", "origin", "axes"])
    return Body(f"b{number}", mass, center, turn @ np.diag(moments) @ turn.T, inertia_style=str(style))


def start_of(rng, kind, lead, drawn):
    """Coordinates and rates at the start."""
    start, rates = {}, {}
    for name, (word, _) in COORDINATES[kind].items():
        size, speed = (0.9, 2.5) if word == "turn" else (0.2, 0.5)
        if word == "turn" and rng.random() < 0.1:
            speed = 12.0  # beyond half a turn within the run
        start[name] = 0.0 if drawn else rng.uniform(-size, size)
        rates[name] = rng.uniform(-speed, speed)
    if kind == "screw":
        start["displacement"] = lead / (2 * np.pi) * start["angle"]
        rates["displacement"] = lead / (2 * np.pi) * rates["angle"]
    return start, rates


def between_frames(rng, joint):
    """Position and axes of the second frame in the first, and its velocity and angular velocity as seen from there."""
    s, r, kind = joint.start, joint.rates, joint.kind
    z = np.array([0.0, 0.0, 1.0])
    if kind == "distance":
        n = direction(rng)
        u = rng.uniform(-0.5, 0.5, 3)
        spread = np.zeros(3) if joint.drawn else 0.6 * direction(rng)
        return joint.length * n, rotation(spread), u - n * (n @ u), rng.uniform(-2, 2, 3)
    if kind == "spherical":
        vector = np.zeros(3) if joint.drawn else rng.uniform(0, 1.5) * direction(rng)
        return np.zeros(3), rotation(vector), np.zeros(3), rng.uniform(-2, 2, 3)
    if kind == "constant-velocity":
        bend = rng.uniform(0, 0.9) * direction(rng) * np.array([1, 1, 0])
        turn = np.eye(3) if joint.drawn else rotation(bend)
        spin, forbidden = rng.uniform(-2, 2, 3), twist(np.eye(3), turn)
        return np.zeros(3), turn, np.zeros(3), spin - forbidden * (forbidden @ spin) / (forbidden @ forbidden)
    if kind == "universal":
        first = rotation(np.array([s["angle_1"], 0, 0]))
        second = rotation(np.array([0, s["angle_2"], 0]))
        w = np.array([r["angle_1"], 0, 0]) + first @ np.array([0, r["angle_2"], 0])
        return np.zeros(3), first @ second, np.zeros(3), w
    d = np.array([s.get("x", 0.0), s.get("y", 0.0), s.get("z", s.get("displacement", 0.0))])
    u = np.array([r.get("x", 0.0), r.get("y", 0.0), r.get("z", r.get("displacement", 0.0))])
    if kind in ROTATIONS:
        vector = np.zeros(3) if joint.drawn else rng.uniform(0, 1.5) * direction(rng)
        return d, rotation(vector), u, rng.uniform(-2, 2, 3)
    return d, rotation(s.get("angle", 0.0) * z), u, r.get("angle", 0.0) * z


def attach(rng, system, body, kind, parent, motion):
    """Puts a body onto its parent by a joint. `motion` may fix a coordinate and its rate at the start."""
    drawn = rng.random() < 0.5
    lead = 0.0
    if kind == "screw":
        lead = rng.uniform(0.3, 0.8) * rng.choice([-1, 1])
    start, rates = start_of(rng, kind, lead, drawn)
    if motion is not None:
        name, wave = motion
        wave.offset = start[name]
        rates[name] = wave.rate(0.0)
        if kind == "screw":
            per = lead / (2 * np.pi)
            if name == "angle":
                rates["displacement"] = per * rates["angle"]
            else:
                rates["angle"] = rates["displacement"] / per
    reach = 0.35
    free_point = parent >= 0 and system.bodies[parent].point
    first = Place(parent, np.zeros(3) if free_point else reach * rng.uniform(0.4, 1, 3) * rng.choice([-1, 1], 3))
    if not free_point:
        first.axes = any_axes(rng)
    second = Place(len(system.bodies), np.zeros(3))
    if not body.point:
        second.origin = reach * rng.uniform(0.4, 1, 3) * rng.choice([-1, 1], 3)
        second.axes = any_axes(rng)
    # The body is the second item, or sometimes the first: coordinates and reactions then run the other way.
    inward = rng.random() < 0.25 and not (body.point and kind in SHOW_AXES)
    pair = (second, first) if inward else (first, second)
    joint = Joint(f"j{len(system.joints) + 1}", kind, *pair, lead, start=start, rates=rates, drawn=drawn)
    joint.by_axis = drawn and kind not in SHOW_AXES and bool(COORDINATES[kind])
    joint.by_axis = bool(joint.by_axis and rng.random() < 0.4)
    joint.length = rng.uniform(0.3, 0.7) if kind == "distance" else 0.0
    place(system, body, joint, between_frames(rng, joint), inward)
    system.bodies.append(body)
    system.joints.append(joint)
    if kind == "distance" and drawn:
        # Drawn by two points: the frames have the axes of the world then.
        first.axes = system.pose(parent)[1].T
        second.axes = body.axes.T
    return joint


def place(system, body, joint, relative, inward):
    """Pose and velocities of a body at the start, from those of its parent, outwards along the tree."""
    d, turn, u, w = relative
    parent, child = (joint.second, joint.first) if inward else (joint.first, joint.second)
    at, axes = system.placed(parent)
    speed, spin = system.spin(parent.item)
    speed = speed + cross(spin, at - system.pose(parent.item)[0])  # of the parent's point
    if inward:
        axes1 = axes @ turn.T
        own_axes, own_at = axes1, at - axes1 @ d
        own_spin = np.zeros(3) if body.point else spin - axes1 @ w
        own_speed = speed - cross(own_spin, axes1 @ d) - axes1 @ u
    else:
        own_axes, own_at = axes @ turn, at + axes @ d
        own_spin = np.zeros(3) if body.point else spin + axes @ w
        own_speed = speed + cross(spin, axes @ d) + axes @ u
    body.axes = np.eye(3) if body.point else own_axes @ child.axes.T
    body.angular_velocity = own_spin
    arm = body.axes @ child.origin
    body.position = own_at - arm
    body.velocity = own_speed - cross(own_spin, arm)


def free_body(rng, system, body):
    """A body that nothing holds but springs and bushings."""
    body.axes = np.eye(3) if body.point else any_axes(rng)
    body.position = rng.uniform(-0.6, 0.6, 3)
    body.velocity = rng.uniform(-0.5, 0.5, 3)
    body.angular_velocity = np.zeros(3) if body.point else rng.uniform(-2, 2, 3)
    system.bodies.append(body)


def freedom(system):
    count = sum(3 if b.point else 6 for b in system.bodies) - len(system.motions)
    return count - sum(len(FORBIDDEN[j.kind]) for j in system.joints)


def close_loop(rng, system):
    """A joint more between two items that have one already, where at least one freedom is left."""
    whole = [i for i, b in enumerate(system.bodies) if not b.point]
    kinds = [k for k in KINDS if len(FORBIDDEN[k]) < freedom(system)]
    if len(whole) < 2 or not kinds:
        return False
    kind = str(rng.choice(kinds))
    last = whole[-1]
    other = int(rng.choice([GROUND] + whole[:-2]))
    if any({j.first.item, j.second.item} == {last, other} for j in system.joints):
        other = GROUND
    origin, axes = system.pose(last)
    at = origin + axes @ rng.uniform(-0.3, 0.3, 3)
    world = any_axes(rng)
    start, position = system.pose(other)
    second = Place(last, axes.T @ (at - origin), axes.T @ world)
    first = Place(other, position.T @ (at - start), position.T @ world)
    joint = Joint(f"loop{len(system.joints) + 1}", kind, first, second, drawn=bool(rng.random() < 0.5))
    if kind == "screw":
        joint.lead = rng.uniform(0.3, 0.8)
    if kind == "distance":
        joint.length = rng.uniform(0.3, 0.6)
        first.origin = first.origin + position.T @ (joint.length * direction(rng))
        if joint.drawn:
            first.axes, second.axes = position.T, axes.T
    joint.start = {name: 0.0 for name in COORDINATES[kind]}
    system.joints.append(joint)
    return True


def settle(system):
    """Velocities at the start that all constraints allow."""
    equations = Equations(system)
    y, _ = project(equations, 0.0, equations.start(), places=False)
    for i, b in enumerate(system.bodies):
        state = y[13 * i : 13 * i + 13]
        b.angular_velocity = state[10:13]
        b.velocity = state[7:10] - cross(state[10:13], b.axes @ b.center)


def wave_for(rng, word):
    size = rng.uniform(0.2, 0.6) if word == "turn" else rng.uniform(0.03, 0.12)
    slope = 9.0 if word == "turn" and rng.random() < 0.15 else size  # some go beyond half a turn
    return Wave(0.0, rng.uniform(-1, 1) * slope, size, rng.uniform(2, 8), rng.uniform(0, 3))


def tree(rng, system, index, count):
    """Bodies outwards from the ground. The first kind goes through all kinds with the number of the system."""
    for number in range(count):
        point = number > 0 and number == count - 1 and rng.random() < 0.2
        body = new_body(rng, number + 1, point)
        kind = KINDS[index % len(KINDS)] if number == 0 else str(rng.choice(KINDS))
        if point:
            kind = str(rng.choice(["spherical", "distance", "point-on-plane", "point-on-line"]))
        candidates = [GROUND] + [i for i, b in enumerate(system.bodies) if not b.point]
        parent = candidates[-1] if rng.random() < 0.65 else int(rng.choice(candidates))
        if number > 0 and rng.random() < 0.08:
            free_body(rng, system, body)
            continue
        motion = None
        names = list(COORDINATES[kind])
        if names and rng.random() < 0.3:
            name = str(rng.choice(names))
            word = COORDINATES[kind][name][0]
            motion = (name, wave_for(rng, word))
        joint = attach(rng, system, body, kind, parent, motion)
        if motion is not None:
            add_motion(system, joint, motion)


def add_motion(system, joint, motion):
    from system import Motion

    system.motions.append(Motion(f"drive{len(system.motions) + 1}", (joint.name, motion[0]), motion[1]))


def attempt(seed, index, trial, duration):
    rng = np.random.default_rng([seed, index, trial])
    gravity = np.zeros(3) if rng.random() < 0.15 else rng.uniform(4, 10) * direction(rng)
    system = System(f"random {seed}-{index}-{trial}", duration, gravity)
    if gravity.any() and rng.random() < 0.12:
        system.gravity_scale = Wave(1.0, rng.uniform(-0.5, 0.5), 0.4, rng.uniform(2, 6), rng.uniform(0, 3))
    looped = index % 5 == 4
    count = int(rng.choice([3, 4])) if looped else int(rng.choice([1, 2, 3, 4], p=[0.2, 0.35, 0.3, 0.15]))
    tree(rng, system, index, count)
    if looped and not close_loop(rng, system):
        raise Unfit("no loop can be closed")
    if freedom(system) < 1:
        raise Unfit("it cannot move")
    settle(system)
    add_actions(rng, system)
    for i, b in enumerate(system.bodies):
        if rng.random() < 0.5:
            at = np.zeros(3) if b.point else rng.uniform(-0.3, 0.3, 3)
            system.sensors.append(Sensor(f"s{i + 1}", i, at))
    return system
