"""Studies: tables, stores, executors, failures."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import pendulum

import poinsot
from poinsot._tables import rows_of

xr = pytest.importorskip("xarray")
pytest.importorskip("scipy")

OUTPUTS: Any = {
    "swing": ("hinge.angle", "max"),
    "end": ("arm.position.z", "final"),
    "half": ("hinge.angle", "at", 0.05),
    "course": ("hinge.angle", "series", 0.02),
    "own": len,
}


def short() -> poinsot.Model:
    m = pendulum(duration=0.1)
    m.parameter("mass", "0.6 kg")
    m.set("body.arm.mass", "mass")
    return m


def test_outputs_are_those_of_single_runs() -> None:
    m = short()
    masses = [0.4, 0.6, 0.8]
    table = poinsot.study(m, {"mass": masses, "run.dt": [0.005, 0.01]}, OUTPUTS)
    assert table.sizes["run"] == 6 and set(table["status"].values) == {"complete"}
    for row in range(6):
        r = m.run(set={"mass": float(table["mass"][row]), "run.dt": float(table["run.dt"][row])})
        assert table["swing"][row] == r["hinge.angle"].max()
        assert table["end"][row] == r["arm.position.z"][-1]
        assert np.array_equal(table["course"][row], np.interp(np.arange(6) * 0.02, r.time, r["hinge.angle"]))
        assert table["own"][row] == len(r) and table["steps"][row] == r.steps
    assert np.allclose(table["course_time"], np.arange(6) * 0.02)


def test_a_failed_run_is_a_row_with_its_cause() -> None:
    m = short()
    # An effort that grows without bound at a time, and steps that may not follow it.
    m.parameter("when", 5.0)
    m.set("motor.drive.effort", "0.01/(when - t)^3")
    m.set("run.dt_min", 0.002)
    rows = [{"mass": 0.6, "when": 5.0}, {"mass": 0.6, "when": 0.05}, {"mass": -1.0, "when": 5.0}]
    table = poinsot.study(m, rows, {"end": ("time", "final")})
    assert list(table["status"].values) == ["complete", "failed", "refused"]
    # Also if it is the first one.
    turned = poinsot.study(m, rows[::-1], {"end": ("time", "final")})
    assert list(turned["status"].values) == ["refused", "failed", "complete"]
    assert "t = " in str(table["cause"].values[1]) and "mass" in str(table["cause"].values[2])
    assert np.isnan(table["end"].values[[1, 2]]).all() and table["end"][0] == pytest.approx(0.1)


def test_bad_inputs_are_refused_before_any_run(tmp_path: Path) -> None:
    m = short()
    good: Any = {"end": ("time", "final")}
    for table, outputs, error, text in [
        ({"mas": [1.0]}, good, poinsot.ModelError, "no parameter `mas`"),
        ({"mass": ["1 m"]}, good, poinsot.ModelError, "`mass` is mass"),
        ({"mass": []}, good, ValueError, "empty"),
        ([], good, ValueError, "empty"),
        ([{"mass": 1.0}, {"mass": 1}], good, ValueError, "rows 0 and 1 are the same"),
        ([{"mass": 1.0}, {"m": 1}], good, ValueError, "row 1 has the parameters m"),
        ({"mass": [1.0]}, {}, ValueError, "without outputs"),
        ([{"mass": 1.0}, {"mass": float("nan")}], good, ValueError, "row 1: `mass` is nan"),
        ({"mass": [1.0]}, {"end": ("tim", "final")}, ValueError, "no output `tim`.*`time`"),
        ({"mass": [1.0]}, {"end": ("time", "finall")}, ValueError, "`final`"),
        ({"mass": [1.0]}, {"end": ("arm.position", "final")}, ValueError, "is 3 outputs"),
        ({"mass": [1.0]}, {"end": ("time", "at")}, ValueError, "needs a time"),
        ({"mass": [1.0]}, {"end": ("time", "at", 7.0)}, ValueError, "within the run of 0.1 s"),
        ({"mass": [1.0]}, {"wall": ("time", "final")}, ValueError, "another column"),
    ]:
        with pytest.raises(error, match=text):
            poinsot.study(m, table, outputs, store=tmp_path / "bad.nc")
        assert not (tmp_path / "bad.nc").exists()
    # Everything that is wrong is said at once.
    with pytest.raises(ValueError) as raised:
        poinsot.study(m, {"mass": [1.0]}, {"end": ("tim", "finall"), "wall": ("time", "series", 0)})
    assert len(str(raised.value).splitlines()) == 4
    with pytest.raises(ValueError) as raised:
        poinsot.study(m, [{"mass": 1.0}, {"m": 1}, {"mass": 1}], good)
    assert len(str(raised.value).splitlines()) == 2
    with pytest.raises(ValueError, match="workers is 0.*\n.*batch is -1"):
        poinsot.study(m, {"mass": [1.0]}, good, workers=0, batch=-1)
    with pytest.raises(ValueError, match="executor must be"):
        poinsot.study(m, {"mass": [1.0]}, good, executor="cluster")
    with pytest.raises(TypeError, match="no method submit"):
        poinsot.study(m, {"mass": [1.0]}, good, executor=3)  # type: ignore[arg-type]


def test_a_store_goes_on_where_it_stopped(tmp_path: Path) -> None:
    m = short()
    masses = list(np.linspace(0.5, 1.5, 20))
    whole = poinsot.study(m, {"mass": masses}, OUTPUTS, store=tmp_path / "whole.nc")

    class Breaks(Executor):
        """Carries out three batches and then no more."""

        def __init__(self) -> None:
            self.left = 3

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            if self.left == 0:
                raise RuntimeError("gone")
            self.left -= 1
            future.set_result(fn(*args, **kwargs))
            return future

    store = tmp_path / "study.nc"
    with pytest.raises(poinsot.StudyError, match="the executor takes no more work"):
        poinsot.study(m, {"mass": masses}, OUTPUTS, store=store, executor=Breaks(), batch=2)
    assert poinsot.open_study(store).sizes["run"] in (0, 2, 4, 6)
    # A torn record behind the last one does not count.
    with open(store, "ab") as file:
        file.write(b"torn")
    table = poinsot.study(m, {"mass": masses}, OUTPUTS, store=store, executor="threads")
    same = [name for name in whole if name != "wall"]
    xr.testing.assert_identical(table[same], whole[same])
    xr.testing.assert_equal(poinsot.open_study(store)[["swing", "course"]], whole[["swing", "course"]])
    with pytest.raises(ValueError, match="another study"):
        poinsot.study(m, {"mass": masses[:-1]}, OUTPUTS, store=store)
    assert poinsot.open_study(store).sizes["run"] == 20


@pytest.mark.skipif(os.name == "nt", reason="locks of files")
def test_two_studies_do_not_write_into_one_store(tmp_path: Path) -> None:
    m = short()
    store = tmp_path / "study.nc"
    seen: list[str] = []

    def meanwhile(results: poinsot.Results) -> float:
        with pytest.raises(ValueError, match="being written by another study") as raised:
            poinsot.study(m, {"mass": [0.5, 0.6]}, {"end": meanwhile}, store=store)
        seen.append(str(raised.value))
        return 0.0

    table = poinsot.study(m, {"mass": [0.5, 0.6]}, {"end": meanwhile}, store=store, workers=1)
    assert len(seen) == 2 and list(table["run"].values) == [0, 1]


SCRIPT = """
import sys
import numpy as np
from conftest import pendulum
import poinsot

m = pendulum(duration=2.0, dt=0.001)
m.parameter("mass", 0.6)
m.set("body.arm.mass", "mass")
poinsot.study(m, {"mass": list(np.linspace(0.5, 1.5, 40))}, {"end": ("hinge.angle", "final")}, store=sys.argv[1], batch=1)
"""


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_a_killed_study_is_completed(tmp_path: Path) -> None:
    store = tmp_path / "killed.nc"
    words = [sys.executable, "-c", SCRIPT, str(store)]
    ways = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(way for way in ways if way)}
    running = subprocess.Popen(words, env=environment)
    while running.poll() is None and not (store.exists() and store.read_bytes()[7] >= 3):
        time.sleep(0.005)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    before = poinsot.open_study(store)
    assert 3 <= before.sizes["run"] < 40
    subprocess.run(words, env=environment, check=True)
    after = poinsot.open_study(store)
    assert list(after["run"].values) == list(range(40))
    # Rows that were there are the same ones, wall-clock times included.
    xr.testing.assert_equal(after["wall"].sel(run=before["run"]), before["wall"])
    table = xr.open_dataset(store, engine="scipy")
    assert sorted(table["run"].values) == list(range(40))


def test_processes_and_the_death_of_one(tmp_path: Path) -> None:
    m = short()
    masses = list(np.linspace(0.5, 1.5, 12))
    marker = tmp_path / "died"
    table = poinsot.study(
        m,
        {"mass": masses},
        {"end": Mortal(str(marker))},
        executor="processes",
        workers=2,
        batch=2,
        store=tmp_path / "p.nc",
    )
    assert marker.exists()
    assert list(table["run"].values) == list(range(12)) and not np.isnan(table["end"]).any()


class Mortal:
    """An output that kills its process, once."""

    def __init__(self, marker: str) -> None:
        self.marker = marker

    def __call__(self, results: poinsot.Results) -> float:
        try:
            os.close(os.open(self.marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return float(results.time[-1])
        os._exit(9)


def test_samples() -> None:
    ranges = {"a": (1.0, 2.0), "b": (-1.0, 1.0)}
    for sample in (poinsot.latin_hypercube, poinsot.sobol):
        rows = sample(ranges, 64, seed=3)
        assert rows == sample(ranges, 64, seed=3) and rows != sample(ranges, 64, seed=4)
        a = np.array([row["a"] for row in rows])
        # One in every sixty-fourth of the range.
        assert sorted((64 * (a - 1)).astype(int)) == list(range(64))
    drawn = np.array([row["a"] for row in poinsot.normal({"a": (5.0, 0.1)}, 4000)])
    # Three standard deviations of the mean and of the deviation of so many.
    assert abs(drawn.mean() - 5.0) < 0.3 / np.sqrt(4000) and abs(drawn.std() - 0.1) < 0.3 / np.sqrt(8000)
    assert len(rows_of({"a": [1, 2], "b": ["x", "y", "z"]})) == 6


def test_frames_of_pandas() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"mass": [0.5, 0.7], "run.dt": ["5 ms", "10 ms"]})
    table = poinsot.study(short(), frame, {"n": len})
    assert list(table["n"].values) == [21, 11] and list(table["run.dt"].values) == ["5 ms", "10 ms"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from poinsot._study_command import main

    short().write(tmp_path / "m.toml")
    study = tmp_path / "study.toml"
    text = 'model = "m.toml"\n[latin_hypercube]\ncount = 8\nmass = [0.5, 1.5]\n[outputs]\nswing = ["hinge.angle", "max"]\n'
    study.write_text(text)
    assert main([str(study), "--quiet"]) == 0 and main([str(study)]) == 0
    assert "8 runs, 0 failed" in capsys.readouterr().out
    study.write_text(text.replace("mass = ", "body.arm.mass = "))
    assert main([str(study), "--quiet", "--store", str(tmp_path / "flat.nc")]) == 0
    assert poinsot.open_study(tmp_path / "study.nc").sizes["run"] == 8
    for wrong, said in [
        (text.replace("[outputs]", "[output]"), "unknown key `output`"),
        (text.replace("latin_hypercube", "latin"), "unknown key `latin`"),
        (text.replace('"max"', '"maxx"'), "max"),
        ("x =", "study.toml"),
        ("model = 3\nrows = [1]\n", "`model` must be a text, found 3"),
        ("model = 3\nrows = [1]\n", "`outputs` is missing"),
        (text.replace("count = 8", "count = 0"), "`latin_hypercube.count` must be a whole number"),
        (text.replace("[0.5, 1.5]", '["a", 1]'), "`latin_hypercube.mass` must be two numbers"),
    ]:
        study.write_text(wrong)
        assert main([str(study)]) == 2
        assert said in capsys.readouterr().err
