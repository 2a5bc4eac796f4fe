"""Writes finger.msh: half of a finger with six chambers, bricks with 20 nodes, lengths in millimetres.

The finger lies along x, with its plane of symmetry at y = 0 and its stiff side at z = 0.
"""

# Lengths of the elements along x: a wall, then six chambers with ribs between them and a wall behind the last.
LENGTHS = [4] + [5.5, 5.5, 2] * 5 + [5.5, 5.5, 4]
X = [sum(LENGTHS[:k]) for k in range(len(LENGTHS) + 1)]
Y = [0, 3.5, 7, 9]
Z = [0, 2, 6.5, 11, 13]
# Which cells along each axis are hollow.
CHAMBER = ([k for k, length in enumerate(LENGTHS) if length == 5.5], range(0, 2), range(1, 3))
MIDDLES = [(0, 1), (0, 3), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (4, 7), (5, 6), (6, 7)]
CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
NAMES = {(2, "wall"): 1, (2, "middle"): 2, (2, "chamber"): 3, (3, "skin"): 4, (3, "base"): 5}
numbers, places, cells = {}, [], []


def point(at):
    """Number of the point at a place in half cells."""
    if at not in numbers:
        numbers[at] = len(numbers) + 1
        half = [(axis[k // 2] + axis[(k + 1) // 2]) / 2 for axis, k in zip((X, Y, Z), at)]
        places.append(half)
    return numbers[at]


def add(kind, name, corners, middles):
    """A cell from its corners, in half cells, with the middles of its edges."""
    between = [tuple((a + b) // 2 for a, b in zip(corners[i], corners[j])) for i, j in middles]
    cells.append((kind, NAMES[(2 if kind == 16 else 3), name], [point(c) for c in [*corners, *between]]))


def inside(cell):
    return all(k in part for k, part in zip(cell, CHAMBER))


for i in range(len(X) - 1):
    for j in range(len(Y) - 1):
        for k in range(len(Z) - 1):
            if inside((i, j, k)):
                continue
            corners = [(2 * (i + a), 2 * (j + b), 2 * (k + c)) for a, b, c in CORNERS]
            add(17, "base" if k == 0 else "skin", corners, MIDDLES)
            faces = [((-1, 0, 0), (0, 4, 7, 3)), ((1, 0, 0), (1, 2, 6, 5)), ((0, -1, 0), (0, 1, 5, 4))]
            faces += [((0, 1, 0), (3, 7, 6, 2)), ((0, 0, -1), (0, 3, 2, 1)), ((0, 0, 1), (4, 5, 6, 7))]
            for (a, b, c), face in faces:
                four = [corners[n] for n in face]
                name = "chamber" if inside((i + a, j + b, k + c)) else None
                name = "wall" if (a, i) == (-1, 0) else "middle" if (b, j) == (-1, 0) else name
                if name:
                    add(16, name, four, [(0, 1), (1, 2), (2, 3), (3, 0)])

with open("finger.msh", "w") as file:
    file.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n%d\n" % len(NAMES))
    file.writelines('%d %d "%s"\n' % (kind, number, name) for (kind, name), number in NAMES.items())
    file.write("$EndPhysicalNames\n$Nodes\n%d\n" % len(places))
    file.writelines("%d %g %g %g\n" % (n + 1, *place) for n, place in enumerate(places))
    file.write("$EndNodes\n$Elements\n%d\n" % len(cells))
    for n, (kind, group, points) in enumerate(cells):
        file.write("%d %d 2 %d %d %s\n" % (n + 1, kind, group, group, " ".join(map(str, points))))
    file.write("$EndElements\n")
