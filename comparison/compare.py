"""Errors of the program against the reference, quantity by quantity."""

import numpy as np

from geometry import rotation_vector

# Quantities of the table, and the size below which a scale does not fall, in their unit. Errors are relative to the largest value
# of the reference over the whole motion (of items of that system), or to that size.
QUANTITIES = {
    "position": 0.5,
    "orientation": 1.0,
    "velocity": 0.5,
    "angular velocity": 1.0,
    "acceleration": 5.0,
    "angular acceleration": 10.0,
    "rotation since the start": 0.5,
    "joint displacement": 0.1,
    "joint angle": 0.5,
    "rotation vector": 0.5,
    "joint rate": 0.5,
    "reaction force": 5.0,
    "reaction moment": 1.0,
    "reaction, joint axes": 5.0,
    "effort of motions": 1.0,
    "effort of motors": 1.0,
    "effort of springs": 1.0,
    "kinetic energy": 0.5,
    "elastic energy": 0.5,
    "gravity energy": 0.5,
    "total energy": 0.5,
    "work of loads": 0.2,
    "work of motors": 0.2,
    "work of motions": 0.2,
    "loss in dampers": 0.2,
    "momentum": 0.5,
    "impulse of loads": 0.5,
    "impulse of ground": 0.5,
    "loss of the scheme": 0.5,
    "gap of momentum": 0.5,
    "gap of energy": 0.5,
    "gap of joints": 1.0,
    "mass centre": 0.5,
    "velocity of the mass centre": 0.5,
    "total inertia": 0.05,
    "total mass": 0.5,
}

PLAIN = {
    "position": ("position", "point"),
    "velocity": ("velocity", "point_velocity"),
    "angular velocity": ("angular_velocity", "angular_velocity_body", "point_angular_velocity"),
    "acceleration": ("point_acceleration",),
    "angular acceleration": ("point_angular_acceleration",),
    "rotation since the start": ("point_rotation",),
    "reaction force": ("reaction_force",),
    "reaction moment": ("reaction_moment",),
    "kinetic energy": ("kinetic_energy",),
    "elastic energy": ("elastic_energy",),
    "gravity energy": ("gravity_energy",),
    "total energy": ("total_energy",),
    "work of loads": ("load_work",),
    "work of motors": ("motor_work",),
    "work of motions": ("motion_work",),
    "loss in dampers": ("physical_dissipation",),
    "momentum": ("linear_momentum", "angular_momentum"),
    "impulse of loads": ("load_impulse", "load_angular_impulse"),
    "impulse of ground": ("ground_impulse", "ground_angular_impulse"),
    "loss of the scheme": ("numerical_dissipation",),
    "gap of momentum": ("linear_momentum_gap", "angular_momentum_gap"),
    "gap of energy": ("energy_gap",),
    "gap of joints": ("joint_gap",),
    "mass centre": ("mass_center",),
    "velocity of the mass centre": ("mass_center_velocity",),
    "total inertia": ("total_inertia",),
    "total mass": ("total_mass",),
}


def gather(frame, system):
    """All numbers of one frame, by quantity, as one list each; names beside them for messages."""
    out = {}
    for quantity, names in PLAIN.items():
        parts = [np.ravel(np.asarray(frame[name], float)) for name in names if name in frame]
        out[quantity] = np.concatenate(parts) if parts else np.zeros(0)
    kinds = {j.name: j for j in system.joints}
    groups = {"joint displacement": [], "joint angle": [], "rotation vector": [], "joint rate": []}
    for key in sorted(frame["coordinates"]):
        value, rate = frame["coordinates"][key], frame["rates"][key]
        name = key[1]
        # A point has no rotation to speak of.
        if name.startswith("rotation_") and system.holds_point(kinds[key[0]]):
            continue
        if name.startswith("rotation_"):
            groups["rotation vector"].append(value)
        elif name.startswith("angle"):
            groups["joint angle"].append(value)
        else:
            groups["joint displacement"].append(value)
        groups["joint rate"].append(rate)
    for quantity, values in groups.items():
        out[quantity] = np.array(values, float)
    local = []
    for i, joint in enumerate(kinds.values()):
        for name in ("reaction_force_local", "reaction_moment_local"):
            # With `axis` alone the program chooses x and y of the joint; z is known.
            local += list(frame[name][i][2:] if hidden_axes(joint) else frame[name][i])
    out["reaction, joint axes"] = np.array(local, float)
    for quantity, actors in (
        ("effort of motions", system.motions),
        ("effort of motors", system.motors),
        ("effort of springs", system.springs),
    ):
        out[quantity] = np.array([frame["effort"][a.name] for a in actors], float)
    return out


def hidden_axes(joint):
    return joint.by_axis and joint.kind != "universal"


def orientation_error(mine, theirs):
    """Largest angle between two orientations of a body."""
    return max((np.linalg.norm(rotation_vector(a.T @ b)) for a, b in zip(mine, theirs)), default=0.0)


def errors(frames, reference, system, sizes, first_only=False):
    """Largest relative error of each quantity over all frames after the start (or of the start only)."""
    out = {}
    # The energy of a spring given by a formula is known up to a constant; its change is compared.
    datum = 0.0
    if any(s.formula for s in system.springs):
        datum = frames[0]["elastic_energy"] - reference[0.0]["elastic_energy"]
    for frame in frames[:1] if first_only else frames[1:]:
        time = nearest(reference, frame["time"])
        mine = gather(reference[time], system)
        theirs = gather(frame, system)
        for quantity in ("elastic energy", "total energy"):
            theirs[quantity] = theirs[quantity] - datum
        for quantity, values in theirs.items():
            expected = mine[quantity]
            if len(values) != len(expected):
                raise ValueError(f"{quantity}: {len(values)} numbers in the results, {len(expected)} in the reference")
            if len(values):
                error = np.abs(values - expected).max() / sizes[quantity]
                out[quantity] = max(out.get(quantity, 0.0), error)
        turned = orientation_error(reference[time]["orientation"], frame["orientation"])
        out["orientation"] = max(out.get("orientation", 0.0), turned)
    return out


def nearest(reference, time):
    best = min(reference, key=lambda t: abs(t - time))
    if abs(best - time) > 1e-9:
        raise ValueError(f"a frame at {time} s that the reference does not have")
    return best
