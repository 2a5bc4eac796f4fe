"""The page of the book: tables of error against processor time."""

CLOSING = [
    "## Reading the tables",
    "",
    "- `hex20` and `C3D20R` are the same elements, and so are `tet10` and `C3D10` in the membrane (in rubber `tet10` smooths changes of volume): their values agree to six digits, on every mesh. Two programs without a line in common so check each other, from the law to the loads.",
    "- Iterations: CalculiX stops at residuals of 0.5 % of the mean force, we at round-off (1e-13), which costs one or two more iterations per increment. With prescribed motions some ten more are spent on the state at the start, where there are no forces yet that round-off could be compared with. Each equilibrium here is checked for stability, too, which takes the signs of all pivots.",
    "- Elements with 27 nodes and smoothed changes of volume are nearest to the limit in rubber on every mesh (the reference is theirs; those of `hex20` and `C3D20R` approach it from above).",
    "- `hex8` has assumed strains, or mean changes of volume in rubber; `C3D8I` has incompatible modes, which on the stretched elements of these meshes are softer. CalculiX has no element for rubber that smooths changes of volume; `C3D20` with 27 points locks there, `C3D20R` does not.",
]


def error(case, values):
    """Largest relative difference of the sensors from the reference."""
    return max(abs(values[name] / case.reference[name] - 1) for name, *_ in case.sensors)


def rows(case, modules, found):
    """Program, element, mesh, measurement and error of all runs of a case that came to an end; and the others."""
    done, failed = [], []
    for module in modules:
        for element in module.ELEMENTS:
            start = f"{case.name} / {module.NAME} / {element} / "
            for name, one in found.items():
                if not name.startswith(start):
                    continue
                n = int(name.removeprefix(start))
                if "failed" in one:
                    failed.append((module.NAME, element, n, one["failed"], one["seconds"]))
                else:
                    done.append((module.NAME, element, n, one, error(case, one["values"])))
    return sorted(done, key=lambda r: (r[0] != "Poinsot", r[1], r[2])), failed


def time_at(wanted, done):
    """The least processor time of ours with at most this error; the other program prints seven digits."""
    enough = 1.01 * wanted + 1e-6
    times = [one["seconds"] for program, _, _, one, off in done if program == "Poinsot" and off <= enough]
    return min(times) if times else None


def page(cases, modules, found):
    lines = [
        "# Solids beside CalculiX",
        "",
        "Written by `cargo xtask compare --solids`; do not edit. The same points, elements, supports and loads in CalculiX and here: error against processor time (user and system time of the whole program on one core; the two programs take turns, and the fastest of three runs counts where they are short).",
        "",
        "- **Poinsot**: `poinsot statics` with its default settings from a model file with the points and cells of the mesh; residuals to round-off (1e-13).",
        "- **CalculiX** 2.20 (`ccx`, SPOOLES): automatic increments, default tolerances (residual of 0.5 % of the mean force).",
        "",
        "Both have the same law, mu/2 (I1/J^(2/3) - 3) + K/2 (J - 1)^2, begin with the same part of the load, a quarter or a half, and take no more at once. *Error*: the largest relative difference of the values from the reference, which comes from finer meshes: 32 by 32 `C3D20R` in the membrane, `hex27` on mesh 4 in the bushing. "
        "*Ours*: the least processor time in which one of our meshes has at most this error; *ratio*: how many times longer the other program takes, below one where it is faster.",
    ]
    for case in cases:
        done, failed = rows(case, modules, found)
        names = [name for name, *_ in case.sensors]
        said = ", ".join(f"{n} {case.reference[n]}" for n in names)
        lines += ["", f"## {case.title}", "", f"Reference: {said}.", ""]
        head = ["program", "element", "mesh", "nodes", *names, "error", "increments", "iterations", "time [s]", "ours [s]", "ratio"]
        lines += ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        for program, element, n, one, off in done:
            cells = [program, element, str(n), str(one["nodes"])]
            cells += [f"{one['values'][name]:.5g}" for name in names]
            cells += [f"{100 * off:.2f} %", str(one["points"]), str(one["iterations"]), f"{one['seconds']:.2f}"]
            ours = time_at(off, done) if program != "Poinsot" else None
            cells += ["", ""] if ours is None else [f"{ours:.2f}", f"{one['seconds'] / ours:.1f}"]
            lines.append("| " + " | ".join(cells) + " |")
        for program, element, n, why, seconds in failed:
            lines += ["", f"{program}, {element}, mesh {n}: ended {why} after {seconds:.0f} s."]
    lines += ["", "Mesh n has n by n by 1 bricks in the membrane, n through the rubber by 4 n around by 2 n along in half of the bushing; with eight nodes twice as many in each direction, with ten six tetrahedra in the place of each brick.", ""]
    return "\n".join(lines + CLOSING) + "\n"
