"""Every kind of a model file has a method, and what it makes is what a file makes."""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

import pytest

import poinsot
from poinsot import _native, values
from poinsot._kinds import Kinds

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SMALL = _native.small_models()

# Words that choose a kind of a table, and the word that is taken when none is given.
CHOICES = {
    "joint": ("kind", None),
    "shape": ("kind", None),
    "contact_shape": ("kind", None),
    "tie": ("kind", "joined"),
    "shell": ("surface", None),
    "solid": ("volume", None),
    "section": ("shape", "given"),
    "material": ("law", "linear"),
}
SETTINGS = {"run", "statics", "turning", "modes", "output"}


def argument(key: str) -> str:
    return f"{key}_" if key in {"from", "in", "is", "with", "as", "lambda", "global", "not"} else key


def rebuilt(tree: dict[str, Any]) -> poinsot.Model:
    """The same model, with one call of a method for every table of a file."""
    m = poinsot.Model(title=tree.get("title"), gravity=tree.get("gravity"))
    for name, value in tree.get("parameters", {}).items():
        m.parameter(name, value)
    for table, content in tree.items():
        if table in SETTINGS:
            getattr(m, f"set_{table}")(**{argument(k): v for k, v in content.items()})
        elif isinstance(content, list) and table != "gravity":
            for item in content:
                keys = {argument(k): v for k, v in item.items()}
                chooser, default = CHOICES.get(table, (None, None))
                word = keys.pop(chooser, default) if chooser else None
                method = table
                if word is not None:
                    plain = word.replace("-", "_")
                    method = plain if table == "joint" else f"{table}_{plain}"
                name = [keys.pop("name")] if "name" in keys else []
                getattr(m, method)(*name, **keys)
    return m


@pytest.mark.parametrize(("kind", "text"), SMALL, ids=[kind for kind, _ in SMALL])
def test_small_models_built_in_python_are_those_of_the_file(
    kind: str, text: str
) -> None:
    written = rebuilt(tomllib.loads(text)).to_toml()
    # Without a folder, files that models name are left alone: these models name some that are not there.
    from_file = _native.load("a.toml", text, None, []).debug()
    from_python = _native.load("a.toml", written, None, []).debug()
    # Where a value stands in the text is not part of the model.
    place = re.compile(r"line: \d+, column: \d+|Place \{[^}]*\}")
    assert place.sub("", from_python) == place.sub("", from_file)


def test_every_method_has_help_and_types() -> None:
    for name, method in inspect.getmembers(Kinds, inspect.isfunction):
        if name.startswith("_"):
            continue
        text = inspect.getdoc(method)
        assert text and "In a model file" in text, name
        for parameter in inspect.signature(method).parameters.values():
            assert parameter.name == "self" or parameter.annotation is not parameter.empty


def test_help_reads_like_the_reference() -> None:
    text = inspect.getdoc(poinsot.Model.revolute)
    assert text is not None
    for part in ["Rotation about z (a hinge)", '[[joint]] kind = "revolute"', "between: two items, required"]:
        assert part in text


def test_values_are_tables() -> None:
    assert values.orientation(axis=(0, 0, 1), angle="30 deg") == {"axis": [0, 0, 1], "angle": "30 deg"}
    assert values.sine(amplitude=2, frequency="3 Hz")["pulse"] == "sine"
    with pytest.raises(poinsot.ModelError, match="amplitude"):
        values.sine(amplitud=2, frequency=3)  # type: ignore[call-arg]
