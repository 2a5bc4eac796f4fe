"""A system as a model file."""

import numpy as np

from functions import text
from geometry import quaternion
from system import COORDINATES, GROUND


def number(x):
    return repr(float(x))


def vector(v):
    return "[" + ", ".join(number(x) for x in v) + "]"


def orientation(axes):
    return "{ quaternion = " + vector(quaternion(axes)) + " }"


def frame(place):
    return "{ at = " + vector(place.origin) + ", orientation = " + orientation(place.axes) + " }"


def rows_of(matrix):
    return "[" + ", ".join(vector(row) for row in matrix) + "]"


def scale(wave):
    """A constant as a number, anything else as a formula."""
    if wave.amplitude == 0.0 and wave.slope == 0.0:
        return number(wave.offset)
    return f'"{wave.formula()}"'


def inertia(body, lines):
    """The same inertia in one of the ways that a model may give it."""
    matrix = body.inertia
    if body.inertia_style == "origin":
        c = body.center
        matrix = matrix + body.mass * (c @ c * np.eye(3) - np.outer(c, c))
        lines.append('inertia_about = "origin"')
    elif body.inertia_style == "axes":
        values, axes = np.linalg.eigh(matrix)
        if np.linalg.det(axes) < 0:
            axes[:, 0] = -axes[:, 0]
        lines.append(f"inertia = {vector(values)}")
        lines.append(f"inertia_axes = {orientation(axes)}")
        return
    elif body.inertia_style == "entries":
        names = {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
        entries = ", ".join(f"{name} = {number(matrix[at])}" for name, at in names.items())
        lines.append("inertia = { " + entries + " }")
        return
    lines.append(f"inertia = {rows_of(matrix)}")


def bodies(system, lines):
    for b in system.bodies:
        lines += ["", "[[point_mass]]" if b.point else "[[body]]", f'name = "{b.name}"', f"mass = {number(b.mass)}"]
        lines.append(f"position = {vector(b.position)}")
        lines.append(f"velocity = {vector(b.velocity)}")
        if b.point:
            continue
        if b.center.any():
            lines.append(f"mass_center = {vector(b.center)}")
        inertia(b, lines)
        lines.append(f"orientation = {orientation(b.axes)}")
        lines.append(f"angular_velocity = {vector(b.angular_velocity)}")


def joints(system, lines):
    for j in system.joints:
        ends = f'["{system.names(j.first.item)}", "{system.names(j.second.item)}"]'
        lines += ["", "[[joint]]", f'name = "{j.name}"', f'kind = "{j.kind}"', f"between = {ends}"]
        if j.kind == "screw":
            lines.append(f"lead = {number(j.lead)}")
        if not j.drawn:
            lines += [f"frame_1 = {frame(j.first)}", f"frame_2 = {frame(j.second)}"]
            if j.kind == "distance":
                lines.append(f"length = {number(j.length)}")
        elif j.kind == "distance":
            at1, at2 = system.placed(j.first)[0], system.placed(j.second)[0]
            lines.append(f"points = {rows_of([at1, at2])}")
        else:
            at, axes = system.placed(j.first)
            lines.append(f"at = {vector(at)}")
            if j.by_axis and j.kind == "universal":
                lines.append(f"axes = {rows_of([axes[:, 0], axes[:, 1]])}")
            elif j.by_axis:
                lines.append(f"axis = {vector(axes[:, 2])}")
            else:
                lines.append(f"orientation = {orientation(axes)}")
        if COORDINATES[j.kind] and j.kind != "orientation-lock":
            names = ", ".join(f'"{name}"' for name in COORDINATES[j.kind])
            lines.append(f"unknowns = [{names}]")


def ends(system, pair, drawn, lines, frames):
    """Where something between two items is, as drawn in the world or in the frames of the items."""
    first, second = pair
    lines.append(f'between = ["{system.names(first.item)}", "{system.names(second.item)}"]')
    if frames and drawn:
        at, axes = system.placed(first)
        lines += [f"at = {vector(at)}", f"orientation = {orientation(axes)}"]
    elif frames:
        lines += [f"frame_1 = {frame(first)}", f"frame_2 = {frame(second)}"]
    elif drawn:
        lines.append(f"points = {rows_of([system.placed(first)[0], system.placed(second)[0]])}")
    else:
        lines.append(f"local_points = {rows_of([first.origin, second.origin])}")


def actions(system, lines):
    for s in system.springs:
        lines += ["", "[[spring]]", f'name = "{s.name}"']
        if s.on is None:
            ends(system, (s.first, s.second), s.drawn, lines, False)
        else:
            lines.append(f'on = "{s.on[0]}.{s.on[1]}"')
        if s.formula:
            lines.append(f'force = "{s.law.formula()}"')
        else:
            lines += [f"stiffness = {number(s.law.stiffness)}", f"free = {number(s.law.free)}"]
            lines.append(f"preload = {number(s.law.preload)}")
        if s.damping:
            lines.append(f"damping = {number(s.damping)}")
    for b in system.bushings:
        lines += ["", "[[bushing]]", f'name = "{b.name}"']
        ends(system, (b.first, b.second), b.drawn, lines, True)
        lines += [f"stiffness = {rows_of(b.stiffness)}", f"damping = {rows_of(b.damping)}"]
        names = ("x", "y", "z", "rx", "ry", "rz")
        laws = [f'{name} = "{text(c)}*x^3"' for name, c in zip(names, b.cubic) if c]
        if laws:
            lines.append("laws = { " + ", ".join(laws) + " }")
        if any(b.coupling):
            c0, c1 = (text(c) for c in b.coupling)
            lines.append(f'energy = "{c0}*(x^2 + y^2)^2 + {c1}*(x*ry - y*rx)"')
    for m in system.motors:
        lines += ["", "[[motor]]", f'name = "{m.name}"', f'on = "{m.on[0]}.{m.on[1]}"']
        lines.append(f'effort = "{m.effort.formula()}"')
    for m in system.motions:
        lines += ["", "[[motion]]", f'name = "{m.name}"', f'on = "{m.on[0]}.{m.on[1]}"']
        lines.append(f'value = "{m.value.formula()}"')


def loads(system, lines):
    for load in system.loads:
        lines += ["", f"[[{load.kind}]]", f'name = "{load.name}"', f'on = "{system.names(load.item)}"']
        if load.kind == "force" and load.at.any():
            lines.append(f"at = {vector(load.at)}")
        lines += [f"value = {vector(load.value)}", f"scale = {scale(load.scale)}"]
        if load.follower:
            lines.append("follower = true")
    for s in system.sensors:
        lines += ["", "[[sensor]]", f'name = "{s.name}"', f'on = "{system.names(s.item)}"', f"at = {vector(s.at)}"]


def written(system, dt, every):
    """The whole model file."""
    lines = [f'title = "{system.name}"']
    if system.gravity_scale is None:
        lines.append(f"gravity = {vector(system.gravity)}")
    else:
        factor = scale(system.gravity_scale)
        lines.append(f"gravity = {{ acceleration = {vector(system.gravity)}, scale = {factor} }}")
    lines += ["", "[run]", f"duration = {number(system.duration)}", f"dt = {number(dt)}"]
    lines += ["", "[output]", f"every = {number(every)}"]
    bodies(system, lines)
    joints(system, lines)
    actions(system, lines)
    loads(system, lines)
    return "\n".join(lines) + "\n"
