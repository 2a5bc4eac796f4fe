"""Our model file of the same mesh, points and cells in it, and the command with its default settings."""

import csv
import io
import json
import subprocess

NAME = "Poinsot"
ELEMENTS = {"S4": 4, "S9": 9}
DIRECTIONS = ("x", "y", "z", "rx", "ry", "rz")


def write(folder, mesh, element, increment, program="poinsot"):
    case = mesh.case
    lines = [f'title = "{case.title}"', "[statics]", f"increment = {increment}"]
    lines += ["[[material]]", 'name = "m"', f"youngs = {case.youngs}", f"poisson = {case.poisson}"]
    lines += ["[[shell_section]]", 'name = "s"', 'material = "m"', f"thickness = {case.thickness}"]
    lines += ["[[shell]]", 'name = "shell"', 'surface = "mesh"', 'section = "s"']
    places = ", ".join(f"[{x:.15g}, {y:.15g}, {z:.15g}]" for x, y, z in mesh.places().values())
    cells = ", ".join(str(cell) for cell in mesh.cells)
    lines += [f"points = [{places}]", f"cells = [{cells}]"]
    # One support for all nodes that are held alike.
    alike = {}
    for node, fixed in mesh.held().items():
        alike.setdefault(tuple(fixed), []).append(node)
    for k, (fixed, nodes) in enumerate(alike.items()):
        on = ", ".join(f'"shell#{n}"' for n in nodes)
        words = ", ".join(f'"{DIRECTIONS[d - 1]}"' for d in fixed)
        lines += ["[[support]]", f'name = "support_{k}"', f"on = [{on}]", f"fixed = [{words}]"]
    for k, force in enumerate(case.forces):
        lines += ["[[force]]", f'name = "force_{k}"', f'on = "shell#{mesh.corner(force.corner)}"']
        lines.append(f"value = {list(force.value)}")
    for name, corner, _, _ in case.sensors:
        lines += ["[[sensor]]", f'name = "{name}"', f'on = "shell#{mesh.corner(corner)}"']
    (folder / "job.toml").write_text("\n".join(lines) + "\n")
    return [program, "statics", "job.toml", "--json"]


def read(folder, mesh, text, program="poinsot"):
    summary = json.loads(text[text.index("{") :])
    signals = [f"{name}.point.{'xyz'[k]}" for name, _, k, _ in mesh.case.sensors]
    output = subprocess.run([program, "export", "job.nc", *signals], cwd=folder, capture_output=True, text=True, check=True)
    rows = list(csv.reader(io.StringIO(output.stdout)))
    first = next(r for r in rows if r and r[0].replace(".", "").isdigit())
    out = {}
    for k, (name, _, _, sign) in enumerate(mesh.case.sensors):
        out[name] = sign * (float(rows[-1][k + 1]) - float(first[k + 1]))
    return out, len(summary["points"]) - 1, summary["newton_iterations"]
