"""Models: what can be written, what is said about mistakes."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from conftest import pendulum

import poinsot
from poinsot._toml import dumps


def test_a_model_goes_through_toml_and_back(model: poinsot.Model) -> None:
    again = poinsot.Model.parse(model.to_toml())
    assert again == model
    assert poinsot.Model.from_dict(model.to_dict()) == model


def test_files_and_json_are_read(tmp_path: Path, model: poinsot.Model) -> None:
    import json

    file = tmp_path / "pendulum.toml"
    model.write(file)
    assert poinsot.Model.read(file) == model
    as_json = tmp_path / "pendulum.json"
    as_json.write_text(json.dumps(model.to_dict()))
    read = poinsot.Model.read(as_json)
    assert read == model
    read.check()


def test_a_model_that_was_read_can_be_built_on(tmp_path: Path, model: poinsot.Model) -> None:
    file = tmp_path / "pendulum.toml"
    model.write(file)
    read = poinsot.Model.read(file)
    read.sensor("tip", on="arm", at=(0.5, 0, 0))
    assert "tip.point.z" in read.run(progress=False)
    assert "tip" not in file.read_text()


def test_arrays_and_numbers_of_numpy() -> None:
    a = poinsot.Model()
    a.body("b", mass=np.float64(2), inertia=np.diag([1.0, 2.0, 2.5]), position=np.array([1, 2, 3]))
    b = poinsot.Model()
    b.body("b", mass=2.0, inertia=[[1, 0, 0], [0, 2, 0], [0, 0, 2.5]], position=(1, 2, 3))
    for m in (a, b):
        m.set_run(duration=1, dt=0.1)
    assert np.array_equal(a.run()["b.position"], b.run()["b.position"])


def test_quantities_of_pint() -> None:
    pint = pytest.importorskip("pint")
    u = pint.UnitRegistry()
    m = poinsot.Model(gravity=[0, 0, -9.81] * u.meter / u.second**2)
    m.body(
        "arm",
        mass=600 * u.gram,
        inertia=np.array([10, 500, 500]) * u.kilogram * u.centimeter**2,
        position=[50 * u.centimeter, 0, 0],
        angular_velocity=np.array([0, 30, 0]) * u.degree / u.second,
    )
    m.set_run(duration=20 * u.millisecond, dt=5 * u.millisecond)
    m.check()
    body = m.to_dict()["body"][0]
    assert body["mass"].endswith(" kg") and body["position"][0].endswith(" m")
    m.set("body.arm.mass", 2 * u.newton)
    with pytest.raises(poinsot.ModelError, match="this is force") as raised:
        m.check()
    assert raised.value.problems[0].path == "body[0].mass"


def test_all_problems_are_raised_together(model: poinsot.Model) -> None:
    model.set("body.arm.mass", "2 N")
    model.set("run.dt", -1)
    model.spring("s", between=("arm", "nobody"), stiffness="5 N/m")
    with pytest.raises(poinsot.ModelError) as raised:
        model.run()
    paths = [p.path for p in raised.value.problems]
    assert "body[0].mass" in paths and "run.dt" in paths
    assert any("spring[0]" in path for path in paths)
    assert all(p.message for p in raised.value.problems)
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.problems == raised.value.problems


def test_a_mistyped_key_gives_the_nearest_match(model: poinsot.Model) -> None:
    with pytest.raises(poinsot.ModelError) as raised:
        model.body("b", mas="2 kg", inertia=(1, 1, 1))  # type: ignore[call-arg]
    (problem,) = raised.value.problems
    assert "`mass`" in problem.help
    with pytest.raises(poinsot.ModelError) as raised:
        model.revolute("h", betwen=("ground", "arm"))  # type: ignore[call-arg]
    assert {"unknown key `betwen` in `revolute`", "`between` is missing"} == {
        p.message for p in raised.value.problems
    }


def test_what_no_key_can_hold_is_named(model: poinsot.Model) -> None:
    with pytest.raises(TypeError, match="body.mass is object"):
        model.body("b", mass=object(), inertia=(1, 1, 1))  # type: ignore[arg-type]


def test_warnings_are_warnings_of_python() -> None:
    m = pendulum()
    m.parameter("unused", 1.0)
    with pytest.warns(poinsot.ModelWarning, match="unused"):
        m.run()
    assert [p.severity for p in m.check()] == ["warning"]


def test_texts_with_every_character_survive() -> None:
    title = 'quotes " and \\ and \t and \u00e4 and \x7f'
    assert poinsot.Model.parse(dumps({**pendulum().to_dict(), "title": title})).to_dict()["title"] == title


def test_a_missing_file_is_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(poinsot.ModelError, match="cannot read"):
        poinsot.Model.read(tmp_path / "nothing.toml")


def test_copies_are_independent(model: poinsot.Model) -> None:
    other = model.copy()
    other.set("body.arm.mass", 5)
    assert model.to_dict()["body"][0]["mass"] == "0.6 kg"
    with pytest.raises(KeyError, match="arm"):
        other.set("body.amr.mass", 5)
