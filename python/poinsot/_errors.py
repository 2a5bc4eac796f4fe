"""What can go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._results import Results

_CAUSE = "likeliest cause: "


class PoinsotError(Exception):
    """The base of all errors of this package."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a model."""

    severity: str
    """``"error"`` or ``"warning"``."""
    path: str
    """The key, such as ``body[0].mass``; empty if it concerns the model as a whole."""
    message: str
    """What is wrong."""
    help: str
    """What to do about it; may be empty."""
    line: int = 0
    """The line in the text of the model, from 1; 0 if there is none."""
    column: int = 0
    """The column, from 1."""

    def __str__(self) -> str:
        where = f" at {self.path}" if self.path else ""
        what = f"; {self.help}" if self.help else ""
        return f"{self.message}{where}{what}"


class ModelError(PoinsotError):
    """A model that cannot be used, with everything that is wrong with it.

    ``problems`` lists them, each with the path of its key and a hint.
    """

    def __init__(
        self,
        problems: Sequence[Problem | tuple[str, str, str, str, int, int]],
        text: str | None = None,
    ) -> None:
        self.problems: list[Problem] = [
            p if isinstance(p, Problem) else Problem(*p) for p in problems
        ]
        shown = text if text is not None else "\n".join(f"error: {p}" for p in self.problems)
        super().__init__(shown)
        self.text = shown

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.problems, self.text))


class ModelWarning(UserWarning):
    """A model that can be used, but probably says something that was not meant."""


class AnalysisError(PoinsotError):
    """Modes or linearised equations that could not be computed."""


class StepError(PoinsotError):
    """A step that failed; the simulation stands where the step before it has ended."""

    @property
    def cause(self) -> str | None:
        """The likeliest cause with its evidence, if there is one."""
        return likeliest_cause(str(self))


class RunError(PoinsotError):
    """A run that failed on its way. ``results`` holds what was computed until then."""

    def __init__(self, text: str, results: Results | None = None) -> None:
        super().__init__(text)
        self.results = results

    @property
    def cause(self) -> str | None:
        """The likeliest cause with its evidence, if there is one."""
        return likeliest_cause(str(self))

    def __reduce__(self) -> tuple[object, ...]:
        # Results stay where they were computed; the text travels.
        return (type(self), (str(self),))


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run. ``results`` holds what was computed until then."""

    def __init__(self, results: Results | None = None) -> None:
        super().__init__("interrupted; what was computed is in .results of this exception")
        self.results = results


def likeliest_cause(text: str) -> str | None:
    """The cause in the text of a failure."""
    for line in text.splitlines():
        if line.strip().startswith(_CAUSE):
            return line.strip()[len(_CAUSE) :]
    return None
