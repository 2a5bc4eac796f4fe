"""Models: built, read, checked, run."""

from __future__ import annotations

import copy
import json
import logging
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from . import _native
from ._errors import Interrupted, ModelWarning, Problem, RunError
from ._kinds import Kinds
from ._linear import Linearization, Modes
from ._plain import Plain, number_text, plain
from ._progress import Watch, clear, watcher
from ._results import Results
from ._simulation import Law, Simulation
from ._toml import dumps, inline
from ._types import Array, Scalar, Vector

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

log = logging.getLogger("poinsot")

About = Literal["as-drawn", "equilibrium"] | float | str | os.PathLike[str] | tuple[str, float]
Ledger = Literal["error", "warn"]


class Model(Kinds):
    """A model: bodies, beams, joints, loads, and how to run them.

    A new model is empty but for what is given here; items are added with one method per kind, such as :meth:`body` and
    :meth:`revolute`. Models in files are read with :meth:`read`, texts with :meth:`parse`, dictionaries with
    :meth:`from_dict`.

    Numbers are in SI units and radians. Texts carry their own unit (``"5 mm"``, ``"30 deg"``) or are formulas of
    parameters (``"0.5*span"``); quantities of pint do as well. Arrays are taken wherever a list is.

    Args:
        title: A one-line description.
        gravity: Uniform gravity [m/s^2]: three numbers in world axes, or a table with ``acceleration`` and ``scale``.
        parameters: Named values that numbers and formulas may use.
        run: Keys of ``[run]``, see :meth:`set_run`.
        folder: Where files are that the model names, such as meshes; the current folder if it is left out.
    """

    def __init__(
        self,
        *,
        title: str | None = None,
        gravity: Vector | Mapping[str, Any] | None = None,
        parameters: Mapping[str, Scalar] | None = None,
        run: Mapping[str, Any] | None = None,
        folder: str | os.PathLike[str] | None = None,
    ) -> None:
        self._tree: dict[str, Plain] = {}
        self._text: str | None = None
        self._format = "toml"
        self._name = "model.toml"
        self._folder = Path(folder) if folder is not None else Path()
        given = {"title": title, "parameters": parameters, "gravity": gravity, "run": run}
        for key, value in given.items():
            if value is not None:
                self._tree[key] = plain(value, key)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Model:
        """The model of a file, TOML or JSON."""
        # Opened and checked by the solver, so that what is wrong with a file is said as the command says it.
        loaded = _native.load_file(os.fspath(path), [])
        model = cls()
        model._keep(loaded.text, os.fspath(path), Path(path).parent)
        return model

    @classmethod
    def parse(cls, text: str, *, folder: str | os.PathLike[str] | None = None) -> Model:
        """The model of a text, TOML or JSON. Files that it names are looked for in ``folder``."""
        name = "model.json" if text.lstrip().startswith("{") else "model.toml"
        model = cls(folder=folder)
        _native.load(name, text, os.fspath(model._folder), [])
        model._keep(text, name, model._folder)
        return model

    @classmethod
    def from_dict(
        cls, tree: Mapping[str, Any], *, folder: str | os.PathLike[str] | None = None
    ) -> Model:
        """The model of a dictionary with the keys of a model file."""
        model = cls(folder=folder)
        model._tree = {str(k): plain(v, str(k)) for k, v in tree.items() if v is not None}
        return model

    def _keep(self, text: str, name: str, folder: Path) -> None:
        self._text = text
        self._name = name
        self._folder = folder
        as_json = name.lower().endswith(".json") or (
            not name.lower().endswith(".toml") and text.lstrip().startswith("{")
        )
        self._format = "json" if as_json else "toml"

    def _changing(self) -> None:
        # From here on the tree counts, no longer the text it was read from.
        if self._text is not None:
            self._tree = self._read_tree()
            self._text = None
            self._name = "model.toml"
            self._format = "toml"

    def _read_tree(self) -> dict[str, Plain]:
        text = self._text or ""
        # Whether it is sound was asked when it was read; what is left are values that both readers know.
        read: dict[str, Plain] = json.loads(text) if self._format == "json" else tomllib.loads(text)
        return read

    def copy(self) -> Model:
        """Another model like this one."""
        return copy.deepcopy(self)

    def to_dict(self) -> dict[str, Any]:
        """The model as plain values, with the keys of a model file."""
        return self._read_tree() if self._text is not None else copy.deepcopy(self._tree)

    def to_toml(self) -> str:
        """The model as the text of a file, which the command runs with the same results."""
        if self._text is not None and self._format == "toml":
            return self._text
        return dumps(self.to_dict())

    def to_text(self) -> str:
        """The text that is run: that of the file as it was read, TOML or JSON, or else :meth:`to_toml`."""
        return self._text if self._text is not None else dumps(self._tree)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the model into a file."""
        Path(path).write_text(self.to_toml(), encoding="utf-8", newline="\n")

    def add(self, table: str, /, **keys: Any) -> str:
        """Adds an item to a list of the file, such as ``add("body", name="arm", mass=2)``, whatever the table is called."""
        return self._item(table, keys)

    def parameter(self, name: str, value: Scalar, /) -> str:
        """Names a value, for use in all numbers and formulas. Gives the name."""
        self._changing()
        table = self._tree.setdefault("parameters", {})
        if not isinstance(table, dict):
            raise TypeError("`parameters` of this model is no table")
        table[name] = plain(value, f"parameters.{name}")
        return name

    def set(self, path: str, value: Any, /) -> None:
        """Sets a key of the model or of an item in it: ``set("body.arm.mass", "2 kg")``, ``set("run.dt", 1e-3)``."""
        self._changing()
        at: Any = self._tree
        *way, last = path.split(".")
        for step in way:
            if isinstance(at, list):
                found = [item for item in at if item.get("name") == step]
                if not found:
                    names = [str(item.get("name")) for item in at]
                    raise KeyError(f"no item {step!r} in {path!r}; {_native.suggest(step, names)}")
                at = found[0]
            else:
                at = at.setdefault(step, {})
        at[last] = plain(value, path)

    def check(self) -> list[Problem]:
        """Reads and builds the model. Gives warnings; errors are raised, all of them together.

        Raises:
            ModelError: with everything that is wrong.
        """
        loaded = self._load({}, quietly=True)
        for line in loaded.check():
            log.info("%s", line)
        return [Problem(*problem) for problem in loaded.warnings]

    def run(
        self,
        *,
        set: Mapping[str, Scalar | Sequence[Any]] | None = None,
        laws: Mapping[str, Law] | None = None,
        threads: int = 1,
        ledger: Ledger = "error",
        progress: bool | Watch | None = None,
    ) -> Results:
        """Runs the model over the time of ``[run]``. Other threads of Python go on meanwhile.

        Args:
            set: Parameters or keys that have another value in this run, such as ``{"rotor_mass": "12 kg", "run.dt": 1e-3}``.
            laws: Functions as laws of motors and forces, by their names. That of a motor is called with time, coordinate and
                rate and gives the effort; that of a force with time, place and velocity of its point, in world axes, and gives
                three numbers in place of ``value`` and ``scale``. Derivatives are taken by differences, or given: a function
                that returns ``(effort, by_coordinate, by_rate)``, or a force with two matrices of three rows. It is called in
                every iteration, also with states that the run never reaches, and must depend on its arguments alone. Its work
                is booked in the ledger.
            threads: Threads to share the work of one run among; results do not depend on it.
            ledger: What to do if the energy ledger does not close: ``"error"`` stops, ``"warn"`` goes on.
            progress: Whether to show a bar, or a function of time, steps and iterations so far. By default a bar is shown in
                terminals and notebooks.

        Raises:
            ModelError: The model cannot be used.
            RunError: The run failed; ``results`` of the exception has what was computed.
            Interrupted: Ctrl-C; ``results`` of the exception has what was computed.
        """
        loaded = self._load(set or {})
        watch = watcher(progress, loaded.duration)
        try:
            frames = loaded.run(ledger, threads, watch, _laws(laws))
        finally:
            clear(watch)
        return _finished(frames)

    def statics(
        self,
        *,
        until: float | None = None,
        at: Sequence[float] | Array | None = None,
        set: Mapping[str, Scalar | Sequence[Any]] | None = None,
        progress: bool | Watch | None = None,
    ) -> Results:
        """Follows the path of equilibria of ``[statics]``, a frame per equilibrium.

        Args:
            until: The last factor of loads.
            at: Factors to record, rising.
            set: Parameters or keys with another value, see :meth:`run`.
            progress: As in :meth:`run`.
        """
        loaded = self._load(set or {})
        watch = watcher(progress, until if until is not None else 1.0, "")
        try:
            frames = loaded.statics(until, [float(x) for x in at] if at is not None else [], watch)
        finally:
            clear(watch)
        return _finished(frames)

    def modes(
        self,
        *,
        count: int | None = None,
        near: float | None = None,
        about: About | None = None,
        kind: Literal["automatic", "real", "complex"] | None = None,
        set: Mapping[str, Scalar | Sequence[Any]] | None = None,
    ) -> Modes:
        """Natural frequencies, damping and shapes of small vibrations.

        Args:
            count: How many.
            near: Those nearest to this frequency [Hz]; the lowest if it is left out.
            about: ``"as-drawn"``, ``"equilibrium"``, a time of the run [s], results, or results and a time.
            kind: Real or complex modes.
            set: Parameters or keys with another value, see :meth:`run`.
        """
        return Modes(self._load(set or {}).modes(count, near, _about(about), kind))

    def linearize(
        self,
        *,
        about: About | None = None,
        set: Mapping[str, Scalar | Sequence[Any]] | None = None,
    ) -> Linearization:
        """The equations of small motions about a state: sparse matrices, and the state space.

        Args:
            about: As in :meth:`modes`.
            set: Parameters or keys with another value, see :meth:`run`.
        """
        return Linearization(self._load(set or {}).linearize(_about(about)))

    def simulation(
        self,
        *,
        set: Mapping[str, Scalar | Sequence[Any]] | None = None,
        laws: Mapping[str, Law] | None = None,
        threads: int = 1,
        ledger: Ledger = "error",
    ) -> Simulation:
        """The model at its start, to be stepped by hand. Arguments are those of :meth:`run`."""
        return Simulation(self._load(set or {}).simulation(ledger, threads, _laws(laws)))

    def _load(self, settings: Mapping[str, Any], quietly: bool = False) -> _native.Loaded:
        lines = [f"{key}={setting(value, key)}" for key, value in settings.items()]
        # The text that was read, not the file: a model does not change behind the back of its owner.
        loaded = _native.load(self._name, self.to_text(), os.fspath(self._folder), lines)
        if not quietly:
            for problem in loaded.warnings:
                warnings.warn(str(Problem(*problem)), ModelWarning, stacklevel=3)
        return loaded

    def __repr__(self) -> str:
        tree = self.to_dict()
        counts = [f"{len(v)} {k}" for k, v in tree.items() if isinstance(v, list) and k != "gravity"]
        title = tree.get("title")
        return f"<poinsot.Model {title!r}: {', '.join(counts) or 'empty'}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]


def setting(value: Any, key: str) -> str:
    """A value as a setting from outside writes it."""
    value = plain(value, key)
    if isinstance(value, str):
        # Texts that look like numbers or lists are texts all the same.
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, dict)):
        return inline(value)
    return number_text(value)


def _laws(laws: Mapping[str, Law] | None) -> list[tuple[str, Any]]:
    listed = list((laws or {}).items())
    wrong = [f"law `{name}` is {type(law).__name__}, not a function" for name, law in listed if not callable(law)]
    if wrong:
        raise TypeError("; ".join(wrong))
    return listed


def _about(about: About | None) -> Any:
    if isinstance(about, (float, int)) or about is None:
        return about
    if isinstance(about, tuple):
        return (os.fspath(about[0]), float(about[1]))
    return os.fspath(about)


def _finished(frames: _native.Frames) -> Results:
    results = Results(frames)
    for line in frames.lines:
        if line.startswith("warning: "):
            warnings.warn(line.removeprefix("warning: "), ModelWarning, stacklevel=3)
        else:
            log.info("%s", line.strip())
    if frames.failure is not None:
        raise RunError(frames.failure, results)
    if frames.status == "interrupted":
        raise Interrupted(results)
    return results
