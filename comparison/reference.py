"""The reference solution of a system: high accuracy in time, back on the constraints at every frame, checked by itself."""

import numpy as np
from scipy.integrate import solve_ivp

from equations import Equations
from geometry import cross, matrices, quaternion, rotation, rotation_vector, rotation_vector_rate
from system import ROTATIONS

# An order and more below what the finest steps of any scheme reach (1e-6 to 1e-4); DOP853 costs little at such a tolerance.
RELATIVE, ABSOLUTE = 1e-12, 1e-12
# What the ledger of the reference itself may be off by, relative to its energies: a thousand times its tolerance, for some
# hundred steps; a wrong force, power or energy shows here at once.
LEDGER = 1e-9
# Evaluations of the equations per frame; ten times what a smooth motion needs. More are spent at dead points and where springs
# shrink to nothing, and such a system would be found unfit in the end.
EVALUATIONS = 6000
# Samples per frame, so one every 2.5 ms: what is compared has time scales of 6 ms and more (`one.py`), and nothing turns by more
# than some 0.1 rad in between.
SAMPLES = 40


class Unfit(Exception):
    """The system is not one to judge convergence by, or its reference is not good enough. Says why."""


def geometric_angles(equations, now):
    """Angles out of the frames of the joints, nearest to those that were summed up."""
    rows, out = equations.rows, now.angle.copy()
    for i, row in enumerate(rows.turns):
        k = rows.connection[row]
        r = now.here.a1[k].T @ now.here.a2[k]
        if rows.m2[row].any():
            angle = np.arctan2(r[0, 2], r[0, 0])  # R = Rx(angle_1) Ry(angle_2)
        elif rows.m[row][0]:
            angle = np.arctan2(r[2, 1], r[1, 1])
        else:
            angle = np.arctan2(r[1, 0], r[0, 0])
        out[i] = angle + 2 * np.pi * np.round((now.angle[i] - angle) / (2 * np.pi))
    return out


def gaps(equations, now, t):
    """What forbidden rows and motions are off by; the derivative of each is the rate of its row."""
    rows, system = equations.rows, equations.system
    angle = geometric_angles(equations, now)
    out = []
    for k, joint in enumerate(system.joints):
        d, a1, a2 = now.here.d[k], now.here.a1[k], now.here.a2[k]
        r = a1.T @ a2
        vee = 0.5 * np.array([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]])
        tilt = np.array([-r[1, 2], r[0, 2], 0.0])  # z1 x z2 on the first axes
        span = rows.slices[k]
        whole = sum(1 for i in range(span.start, span.stop) if rows.m[i].any() and not rows.e[i].any()) == 3
        for i in range(span.start, span.stop):
            if i in rows.along:
                out.append(np.sqrt(d @ d) - joint.length)
            elif i in rows.crosses:
                out.append(-r[0, 1])  # x1 . y2
            elif rows.e[i].any() and rows.m[i].any():
                turn = angle[rows.turns.index(rows.coordinate[(joint.name, "angle")])]
                out.append(a1[:, 2] @ d - joint.lead / (2 * np.pi) * turn)
            elif rows.e[i].any():
                out.append(rows.e[i] @ (a1.T @ d))
            else:
                out.append(rows.m[i] @ (vee if whole else tilt))
    for row, value in equations.motions:
        x = angle[rows.turns.index(row)] if row in rows.turns else now.value[row]
        out.append(x - value.value(t))
    return np.array(out)


def correction(equations, now, wanted):
    """The change of velocities, or small displacement, least in the metric of the masses, that changes the rates of the
    constrained rows by `wanted`."""
    g = now.g[equations.constrained]
    n = equations.n
    turn = now.turn[:n]
    inverse = turn @ equations.inverse_inertia @ turn.transpose(0, 2, 1)
    w = np.zeros((len(g), n, 6))
    w[..., :3] = g[:, :n, :3] * equations.inverse_mass[:n, None]
    w[..., 3:] = np.einsum("bij,rbj->rbi", inverse, g[:, :n, 3:])
    return np.tensordot(np.linalg.solve(now.gram, wanted), w, 1)


def project(equations, t, y, places=True):
    """The state on the constraints, positions and velocities; the size of the largest gap before."""
    y = y.copy()
    n = equations.n
    bodies = y[: 13 * n].reshape(n, 13)
    bodies[:, 3:7] /= np.linalg.norm(bodies[:, 3:7], axis=1)[:, None]
    if not len(equations.constrained):
        return y, 0.0
    largest = 0.0
    for round_ in range(2 if places else 0):
        now = equations.evaluate(t, y)
        gap = gaps(equations, now, t)
        largest = max(largest, np.abs(gap).max())
        step = correction(equations, now, -gap)
        for i in range(n):
            bodies[i, 0:3] += step[i, :3]
            bodies[i, 3:7] = quaternion(rotation(step[i, 3:]) @ matrices(bodies[i, 3:7]))
    now = equations.evaluate(t, y)
    y[equations.angles] = geometric_angles(equations, now)
    wanted = -now.rate[equations.constrained]
    for i, (_, value) in enumerate(equations.motions):
        wanted[equations.rows.forbidden + i] += value.rate(t)
    bodies[:, 7:13] += correction(equations, now, wanted)
    return y, max(largest, np.abs(wanted).max())


class Solution:
    """The reference of a system: `frames` are its quantities by time, `samples` those at equal distances over the whole motion."""

    def __init__(self, first):
        self.frames = {0.0: first}
        self.samples = [first]


def solve(system, times):
    """The reference of a system with frames at the given times; `Unfit` where constraints depend on each other."""
    try:
        return solved(system, times)
    except np.linalg.LinAlgError as error:
        raise Unfit("its constraints become dependent") from error


def solved(system, times):
    """The same. The state is put back on the constraints at every one of the times."""
    equations = Equations(system)
    y, gap = project(equations, 0.0, equations.start())
    if gap > 1e-10:
        raise Unfit(f"it is not drawn assembled: {gap:.1e}")
    turns = Turns(system)

    def sample(t, y):
        out = quantities(equations, t, y)
        out["point_rotation"] = turns.follow(out["orientation"])
        return out

    out = Solution(sample(0.0, y))
    begin = 0.0
    for time in times:
        derivative = limited(equations.right_hand_side)
        instants = np.linspace(begin, time, SAMPLES + 1)[1:]
        done = solve_ivp(derivative, (begin, time), y, "DOP853", instants, rtol=RELATIVE, atol=ABSOLUTE)
        if not done.success:
            raise Unfit(done.message)
        out.samples += [sample(t, state) for t, state in zip(instants[:-1], done.y.T)]
        y, gap = project(equations, time, done.y[:, -1])
        if gap > 1e-9:
            raise Unfit(f"its reference drifted off the constraints by {gap:.1e} at {time} s")
        out.frames[time] = sample(time, y)
        out.samples.append(out.frames[time])
        begin = time
    check_ledger(out.frames[0.0], out.frames[times[-1]])
    return out


class Turns:
    """Rotation vectors of sensors since the start, in world axes. Of all vectors of one rotation, which differ by full turns about
    its axis, the one nearest to the vector of the sample before."""

    def __init__(self, system):
        self.items = [s.item for s in system.sensors if not system.bodies[s.item].point]
        self.first = None
        self.vectors = np.zeros((len(self.items), 3))

    def follow(self, orientation):
        now = orientation[self.items]
        if self.first is None:
            self.first = now
        for k, (start, turn) in enumerate(zip(self.first, now)):
            shortest = rotation_vector(turn @ start.T)
            angle = np.linalg.norm(shortest)
            candidates = [shortest]
            if angle > 0.0:
                candidates += [shortest * (1 + 2 * np.pi * n / angle) for n in range(-4, 5)]
            self.vectors[k] = min(candidates, key=lambda v: np.linalg.norm(v - self.vectors[k]))
        return self.vectors.copy()


def limited(function):
    """The function, until it was called too often."""
    calls = 0

    def counted(t, y):
        nonlocal calls
        calls += 1
        if calls > EVALUATIONS:
            raise Unfit(f"its reference needs too short steps at {t:.3f} s")
        return function(t, y)

    return counted


def check_ledger(first, last):
    """Change of energy is work less loss; change of momenta is impulse."""
    work = sum(last[k] for k in ("load_work", "motor_work", "motion_work")) - last["physical_dissipation"]
    gap = abs(last["total_energy"] - first["total_energy"] - work)
    scale = 1.0 + abs(last["kinetic_energy"]) + abs(last["elastic_energy"])
    if gap > LEDGER * scale:
        raise Unfit(f"the reference's own ledger is off by {gap:.1e} J")
    for momentum, impulses in (
        ("linear_momentum", ("load_impulse", "ground_impulse")),
        ("angular_momentum", ("load_angular_impulse", "ground_angular_impulse")),
    ):
        gap = last[momentum] - first[momentum] - sum(last[k] for k in impulses)
        scale = 1.0 + np.abs(last[momentum]).max() + max(np.abs(last[k]).max() for k in impulses)
        if np.abs(gap).max() > LEDGER * scale:
            raise Unfit(f"the reference's own {momentum} is off by {np.abs(gap).max():.1e}")


def quantities(equations, t, y):
    """All that is compared, under the names of the results."""
    system, rows, n = equations.system, equations.rows, equations.n
    now = equations.evaluate(t, y)
    turn, spin = now.turn[:n], now.spin[:n]
    arm = np.einsum("bij,bj->bi", turn, equations.center)
    out = {
        "position": now.place[:n] - arm,
        "orientation": turn,
        "velocity": now.speed[:n] - cross(spin, arm),
        "angular_velocity": spin,
        "angular_velocity_body": np.einsum("bji,bj->bi", turn, spin),
    }
    points = [(s.item, turn[s.item] @ (s.at - system.bodies[s.item].center)) for s in system.sensors]
    out["point"] = np.array([now.place[i] + a for i, a in points]).reshape(-1, 3)
    out["point_velocity"] = np.array([now.speed[i] + cross(spin[i], a) for i, a in points]).reshape(-1, 3)
    centers, turnings = now.acceleration[:, :3], now.acceleration[:, 3:]
    bent = [centers[i] + cross(turnings[i], a) + cross(spin[i], cross(spin[i], a)) for i, a in points]
    out["point_acceleration"] = np.array(bent).reshape(-1, 3)
    turning = [i for i, _ in points if not system.bodies[i].point]
    out["point_angular_velocity"], out["point_angular_acceleration"] = spin[turning], turnings[turning]
    out.update(whole(equations, now))
    # Joints: coordinates with their rates, and what their forbidden rows transmit.
    coordinates, rates = {}, {}
    for (joint, name), row in rows.coordinate.items():
        coordinates[(joint, name)] = now.value[row]
        rates[(joint, name)] = now.rate[row]
    force, moment = np.zeros((len(system.joints), 3)), np.zeros((len(system.joints), 3))
    for k, joint in enumerate(system.joints):
        span = rows.slices[k]
        force[k] = now.unknown[span] @ now.e[span]
        moment[k] = now.unknown[span] @ now.m[span]
        if joint.kind in ROTATIONS and not system.holds_point(joint):
            vector = rotation_vector(now.here.a1[k].T @ now.here.a2[k])
            rate = rotation_vector_rate(vector, now.here.a1[k].T @ now.here.w[k])
            for i, letter in enumerate(ROTATIONS[joint.kind]):
                coordinates[(joint.name, f"rotation_{letter}")] = vector[i]
                rates[(joint.name, f"rotation_{letter}")] = rate[i]
    out["coordinates"], out["rates"] = coordinates, rates
    axes = now.here.a1[: len(system.joints)]
    out["reaction_force"], out["reaction_moment"] = force, moment
    out["reaction_force_local"] = np.einsum("kji,kj->ki", axes, force)
    out["reaction_moment_local"] = np.einsum("kji,kj->ki", axes, moment)
    out["effort"] = dict(now.shown)
    for i, motion in enumerate(system.motions):
        out["effort"][motion.name] = now.unknown[rows.forbidden + i]
    kinetic = (equations.mass * (now.speed[:n] ** 2).sum(1)).sum() / 2 + (spin * now.momentum).sum() / 2
    out["kinetic_energy"], out["elastic_energy"] = kinetic, now.elastic
    out["gravity_energy"] = now.gravity_energy
    out["total_energy"] = kinetic + now.elastic + now.gravity_energy
    sums = y[equations.sums]
    names = ("load_work", "motor_work", "motion_work", "physical_dissipation")
    out.update(zip(names, sums[:4]))
    out["load_impulse"], out["load_angular_impulse"] = sums[4:7], sums[7:10]
    out["ground_impulse"], out["ground_angular_impulse"] = sums[10:13], sums[13:16]
    linear = equations.mass[:, None] * now.speed[:n]
    out["linear_momentum"] = linear.sum(0)
    # A run's own remainders, of which the reference has none.
    out.update(numerical_dissipation=0.0, energy_gap=0.0, joint_gap=0.0)
    out.update(linear_momentum_gap=np.zeros(3), angular_momentum_gap=np.zeros(3))
    out["angular_momentum"] = (cross(now.place[:n], linear) + now.momentum).sum(0)
    spectrum = np.linalg.eigvalsh(now.gram) if len(equations.constrained) else np.ones(1)
    out["condition"] = spectrum[-1] / spectrum[0]
    lengths = [np.linalg.norm(now.here.d[rows.connection[row]]) for row, _ in equations.struts]
    out["shortest"] = min(lengths, default=1.0)
    return out


def whole(equations, now):
    """Mass, mass centre, its velocity and the inertia about it of the system as one body (Huygens and Steiner)."""
    n, mass = equations.n, equations.mass
    center = mass @ now.place[:n] / mass.sum()
    inertia = np.zeros((3, 3))
    for i, body in enumerate(equations.system.bodies):
        d = now.place[i] - center
        inertia += mass[i] * (d @ d * np.eye(3) - np.outer(d, d))
        if not body.point:
            inertia += now.turn[i] @ body.inertia @ now.turn[i].T
    return {
        "total_mass": mass.sum(),
        "mass_center": center,
        "mass_center_velocity": mass @ now.speed[:n] / mass.sum(),
        "total_inertia": np.array([inertia[at] for at in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]),
    }
