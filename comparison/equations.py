"""Equations of motion of a system in absolute coordinates with constraint forces (index 1), from textbook mechanics.

Each body has the position of its mass centre, a quaternion, the velocity of its mass centre and its angular velocity, all
in world axes. Whatever connects two items is a set of *rows*. A row has a rate, linear in the velocities,

    rate = e . u + m . w,    u = v(P2) - v(P1) - omega1 x d,    w = omega2 - omega1,    d = P2 - P1,

where u is the velocity of the second point as seen from the first item. By the principle of virtual power an effort s along
that rate is the force s e at P2 and the moment s m on the second item, and their opposites, at the same place, on the first.
Joints forbid rows (their efforts are unknown), coordinates are rows that springs, motors and motions act on, springs between
points and bushings are rows with known efforts. With G the matrix of all forbidden rows the accelerations a follow from

    M a = f + G^T s,    G a = g,

Newton's and Euler's equations and the constraints differentiated twice. Nothing is penalised and nothing is fed back.
"""

import numpy as np

from geometry import cross, matrices, quaternion_rates, turned
from system import COORDINATES, FORBIDDEN, GROUND


class Connections:
    """Pairs of frames on two items: those of joints first, then of springs between points, then of bushings."""

    def __init__(self, system):
        pairs = [(j.first, j.second) for j in system.joints]
        pairs += [(s.first, s.second) for s in system.springs if s.on is None]
        self.bushings = len(pairs)  # the first of them
        pairs += [(b.first, b.second) for b in system.bushings]
        ground = len(system.bodies)

        def stack(side):
            places = [pair[side] for pair in pairs]
            item = np.array([ground if p.item == GROUND else p.item for p in places], int)
            center = [np.zeros(3) if p.item == GROUND else system.bodies[p.item].center for p in places]
            arm = np.array([p.origin - c for p, c in zip(places, center)]).reshape(-1, 3)
            return item, arm, np.array([p.axes for p in places]).reshape(-1, 3, 3)

        self.item1, self.arm1, self.axes1 = stack(0)
        self.item2, self.arm2, self.axes2 = stack(1)

    def at(self, turn, place, speed, spin):
        """Where the frames are and how they move; all of `Here` for all connections at once."""
        here = Here()
        i1, i2 = self.item1, self.item2
        here.w1, here.w2 = w1, w2 = spin[i1], spin[i2]
        here.s1, here.s2 = s1, s2 = turned(turn[i1], self.arm1), turned(turn[i2], self.arm2)
        here.a1, here.a2 = turn[i1] @ self.axes1, turn[i2] @ self.axes2
        here.d = d = place[i2] + s2 - place[i1] - s1
        w1s1, w2s2 = cross(w1, s1), cross(w2, s2)
        here.between = speed[i2] + w2s2 - speed[i1] - w1s1  # dd/dt
        here.u = u = here.between - cross(w1, d)
        here.w = w2 - w1
        # Accelerations of P2 less those of P1, without the parts linear in the accelerations of the items: as they are ...
        here.curved = cross(w2, w2s2) - cross(w1, w1s1)
        # ... and as seen from the first item (centrifugal and Coriolis parts taken off).
        here.bent = here.curved - cross(w1, cross(w1, d)) - 2 * cross(w1, u)
        here.reach = s1 + d  # from the mass centre of the first item to P2
        return here


class Here:
    """Kinematics of all connections at one instant."""


class Rows:
    """Directions of all rows: forbidden ones, then coordinates, then springs between points, then bushings (six each)."""

    def __init__(self, system):
        self.connection, e, m, m2 = [], [], [], []
        self.along, self.crosses, self.twists = [], [], []  # rows whose direction is not fixed in a frame
        self.slices = []  # forbidden rows of each joint
        unit = np.eye(3)
        zero = np.zeros(3)

        def add(k, force=zero, moment=zero, moment2=zero):
            self.connection.append(k)
            e.append(force)
            m.append(moment)
            m2.append(moment2)
            return len(e) - 1

        for k, joint in enumerate(system.joints):
            begin = len(e)
            for word, axis in FORBIDDEN[joint.kind]:
                if word == "f":
                    add(k, force=unit[axis])
                elif word == "m":
                    add(k, moment=unit[axis])
                elif word == "thread":  # displacement - lead/(2 pi) angle = 0
                    add(k, force=unit[2], moment=-joint.lead / (2 * np.pi) * unit[2])
                elif word == "cross":
                    self.crosses.append(add(k))
                elif word == "twist":
                    self.twists.append(add(k))
                else:
                    self.along.append(add(k))
            self.slices.append(slice(begin, len(e)))
        self.forbidden = len(e)
        self.coordinate = {}  # (joint, name): row
        self.turns, self.shifts = [], []
        for k, joint in enumerate(system.joints):
            for name, (word, axis) in COORDINATES[joint.kind].items():
                if word == "shift":
                    row = add(k, force=unit[axis])
                    self.shifts.append(row)
                elif axis == "y2":
                    row = add(k, moment2=unit[1])
                    self.turns.append(row)
                else:
                    row = add(k, moment=unit[axis])
                    self.turns.append(row)
                self.coordinate[(joint.name, name)] = row
        self.first_point = len(e)
        free = [s for s in system.springs if s.on is None]
        for n, _ in enumerate(free):
            self.along.append(add(len(system.joints) + n))
        self.first_bushing = len(e)
        for n, _ in enumerate(system.bushings):
            k = len(system.joints) + len(free) + n
            for axis in range(3):
                add(k, force=unit[axis])
            for axis in range(3):
                add(k)
        self.connection = np.array(self.connection, int)
        self.e, self.m, self.m2 = (np.array(x).reshape(-1, 3) for x in (e, m, m2))
        self.turning_second = bool(np.any(self.m2))

    def at(self, here, bushing_turns):
        """Directions e and m of all rows in world axes, their rates, and the parts of their second derivatives without
        accelerations."""
        k = self.connection
        a1, w1, w = here.a1[k], here.w1[k], here.w[k]
        e, m = turned(a1, self.e), turned(a1, self.m)
        if self.turning_second:
            m = m + turned(here.a2[k], self.m2)
        for row in self.along:
            d = here.d[k[row]]
            e[row] = d / np.sqrt(d @ d)
        for row in self.crosses:  # x of the first and y of the second frame stay perpendicular
            m[row] = cross(here.a1[k[row]][:, 0], here.a2[k[row]][:, 1])
        for row in self.twists:  # x1 . y2 - y1 . x2 = 0: the rotation between the frames has no part about z
            m[row] = twist(here.a1[k[row]], here.a2[k[row]])
        for n, gradient in enumerate(bushing_turns):
            row = self.first_bushing + 6 * n + 3
            m[row : row + 3] = gradient
        rate = (e * here.u[k]).sum(1) + (m * w).sum(1)
        # A moment direction fixed in either item turns with it; w . (omega1 x m) = w . (omega2 x m).
        rest = (e * here.bent[k]).sum(1) + (cross(w1, m) * w).sum(1)
        for row in self.along:  # d/dt (n . dd/dt) = n . ddd/dt2 + (|dd/dt|^2 - (n . dd/dt)^2)/length
            j = k[row]
            v = here.between[j]
            length = np.sqrt(here.d[j] @ here.d[j])
            rest[row] = e[row] @ here.curved[j] + (v @ v - rate[row] ** 2) / length
        for row in self.crosses:
            j = k[row]
            x1, y2 = here.a1[j][:, 0], here.a2[j][:, 1]
            change = cross(cross(here.w1[j], x1), y2) + cross(x1, cross(here.w2[j], y2))
            rest[row] = change @ here.w[j]
        for row in self.twists:
            j = k[row]
            a1, a2 = here.a1[j], here.a2[j]
            turning1 = np.column_stack([cross(here.w1[j], a1[:, i]) for i in range(3)])
            turning2 = np.column_stack([cross(here.w2[j], a2[:, i]) for i in range(3)])
            rest[row] = (twist(turning1, a2) + twist(a1, turning2)) @ here.w[j]
        return e, m, rate, rest


def twist(a1, a2):
    """d/dt (x1 . y2 - y1 . x2) = -w . (x1 x y2 - y1 x x2); the sign does not matter."""
    return cross(a1[:, 0], a2[:, 1]) - cross(a1[:, 1], a2[:, 0])


class Equations:
    """The right-hand side of the differential equations, and all quantities at an instant."""

    def __init__(self, system):
        self.system = system
        bodies = system.bodies
        self.n = n = len(bodies)
        self.connections = Connections(system)
        self.rows = rows = Rows(system)
        self.mass = np.array([b.mass for b in bodies])
        self.center = np.array([b.center for b in bodies])
        self.inertia = np.array([b.inertia for b in bodies])
        self.inverse_inertia = np.array([np.linalg.inv(b.inertia) for b in bodies])
        self.inverse_mass = np.append(1 / self.mass, 0.0)
        self.motions = [(rows.coordinate[m.on], m.value) for m in system.motions]
        self.motors = [(rows.coordinate[m.on], m.effort) for m in system.motors]
        self.coils = [(rows.coordinate[s.on], s) for s in system.springs if s.on is not None]
        free = [s for s in system.springs if s.on is None]
        self.struts = [(rows.first_point + i, s) for i, s in enumerate(free)]
        self.constrained = np.array(list(range(rows.forbidden)) + [row for row, _ in self.motions], int)
        self.turn_of = {row: i for i, row in enumerate(rows.turns)}
        # State: 13 per body, the angles, then what is summed up over time.
        self.angles = slice(13 * n, 13 * n + len(rows.turns))
        self.sums = slice(self.angles.stop, self.angles.stop + 16)
        self.size = self.sums.stop

    def start(self):
        """The state at the start of the system as it was drawn."""
        y = np.zeros(self.size)
        from geometry import quaternion

        for i, b in enumerate(self.system.bodies):
            arm = b.axes @ b.center
            y[13 * i : 13 * i + 3] = b.position + arm
            y[13 * i + 3 : 13 * i + 7] = quaternion(b.axes)
            y[13 * i + 7 : 13 * i + 10] = b.velocity + cross(b.angular_velocity, arm)
            y[13 * i + 10 : 13 * i + 13] = b.angular_velocity
        for joint in self.system.joints:
            for name, (word, _) in COORDINATES[joint.kind].items():
                if word == "turn":
                    row = self.rows.coordinate[(joint.name, name)]
                    y[self.angles.start + self.turn_of[row]] = joint.start.get(name, 0.0)
        return y

    def bushing_turn(self, here, n):
        """Rotation of a bushing, axis times sine: r = vee(R - R^T)/2 with R = A1^T A2, and the gradient of its rate,
        dr/dt = (tr R - R)/2 A1^T w."""
        k = self.connections.bushings + n
        r = here.a1[k].T @ here.a2[k]
        vee = 0.5 * np.array([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]])
        gradient = 0.5 * (np.trace(r) * np.eye(3) - r) @ here.a1[k].T
        return vee, gradient

    def evaluate(self, t, y):
        """Everything at one instant."""
        from forces import apply

        now = Now()
        n, rows = self.n, self.rows
        bodies = y[: 13 * n].reshape(n, 13)
        ground = np.zeros((1, 13))
        ground[0, 3] = 1.0
        full = np.concatenate([bodies, ground])
        now.t, now.place, now.speed, now.spin = t, full[:, 0:3], full[:, 7:10], full[:, 10:13]
        now.turn = turn = matrices(full[:, 3:7])
        now.here = here = self.connections.at(turn, now.place, now.speed, now.spin)
        now.bushings = [self.bushing_turn(here, i) for i in range(len(self.system.bushings))]
        now.e, now.m, now.rate, rest = rows.at(here, [b[1] for b in now.bushings])
        now.angle = y[self.angles]
        apply(self, now)  # efforts of all rows that are known, loads, power

        # Rows as functions of the velocities of the bodies: columns per item, linear then angular; the ground is the last.
        count = len(rows.connection)
        g = np.zeros((count, n + 1, 6))
        k, every = rows.connection, np.arange(count)
        i1, i2 = self.connections.item1[k], self.connections.item2[k]
        g[every, i2, :3] = now.e
        g[every, i2, 3:] = cross(here.s2[k], now.e) + now.m
        g[every, i1, :3] -= now.e
        g[every, i1, 3:] -= cross(here.reach[k], now.e) + now.m
        now.g = g

        tn = turn[:n]
        spin = now.spin[:n]
        inertia = tn @ self.inertia @ tn.transpose(0, 2, 1)
        inverse = np.zeros((n + 1, 3, 3))
        inverse[:n] = tn @ self.inverse_inertia @ tn.transpose(0, 2, 1)
        now.momentum = turned(inertia, spin)
        force = np.tensordot(now.effort, g, 1)  # (n + 1, 6)
        force[:n] += now.load
        force[:n, 3:] -= cross(spin, now.momentum)
        free = np.concatenate([force[:, :3] * self.inverse_mass[:, None], turned(inverse, force[:, 3:])], 1)
        c = self.constrained
        now.unknown = np.zeros(len(c))
        if len(c):
            gc = g[c]
            w = np.concatenate([gc[..., :3] * self.inverse_mass[:, None], turned(inverse, gc[..., 3:])], -1)
            flat = gc.reshape(len(c), -1)
            wanted = -rest[c]
            for i, (_, value) in enumerate(self.motions):
                wanted[rows.forbidden + i] += value.acceleration(t)
            now.gram = flat @ w.reshape(len(c), -1).T
            now.unknown = np.linalg.solve(now.gram, wanted - flat @ free.reshape(-1))
            free = free + np.tensordot(now.unknown, w, 1)
        now.acceleration = free[:n]
        for i, (row, _) in enumerate(self.motions):
            now.motion_power += now.unknown[rows.forbidden + i] * now.rate[row]
        # What the ground does to the system, about the origin: the opposite of its own columns.
        now.ground = -np.tensordot(now.effort, g[:, n], 1)
        if len(c):
            now.ground -= np.tensordot(now.unknown, g[c, n], 1)
        return now

    def right_hand_side(self, t, y):
        now = self.evaluate(t, y)
        n = self.n
        out = np.empty(self.size)
        bodies = out[: 13 * n].reshape(n, 13)
        bodies[:, 0:3] = now.speed[:n]
        bodies[:, 3:7] = quaternion_rates(y[: 13 * n].reshape(n, 13)[:, 3:7], now.spin[:n])
        bodies[:, 7:13] = now.acceleration
        out[self.angles] = now.rate[self.rows.turns]
        out[self.sums] = np.concatenate(
            [
                [now.load_power, now.motor_power, now.motion_power, now.loss],
                now.load_impulse,
                now.load_angular_impulse,
                now.ground,
            ]
        )
        return out


class Now:
    """All quantities at one instant."""

    motion_power = 0.0
