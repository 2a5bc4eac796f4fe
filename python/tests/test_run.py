"""Runs and results."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import pendulum

import poinsot
from poinsot import _native

SMALL = dict(_native.small_models())
RUNS = ["revolute", "beam", "parameters", "output"]


def command(words: list[str]) -> None:
    """The command line, in a process of its own: it listens for signals, which belong to Python here."""
    subprocess.run([sys.executable, "-m", "poinsot", *words], check=True)


@pytest.mark.parametrize("name", RUNS)
def test_a_run_gives_the_bytes_of_the_command(name: str, tmp_path: Path) -> None:
    file = tmp_path / "model.toml"
    file.write_text(SMALL[name])
    ours = poinsot.Model.read(file).run(set={"run.duration": 0.05}, progress=False).save(tmp_path / "ours.nc")
    theirs = tmp_path / "theirs.nc"
    words = ["run", str(file), "-o", str(theirs), "--quiet", "--threads=1", "--set=run.duration=0.05"]
    command(words)
    assert ours.read_bytes() == theirs.read_bytes()


def test_a_path_of_equilibria_gives_the_bytes_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "model.toml"
    file.write_text(SMALL["statics"])
    ours = poinsot.Model.read(file).statics(progress=False).save(tmp_path / "ours.nc")
    theirs = tmp_path / "theirs.nc"
    command(["statics", str(file), "-o", str(theirs), "--quiet"])
    assert ours.read_bytes() == theirs.read_bytes()


def test_a_built_model_runs_as_its_text_does(model: poinsot.Model, tmp_path: Path) -> None:
    model.write(tmp_path / "m.toml")
    read = poinsot.Model.read(tmp_path / "m.toml").run(progress=False).save(tmp_path / "a.nc")
    built = model.run(progress=False).save(tmp_path / "b.nc")
    assert read.read_bytes() == built.read_bytes()


def test_results_are_arrays_with_names_and_units(model: poinsot.Model) -> None:
    r = model.run()
    assert len(r) == len(r.time) == 101
    assert r.unit("hinge.angle") == "rad" and r.units["arm.position.z"] == "m"
    assert r["arm.position"].shape == (101, 3)
    # Arrays are views of what the run has left.
    assert not r["hinge.angle"].flags.owndata and not r["arm.position"].flags.owndata
    with pytest.raises(KeyError, match="hinge.angle"):
        r["hinge.angel"]
    assert "hinge.angle" in r and "hinge.angel" not in r
    # The drop of the mass centre is the sine of the angle, to the tolerance of the constraints.
    drop = -0.5 * np.sin(r["hinge.angle"])
    assert np.allclose(r["arm.position.z"], drop, atol=1e-12)


def test_results_go_through_a_file(model: poinsot.Model, tmp_path: Path) -> None:
    r = model.run()
    path = r.save(tmp_path / "x.nc")
    with pytest.raises(OSError, match="exists already"):
        r.save(path)
    again = poinsot.open(path)
    assert again.status == "complete" and again.names == r.names
    for name in ["hinge.angle", "arm.position", "time"]:
        assert np.array_equal(again[name], r[name])
    copy = again.save(tmp_path / "y.nc")
    assert copy.read_bytes() == path.read_bytes()


def test_xarray_and_pandas(model: poinsot.Model, tmp_path: Path) -> None:
    xr = pytest.importorskip("xarray")
    r = model.run()
    ds = r.to_xarray()
    assert np.array_equal(ds["position"].sel(body="arm", xyz="z"), r["arm.position.z"])
    assert ds["position"].attrs["units"] == "m"
    path = r.save(tmp_path / "x.nc")
    xr.testing.assert_equal(poinsot.open(path).to_xarray(), ds)
    frame = r.to_pandas(["hinge.angle", "arm.position"])
    assert list(frame.columns) == ["hinge.angle", "arm.position.x", "arm.position.y", "arm.position.z"]
    assert frame.index.name == "time" and len(r.to_pandas().columns) == len(r.names) - 1


def test_pictures_reports_exports(model: poinsot.Model, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    r = model.run()
    axes = r.plot("hinge.angle")
    assert "rad" in axes.get_ylabel() and axes.get_xlabel() == "time [s]"
    assert b"<html" in r.report(tmp_path / "r.html").read_bytes()[:200].lower()
    assert r.export(tmp_path / "r.csv", "hinge.angle").read_text().count("\n") > 100
    assert r.picture(tmp_path / "r.svg").read_text().lstrip().startswith("<")
    assert r._repr_html_().startswith("<iframe")
    with pytest.raises(poinsot.PoinsotError, match="not a format"):
        r.export(tmp_path / "r.xyz")
    assert capfd.readouterr().out == ""


def test_settings_of_one_run(model: poinsot.Model) -> None:
    model.parameter("heft", "0.6 kg")
    model.set("body.arm.mass", "heft")
    heavy = model.run(set={"heft": "6 kg", "run.duration": 0.1, "body.arm.position": ["0.5 m", 0, 0]})
    assert heavy.time[-1] == pytest.approx(0.1) and "heft=" in heavy.attributes["set"]
    with pytest.raises(poinsot.ModelError, match="no parameter `heftt`"):
        model.run(set={"heftt": 1})
    with pytest.raises(poinsot.ModelError, match="`heft` is mass"):
        model.run(set={"heft": "1 m"})


def test_a_failed_run_has_what_was_computed() -> None:
    m = pendulum(duration=1.0)
    # An effort that grows without bound within the run, and steps that may not follow it.
    m.set("motor.drive.effort", "0.01/(0.3 - t)^3")
    m.set("run.dt_min", 0.002)
    with pytest.raises(poinsot.RunError) as raised:
        m.run()
    results = raised.value.results
    assert results is not None and results.status.startswith("failed")
    assert 0.1 < results.time[-1] < 0.35


def test_other_threads_go_on_during_a_run() -> None:
    m = pendulum(duration=5, dt=0.001)
    counted = 0
    running = True

    def count() -> None:
        nonlocal counted
        while running:
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    m.run(progress=False)
    running = False
    thread.join()
    assert counted > 10


def test_a_watcher_is_told_and_may_stop() -> None:
    seen: list[tuple[float, int]] = []

    def watch(t: float, steps: int, iterations: int) -> None:
        seen.append((t, steps))
        if len(seen) == 3:
            raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        pendulum(duration=1000, dt=0.001).run(progress=watch)
    assert [s for _, s in seen] == sorted(s for _, s in seen)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent to processes of Unix")
def test_ctrl_c_gives_what_was_computed(tmp_path: Path) -> None:
    # Also after views were written, by the code of the command: signals stay those of Python.
    pendulum().run().report(tmp_path / "r.html")
    # Shells start background jobs with this signal ignored, and Python leaves it so.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        with pytest.raises(poinsot.Interrupted) as raised:
            pendulum(duration=1000, dt=0.001).run(progress=False)
    finally:
        signal.signal(signal.SIGINT, before)
    results = raised.value.results
    assert results is not None and results.status == "interrupted" and len(results) > 10


def test_the_progress_bar_appears_and_goes() -> None:
    import io

    from poinsot._progress import Progress

    stream = io.StringIO()
    bar = Progress(10.0, stream=stream)
    bar._started -= 1.0
    bar(5.0, 100, 250)
    assert "===" in stream.getvalue() and "2.5 Newton/step" in stream.getvalue()
    bar.clear()
    assert stream.getvalue().endswith("\r")


def test_modes_and_matrices() -> None:
    scipy = pytest.importorskip("scipy")
    m = pendulum()
    # Hanging at rest: a pendulum of this inertia about its hinge.
    m.set("body.arm.position", [0, 0, -0.5])
    m.set("body.arm.inertia", [0.05, 0.05, 1e-3])
    modes = m.modes()
    omega = np.sqrt(0.6 * 9.81 * 0.5 / (0.05 + 0.6 * 0.25))
    swinging = modes.frequencies[modes.frequencies > 0]
    # The frequency of an exact formula, to the accuracy of an eigenproblem in doubles.
    assert swinging == pytest.approx([omega / (2 * np.pi)], rel=1e-9)
    assert modes.shapes.shape == (len(modes.names), len(modes))
    linear = m.linearize()
    n = len(linear.unknowns)
    assert linear.M.shape == (n, n) and linear.G.shape == (len(linear.constraints), n)
    space = linear.state_space
    poles = scipy.linalg.eigvals(space.A)
    assert np.abs(poles.imag).max() == pytest.approx(omega, rel=1e-9)
    one = space.select(inputs=["drive"], outputs=[space.outputs[0]])
    assert one.B.shape == (space.A.shape[0], 1) and one.D.shape == (1, 1)
    system = scipy.signal.StateSpace(*one)
    assert system.A.shape == space.A.shape


def test_the_ten_lines_of_the_readme(root: Path, tmp_path: Path) -> None:
    text = (root / "python" / "README.md").read_text()
    script = text.split("```python\n")[1].split("```")[0]
    assert len(script.strip().splitlines()) <= 11
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "rad, energy kept" in done.stdout
    assert (tmp_path / "angle.png").stat().st_size > 0 and (tmp_path / "pendulum.html").stat().st_size > 0
