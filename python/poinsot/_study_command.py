"""``poinsot study study.toml``: a study of a file, on all cores of this machine."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _native
from ._errors import PoinsotError
from ._model import Model
from ._study import study
from ._tables import latin_hypercube, normal, rows_of, sobol

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_SAMPLED = {"latin_hypercube": latin_hypercube, "sobol": sobol, "normal": normal}
_KEYS = ["model", "store", "parameters", *_SAMPLED, "outputs", "set", "executor"]


def main(arguments: Sequence[str]) -> int:
    """Carries out the command. Gives the exit code: 2 for bad input, 1 for a study with failed runs."""
    parser = argparse.ArgumentParser("poinsot study", description="Run a model once for every row of a table.")
    parser.add_argument("file", type=Path, help="the study: model, parameters, outputs")
    parser.add_argument("--workers", type=int, help="runs at a time [default: all cores]")
    parser.add_argument("--store", type=Path, help="file that rows are kept in [default: that of the study]")
    parser.add_argument("--quiet", action="store_true", help="no progress, no summary")
    given = parser.parse_args(arguments)
    try:
        table = _carried_out(given)
    except (PoinsotError, ValueError, TypeError, KeyError, OSError) as error:
        text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
        sys.stderr.write(text if text.startswith("error") else f"error: {text}")
        sys.stderr.write("\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; started again, the study runs what is missing\n")
        return 3
    failed = int((table["status"] != "complete").sum())
    if not given.quiet:
        sys.stdout.write(_summary(table, failed))
    return 1 if failed else 0


def _carried_out(given: argparse.Namespace) -> Any:
    path: Path = given.file
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from error
    for key in content:
        if key not in _KEYS:
            raise ValueError(f"{path}: unknown key `{key}`; {_native.suggest(key, _KEYS)}")
    for key in ("model", "outputs"):
        if key not in content:
            raise ValueError(f"{path}: `{key}` is missing")
    model = Model.read(path.parent / content["model"])
    outputs = {
        name: tuple(reducer) if isinstance(reducer, list) else reducer
        for name, reducer in content["outputs"].items()
    }
    return study(
        model,
        rows_of(_table(path, content)),
        outputs,
        store=given.store or path.parent / content.get("store", path.with_suffix(".nc").name),
        executor=content.get("executor"),
        workers=given.workers,
        set=content.get("set"),
        progress=False if given.quiet else None,
    )


def _table(path: Path, content: Mapping[str, Any]) -> Any:
    ways = [key for key in ("parameters", *_SAMPLED) if key in content]
    if len(ways) != 1:
        known = ", ".join(f"[{key}]" for key in ("parameters", *_SAMPLED))
        raise ValueError(f"{path}: give one of {known}")
    (way,) = ways
    table = dict(content[way])
    if way == "parameters":
        return table
    count, seed = table.pop("count", None), table.pop("seed", 0)
    if not isinstance(count, int) or count < 1:
        raise ValueError(f"{path}: `count` in [{way}] is a whole number of rows")
    ranges = {name: (float(pair[0]), float(pair[1])) for name, pair in table.items()}
    return _SAMPLED[way](ranges, count, seed=seed)


def _summary(table: Any, failed: int) -> str:
    lines = [f"{table.sizes['run']} runs, {failed} failed\n"]
    for name, values in table.items():
        if values.dtype.kind == "f" and values.dims == ("run",):
            low, mean, high = (float(f(skipna=True)) for f in (values.min, values.mean, values.max))
            lines.append(f"  {name:24} {low:14.6g} .. {high:<14.6g} mean {mean:.6g}\n")
    causes = table["cause"].values[table["status"].values != "complete"]
    lines += [f"  failed: {cause}\n" for cause in list(dict.fromkeys(causes))[:5]]
    return "".join(lines)
