"""``poinsot plot study.nc``: pictures of the table of a study."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ._pictures import columns, plot_study
from ._study import open_study


def is_table(path: str) -> bool:
    """Whether a file is the table of a study: NetCDF whose records are runs. A pipe would never open, so only files are looked into."""
    if not Path(path).is_file():
        return False
    try:
        with open(path, "rb") as file:
            head = file.read(24)
    except OSError:
        return False
    # Magic, number of records, tag and number of the dimensions, length of the first name, the name.
    return head[:4] == b"CDF\x02" and head[16:] == b"\0\0\0\x03run\0"


def main(arguments: Sequence[str]) -> int:
    """Carries out the command. Gives the exit code."""
    parser = argparse.ArgumentParser("poinsot plot", description="Draw the table of a study.")
    parser.add_argument("table", type=Path, help="the table of a study")
    parser.add_argument("outputs", nargs="*", metavar="OUTPUT", help="outputs to draw [default: all]")
    parser.add_argument("--list", action="store_true", help="list parameters and outputs")
    parser.add_argument("--against", metavar="NAME", help="parameter or output on the horizontal axis [default: all parameters]")
    parser.add_argument("-o", "--output", type=Path, help="picture, .svg or .png [default: name of the table with .svg, here]")
    parser.add_argument("--title", help="line at the top")
    given = parser.parse_args(arguments)
    try:
        table = open_study(given.table)
        if given.list:
            parameters, outputs = columns(table)
            for name, about in [*((n, "parameter") for n in parameters), *((n, "output") for n in outputs)]:
                sys.stdout.write(f"{name:32} {table[name].attrs.get('units', ''):12} {about}\n")
            return 0
        target = given.output or Path(given.table.stem + ".svg")
        if target.suffix not in (".svg", ".png"):
            raise ValueError(f"{target} is not a picture that can be drawn; its name must end in .svg or .png")
        import matplotlib

        matplotlib.use("Agg")
        figure = plot_study(table, given.outputs or None, against=given.against, title=given.title)
        figure.savefig(target)
    except (ValueError, OSError) as error:
        sys.stderr.write("".join(f"error: {line}\n" for line in str(error).splitlines()))
        return 2
    except ImportError as error:
        sys.stderr.write(f'error: pictures and tables of studies need {error.name}\nhelp: pip install "./python[all]"\n')
        return 2
    sys.stdout.write(f"{target}\n")
    return 0
