"""Functions of time and of a coordinate, each as a formula for the model file and as numbers for the reference."""

from dataclasses import dataclass

import numpy as np


def text(value):
    """A number with all its digits, in brackets where a sign would be in the way."""
    value = float(value)
    return f"({value!r})" if value < 0 else repr(value)


@dataclass
class Wave:
    """offset + slope t + amplitude (sin(frequency t + phase) - sin(phase)): smooth, and `offset` at the start."""

    offset: float = 0.0
    slope: float = 0.0
    amplitude: float = 0.0
    frequency: float = 1.0
    phase: float = 0.0

    def value(self, t):
        wave = np.sin(self.frequency * t + self.phase) - np.sin(self.phase)
        return self.offset + self.slope * t + self.amplitude * wave

    def rate(self, t):
        wave = self.frequency * np.cos(self.frequency * t + self.phase)
        return self.slope + self.amplitude * wave

    def acceleration(self, t):
        return -self.amplitude * self.frequency**2 * np.sin(self.frequency * t + self.phase)

    def formula(self):
        o, s, a = text(self.offset), text(self.slope), text(self.amplitude)
        w, p = text(self.frequency), text(self.phase)
        return f"{o} + {s}*t + {a}*(sin({w}*t + {p}) - sin({p}))"


@dataclass
class Law:
    """A restoring effort over length or coordinate: preload + k (x - free) + k3 (x - free)^3."""

    stiffness: float = 0.0
    cubic: float = 0.0
    free: float = 0.0
    preload: float = 0.0

    def effort(self, x):
        e = x - self.free
        return self.preload + self.stiffness * e + self.cubic * e**3

    def energy(self, x):
        """Its integral, zero at `zero`: see `datum`."""
        e = x - self.free
        return self.preload * e + self.stiffness * e**2 / 2 + self.cubic * e**4 / 4

    def formula(self):
        e = f"(x - {text(self.free)})"
        k, k3, p = text(self.stiffness), text(self.cubic), text(self.preload)
        return f"{p} + {k}*{e} + {k3}*{e}^3"


@dataclass
class Effort:
    """The effort of a motor: a wave in time, less a droop with the rate and a pull with the coordinate."""

    wave: Wave
    pull: float = 0.0
    droop: float = 0.0

    def value(self, t, x, v):
        return self.wave.value(t) - self.pull * x - self.droop * v

    def formula(self):
        return f"{self.wave.formula()} - {text(self.pull)}*x - {text(self.droop)}*v"
