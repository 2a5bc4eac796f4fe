"""Our model file of the same mesh, points and cells in it, and the command with its default settings."""

import csv
import io
import json
import subprocess

NAME = "Poinsot"
ELEMENTS = {"hex8": 8, "hex20": 20, "hex27": 27, "tet10": 10}


def write(folder, mesh, element, increment, program="poinsot"):
    case = mesh.case
    # Loads grow with the load factor, prescribed motions with time.
    lines = [f'title = "{case.title}"', "[statics]", f"increment = {increment}"]
    lines += [] if case.traction else ['vary = "time"']
    lines += ["[[material]]", 'name = "m"', 'law = "neo-hookean"', f"shear = {case.shear:.15g}", f"bulk = {case.bulk:.15g}"]
    lines += ["[[solid]]", 'name = "body"', 'volume = "mesh"', 'material = "m"']
    places = mesh.places()
    points = ", ".join("[{:.15g}, {:.15g}, {:.15g}]".format(*places[n]) for n in sorted(places))
    lines += [f"points = [{points}]", f"cells = [{', '.join(map(str, mesh.cells))}]"]
    # One support for all points that are held alike; the first plane has its own, whose force is asked for.
    by_node = {}
    for (node, direction), value in mesh.held().items():
        by_node.setdefault(node, []).append((direction, value))
    first = set(mesh.on(case.held[0][0]))
    alike = {}
    for node, what in by_node.items():
        alike.setdefault((node not in first, tuple(sorted(what))), []).append(node)
    for k, ((_, what), nodes) in enumerate(sorted(alike.items())):
        on = ", ".join(f'"body#{n}"' for n in nodes)
        fixed = ", ".join(f'"{"xyz"[d - 1]}"' for d, _ in what)
        lines += ["[[support]]", f'name = "support_{k}"', f"on = [{on}]", f"fixed = [{fixed}]"]
        moved = dict(what)
        if any(moved.values()):
            words = [f'"{moved.get(d, 0):.15g}*t"' if moved.get(d) else "0" for d in (1, 2, 3)]
            lines.append(f"displacement = [{', '.join(words)}]")
    for n, force in mesh.loads().items():
        lines += ["[[force]]", f'name = "force_{n}"', f'on = "body#{n}"']
        lines.append("value = [{:.15g}, {:.15g}, {:.15g}]".format(*force))
    for k, (_, kind, place, _, _) in enumerate(case.sensors):
        if kind == "point":
            lines += ["[[sensor]]", f'name = "sensor_{k}"', f'on = "body#{mesh.node(place)}"']
    (folder / "job.toml").write_text("\n".join(lines) + "\n")
    return [program, "statics", "job.toml", "--json"]


def read(folder, mesh, text, program="poinsot"):
    summary = json.loads(text[text.index("{") :])
    signals = []
    for k, (_, kind, _, component, _) in enumerate(mesh.case.sensors):
        name = f"sensor_{k}.point" if kind == "point" else "support_0.support_force"
        signals.append(f"{name}.{'xyz'[component]}")
    output = subprocess.run([program, "export", "job.nc", *signals], cwd=folder, capture_output=True, text=True, check=True)
    rows = [r for r in csv.reader(io.StringIO(output.stdout)) if r and not r[0].startswith("time")]
    out = {}
    places = mesh.places()
    for k, (name, kind, place, component, sign) in enumerate(mesh.case.sensors):
        start = places[mesh.node(place)][component] if kind == "point" else 0.0
        out[name] = sign * (float(rows[-1][k + 1]) - start)
    return out, len(summary["points"]) - 1, summary["newton_iterations"]
