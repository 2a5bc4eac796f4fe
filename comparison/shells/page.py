"""The page of the book: tables of error against processor time."""


CLOSING = [
    "## Reading the tables",
    "",
    "- Fewer iterations: stresses that a correction predicts enter the next tangent ((nw.2) in [theory](theory.md)), so that ten increments converge where Newton's plain iteration has to cut them. In OpenSees increments fall to hundredths and thousandths of the load.",
    "- Cheaper iterations: a shell node has six unknowns here; CalculiX has the nodes of a solid at both sides and the equations that tie them to the node of the shell. On the hemisphere, elements of four nodes cost 0.3 of the time per iteration on the same mesh.",
    "- Coarser meshes: the elements do not lock on curved thin shells. Expanded solids of CalculiX do: `S4` has half of the displacement of the hemisphere with 8 by 8 elements.",
    "- What is not equal: CalculiX and OpenSees stop at residuals that are larger by ten orders of magnitude, which saves them iterations. The published values have errors of their own, about 0.5 %: they come from meshes of 16 by 16 and 40 by 40 elements.",
    "- On the half cylinder a fold moves through the mesh: errors of coarse meshes do not fall steadily, and one of 0.1 % is partly luck.",
]


def error(case, values):
    """Largest relative difference of the sensors from the published values."""
    return max(abs(values[name] / case.published[name] - 1) for name, *_ in case.sensors)


def rows(case, modules, found):
    """Program, element, divisions, values, error, time, points, iterations of all runs of a case that came to an end; and the others."""
    done, failed = [], []
    for module in modules:
        for element in module.ELEMENTS:
            start = f"{case.name} / {module.NAME} / {element} / "
            for name, one in found.items():
                if not name.startswith(start):
                    continue
                divisions = int(name.removeprefix(start))
                if "failed" in one:
                    failed.append((module.NAME, element, divisions, one["failed"], one["seconds"]))
                else:
                    done.append((module.NAME, element, divisions, one, error(case, one["values"])))
    return sorted(done, key=lambda r: (r[0] != "Poinsot", r[0], r[1], r[2])), failed


def time_at(error_wanted, done):
    """The least processor time of ours with at most this error."""
    times = [one["seconds"] for program, _, _, one, e in done if program == "Poinsot" and e <= error_wanted]
    return min(times) if times else None


def page(cases, modules, found):
    lines = [
        "# Shells beside other programs",
        "",
        "Written by `cargo xtask compare --shells`; do not edit. The same meshes, supports and loads in CalculiX, in OpenSees and here: error against processor time (user and system time of the whole program on one core, the fastest of three runs where they are short). "
        "Models: quarter of the pinched hemisphere (SHL-06) at the full load, half of the pinched semi-cylinder (SHL-08) at 0.9 of it.",
        "",
        "- **Poinsot**: `poinsot statics` with its default settings from a model file with the points and cells of the mesh; residuals to round-off (1e-13).",
        "- **CalculiX** 2.20 (`ccx`, SPOOLES): `S4` and `S8R`, which it expands into solids, with given normals; automatic increments, default tolerances (residual of 0.5 % of the mean force).",
        "- **OpenSees** 3.7.1 (OpenSeesPy, UmfPack): Newton's iteration, unbalance of a thousandth of the load, increments cut by four where 50 iterations do not suffice and grown by half where eight do.",
        "",
        "All begin with a tenth of the load, and none takes more at once. Runs that take too long, a minute at most, are ended; what they reached is given below the table. *Error*: the largest relative difference of the displacements below the forces from the tables of Sze, Liu and Lo (2004). "
        "*Ours*: the least processor time in which one of our meshes has at most this error; *ratio*: how many times longer the other program takes.",
    ]
    for case in cases:
        done, failed = rows(case, modules, found)
        names = [name for name, *_ in case.sensors]
        said = ", ".join(f"{n} {case.published[n]}" for n in names)
        lines += ["", f"## {case.title}", "", f"Published: {said}.", ""]
        head = ["program", "element", "mesh", *names, "error", "increments", "iterations", "ms/iteration", "time [s]", "ours [s]", "ratio"]
        lines += ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        for program, element, divisions, one, off in done:
            cells = [program, element, f"{divisions} x {divisions}"]
            cells += [f"{one['values'][n]:.3f}" for n in names]
            cells += [f"{100 * off:.2f} %", str(one["points"]), str(one["iterations"])]
            cells += [f"{1000 * one['seconds'] / one['iterations']:.0f}", f"{one['seconds']:.2f}"]
            ours = time_at(off, done) if program != "Poinsot" else None
            cells += ["", ""] if ours is None else [f"{ours:.2f}", f"{one['seconds'] / ours:.1f}"]
            lines.append("| " + " | ".join(cells) + " |")
        for program, element, divisions, why, seconds in failed:
            lines += ["", f"{program}, {element}, {divisions} x {divisions}: ended {why} after {seconds:.0f} s."]
    lines += ["", *CLOSING]
    return "\n".join(lines) + "\n"
