"""Reads what `poinsot export --format vtk` writes with VTK's own readers and compares every number with the results.

    python read.py POINSOT FOLDER EXAMPLES

The results come from `poinsot export` as CSV. Numbers must agree to the last bit where they are copied.
"""

import csv
import math
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as tree

from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkFiltersCore import vtkMassProperties
from vtkmodules.vtkIOXML import vtkXMLMultiBlockDataReader, vtkXMLPolyDataReader

FRAMES = 5
LINE_FIELDS = {"displacement": 3, "velocity": 3, "speed": 1, "arc_length": 1}
BEAM_FIELDS = LINE_FIELDS | {
    "orientation": 4, "axis_x": 3, "axis_y": 3, "axis_z": 3, "angular_velocity": 3,
    "section_force": 3, "section_moment": 3, "strain": 3, "curvature": 3,
}
CABLE_FIELDS = LINE_FIELDS | {"tension": 1, "cable_strain": 1}
# Names of the results for fields that are called otherwise here.
RENAMED = {"strain": "section_strain", "curvature": "section_curvature"}


class Wrong(Exception):
    pass


def check(holds, text):
    if not holds:
        raise Wrong(text)


class Results:
    """The columns of a results file by name."""

    def __init__(self, text):
        rows = list(csv.reader(text.splitlines()))
        self.names = [title.rsplit(" [", 1)[0] for title in rows[0]]
        self.place = {name: k for k, name in enumerate(self.names)}
        self.rows = [[float(value) for value in row] for row in rows[1:]]

    def get(self, row, item, variable, parts):
        tails = {1: [""], 3: [".x", ".y", ".z"], 4: [".w", ".x", ".y", ".z"]}[parts]
        return [self.rows[row][self.place[f"{item}.{variable}{tail}"]] for tail in tails]

    def items(self, variable, tail=".x"):
        end = f".{variable}{tail}"
        return [name[: -len(end)] for name in self.names if name.endswith(end)]


def read(reader, path):
    problems = []
    reader.AddObserver("ErrorEvent", lambda *_: problems.append("an error"))
    reader.AddObserver("WarningEvent", lambda *_: problems.append("a warning"))
    reader.SetFileName(str(path))
    reader.Update()
    check(not problems, f"{path}: the reader reports {' and '.join(sorted(set(problems)))}")
    return reader.GetOutput()


def values(data, field, k):
    return list(data.GetPointData().GetArray(field).GetTuple(k))


def same(found, expected, what):
    equal = len(found) == len(expected) and all(a == b or (a != a and b != b) for a, b in zip(found, expected))
    check(equal, f"{what}: VTK reads {found}, the results hold {expected}")


def texts(data, name):
    array = data.GetFieldData().GetAbstractArray(name)
    check(array is not None, f"there is no list {name}")
    return [array.GetValue(k) for k in range(array.GetNumberOfValues())]


def fields(data, expected, what):
    found = {}
    for k in range(data.GetPointData().GetNumberOfArrays()):
        array = data.GetPointData().GetArray(k)
        check(array.GetDataTypeAsString() in ("double", "int"), f"{what}: {array.GetName()} is {array.GetDataTypeAsString()}")
        check(array.GetNumberOfTuples() == data.GetNumberOfPoints(), f"{what}: {array.GetName()} has not one value per point")
        found[array.GetName()] = array.GetNumberOfComponents()
    check(found == expected, f"{what}: fields are {found}, expected {expected}")
    for k in range(data.GetCellData().GetNumberOfArrays()):
        array = data.GetCellData().GetArray(k)
        check(array.GetNumberOfTuples() == data.GetNumberOfCells(), f"{what}: {array.GetName()} has not one value per cell")


def points(data, results, row, items, position, copied, what):
    """Points one by one: their places, displacements, and what is copied from the results."""
    check(data.GetNumberOfPoints() == len(items), f"{what}: {data.GetNumberOfPoints()} points, expected {len(items)}")
    for k, item in enumerate(items):
        at = results.get(row, item, position, 3)
        same(list(data.GetPoint(k)), at, f"{what}: place of {item}")
        start = results.get(0, item, position, 3)
        if data.GetPointData().HasArray("displacement"):
            same(values(data, "displacement", k), [a - b for a, b in zip(at, start)], f"{what}: displacement of {item}")
        for field, variable, parts in copied:
            same(values(data, field, k), results.get(row, item, variable, parts), f"{what}: {field} of {item}")


def frame(data, results, row):
    """One frame against a row of the results."""
    names = [data.GetMetaData(k).Get(data.NAME()) for k in range(data.GetNumberOfBlocks())]
    block = {name: data.GetBlock(k) for k, name in enumerate(names)}
    beams = results.items("node_orientation", ".w")
    lines = results.items("node_position")
    cables = [node for node in lines if node not in beams]
    for kind, nodes, expected, stations, copied in [
        ("beam", beams, BEAM_FIELDS, results.items("section_force"), ["section_force", "section_moment", "strain", "curvature"]),
        ("cable", cables, CABLE_FIELDS, results.items("tension", ""), ["tension", "cable_strain"]),
    ]:
        check((f"{kind}_lines" in block) == bool(nodes), f"there are {len(nodes)} nodes of {kind}s and blocks {names}")
        if not nodes:
            continue
        centre, surface, dots = (block[f"{kind}_{part}"] for part in ("lines", "surfaces", "stations"))
        items = list(dict.fromkeys(node.rsplit("@", 1)[0] for node in nodes))
        for one, what in [(centre, "lines"), (surface, "surfaces"), (dots, "stations")]:
            fields(one, expected, f"{kind}_{what}")
            check(texts(one, f"{kind}_names") == items, f"{kind}_{what}: names are {texts(one, f'{kind}_names')}, expected {items}")
        check(centre.GetNumberOfLines() == len(items), f"{centre.GetNumberOfLines()} lines, expected {len(items)}")
        moved = [("velocity", "node_velocity", 3)]
        if kind == "beam":
            moved += [("orientation", "node_orientation", 4), ("angular_velocity", "node_angular_velocity", 3)]
            # Nodes of beams are among the places at which forces are recorded.
            moved += [(field, RENAMED.get(field, field), 3) for field in copied]
        points(centre, results, row, nodes, "node_position", moved, f"{kind}_lines")
        for k, node in enumerate(nodes):
            same(values(centre, "arc_length", k), [float(node.rsplit("@", 1)[1])], f"arc length of {node}")
            speed = math.hypot(*values(centre, "velocity", k))
            check(math.isclose(values(centre, "speed", k)[0], speed, rel_tol=1e-15), f"speed of {node}")
        check(dots.GetNumberOfPoints() == len(stations), f"{kind}_stations: {dots.GetNumberOfPoints()} points, expected {len(stations)}")
        for k, station in enumerate(stations):
            for field in copied:
                parts = expected[field]
                same(values(dots, field, k), results.get(row, station, RENAMED.get(field, field), parts), f"{field} of {station}")
        check(surface.GetNumberOfPolys() > 0, f"{kind}_surfaces have no triangles")
    bodies = results.items("position")
    if bodies:
        expected = {"displacement": 3, "velocity": 3, "speed": 1, "orientation": 4, "angular_velocity": 3, "body": 1}
        fields(block["bodies"], expected, "bodies")
        check(texts(block["bodies"], "body_names") == bodies, "names of bodies")
        copied = [("velocity", "velocity", 3), ("orientation", "orientation", 4), ("angular_velocity", "angular_velocity", 3)]
        points(block["bodies"], results, row, bodies, "position", copied, "bodies")
        check(block["body_surfaces"].GetNumberOfPolys() > 0, "body_surfaces have no triangles")
    sensors = results.items("point")
    if sensors:
        points(block["sensors"], results, row, sensors, "point", [("velocity", "point_velocity", 3)], "sensors")
    joints = results.items("reaction_force")
    if joints:
        data = block["joints"]
        fields(data, {"axis": 3, "reaction_force": 3, "reaction_moment": 3, "joint": 1}, "joints")
        found = texts(data, "joint_names")
        for joint in joints:
            check(joint in found, f"joint {joint} is missing among {found}")
            k = found.index(joint)
            for name in ("reaction_force", "reaction_moment"):
                same(values(data, name, k), results.get(row, joint, name, 3), f"{name} of {joint}")
            axis, kind = math.hypot(*values(data, "axis", k)), texts(data, "joint_kinds")[k]
            size = 1.0 if kind in ("revolute", "prismatic", "cylindrical", "screw", "planar") else 0.0
            check(abs(axis - size) < 1e-12, f"axis of the {kind} joint {joint} has length {axis}")
    return block


def volume(surface):
    """Of closed surfaces whose triangles all look outwards; not of others."""
    measure = vtkMassProperties()
    measure.SetInputData(surface)
    measure.Update()
    return measure.GetVolume()


def example(poinsot, folder, model, name, duration, section):
    run = lambda *words: subprocess.run([poinsot, *words], cwd=folder, check=True, capture_output=True, text=True).stdout
    run("run", str(model), "-o", f"{name}.nc", "--force", "--quiet", "--duration", duration)
    said = run("export", f"{name}.nc", "--format", "vtk", "--frames", str(FRAMES))
    check(f"{FRAMES} of " in said and "ParaView" in said, f"the command says {said!r}")
    results = Results(run("export", f"{name}.nc"))
    entries = tree.parse(folder / f"{name}.pvd").getroot().findall("./Collection/DataSet")
    check(len(entries) == FRAMES, f"{name}.pvd has {len(entries)} frames, expected {FRAMES}")
    times = [row[results.place["time"]] for row in results.rows]
    numbers = 0
    for k, entry in enumerate(entries):
        time = float(entry.get("timestep"))
        check(time in times, f"{name}.pvd: there is no frame at {time} s")
        file = folder / entry.get("file")
        block = frame(read(vtkXMLMultiBlockDataReader(), file), results, times.index(time))
        for data in tree.parse(file).getroot().iter("DataSet"):
            alone = read(vtkXMLPolyDataReader(), file.parent / data.get("file"))
            check(isinstance(alone, vtkPolyData) and alone.GetNumberOfPoints() > 0, f"{data.get('file')} is empty")
            same([alone.GetFieldData().GetArray("TimeValue").GetValue(0)], [time], f"time in {data.get('file')}")
            numbers += alone.GetNumberOfPoints()
        if k == 0:
            found = volume(block["beam_surfaces"])
            check(math.isclose(found, section, rel_tol=1e-9), f"{name}: beams enclose {found} m^3, sections times lengths are {section} m^3")
    # A wrong last digit must be noticed.
    column = results.place[next(n for n in results.names if n.endswith(".section_moment.z") and results.rows[-1][results.names.index(n)] != 0.0)]
    results.rows[-1][column] = math.nextafter(results.rows[-1][column], math.inf)
    try:
        frame(read(vtkXMLMultiBlockDataReader(), folder / entries[-1].get("file")), results, -1)
    except Wrong:
        pass
    else:
        raise Wrong("a number that differs in its last digit was not noticed")
    print(f"{name}: {len(entries)} frames, {numbers} points, {len(results.names)} columns compared")


# Sections times lengths [m^3]. A section given by mass and inertia is drawn as the rectangle with sides (12 rho I/m)^(1/2).
FOUR_BAR = 0.016**2 * (0.12 + 0.24 + 0.12)
GATE = math.sqrt(12 * 0.00084 / 1.6) * math.sqrt(12 * 0.01102 / 1.6) * math.hypot(0.0028, 4)


def main():
    poinsot, folder, examples = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    example(poinsot, folder, examples / "14-four-bar/model.toml", "four-bar", "0.1", FOUR_BAR)
    example(poinsot, folder, examples / "18-falling-gate/model.toml", "gate", "0.3", GATE)


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        sys.exit(f"vtk: {wrong}")
    except subprocess.CalledProcessError as failed:
        sys.exit(f"vtk: {' '.join(failed.cmd)} ended with exit code {failed.returncode}:\n{failed.stderr}")
