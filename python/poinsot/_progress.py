"""How far a run is: one line in a terminal or a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

_WIDTH = 30
_FIRST = 0.5
_EVERY = 0.2

Watch = Callable[[float, int, int], Any]


def in_notebook() -> bool:
    """Whether a notebook shows what is printed."""
    shell = sys.modules.get("IPython")
    if shell is None:
        return False
    found = shell.get_ipython()
    return found is not None and "IPKernelApp" in getattr(found, "config", {})


class Progress:
    """A bar over the time of a run. It appears after half a second, so that short runs stay quiet."""

    def __init__(self, end: float, unit: str = "s", stream: TextIO | None = None) -> None:
        self._end = end
        self._unit = unit
        self._stream = stream or sys.stderr
        self._started = time.monotonic()
        self._shown = 0.0
        self._length = 0

    def __call__(self, at: float, steps: int, iterations: int) -> None:
        seconds = time.monotonic() - self._started
        if seconds < _FIRST or seconds - self._shown < _EVERY:
            return
        self._shown = seconds
        part = min(max(at / self._end, 0.0), 1.0) if self._end > 0 else 0.0
        bar = "=" * int(_WIDTH * part)
        left = f"{seconds * (1 - part) / part:.0f} s left" if part > 0 else ""
        text = (
            f"  [{bar:<{_WIDTH}}] {at:.3f} {self._unit}   {steps / seconds:.0f} steps/s   "
            f"{iterations / max(steps, 1):.1f} Newton/step   {left}"
        )
        self._stream.write("\r" + text.ljust(self._length))
        self._stream.flush()
        self._length = len(text)

    def clear(self) -> None:
        """Takes the line away."""
        if self._length:
            self._stream.write("\r" + " " * self._length + "\r")
            self._stream.flush()


def watcher(wanted: bool | Watch | None, end: float, unit: str = "s") -> Watch | None:
    """Who is told how far a run is: nobody, a bar, or a function of the caller."""
    if callable(wanted):
        return wanted
    if wanted is None:
        wanted = sys.stderr.isatty() or in_notebook()
    return Progress(end, unit) if wanted else None


def clear(watch: Watch | None) -> None:
    """Takes a bar away."""
    if isinstance(watch, Progress):
        watch.clear()
