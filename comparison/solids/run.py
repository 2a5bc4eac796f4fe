"""Solids in CalculiX and in ours: the same meshes, supports and loads, error against processor time.

    python3 comparison/solids/run.py --program target/release/poinsot --folder target/solids [--write docs/solid-comparison.md]

Needs the program ccx (Debian: calculix-ccx) on the path. Measurements are kept in the folder: an interrupted comparison goes on where it
stopped, and `--write` writes the page from what is there.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import calculix  # noqa: E402  beside this file, and what both comparisons use in the folder above
import cases  # noqa: E402
import ours  # noqa: E402
from page import page  # noqa: E402
from programs import ROUNDS, SHORT, better, measured  # noqa: E402


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
    modules = [ours, calculix]
    if shutil.which("ccx") is None:
        print("ccx is not there: its part is left out")
        modules.remove(calculix)
    for case in cases.CASES:
        for n in case.meshes:
            runs = [(module, element, nodes) for module in modules for element, nodes in module.ELEMENTS.items()]
            names = {run: f"{case.name} / {run[0].NAME} / {run[1]} / {n}" for run in runs}
            runs = [run for run in runs if names[run] not in found and wanted.only in names[run]]
            # The programs take turns, so that what else the machine does meets both.
            for turn in range(ROUNDS):
                for run in runs:
                    module, element, nodes = run
                    name = names[run]
                    before = found.get(name)
                    if before and ("failed" in before or before["seconds"] > SHORT):
                        continue
                    options = {"program": str(program)} if module is ours else {}
                    mesh = cases.Mesh(case, nodes, n)
                    one = measured(module, folder / name.replace(" / ", "-"), mesh, element, case.increment, **options)
                    one["nodes"] = len(mesh.number)
                    found[name] = better(before, one) if before else one
                    print(turn, name, found[name], flush=True)
            kept.write_text(json.dumps(found, indent=1))
    text = page(cases.CASES, (ours, calculix), found)
    print(text)
    if wanted.write:
        Path(wanted.write).write_text(text)


if __name__ == "__main__":
    main()
