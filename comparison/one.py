"""One system: made, integrated by the reference, run by the program with all schemes and steps."""

import copy
import os

import numpy as np

import compare
import generate
import reference
import results
import toml_text
from course import FINER, LADDER, Course
from reference import Unfit

DURATION = 0.5
FRAMES = 5
# What a system must keep to at its frames so that steps follow it and no quantity jumps; judged by the reference alone, before the
# program has run. Between frames it may be faster, as long as the finest steps resolve it (`Course.resolved`).
FASTEST_TURN = 15.0  # rad/s
FASTEST = 8.0  # m/s
CONDITION = 1e4  # of the constraints in the metric of the masses: far from dead points
LARGEST_ROTATION = 2.8  # rad; rotation vectors jump at half a turn
SHORTEST = 0.15  # m; a spring that shrinks to a point has no direction


def times():
    return [DURATION * k / FRAMES for k in range(1, FRAMES + 1)]


def check_fit(solution, course):
    if not course.resolved(FINER[-1]):
        raise Unfit(f"its time scale of {1e3 * DURATION / np.sqrt(course.fastest):.1f} ms is too short for the finest step")
    for time, now in solution.frames.items():
        if np.abs(now["angular_velocity"]).max() > FASTEST_TURN or np.abs(now["velocity"]).max() > FASTEST:
            raise Unfit(f"it is too fast at {time} s")
        if now["condition"] > CONDITION:
            raise Unfit(f"it is near a dead point at {time} s")
        if now["shortest"] < SHORTEST:
            raise Unfit(f"a spring shrinks to a point at {time} s")
        vectors = {}
        for (joint, name), value in now["coordinates"].items():
            if name.startswith("rotation_"):
                vectors[joint] = vectors.get(joint, 0.0) + value**2
        if vectors and max(vectors.values()) > LARGEST_ROTATION**2:
            raise Unfit(f"a ball joint turns by nearly half a turn at {time} s")


def make(seed, index):
    """The first fit system of a number, with its reference and how that proceeds."""
    reasons = []
    for trial in range(40):
        try:
            system = generate.attempt(seed, index, trial, DURATION)
            solution = reference.solve(system, times())
            course = Course(solution, system)
            check_fit(solution, course)
            return system, solution, course
        except Unfit as error:
            reasons.append(str(error))
        except np.linalg.LinAlgError:
            reasons.append("its constraints repeat each other")
    raise RuntimeError(f"no fit system for number {index}: {'; '.join(reasons)}")


def write(system, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(toml_text.written(system, DURATION / LADDER[0], DURATION / FRAMES))


def run(program, model, scheme, steps, system, solution, course):
    """Errors of a run with that many steps, after the start and at it."""
    output = f"{model.removesuffix('.toml')}-{scheme}.nc"
    frames = results.run(program, model, scheme, DURATION / steps, output)
    os.remove(output)
    after = compare.errors(frames, solution.frames, system, course.sizes)
    return after, compare.errors(frames, solution.frames, system, course.sizes, first_only=True)


def measure(system, solution, course, program, model, schemes):
    """Errors of all schemes over the ladder, and at the first frame; with finer steps if the motion needs them."""
    out = {"errors": {}, "start": {}, "failed": [], "course": course}
    for scheme in schemes:
        ladder = []
        try:
            for steps in LADDER if course.resolved(LADDER[-1]) else LADDER + FINER:
                after, out["start"][scheme] = run(program, model, scheme, steps, system, solution, course)
                ladder.append(after)
        except (results.RunFailed, ValueError, KeyError) as error:
            out["failed"].append(f"{scheme}, dt {DURATION / steps} s: {error}")
            continue
        out["errors"][scheme] = {q: [errors[q] for errors in ladder] for q in ladder[-1]}
    return out


def whole(task):
    """One system from its number to its errors; runs in a process of its own."""
    seed, index, program, folder, schemes = task
    system, solution, course = make(seed, index)
    model = os.path.join(folder, f"{seed}-{index:03}.toml")
    write(system, model)
    outcome = measure(system, solution, course, program, model, schemes)
    outcome.update(system=system, model=model, index=index)
    return outcome


# Changes of the reference by 1 % that the comparison must notice, and what a system needs for them.
PERTURBATIONS = {
    "stiffness of springs": (lambda s: any(abs(x.law.stiffness) > 0 for x in s.springs), lambda s: springs(s)),
    "damping of springs": (lambda s: any(x.damping > 0 for x in s.springs), lambda s: dampers(s)),
    "stiffness of bushings": (lambda s: bool(s.bushings), lambda s: bushings(s)),
    "efforts of motors": (lambda s: bool(s.motors), lambda s: motors(s)),
    "loads": (lambda s: bool(s.loads), lambda s: loads(s)),
    "mass": (lambda s: s.gravity.any() or s.springs, lambda s: masses(s)),
    "inertia": (lambda s: not s.bodies[0].point, lambda s: inertias(s)),
    "places of sensors": (lambda s: any(x.at.any() for x in s.sensors), lambda s: sensors(s)),
}
PERCENT = 1.01


def springs(system):
    for s in system.springs:
        s.law.stiffness *= PERCENT


def dampers(system):
    for s in system.springs:
        s.damping *= PERCENT


def bushings(system):
    for b in system.bushings:
        b.stiffness = b.stiffness * PERCENT


def motors(system):
    for m in system.motors:
        m.effort.wave.offset *= PERCENT
        m.effort.wave.amplitude *= PERCENT


def loads(system):
    for load in system.loads:
        load.value = load.value * PERCENT


def masses(system):
    system.bodies[0].mass *= PERCENT


def inertias(system):
    system.bodies[0].inertia = system.bodies[0].inertia * PERCENT


def sensors(system):
    for s in system.sensors:
        s.at = s.at * PERCENT


def perturbed(task):
    """Faults that are found when the reference of a fitting system is changed; the model stays as it is."""
    from judge import faults

    seed, name, program, folder = task
    needs, change = PERTURBATIONS[name]
    for index in range(200):
        # The cheap look first: the generator alone.
        try:
            if not needs(generate.attempt(seed, index, 0, DURATION)):
                continue
            system = make(seed, index)[0]
        except Unfit:
            continue
        if needs(system):
            break
    model = os.path.join(folder, f"changed-{name.replace(' ', '-')}.toml")
    write(system, model)
    wrong = copy.deepcopy(system)
    change(wrong)
    solution = reference.solve(wrong, times())
    return name, faults(measure(system, solution, Course(solution, wrong), program, model, ("ed",)))
