"""The input of CalculiX, its run and its answer."""

import re

NAME = "CalculiX"
ELEMENTS = {"C3D8I": 8, "C3D20R": 20, "C3D20": 20, "C3D10": 10}


def write(folder, mesh, element, increment):
    case = mesh.case
    lines = ["*NODE, NSET=ALL"]
    lines += [f"{n}, {x:.15g}, {y:.15g}, {z:.15g}" for n, (x, y, z) in sorted(mesh.places().items())]
    lines.append(f"*ELEMENT, TYPE={element}, ELSET=BODY")
    for k, cell in enumerate(mesh.cells_there):
        words = [str(k + 1), *map(str, cell)]
        # At most sixteen entries in a line.
        lines += [", ".join(words[:11]) + ("," if len(words) > 11 else "")] + ([", ".join(words[11:])] if len(words) > 11 else [])
    lines += ["*MATERIAL, NAME=M", "*HYPERELASTIC, NEO HOOKE", f"{case.shear / 2:.15g}, {2 / case.bulk:.15g}"]
    lines += ["*SOLID SECTION, ELSET=BODY, MATERIAL=M"]
    forces = [s for s in case.sensors if s[1] == "force"]
    seen = mesh.on(case.held[forces[0][2]][0]) if forces else sorted({mesh.node(s[2]) for s in case.sensors})
    lines.append("*NSET, NSET=SEEN")
    lines += [f"{n}," for n in seen]
    # The size of increments is automatic: the first one is given, and none may be larger, so that no program takes fewer.
    lines += ["*STEP, NLGEOM, INC=1000", "*STATIC", f"{increment}, 1., 1e-6, {increment}", "*BOUNDARY"]
    lines += [f"{node}, {d}, {d}, {value:.15g}" for (node, d), value in mesh.held().items()]
    loads = mesh.loads()
    if loads:
        lines.append("*CLOAD")
        lines += [f"{n}, {k + 1}, {f:.15g}" for n, force in loads.items() for k, f in enumerate(force) if f]
    if forces:
        lines += ["*NODE PRINT, NSET=SEEN, FREQUENCY=1000, TOTALS=ONLY", "RF"]
    else:
        lines += ["*NODE PRINT, NSET=SEEN, FREQUENCY=1000", "U"]
    lines.append("*END STEP")
    (folder / "job.inp").write_text("\n".join(lines) + "\n")
    return ["ccx", "job"]


def read(folder, mesh, _text):
    """The last block of the tables, and what the status file counts."""
    values, total = {}, None
    for line in (folder / "job.dat").read_text().splitlines():
        words = line.split()
        if len(words) == 4 and words[0].isdigit():
            values[int(words[0])] = [float(w) for w in words[1:]]
        elif len(words) == 3:
            total = [float(w) for w in words]
    times = re.findall(r"^\s*\d+\s+(\d+)\s+\d+\s+(\d+)\s+([\d.E+-]+)", (folder / "job.sta").read_text(), re.M)
    reached = float(times[-1][2]) if times else 0.0
    if abs(reached - 1) > 1e-9:
        raise RuntimeError(f"at {reached} of the load")
    out = {}
    for name, kind, place, k, sign in mesh.case.sensors:
        out[name] = sign * (total[k] if kind == "force" else values[mesh.node(place)][k])
    return out, len(times), sum(int(t[1]) for t in times)
