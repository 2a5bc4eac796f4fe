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
from ._tables import latin_hypercube, normal, sobol, together

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_SAMPLED = {"latin_hypercube": latin_hypercube, "sobol": sobol, "normal": normal}
_WAYS = ("parameters", "rows", *_SAMPLED)
_KEYS = {"model": str, "store": str, "outputs": dict, "set": dict, "executor": str, "rows": list, "parameters": dict}
_KEYS.update(dict.fromkeys(_SAMPLED, dict))
_WORDS = {str: "a text", dict: "a table", list: "a list of tables"}


def main(arguments: Sequence[str]) -> int:
    """Carries out the command. Gives the exit code: 2 for bad input, 1 for a study with failed runs."""
    parser = argparse.ArgumentParser("poinsot study", description="Run a model once for every row of a table.")
    parser.add_argument("file", type=Path, help="the study: model, parameters, outputs")
    parser.add_argument("--workers", type=int, help="runs at a time [default: all cores]")
    parser.add_argument("--store", type=Path, help="file that rows are kept in [default: that of the study]")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress, no summary")
    given = parser.parse_args(arguments)
    try:
        table, store = _carried_out(given)
    except (PoinsotError, ValueError, TypeError, KeyError, OSError) as error:
        text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
        known = text.startswith(("error", "warning"))
        sys.stderr.write(text if known else "\n".join(f"error: {line}" for line in text.splitlines()))
        sys.stderr.write("\n")
        return 2
    except ImportError as error:
        sys.stderr.write(f'error: studies need {error.name}\nhelp: pip install "./python[studies]"\n')
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; started again, the study runs what is missing\n")
        return 3
    failed = int((table["status"] != "complete").sum())
    if not given.quiet:
        sys.stdout.write(_summary(table, failed))
        sys.stdout.write(f"  rows are in {store}; `poinsot plot {store}` draws them\n")
    return 1 if failed else 0


def _carried_out(given: argparse.Namespace) -> tuple[Any, Path]:
    path: Path = given.file
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error
    for key in (*_WAYS, "set"):
        if isinstance(content.get(key), dict):
            content[key] = _flat(content[key])
        elif isinstance(content.get(key), list):
            content[key] = [_flat(row) if isinstance(row, dict) else row for row in content[key]]
    problems = _problems(content)
    if problems:
        raise ValueError(together([f"{path}: {problem}" for problem in problems]))
    model = Model.read(path.parent / content["model"])
    outputs = {name: tuple(reducer) for name, reducer in content["outputs"].items()}
    store: Path = given.store or path.parent / content.get("store", path.with_suffix(".nc").name)
    table = study(
        model,
        _table(content),
        outputs,
        store=store,
        executor=content.get("executor"),
        workers=given.workers,
        set=content.get("set"),
        progress=False if given.quiet else None,
    )
    return table, store


def _flat(table: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Keys of a model with their dots: ``body.arm.mass = 2`` is a table in a table for TOML."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{path}{key}."))
        else:
            flat[f"{path}{key}"] = value
    return flat


def _problems(content: Mapping[str, Any]) -> list[str]:
    """Everything that is wrong with the file of a study by itself."""
    problems = [
        f"unknown key `{key}`; {_native.suggest(key, [*_KEYS])}" for key in content if key not in _KEYS
    ]
    problems += [
        f"`{key}` must be {_WORDS[kind]}, found {content[key]!r}"
        for key, kind in _KEYS.items()
        if key in content and not isinstance(content[key], kind)
    ]
    problems += [f"`{key}` is missing" for key in ("model", "outputs") if key not in content]
    ways = [key for key in _WAYS if key in content]
    if len(ways) != 1:
        known = ", ".join(f"[{key}]" if key != "rows" else "[[rows]]" for key in _WAYS)
        problems.append(f"give one of {known}, found {', '.join(ways) or 'none'}")
    rows = content.get("rows")
    if isinstance(rows, list) and not all(isinstance(row, dict) for row in rows):
        problems.append("`rows` must be a list of tables, one per run")
    for way in ways:
        if way in _SAMPLED and isinstance(content[way], dict):
            problems += _sample_problems(way, content[way])
    outputs = content.get("outputs")
    for name, reducer in outputs.items() if isinstance(outputs, dict) else ():
        if not isinstance(reducer, list):
            problems.append(f'`outputs.{name}` must be a list such as ["hinge.angle", "max"], found {reducer!r}')
    return problems


def _sample_problems(way: str, table: Mapping[str, Any]) -> list[str]:
    problems = []
    count, seed = table.get("count"), table.get("seed", 0)
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        problems.append(f"`{way}.count` must be a whole number of rows, found {count!r}")
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        problems.append(f"`{way}.seed` must be a whole number, zero or more, found {seed!r}")
    pairs = {name: pair for name, pair in table.items() if name not in ("count", "seed")}
    if not pairs:
        problems.append(f"[{way}] names no parameter")
    meaning = "mean and standard deviation" if way == "normal" else "lower and upper end"
    for name, pair in pairs.items():
        numbers = isinstance(pair, list) and len(pair) == 2
        if not numbers or not all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in pair):
            problems.append(f"`{way}.{name}` must be two numbers in SI units, {meaning}, found {pair!r}")
    return problems


def _table(content: Mapping[str, Any]) -> Any:
    way = next(key for key in _WAYS if key in content)
    if way not in _SAMPLED:
        return content[way]
    table = dict(content[way])
    count, seed = table.pop("count"), table.pop("seed", 0)
    ranges = {name: (float(pair[0]), float(pair[1])) for name, pair in table.items()}
    return _SAMPLED[way](ranges, count, seed=seed)


def _summary(table: Any, failed: int) -> str:
    lines = [f"{table.sizes['run']} runs, {failed} failed\n"]
    for name, values in table.items():
        if values.dtype.kind == "f" and values.dims == ("run",) and bool(values.notnull().any()):
            low, mean, high = (float(f(skipna=True)) for f in (values.min, values.mean, values.max))
            unit = values.attrs.get("units", "")
            lines.append(f"  {name:24} {low:14.6g} .. {high:<14.6g} mean {mean:<14.6g} {unit}".rstrip() + "\n")
    causes = table["cause"].values[table["status"].values != "complete"]
    lines += [f"  failed: {cause}\n" for cause in list(dict.fromkeys(causes))[:5]]
    return "".join(lines)
