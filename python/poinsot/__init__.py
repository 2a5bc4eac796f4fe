"""Poinsot: flexible multibody dynamics with energy- and momentum-consistent time integration.

A pendulum, its angle, and a page that shows it move::

    import poinsot

    m = poinsot.Model(gravity=(0, 0, -9.81))
    arm = m.body("arm", mass="0.6 kg", inertia=(1e-3, 0.05, 0.05), position=("50 cm", 0, 0))
    m.revolute("hinge", between=("ground", arm), at=(0, 0, 0), axis=(0, 1, 0), unknowns=["angle"])
    m.set_run(duration="2 s", dt="5 ms")
    r = m.run()
    print(r["hinge.angle"].max())
    r.report("pendulum.html")
"""

from __future__ import annotations

from . import values
from ._errors import (
    AnalysisError,
    Interrupted,
    ModelError,
    ModelWarning,
    PoinsotError,
    Problem,
    RunError,
    StepError,
)
from ._executors import RayExecutor
from ._items import Item
from ._linear import Linearization, Modes, StateSpace
from ._model import Model
from ._native import version as _version
from ._pictures import plot_study
from ._results import Results, open_results
from ._simulation import Simulation
from ._study import StudyError, open_study, study
from ._tables import latin_hypercube, normal, sobol
from ._types import Array

open = open_results  # noqa: A001 - `poinsot.open` reads well and hides nothing outside of this module

__version__: str = _version()

__all__ = [
    "AnalysisError",
    "Array",
    "Interrupted",
    "Item",
    "Linearization",
    "Model",
    "ModelError",
    "ModelWarning",
    "Modes",
    "PoinsotError",
    "Problem",
    "RayExecutor",
    "Results",
    "RunError",
    "Simulation",
    "StateSpace",
    "StepError",
    "StudyError",
    "__version__",
    "latin_hypercube",
    "normal",
    "open",
    "open_study",
    "plot_study",
    "sobol",
    "study",
    "values",
]
