"""What acts: weight, loads, springs, dampers, bushings, motors. Efforts along rows, loads on bodies, powers and energies."""

import numpy as np

from geometry import cross


def apply(equations, now):
    """Fills in the known efforts of all rows and the loads on all bodies."""
    system, rows, n = equations.system, equations.rows, equations.n
    now.effort = np.zeros(len(rows.connection))
    now.elastic, now.loss, now.motor_power = 0.0, 0.0, 0.0
    now.shown = {}  # efforts that results show: pulls of springs, efforts of motors
    coordinates(equations, now)
    for row, spring in equations.coils:
        pull(now, row, spring, now.value[row])
    for row, spring in equations.struts:
        d = now.here.d[rows.connection[row]]
        pull(now, row, spring, np.sqrt(d @ d))
    for row, effort in equations.motors:
        now.effort[row] += effort.value(now.t, now.value[row], now.rate[row])
    for motor, (row, effort) in zip(system.motors, equations.motors):
        value = effort.value(now.t, now.value[row], now.rate[row])
        now.shown[motor.name] = value
        now.motor_power += value * now.rate[row]
    for i, bushing in enumerate(system.bushings):
        cushion(equations, now, i, bushing)
    loads(system, now, n, equations)


def coordinates(equations, now):
    """Values of all coordinates, by row."""
    rows = equations.rows
    now.value = {}
    for i, row in enumerate(rows.turns):
        now.value[row] = now.angle[i]
    for row in rows.shifts:
        now.value[row] = now.e[row] @ now.here.d[rows.connection[row]]


def pull(now, row, spring, x):
    """A spring with its damper pulls against its rate."""
    rate = now.rate[row]
    effort = spring.law.effort(x) + spring.damping * rate
    now.effort[row] -= effort
    now.shown[spring.name] = effort
    now.elastic += spring.law.energy(x)
    now.loss += spring.damping * rate**2


def cushion(equations, now, i, bushing):
    """Elastic efforts are the derivatives of the energy by the six components, viscous ones go with their rates."""
    first = equations.rows.first_bushing + 6 * i
    k = equations.connections.bushings + i
    strain = np.concatenate([now.here.a1[k].T @ now.here.d[k], now.bushings[i][0]])
    rate = now.rate[first : first + 6]
    x, y, _, rx, ry, _ = strain
    c0, c1 = bushing.coupling
    stress = bushing.stiffness @ strain + bushing.cubic * strain**3
    round_ = 4 * c0 * (x * x + y * y)
    stress += np.array([round_ * x + c1 * ry, round_ * y - c1 * rx, 0.0, -c1 * y, c1 * x, 0.0])
    now.effort[first : first + 6] -= stress + bushing.damping @ rate
    now.elastic += strain @ bushing.stiffness @ strain / 2 + (bushing.cubic * strain**4).sum() / 4
    now.elastic += c0 * (x * x + y * y) ** 2 + c1 * (x * ry - y * rx)
    now.loss += rate @ bushing.damping @ rate


def loads(system, now, n, equations):
    """Weight, forces and moments on the mass centres; their power and impulse about the origin."""
    now.load = np.zeros((n, 6))
    factor = 1.0 if system.gravity_scale is None else system.gravity_scale.value(now.t)
    weight = equations.mass[:, None] * (factor * system.gravity)
    now.load[:, :3] += weight
    power = (weight * now.speed[:n]).sum()
    # Weight has a potential as long as its factor is constant; otherwise its work is that of a load.
    now.load_power = 0.0 if system.gravity_scale is None else power
    now.gravity_energy = -(weight * now.place[:n]).sum() if system.gravity_scale is None else 0.0
    now.load_impulse = weight.sum(0)
    now.load_angular_impulse = cross(now.place[:n], weight).sum(0)
    for load in system.loads:
        i = load.item
        value = load.value * load.scale.value(now.t)
        if load.follower:
            value = now.turn[i] @ value
        if load.kind == "moment":
            now.load[i, 3:] += value
            now.load_power += value @ now.spin[i]
            now.load_angular_impulse += value
            continue
        arm = now.turn[i] @ (load.at - system.bodies[i].center)
        now.load[i, :3] += value
        now.load[i, 3:] += cross(arm, value)
        now.load_power += value @ (now.speed[i] + cross(now.spin[i], arm))
        now.load_impulse += value
        now.load_angular_impulse += cross(now.place[i] + arm, value)
