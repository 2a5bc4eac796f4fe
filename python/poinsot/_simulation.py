"""Simulations that a program steps."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Union

import numpy as np

from . import _native
from ._types import Array

Three = tuple[float, float, float]
MotorLaw = Callable[[float, float, float], Union[float, Three]]
"""Effort from time, coordinate and rate; or the effort with its derivatives by coordinate and rate."""
PointLaw = Callable[[float, Three, Three], Any]
"""Force on a point from time, place and velocity, three numbers in world axes; or the force with its derivatives by place and
velocity, three rows of three each."""
Law = Union[MotorLaw, PointLaw]


class Simulation:
    """A model on its way: step it, look at it, change what drives it, branch off.

    Made by :meth:`poinsot.Model.simulation`. A controller in a few lines::

        s = m.simulation()
        while not s.is_over:
            s.set_motor("drive", -20 * s["hinge.angle"] - 2 * s["hinge.angle_rate"])
            s.step()

    What was set before a step acts in it, and its work is booked in the ledger.
    """

    def __init__(self, stepping: _native.Stepping) -> None:
        self._stepping = stepping
        # Bound once: a loop over short steps calls these hundreds of thousands of times.
        self.step = stepping.step
        self.set_motor = stepping.set_motor
        self.set_load = stepping.set_load
        self.set_motion = stepping.set_motion
        self._get = stepping.get

    @property
    def time(self) -> float:
        """Time reached [s]."""
        return self._stepping.time

    @property
    def duration(self) -> float:
        """End of the run [s]."""
        return self._stepping.duration

    @property
    def is_over(self) -> bool:
        """Whether the run has come to its end. :meth:`step_by` and :meth:`run_to` go beyond it."""
        return self._stepping.is_over

    @property
    def steps(self) -> int:
        """Steps made."""
        return self._stepping.steps

    @property
    def names(self) -> list[str]:
        """Names of all outputs."""
        return self._stepping.names()

    @property
    def changes(self) -> list[str]:
        """What was set since the start."""
        return self._stepping.changes()

    def __getitem__(self, name: str) -> float:
        """An output as it is now."""
        return self._get(name)

    def vector(self, name: str) -> Array:
        """All outputs that a name stands for, such as the three of ``arm.position``."""
        columns = [column for column, _, _ in self._stepping.resolve(name)]
        row: Array = self.row()[columns]
        return row

    def row(self) -> Array:
        """All outputs, in the order of :attr:`names`."""
        return np.frombuffer(self._stepping.row(), dtype=np.float64)

    def step_by(self, dt: float) -> tuple[float, int]:
        """Goes on by exactly this time [s], in several steps if the run allows no step so long."""
        return self._stepping.step_by(dt)

    def run_to(self, time: float) -> float:
        """Goes on to this time [s]. Gives the time reached."""
        ahead = time - self.time
        return self.step_by(ahead)[0] if ahead > 0 else self.time

    def copy(self) -> Simulation:
        """Another simulation at the same place, which goes its own way: to try what would happen if."""
        return Simulation(self._stepping.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Simulation:
        return self.copy()

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes a checkpoint, from which :meth:`load` and ``poinsot resume`` go on bit for bit.

        Raises:
            ValueError: Something was set since the start: a checkpoint holds the text of the model, not what was set.
        """
        if self.changes:
            raise ValueError(
                f"{', '.join(self.changes)} was set since the start, and a checkpoint does not hold that; "
                "copy() keeps it, within this process"
            )
        target = Path(path)
        before = target.with_name(target.name + ".part")
        before.write_bytes(self._stepping.checkpoint())
        before.replace(target)
        return target

    @staticmethod
    def load(path: str | os.PathLike[str], *, threads: int = 1) -> Simulation:
        """A simulation that stands where it was saved."""
        return Simulation(_native.Stepping.resume(Path(path).read_bytes(), threads))

    def __repr__(self) -> str:
        return f"<poinsot.Simulation at {self.time:g} s of {self.duration:g} s, {self.steps} steps>"
