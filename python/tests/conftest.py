"""What the tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

import poinsot

ROOT = Path(__file__).resolve().parents[2]


def pendulum(duration: float = 0.5, dt: float = 0.005) -> poinsot.Model:
    """A rod on a hinge with a motor that does nothing yet."""
    m = poinsot.Model(title="Pendulum", gravity=(0, 0, -9.81))
    arm = m.body("arm", mass="0.6 kg", inertia=(1e-3, 0.05, 0.05), position=("50 cm", 0, 0))
    m.revolute("hinge", between=("ground", arm), at=(0, 0, 0), axis=(0, 1, 0), unknowns=["angle"])
    m.motor("drive", on="hinge.angle", effort=0)
    m.set_run(duration=duration, dt=dt)
    return m


@pytest.fixture
def model() -> poinsot.Model:
    return pendulum()


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT
