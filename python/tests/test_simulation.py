"""Simulations stepped by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import pendulum

import poinsot

Three = tuple[float, float, float]


def test_steps_by_hand_are_those_of_a_run(model: poinsot.Model) -> None:
    r = model.run()
    s = model.simulation()
    angles = [s["hinge.angle"]]
    while not s.is_over:
        s.step()
        angles.append(s["hinge.angle"])
    assert np.array_equal(angles, r["hinge.angle"])
    with pytest.raises(ValueError, match="the run ended"):
        s.step()
    s.run_to(0.6)
    assert s.time == pytest.approx(0.6)


def test_a_controller_holds_the_pendulum() -> None:
    s = pendulum(duration=4.0, dt=0.01).simulation()
    weight = 0.6 * 9.81 * 0.5
    while not s.is_over:
        angle, rate = s["hinge.angle"], s["arm.angular_velocity.y"]
        # Weight carried, spring and damper about half a radian; the sign is that of a turn about y.
        s.set_motor("drive", -weight * np.cos(angle) - 5 * (angle - 0.5) - 1.5 * rate)
        s.step()
    # Three seconds are some ten times the slowest decay of this oscillator, 0.2 kg m^2 with 1.5 N m s/rad.
    assert s["hinge.angle"] == pytest.approx(0.5, abs=1e-3)


def test_the_work_of_a_python_law_is_booked() -> None:
    m = pendulum(duration=1.0, dt=0.005)
    m.set("motor.drive.effort", "-2*v - 3*x^3 + sin(5*t)")
    r = m.run()

    def law(t: float, x: float, v: float) -> float:
        return float(-2 * v - 3 * x**3 + np.sin(5 * t))

    def exact(t: float, x: float, v: float) -> tuple[float, float, float]:
        return law(t, x, v), -9 * x**2, -2.0

    for function in (law, exact):
        s = m.simulation()
        s.set_motor("drive", function)
        while not s.is_over:
            s.step()
        # The same equations, solved to the same tolerance; derivatives only guide the iteration.
        assert s["hinge.angle"] == pytest.approx(r["hinge.angle"][-1], abs=1e-10)
        assert s["motor_work"] == pytest.approx(r["motor_work"][-1], abs=1e-9)
    gap = float(r.attributes["largest_energy_gap"])
    assert gap < 1e-10


def test_functions_are_laws_of_motors_and_forces() -> None:
    m = poinsot.Model()
    m.point_mass("bob", mass=2.0, position=(0.3, 0, -0.2), velocity=(0, 1.0, 0))
    m.force("bed", on="bob", value=(0, 0, 0))
    m.set_run(duration=1.0, dt=0.002, scheme="ep")
    k, c = 50.0, 3.0

    def bed(t: float, r: Three, v: Three) -> poinsot.Array:
        force: poinsot.Array = -k * np.array(r) - c * np.array(v)
        return force

    def exact(t: float, r: Three, v: Three) -> tuple[poinsot.Array, poinsot.Array, poinsot.Array]:
        return bed(t, r, v), -k * np.eye(3), -c * np.eye(3)

    r = m.run(laws={"bed": bed})
    # A damped oscillator in every direction.
    d, w = c / 4, np.sqrt(k / 2 - (c / 4) ** 2)
    t = r.time
    x = 0.3 * np.exp(-d * t) * (np.cos(w * t) + d / w * np.sin(w * t))
    y = np.exp(-d * t) * np.sin(w * t) / w
    # Schemes of second order lag behind by a twelfth of the square of the angle per step, 0.01 rad, times the angle at the end, 5 rad.
    assert np.allclose(r["bob.position.x"], x, atol=0.3 * 5 * 0.01**2)
    assert np.allclose(r["bob.position.y"], y, atol=0.2 * 5 * 0.01**2)
    # The work of the force is the change of the kinetic energy, and it is the only work.
    energy = r["kinetic_energy"]
    assert np.allclose(r["load_work"], energy - energy[0], atol=1e-12)
    given = m.run(laws={"bed": exact})
    # Derivatives only guide the iteration.
    assert np.allclose(given["bob.position"], r["bob.position"], atol=1e-10)
    s = m.simulation(laws={"bed": bed})
    while not s.is_over:
        s.step()
    assert np.array_equal(s.vector("bob.position"), r["bob.position"][-1])
    assert s.changes == ["law of `bed`"]
    with pytest.raises(ValueError, match="law of `bed` was set"):
        s.save("never.checkpoint")


def test_laws_that_cannot_be_are_named(model: poinsot.Model) -> None:
    with pytest.raises(KeyError, match="law `drvie`: no motor or force of that name.*drive"):
        model.run(laws={"drvie": lambda t, x, v: 0.0})
    with pytest.raises(TypeError, match="law `drive` is int, not a function"):
        model.run(laws={"drive": 3})  # type: ignore[dict-item]
    model.force("push", on="arm", value=(0, 0, 0), follower=True)
    with pytest.raises(poinsot.ModelError, match="in world axes"):
        model.run(laws={"push": lambda t, r, v: (0.0, 0.0, 0.0)})

    def broken(t: float, x: float, v: float) -> float:
        raise ZeroDivisionError("no effort")

    with pytest.raises(ZeroDivisionError, match="no effort"):
        model.run(laws={"drive": broken})


def test_an_exception_in_a_law_comes_out(model: poinsot.Model) -> None:
    s = model.simulation()

    def broken(t: float, x: float, v: float) -> float:
        if t > 0.02:
            raise ZeroDivisionError("no effort")
        return 0.0

    s.set_motor("drive", broken)
    with pytest.raises(ZeroDivisionError, match="no effort"):
        while not s.is_over:
            s.step()
    assert s.time <= 0.03
    s.set_motor("drive", 0.0)
    s.step()
    with pytest.raises(TypeError):
        s.set_motor("drive", lambda t, x, v: "much")


def test_a_law_that_asks_its_simulation_is_refused(model: poinsot.Model) -> None:
    s = model.simulation()
    with pytest.raises(RuntimeError, match="busy"):
        s.set_motor("drive", lambda t, x, v: s["hinge.angle"])


def test_branches_go_their_own_way(model: poinsot.Model) -> None:
    s = model.simulation()
    s.set_motor("drive", "3 - v")
    for _ in range(10):
        s.step()
    twin, other = s.copy(), s.copy()
    other.set_motor("drive", lambda t, x, v: -2.0)
    for _ in range(20):
        s.step(), twin.step(), other.step()
    assert np.array_equal(s.row(), twin.row())
    assert s["hinge.angle"] != other["hinge.angle"]
    assert s.changes == ["motor `drive`"]


def test_saved_simulations_go_on_with_the_same_bits(model: poinsot.Model, tmp_path: Path) -> None:
    s = model.simulation()
    for _ in range(10):
        s.step()
    path = s.save(tmp_path / "s.checkpoint")
    again = poinsot.Simulation.load(path)
    for _ in range(10):
        s.step(), again.step()
    assert np.array_equal(s.row(), again.row())
    s.set_motor("drive", 1.0)
    with pytest.raises(ValueError, match="motor `drive` was set"):
        s.save(tmp_path / "t.checkpoint")
    with pytest.raises(ValueError, match="not the bytes"):
        (tmp_path / "bad").write_bytes(b"nothing")
        poinsot.Simulation.load(tmp_path / "bad")


def test_loads_and_motions() -> None:
    m = pendulum()
    m.force("push", on="arm", value=(0, 0, 1), scale=0)
    m.body("wheel", mass=1, inertia=(0.1, 0.1, 0.1))
    m.revolute("axle", between=("ground", "wheel"), at=(0, 0, 0), axis=(0, 0, 1))
    m.motion("turn", on="axle.angle", value=0)
    s = m.simulation()
    s.set_load("push", "20*sin(t)")
    s.set_motion("turn", "3*t")
    while not s.is_over:
        s.step()
    # Rates of a step differ from that of the motion by the square of the turn per step, 0.015 rad.
    assert s.vector("wheel.angular_velocity")[2] == pytest.approx(3.0, rel=0.015**2)
    with pytest.raises(ValueError, match="would jump"):
        s.set_motion("turn", 0.0)
    with pytest.raises(KeyError, match="push"):
        s.set_load("psuh", 1.0)
    with pytest.raises(KeyError, match="name one of them"):
        s["wheel.angular_velocity"]
