"""Which rho_inf for the scheme `ed`? Prints the tables of README.md beside this file. Type in the root of the repository

    cargo build --release
    python3 examples/rho_inf.py

Every model runs with `ed` and five values of rho_inf and with `ep`, and is compared with `ep` and a step sixteen times
smaller. Reactions are compared with `ed` and that small step: its reactions belong to the end of the step, as compared
here, while those of `ep` are means over a step.
"""

import csv
import json
import math
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ.get("POINSOT") or os.path.join(HERE, "..", "target", "release", "poinsot")
FINER = 16
COLUMNS = [("0", "0"), ("1/3", "0.3333333333333333"), ("0.6", "0.6"), ("0.9", "0.9"), ("1", "1")]

# Model, step [s], time [s], position to compare, force to compare.
MODELS = [
    ("01-heavy-top/model", 0.005, 4, "axis.point", "tip.reaction_force"),
    ("01-heavy-top/asymmetric", 0.01, 3, "axis.point", "tip.reaction_force"),
    ("03-pendulum/model", 0.01, 5, "bob.position", "rod.reaction_force"),
    ("04-double-pendulum/model", 0.005, 3, "tip.point", "elbow.reaction_force"),
    ("05-bennett-linkage/model", 0.005, 3, "coupler.position", None),
    ("06-slider-crank/motor", 0.005, 3, "slider.position", "wrist_pin.reaction_force"),
    ("07-screw-press/model", 0.005, 1, "spindle.position", "thread.reaction_force"),
    ("08-rolling-disc/wobble", 0.01, 5, "disc.position", "contact.contact_force"),
    ("09-free-flight/model", 0.02, 5, "second.position", "hinge.reaction_force"),
    ("10-governor/model", 0.01, 8, "arm_1.position", "hinge_1.reaction_force"),
]


def call(*words):
    """Run the program and return what it prints."""
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}\n{done.stderr}")
    return done.stdout


def run(folder, model, scheme, dt, time, outputs, rho=None):
    """Summary of a run and its outputs, one list of rows per output."""
    results = os.path.join(folder, "results.nc")
    options = [] if rho is None else ["--rho-inf", rho]
    path = os.path.join(HERE, model + ".toml")
    settings = ["--scheme", scheme, "--dt", repr(dt), "--duration", str(time), *options]
    summary = json.loads(call("run", path, "-o", results, "--force", "--json", *settings))
    rows = [list(map(float, row)) for row in list(csv.reader(call("export", results, *outputs).splitlines()))[1:]]
    return summary, rows


def distance(first, second):
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(first, second)))


def compare(model, dt, time, point, force):
    """Loss, position error [mm], Newton iterations per step, error of the force and repeated steps for each column."""
    outputs = ["kinetic_energy", point] + ([force] if force else [])
    with tempfile.TemporaryDirectory() as folder:
        exact = run(folder, model, "ep", dt / FINER, time, outputs)[1][::FINER]
        forces = run(folder, model, "ed", dt / FINER, time, outputs, "0")[1][::FINER]
        table = []
        for scheme, rho in [("ed", rho) for _, rho in COLUMNS] + [("ep", None)]:
            summary, rows = run(folder, model, scheme, dt, time, outputs, rho)
            assert len(rows) == len(exact) == len(forces)
            assert all(abs(a[0] - b[0]) < 1e-9 * time for a, b in zip(rows, exact))
            kinetic = max(row[1] for row in exact)
            worst = max(distance(a[2:5], b[2:5]) for a, b in zip(rows, exact))
            # The first frame is left out: it holds the consistent start, the same for all.
            square = sum(distance(a[5:8], b[5:8]) ** 2 for a, b in zip(rows[1:], forces[1:]))
            size = sum(distance(b[5:8], (0, 0, 0)) ** 2 for b in forces[1:])
            table.append(
                (
                    summary["numerical_dissipation"] / kinetic,
                    1e3 * worst,
                    summary["newton_iterations"] / summary["steps"],
                    math.sqrt(square / size) if force else None,
                    summary["repeated_steps"],
                )
            )
    return table


def power(value):
    """Two digits, the exponent without padding; round-off is nothing."""
    if value is None:
        return "-"
    if abs(value) < 1e-12:
        return "0"
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}" if int(exponent) != 0 else mantissa


PARTS = [
    ("Energy lost to the scheme, relative to the largest kinetic energy:", power),
    ("Largest error of the position of a chosen point [mm]:", lambda value: f"{value:.3g}"),
    ("Newton iterations per step:", lambda value: f"{value:.1f}"),
    ("Error of a force of a joint or contact, root mean square, relative to its size:", power),
]

tables = [(f"{model} | {dt:g}, {time}", compare(model, dt, time, *rest)) for model, dt, time, *rest in MODELS]
head = " | ".join(["model", "step, time [s]", *[f"rho_inf {name}" if name == "0" else name for name, _ in COLUMNS], "`ep`"])
for k, (title, form) in enumerate(PARTS):
    print(f"{title}\n\n| {head} |\n|{'---|' * (len(COLUMNS) + 3)}")
    for label, table in tables:
        print(f"| {label} | {' | '.join(form(column[k]) for column in table)} |")
    print()
print("Repeated steps:", int(sum(column[4] for _, table in tables for column in table)))
