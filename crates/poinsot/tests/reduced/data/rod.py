"""A steel rod of six bricks with eight nodes: node table, mass and stiffness, in millimetres, tonnes and newtons.

`python rod.py` writes the three files beside it; with numpy installed it also prints the frequencies of the free rod, and of the
rod whose left end is held in the mean.
"""

LENGTH, WIDTH, HEIGHT, CELLS = 100.0, 10.0, 8.0, 6
YOUNGS, POISSON, DENSITY = 210000.0, 0.3, 7.85e-9
CORNERS = [(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)]
SIDES = [LENGTH / CELLS, WIDTH, HEIGHT]
GAUSS = [-(3**-0.5), 3**-0.5]


def element():
    """Mass between nodes and stiffness between displacements of one brick, by eight Gauss points."""
    volume = SIDES[0] * SIDES[1] * SIDES[2] / 8
    lame = YOUNGS * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
    shear = YOUNGS / (2 * (1 + POISSON))
    mass = [[0.0] * 8 for _ in range(8)]
    stiffness = [[0.0] * 24 for _ in range(24)]
    for point in [(x, y, z) for x in GAUSS for y in GAUSS for z in GAUSS]:
        factors = [[1 + c[i] * point[i] for i in range(3)] for c in CORNERS]
        shapes = [f[0] * f[1] * f[2] / 8 for f in factors]
        slopes = [
            [c[i] * f[(i + 1) % 3] * f[(i + 2) % 3] / 8 * 2 / SIDES[i] for i in range(3)]
            for c, f in zip(CORNERS, factors)
        ]
        for a in range(8):
            for b in range(8):
                mass[a][b] += DENSITY * volume * shapes[a] * shapes[b]
                along = sum(slopes[a][k] * slopes[b][k] for k in range(3))
                for i in range(3):
                    for j in range(3):
                        value = lame * slopes[a][i] * slopes[b][j] + shear * slopes[a][j] * slopes[b][i]
                        value += shear * along * (i == j)
                        stiffness[3 * a + i][3 * b + j] += volume * value
    return mass, stiffness


def rod():
    places, numbers = [], {}
    for i in range(CELLS + 1):
        for j in range(2):
            for k in range(2):
                numbers[i, j, k] = len(places)
                places.append((SIDES[0] * i, WIDTH * (j - 0.5), HEIGHT * (k - 0.5)))
    mass, stiffness = {}, {}
    one, other = element()
    for cell in range(CELLS):
        nodes = [numbers[cell + (c[0] + 1) // 2, (c[1] + 1) // 2, (c[2] + 1) // 2] for c in CORNERS]
        for a in range(8):
            for b in range(8):
                for i in range(3):
                    key = (3 * nodes[a] + i, 3 * nodes[b] + i)
                    mass[key] = mass.get(key, 0.0) + one[a][b]
                    for j in range(3):
                        key = (3 * nodes[a] + i, 3 * nodes[b] + j)
                        stiffness[key] = stiffness.get(key, 0.0) + other[3 * a + i][3 * b + j]
    return places, mass, stiffness


def write(name, matrix, size):
    lower = {k: v for k, v in matrix.items() if k[0] >= k[1] and v != 0.0}
    with open(name, "w") as file:
        file.write("%%MatrixMarket matrix coordinate real symmetric\n")
        file.write(f"{size} {size} {len(lower)}\n")
        for (row, column), value in sorted(lower.items(), key=lambda e: (e[0][1], e[0][0])):
            file.write(f"{row + 1} {column + 1} {value!r}\n")


def main():
    places, mass, stiffness = rod()
    with open("rod_nodes.txt", "w") as file:
        file.write("# number, place in millimetres, sets\n")
        for k, (x, y, z) in enumerate(places):
            name = "left" if k < 4 else "right" if k >= len(places) - 4 else ""
            file.write(f"{101 + k} {x!r} {y:g} {z:g} {name}".rstrip() + "\n")
    size = 3 * len(places)
    write("rod_mass.mtx", mass, size)
    write("rod_stiffness.mtx", stiffness, size)
    try:
        import numpy
    except ImportError:
        return
    full = [numpy.zeros((size, size)) for _ in range(2)]
    for matrix, entries in zip(full, (mass, stiffness)):
        for key, value in entries.items():
            matrix[key] = value
    lower = numpy.linalg.cholesky(full[0])
    inverse = numpy.linalg.inv(lower)

    def hertz(operator):
        values = numpy.linalg.eigvalsh(operator)
        return numpy.sqrt(numpy.maximum(values, 0)) / (2 * numpy.pi)

    print("free", hertz(inverse @ full[1] @ inverse.T)[6:12])
    # Mean displacement and rotation of the four nodes at the left: a basis of what they leave free.
    rows = numpy.zeros((6, size))
    for n in range(4):
        x, y, z = places[n]
        rows[:3, 3 * n : 3 * n + 3] = numpy.eye(3)
        rows[3:, 3 * n : 3 * n + 3] = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    free = numpy.linalg.svd(rows)[2][6:].T
    small = numpy.linalg.inv(numpy.linalg.cholesky(free.T @ full[0] @ free))
    print("held", hertz(small @ free.T @ full[1] @ free @ small.T)[:6])


main()
