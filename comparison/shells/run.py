"""Shells in CalculiX, in OpenSees and in ours: the same meshes, supports and loads, error against processor time.

    python3 comparison/shells/run.py --program target/release/poinsot --folder target/shells [--write docs/shell-comparison.md]

Needs the program ccx (Debian: calculix-ccx) on the path and this Python with openseespy; what is missing is left out and said. Measurements
are kept in the folder: an interrupted comparison goes on where it stopped, and `--write` writes the page from what is there.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import calculix  # noqa: E402  beside this file, and what both comparisons use in the folder above
import cases  # noqa: E402
import opensees  # noqa: E402
import ours  # noqa: E402
from page import page  # noqa: E402
from programs import best  # noqa: E402

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the command poinsot, built with the default release settings")
    parser.add_argument("--folder", required=True, help="where inputs and measurements are kept")
    parser.add_argument("--write", help="the page to write")
    parser.add_argument("--only", default="", help="runs whose name contains this")
    wanted = parser.parse_args()
    program, folder = Path(wanted.program).resolve(), Path(wanted.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "measured.json"
    found = json.loads(kept.read_text()) if kept.is_file() else {}
    missing = []
    if shutil.which("ccx") is None:
        missing.append("ccx")
    if subprocess.run([sys.executable, "-c", "import openseespy.opensees"], capture_output=True).returncode:
        missing.append("openseespy")
    for name in missing:
        print(f"{name} is not there: its part is left out")
    tasks = []
    for case in cases.CASES:
        for module in (ours, calculix, opensees):
            if (module is calculix and "ccx" in missing) or (module is opensees and "openseespy" in missing):
                continue
            for element, nodes in module.ELEMENTS.items():
                tasks += [(case, module, element, nodes, n) for n in case.meshes[nodes]]
    # Coarse meshes first, and last the program that takes longest: the page is of use early.
    tasks.sort(key=lambda task: (task[1] is opensees, task[4] * (1 if task[3] == 4 else 2)))
    for case, module, element, nodes, n in tasks:
        name = f"{case.name} / {module.NAME} / {element} / {n}"
        if name in found or wanted.only not in name:
            continue
        options = {"program": str(program)} if module is ours else {}
        mesh = cases.Mesh(case, nodes, n)
        # A program that needed more than the patience on a coarser mesh is not asked again.
        tried = [found.get(f"{case.name} / {module.NAME} / {element} / {k}", {}) for k in case.meshes[nodes] if k < n]
        if any(t.get("failed", "").startswith("more") for t in tried):
            continue
        here = folder / name.replace(" / ", "-").replace(" ", "-")
        found[name] = best(module, here, mesh, element, case.increment, **options)
        found[name]["unknowns"] = 6 * len(mesh.number)
        print(name, found[name], flush=True)
        kept.write_text(json.dumps(found, indent=1))
    text = page(cases.CASES, (ours, calculix, opensees), found)
    print(text)
    if wanted.write:
        Path(wanted.write).write_text(text)


if __name__ == "__main__":
    main()
