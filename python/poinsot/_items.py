"""What the methods of a model share: they put tables into its tree."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar

from . import _native
from ._errors import ModelError, Problem
from ._plain import Plain, plain

P = ParamSpec("P")
R = TypeVar("R")


class Item(str):
    """An item of a model: its name, which can be used wherever a name is wanted."""

    kind: str
    """The table it stands in, such as ``body``."""

    def __new__(cls, name: str, kind: str = "") -> Item:
        item = super().__new__(cls, name)
        item.kind = kind
        return item

    def __repr__(self) -> str:
        return f"<{self.kind} {str(self)!r}>"

    def part(self, name: str) -> str:
        """A part or a coordinate: ``boom.part("end")`` is ``"boom.end"``."""
        return f"{self}.{name}"

    def at(self, place: str | float) -> str:
        """A place along a beam or cable: ``boom.at("0.36 m")`` is ``"boom@0.36 m"``."""
        return f"{self}@{place} m" if isinstance(place, (int, float)) else f"{self}@{place}"


def checked(method: Callable[P, R]) -> Callable[P, R]:
    """Unknown and missing keys of a call are problems of the model, with the nearest match."""
    known = inspect.signature(method).parameters
    needed = [
        k for k, p in known.items() if p.kind is p.KEYWORD_ONLY and p.default is p.empty
    ]
    table = method.__name__.removeprefix("set_")

    @functools.wraps(method)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if not all(k in known for k in kwargs) or not all(k in kwargs for k in needed):
            keys = [k for k, p in known.items() if p.kind is p.KEYWORD_ONLY]
            named = args[1] if len(args) > 1 and isinstance(args[1], str) else ""
            at = f"{table}.{named}" if named else table
            problems = [
                Problem(
                    "error",
                    f"{at}.{key}",
                    f"unknown key `{key}` in `{table}`",
                    _native.suggest(key, keys),
                )
                for key in kwargs
                if key not in known
            ]
            problems += [
                Problem("error", f"{at}.{key}", f"`{key}` is missing", "")
                for key in needed
                if key not in kwargs
            ]
            raise ModelError(problems)
        return method(*args, **kwargs)

    return call


def _keys(given: Mapping[str, Any], path: str) -> dict[str, Plain]:
    """Arguments as keys of a file, those that were not given left out."""
    return {
        key.removesuffix("_"): plain(value, f"{path}.{key}")
        for key, value in given.items()
        if key != "self" and value is not None
    }


def value(table: str, given: Mapping[str, Any], **choice: str) -> dict[str, Any]:
    """A table as the value of a key."""
    return {**choice, **_keys(given, table)}


class Builder:
    """The tree of a model, and how items come into it."""

    _tree: dict[str, Plain]

    def _changing(self) -> None:
        """Called before the tree changes."""

    def _item(self, table: str, given: Mapping[str, Any], **choice: str) -> Item:
        keys = _keys(given, table)
        name = keys.pop("name", None)
        first: dict[str, Plain] = {} if name is None else {"name": name}
        self._changing()
        items = self._tree.setdefault(table, [])
        if not isinstance(items, list):
            raise TypeError(f"`{table}` of this model is no list of tables")
        items.append({**first, **choice, **keys})
        return Item(str(name or ""), table)

    def _setting(self, table: str, given: Mapping[str, Any]) -> None:
        keys = _keys(given, table)
        self._changing()
        there = self._tree.setdefault(table, {})
        if isinstance(there, dict):
            there.update(keys)
        else:
            self._tree[table] = keys
