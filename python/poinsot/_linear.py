"""Modes and linearised equations as arrays."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._errors import ModelWarning
from ._types import Array

if TYPE_CHECKING:
    import pandas as pd

Complex = npt.NDArray[np.complex128]


class Modes:
    """Small vibrations about a state."""

    def __init__(self, found: _native.ModesFound) -> None:
        self._found = found
        self.eigenvalues: Complex = np.frombuffer(found.eigenvalues(), dtype=np.complex128)
        """Growth rate and circular frequency of every mode, ``re + i im`` [1/s, rad/s]."""
        self.frequencies: Array = np.array(found.frequencies())
        """Natural frequencies [Hz]."""
        self.damping_ratios: Array = np.array(found.damping_ratios())
        """Damping relative to the critical one; negative for growing modes."""
        self.kinds: list[str] = found.kinds()
        """What a mode does: it vibrates, decays, diverges, is rigid."""
        self.moves: list[str] = found.moves()
        """What moves, in a few words."""
        self.names: list[str] = found.names
        """Unknowns that shapes move."""
        if found.unbalance is not None:
            warnings.warn(found.unbalance, ModelWarning, stacklevel=3)

    def __len__(self) -> int:
        return len(self.frequencies)

    @property
    def shapes(self) -> Complex:
        """One column per mode, one row per unknown, ``x^H M x = 1``."""
        all_ = np.frombuffer(self._found.shapes(), dtype=np.complex128)
        return all_.reshape(len(self), len(self.names)).T

    @property
    def effective_masses(self) -> Array:
        """One row per mode: masses along x, y, z [kg] and moments about x, y, z [kg m^2]; NaN for complex modes."""
        rows = self._found.effective_masses()
        return np.array([row or [np.nan] * 6 for row in rows]).reshape(len(self), 6)

    def to_pandas(self) -> pd.DataFrame:
        """One row per mode."""
        import pandas as pd

        columns = {
            "frequency": self.frequencies,
            "damping_ratio": self.damping_ratios,
            "kind": self.kinds,
            "moves": self.moves,
        }
        return pd.DataFrame(columns, index=pd.RangeIndex(1, len(self) + 1, name="mode"))

    def __repr__(self) -> str:
        lines = [
            f"{k:4d}  {f:12.6g} Hz  {d:9.5f}  {moves}"
            for k, (f, d, moves) in enumerate(
                zip(self.frequencies, self.damping_ratios, self.moves, strict=True), 1
            )
        ]
        return "\n".join([f"<poinsot.Modes: {len(self)}>", *lines])


@dataclass(frozen=True)
class StateSpace:
    """``x' = A x + B u``, ``y = C x + D u`` in minimal coordinates.

    Unpacks into four matrices, as SciPy and python-control take them: ``scipy.signal.StateSpace(*space)``,
    ``control.ss(*space)``.
    """

    A: Array
    B: Array
    C: Array
    D: Array
    basis: Array
    """Motion of the unknowns for every minimal coordinate."""
    states: list[str]
    inputs: list[str]
    """Names of the inputs: motors and loads."""
    outputs: list[str]
    """Names of the outputs."""
    input_units: list[str]
    output_units: list[str]

    def __iter__(self) -> Any:
        return iter((self.A, self.B, self.C, self.D))

    def select(self, inputs: list[str] | None = None, outputs: list[str] | None = None) -> StateSpace:
        """The same system with some inputs and outputs only."""
        ins = list(range(len(self.inputs))) if inputs is None else [_place(n, self.inputs) for n in inputs]
        outs = (
            list(range(len(self.outputs))) if outputs is None else [_place(n, self.outputs) for n in outputs]
        )
        return StateSpace(
            self.A,
            self.B[:, ins],
            self.C[outs, :],
            self.D[np.ix_(outs, ins)],
            self.basis,
            self.states,
            [self.inputs[k] for k in ins],
            [self.outputs[k] for k in outs],
            [self.input_units[k] for k in ins],
            [self.output_units[k] for k in outs],
        )


def _place(name: str, known: list[str]) -> int:
    if name not in known:
        raise KeyError(f"no signal {name!r}; {_native.suggest(name, known)}")
    return known.index(name)


class Linearization:
    """``M x'' + C x' + K x + G^T l = f``, ``G x = 0`` about a state."""

    def __init__(self, linear: _native.Linear) -> None:
        self._linear = linear
        self.unknowns: list[str] = linear.unknowns
        """Names of the unknowns, the columns of all matrices."""
        self.constraints: list[str] = linear.constraints
        """Names of the rows of ``G``."""
        if linear.unbalance is not None:
            warnings.warn(linear.unbalance, ModelWarning, stacklevel=3)

    def _matrix(self, name: str) -> Any:
        from scipy.sparse import csr_array

        rows, columns, values, shape = self._linear.matrix(name)
        at = (np.frombuffer(rows, dtype=np.int64), np.frombuffer(columns, dtype=np.int64))
        return csr_array((np.frombuffer(values, dtype=np.float64), at), shape=shape)

    @property
    def M(self) -> Any:
        """Mass, a sparse array of SciPy."""
        return self._matrix("M")

    @property
    def C(self) -> Any:
        """Damping and gyroscopic terms."""
        return self._matrix("C")

    @property
    def K(self) -> Any:
        """Stiffness."""
        return self._matrix("K")

    @property
    def G(self) -> Any:
        """Constraints."""
        return self._matrix("G")

    @property
    def state_space(self) -> StateSpace:
        """The system in minimal coordinates, from motors and loads to outputs.

        Raises:
            ValueError: There are more than 2000 unknowns.
        """
        found = self._linear.state_space()
        if found is None:
            raise ValueError(
                f"{len(self.unknowns)} unknowns are too many for a dense state space; use the sparse matrices M, C, K, G"
            )
        named = {
            key: np.frombuffer(found[key][0], dtype=np.float64).reshape(found[key][1])
            for key in ("A", "B", "C", "D", "basis")
        }
        inputs, outputs = found["inputs"], found["outputs"]
        return StateSpace(
            **named,
            states=found["states"],
            inputs=[name for name, _ in inputs],
            outputs=[name for name, _ in outputs],
            input_units=[unit for _, unit in inputs],
            output_units=[unit for _, unit in outputs],
        )
