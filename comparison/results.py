"""Runs of the program, and their results under the names that the reference uses."""

import subprocess

import numpy as np
from scipy.io import netcdf_file

from geometry import matrices

SCHEMES = ("ep", "ed", "mp-ed", "generalized-alpha", "hht", "newmark")

VECTORS = (
    "position",
    "velocity",
    "angular_velocity",
    "angular_velocity_body",
    "point",
    "point_velocity",
    "point_acceleration",
    "point_rotation",
    "point_angular_velocity",
    "point_angular_acceleration",
    "reaction_force",
    "reaction_moment",
    "reaction_force_local",
    "reaction_moment_local",
)
COLUMNS = (
    "kinetic_energy",
    "elastic_energy",
    "gravity_energy",
    "total_energy",
    "load_work",
    "motor_work",
    "motion_work",
    "physical_dissipation",
    "numerical_dissipation",
    "energy_gap",
    "linear_momentum",
    "angular_momentum",
    "load_impulse",
    "load_angular_impulse",
    "ground_impulse",
    "ground_angular_impulse",
    "linear_momentum_gap",
    "angular_momentum_gap",
    "joint_gap",
    "total_mass",
    "mass_center",
    "mass_center_velocity",
    "total_inertia",
)


class RunFailed(Exception):
    """The program did not finish. Says what it printed."""


def run(program, model, scheme, dt, output):
    """One run; the results of its frames."""
    command = [program, "run", model, "--scheme", scheme, "--dt", repr(dt), "-o", output, "--force", "--quiet"]
    command += ["--threads", "1", "--no-checkpoint"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise RunFailed(f"exit {done.returncode}: {' '.join((done.stderr or done.stdout).split())[:300]}")
    return read(output)


def words(variable):
    """Names along a dimension, stored as letters."""
    return [b"".join(row).decode().rstrip("\0 ") for row in np.asarray(variable.data)]


def read(path):
    """A list of frames, each a dictionary as `reference.quantities` makes it."""
    with netcdf_file(path, mmap=False) as file:
        variables = file.variables
        times = variables["time"][:].copy()
        out = [{"time": float(t)} for t in times]
        for name in VECTORS:
            if name in variables:
                fill(out, name, np.array(variables[name][:], float))
        fill(out, "orientation", matrices(np.array(variables["orientation"][:], float)))
        for name in COLUMNS:
            fill(out, name, np.array(variables[name][:], float))
        for frame in out:
            frame["coordinates"], frame["rates"], frame["effort"] = {}, {}, {}
        for name, variable in variables.items():
            dimension = variable.dimensions[-1]
            if dimension.startswith("joint_with_") and len(variable.dimensions) == 2 and variable.dimensions[0] == "time":
                coordinate = name.removesuffix("_rate")
                into = "rates" if name.endswith("_rate") else "coordinates"
                for joint, column in zip(words(variables[dimension]), np.array(variable[:], float).T):
                    for frame, value in zip(out, column):
                        frame[into][(joint, coordinate)] = value
        if "effort" in variables:
            dimension = variables["effort"].dimensions[-1]
            for actor, column in zip(words(variables[dimension]), np.array(variables["effort"][:], float).T):
                for frame, value in zip(out, column):
                    frame["effort"][actor] = value
        out[0]["bodies"] = words(variables["body"])
        out[0]["joints"] = words(variables["joint"]) if "joint" in variables else []
    return out


def fill(frames, name, values):
    for frame, value in zip(frames, values):
        frame[name] = value
