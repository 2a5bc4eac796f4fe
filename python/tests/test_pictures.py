"""Pictures of studies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import pendulum

import poinsot

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    m = pendulum(duration=0.1)
    m.parameter("mass", "0.6 kg")
    m.set("body.arm.mass", "mass")
    path = tmp_path_factory.mktemp("pictures") / "study.nc"
    outputs: Any = {"swing": ("hinge.angle", "max"), "course": ("hinge.angle", "series", 0.01)}
    rows = [{"mass": mass, "run.dt": dt} for mass in (-1.0, *np.linspace(0.5, 1.5, 12)) for dt in ("5 ms", "10 ms")]
    poinsot.study(m, rows, outputs, store=path)
    return path


def test_outputs_over_parameters_histograms_envelopes(store: Path) -> None:
    table = poinsot.open_study(store)
    assert int((table["status"] == "refused").sum()) == 2
    figure = poinsot.plot_study(table, title="Swing")
    panels = figure.axes
    # Two parameters and a histogram of the number, one envelope of the series.
    assert len(panels) == 4
    over_mass, over_step, histogram, envelope = panels
    x, y = over_mass.lines[0].get_data()
    whole = table.isel(run=np.flatnonzero(table["status"].values == "complete"))
    assert np.array_equal(x, whole["mass"]) and np.array_equal(y, whole["swing"])
    assert over_mass.get_ylabel() == "swing [rad]"
    assert [t.get_text() for t in over_step.get_xticklabels()] == ["5 ms", "10 ms"]
    assert sum(bar.get_height() for bar in histogram.patches) == 24
    median = envelope.lines[0].get_ydata()
    assert np.allclose(median, np.median(whole["course"].values, axis=0))
    one = poinsot.plot_study(table, ["swing"], against="mass")
    assert len(one.axes) == 2
    with pytest.raises(ValueError) as raised:
        poinsot.plot_study(table, ["swnig"], against="mas")
    assert "`swing`" in str(raised.value) and "`mass`" in str(raised.value)


def test_the_command_draws_studies(store: Path, tmp_path: Path) -> None:
    def plot(*words: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "poinsot", "plot", str(store), *words]
        return subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)

    done = plot()
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "study.svg").read_text().lstrip().startswith("<?xml")
    assert plot("swing", "--against", "mass", "-o", "a.png").returncode == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    listed = plot("--list").stdout
    assert "mass" in listed and "course" in listed
    wrong = plot("swnig", "--against", "mas")
    assert wrong.returncode == 2 and wrong.stderr.count("error:") == 2
