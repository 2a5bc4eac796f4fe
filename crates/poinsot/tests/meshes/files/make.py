"""Makes the mesh files of this folder with Gmsh: python3 make.py"""
import gmsh


def write(name, extra=()):
    # Text has 16 digits: with coordinates of nine, text and binary are the same numbers.
    tags, places, _ = gmsh.model.mesh.getNodes()
    for k, tag in enumerate(tags):
        gmsh.model.mesh.setNode(tag, [round(x, 9) for x in places[3 * k : 3 * k + 3]], [])
    for version in ("4.1", "2.2"):
        for binary in (0, 1):
            gmsh.option.setNumber("Mesh.MshFileVersion", float(version))
            gmsh.option.setNumber("Mesh.Binary", binary)
            kind = "binary" if binary else "text"
            gmsh.write(f"{name}_{version.replace('.', '')}_{kind}.msh")
    gmsh.option.setNumber("Mesh.Binary", 0)
    for ending in extra:
        gmsh.write(f"{name}.{ending}")


def fresh(order, incomplete):
    gmsh.clear()
    gmsh.option.setNumber("General.Terminal", 0)
    gmsh.option.setNumber("Mesh.ElementOrder", order)
    gmsh.option.setNumber("Mesh.SecondOrderIncomplete", incomplete)
    gmsh.option.setNumber("Mesh.SaveGroupsOfNodes", 1)
    gmsh.option.setNumber("Mesh.SaveGroupsOfElements", 1)


def sheet(name, order, incomplete, extra=()):
    """A quarter of a cylinder of quadrilaterals, radius 1 and length 2, and a triangle beside it."""
    fresh(order, incomplete)
    geo = gmsh.model.geo
    centre = [geo.addPoint(0, 0, z) for z in (0, 2)]
    start = [geo.addPoint(1, 0, z) for z in (0, 2)]
    end = [geo.addPoint(0, 1, z) for z in (0, 2)]
    far = geo.addPoint(-1.5, 1, 0.5)
    arcs = [geo.addCircleArc(start[k], centre[k], end[k]) for k in (0, 1)]
    sides = [geo.addLine(start[0], start[1]), geo.addLine(end[0], end[1])]
    legs = [geo.addLine(end[1], far), geo.addLine(far, end[0])]
    loop = geo.addCurveLoop([arcs[0], sides[1], -arcs[1], -sides[0]])
    shell = geo.addSurfaceFilling([loop])
    flap = geo.addPlaneSurface([geo.addCurveLoop([sides[1], *legs])])
    for line, cells in ((arcs[0], 3), (arcs[1], 3), (sides[0], 2), (sides[1], 2)):
        geo.mesh.setTransfiniteCurve(line, cells + 1)
    geo.mesh.setTransfiniteSurface(shell)
    geo.mesh.setRecombine(2, shell)
    geo.synchronize()
    gmsh.option.setNumber("Mesh.MeshSizeMin", 0.8)
    gmsh.option.setNumber("Mesh.MeshSizeMax", 0.8)
    gmsh.model.addPhysicalGroup(2, [shell], name="pipe wall")
    # Without a name, and turned round.
    gmsh.model.addPhysicalGroup(2, [-flap], 7)
    gmsh.model.addPhysicalGroup(1, [arcs[0]], name="bottom")
    gmsh.model.addPhysicalGroup(1, [sides[1]], 12)
    gmsh.model.addPhysicalGroup(0, [far], name="tip")
    gmsh.model.mesh.generate(2)
    write(name, extra)


def solid(name, order, incomplete, extra=()):
    """A brick of one hexahedron, and a cube of tetrahedra beside it."""
    fresh(order, incomplete)
    occ = gmsh.model.occ
    below = occ.addBox(0, 0, 0, 2, 1, 1)
    apart = occ.addBox(3, 0, 0, 1, 1, 1)
    occ.synchronize()
    for _, line in gmsh.model.getBoundary([(2, s[1]) for s in gmsh.model.getBoundary([(3, below)])], False, False):
        gmsh.model.mesh.setTransfiniteCurve(line, 2)
    for _, line in gmsh.model.getBoundary([(2, s[1]) for s in gmsh.model.getBoundary([(3, apart)])], False, False):
        gmsh.model.mesh.setTransfiniteCurve(line, 2)
    for _, side in gmsh.model.getBoundary([(3, below)]):
        gmsh.model.mesh.setTransfiniteSurface(abs(side))
        gmsh.model.mesh.setRecombine(2, abs(side))
    gmsh.model.mesh.setTransfiniteVolume(below)
    gmsh.model.addPhysicalGroup(3, [below], name="brick")
    gmsh.model.addPhysicalGroup(3, [apart], name="wedge")
    left = [s for _, s in gmsh.model.getBoundary([(3, below)], oriented=False) if gmsh.model.occ.getCenterOfMass(2, s)[0] < 1e-9]
    gmsh.model.addPhysicalGroup(2, left, name="left")
    # A part of one group is another group too.
    gmsh.model.addPhysicalGroup(3, [below], name="first")
    gmsh.model.mesh.generate(3)
    write(name, extra)


def mixed(name, extra=()):
    """Irregular bricks beside wedges, tetrahedra on the wedges: the outline of a stair, 2 x 1 x 1 below and 1 x 1 x 0.7 above."""
    fresh(2, 1)
    geo = gmsh.model.geo
    places = [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)]
    points = [geo.addPoint(x, y, 0) for x, y in places]
    a, b, c, d, e, f = (geo.addLine(points[k], points[(k + 1) % 6]) for k in range(6))
    wall = geo.addLine(points[1], points[4])
    quads = geo.addPlaneSurface([geo.addCurveLoop([a, wall, e, f])])
    triangles = geo.addPlaneSurface([geo.addCurveLoop([b, c, d, -wall])])
    geo.mesh.setRecombine(2, quads)
    bricks = geo.extrude([(2, quads)], 0, 0, 1, [2], [1], True)
    wedges = geo.extrude([(2, triangles)], 0, 0, 1, [2], [1], True)
    tetrahedra = geo.extrude([wedges[0]], 0, 0, 0.7)
    geo.synchronize()
    gmsh.option.setNumber("Mesh.MeshSizeMin", 0.55)
    gmsh.option.setNumber("Mesh.MeshSizeMax", 0.55)
    volumes = [part[1][1] for part in (bricks, wedges, tetrahedra)]
    for volume, word in zip(volumes, ("bricks", "wedges", "tetrahedra")):
        gmsh.model.addPhysicalGroup(3, [volume], name=word)
    outer = gmsh.model.getBoundary([(3, v) for v in volumes], oriented=False)
    for word, axis, place in (("left", 0, 0), ("right", 0, 2), ("step", 0, 1), ("front", 1, 0), ("floor", 2, 0)):
        on = []
        for _, surface in outer:
            box = gmsh.model.getBoundingBox(2, surface)
            if abs(box[axis] - place) < 1e-3 and abs(box[axis + 3] - place) < 1e-3:
                on.append(surface)
        gmsh.model.addPhysicalGroup(2, on, name=word)
    gmsh.model.mesh.generate(3)
    write(name, extra)


gmsh.initialize()
print(gmsh.__version__)
sheet("sheet", 2, 0, ["inp"])
sheet("sheet_linear", 1, 0)
solid("solid", 2, 1, ["inp"])
solid("solid_full", 2, 0)
mixed("mixed", ["inp"])
gmsh.finalize()
