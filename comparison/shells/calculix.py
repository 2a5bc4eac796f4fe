"""The input of CalculiX, its run and its answer. It expands shells into solids: S4 into C3D8I, S8R into C3D20R."""

import re

NAME = "CalculiX"
ELEMENTS = {"S4": 4, "S8R": 8}


def turns(fixed, normal):
    """Rotations that CalculiX is told to hold. It holds means over the nodes through the thickness, which lie on the normal: about the normal
    there is none, and two about axes that are both oblique to it say the same. Both kinds make the edge rigid: the hemisphere moves by a
    hundredth of what it should."""
    across = {k: abs(normal[k - 4]) for k in fixed if k >= 4}
    kept = [k for k, part in across.items() if part < 1e-9]
    oblique = [(part, k) for k, part in across.items() if 1e-9 <= part < 0.9]
    return sorted(kept + [k for _, k in sorted(oblique)[:1]])


def write(folder, mesh, element, increment):
    case = mesh.case
    lines = ["*NODE, NSET=ALL"]
    lines += [f"{n}, {x:.15g}, {y:.15g}, {z:.15g}" for n, (x, y, z) in mesh.places().items()]
    lines.append(f"*ELEMENT, TYPE={element}, ELSET=SHELL")
    lines += [", ".join(map(str, [k + 1, *cell])) for k, cell in enumerate(mesh.cells)]
    # Without normals, nodes where those of neighbouring elements differ by more than half a degree become rigid.
    lines.append("*NORMAL")
    places = mesh.places()
    for k, cell in enumerate(mesh.cells):
        for node in cell:
            lines.append(f"{k + 1}, {node}, " + ", ".join(f"{x:.15g}" for x in case.normal(places[node])))
    lines += ["*MATERIAL, NAME=M", "*ELASTIC", f"{case.youngs}, {case.poisson}"]
    lines += ["*SHELL SECTION, ELSET=SHELL, MATERIAL=M", f"{case.thickness}"]
    lines.append("*BOUNDARY")
    for node, fixed in mesh.held().items():
        kept = [k for k in fixed if k < 4] + turns(fixed, case.normal(places[node]))
        lines += [f"{node}, {k}, {k}" for k in kept]
    # The size of increments is automatic: the first one is given, and none may be larger, so that no program takes fewer.
    lines += ["*STEP, NLGEOM, INC=1000", "*STATIC", f"{increment}, 1., 1e-6, {increment}", "*CLOAD"]
    for force in case.forces:
        node = mesh.corner(force.corner)
        lines += [f"{node}, {k + 1}, {v}" for k, v in enumerate(force.value) if v]
    seen = sorted({mesh.corner(corner) for _, corner, _, _ in case.sensors})
    lines += ["*NSET, NSET=SEEN", ", ".join(map(str, seen))]
    lines += ["*NODE PRINT, NSET=SEEN, FREQUENCY=1000", "U", "*END STEP"]
    (folder / "job.inp").write_text("\n".join(lines) + "\n")
    return ["ccx", "job"]


def read(folder, mesh, _text):
    """Displacements in the last block of the tables, and what the status file counts."""
    values = {}
    for line in (folder / "job.dat").read_text().splitlines():
        words = line.split()
        if len(words) == 4 and words[0].isdigit():
            values[int(words[0])] = [float(w) for w in words[1:]]
    times = re.findall(r"^\s*\d+\s+(\d+)\s+\d+\s+(\d+)\s+([\d.E+-]+)", (folder / "job.sta").read_text(), re.M)
    total = float(times[-1][2]) if times else 0.0
    if abs(total - 1) > 1e-9:
        raise RuntimeError(f"ended at {total} of the load")
    out = {name: sign * values[mesh.corner(corner)][k] for name, corner, k, sign in mesh.case.sensors}
    return out, len(times), sum(int(t[1]) for t in times)
