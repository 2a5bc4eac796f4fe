"""How large a quantity becomes over the whole motion, and how fast it changes: what its errors are measured by.

A scheme of second order errs by `dt^2` times second derivatives, whatever else goes into its constant. So every quantity has a
*pace* `max |Q''| / max |Q|`, the inverse square of a time scale tau, and `(dt/tau)^2` is the size of error that is natural for it.
Both maxima are over the whole motion as the reference samples it, not over the few frames that are compared: reactions may rise to
a peak and fall again between two frames.
"""

import numpy as np

from compare import QUANTITIES, gather

# Steps of the ladder, as parts of the duration. The schemes are of second order, so errors fall by 64 over the ladder.
LADDER = (50, 100, 200, 400)
# Steps that are added where the motion is too fast for the ladder, or where the ladder does not show an order yet.
FINER = (800, 1600)
# Errors in units of (dt/tau)^2. The phase of an oscillation is off by 1/12 (trapezoidal rule) to 1/5 (with dissipation) of that per
# radian, and some five radians are passed; a value that is continued from the middles of two steps, as reactions of `ed` are, is off
# by 1/3, (1/2)(1/2)(3/2) less 1/24 for the mean over a step. Together about one; twice that is allowed.
NATURAL = 2.0
# No error at the finest step may be larger than this. A motion for which less is natural only at finer steps is judged at those.
LARGEST = 6e-3

# Quantities whose size is at least that of another one: they vanish in the reference, or are sums whose terms cancel.
SIZED_AS = {
    "total energy": "kinetic energy",
    "loss of the scheme": "kinetic energy",
    "gap of energy": "kinetic energy",
    "gap of momentum": "momentum",
}
# What drives errors of everything else: an error of an orientation or of an acceleration is passed on to all quantities.
MOTION = ("orientation", "velocity", "angular velocity", "reaction force", "reaction moment")


class Course:
    """Sizes of all quantities, and their paces in units of the duration: `(duration/tau)^2`."""

    def __init__(self, solution, system):
        samples = solution.samples
        interval = 1.0 / (len(samples) - 1)
        listed = [gather(sample, system) for sample in samples]
        values = {q: np.array([entry[q] for entry in listed]) for q in QUANTITIES if q != "orientation"}
        values["orientation"] = np.array([np.ravel(sample["orientation"]) for sample in samples])
        self.sizes = {}
        for quantity, course in values.items():
            self.sizes[quantity] = max(QUANTITIES[quantity], np.abs(course).max(initial=0.0))
        for quantity, other in SIZED_AS.items():
            self.sizes[quantity] = max(self.sizes[quantity], self.sizes[other])
        own = {}
        for quantity, course in values.items():
            bends = np.abs(np.diff(course, 2, axis=0)).max(initial=0.0) / interval**2
            own[quantity] = bends / self.sizes[quantity]
        self.fastest = max(own[quantity] for quantity in MOTION)
        self.paces = {quantity: max(pace, self.fastest) for quantity, pace in own.items()}

    def limit(self, quantity, steps):
        """The error of a quantity that is natural for a number of steps, relative to its size."""
        return NATURAL * self.paces[quantity] / steps**2

    def resolved(self, steps):
        """Whether the motion is slow enough to be judged at that many steps."""
        return NATURAL * self.fastest / steps**2 <= LARGEST
