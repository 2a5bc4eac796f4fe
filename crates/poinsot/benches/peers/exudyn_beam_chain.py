"""The chain of benches/beam_chain.rs in Exudyn: seconds per step of its implicit generalized-alpha, as one line of JSON.

Exudyn takes its fast module (no range checks), one thread, the sparse solver of Eigen and modified Newton. Nodes carry Euler
parameters: of the node types that its geometrically exact beam accepts, this was the fastest one that converged (rotation
vectors with Lie-group updates need three times as many steps on this model, Tait-Bryan angles take about as long).
"""

import argparse
import json
import sys

sys.exudynFast = True
import numpy as np
import exudyn as exu
from exudyn.utilities import (
    LoadMassProportional,
    MarkerBodyMass,
    MarkerBodyPosition,
    MarkerNodePosition,
    NodeRigidBodyEP,
    ObjectBeamGeometricallyExact,
    ObjectGround,
    SensorNode,
    SphericalJoint,
)

ELEMENT_LENGTH = 0.1  # m
TIP_SPEED = 1.0  # m/s


def section():
    s = exu.BeamSection()
    s.stiffnessMatrix = np.diag([1e6, 4e5, 4e5, 50.0, 100.0, 100.0])
    s.dampingMatrix = np.zeros((6, 6))
    s.massPerLength = 1.0
    s.inertia = np.diag([2e-3, 1e-3, 1e-3])
    return s


def build(elements):
    mbs = exu.SystemContainer().AddSystem()
    spin = TIP_SPEED / (elements * ELEMENT_LENGTH)
    nodes = []
    for k in range(elements + 1):
        x = k * ELEMENT_LENGTH
        nodes.append(
            mbs.AddNode(
                NodeRigidBodyEP(
                    referenceCoordinates=[x, 0, 0, 1, 0, 0, 0],
                    # The rate of the Euler parameters of a turn about z.
                    initialVelocities=[0, spin * x, 0, 0, 0, 0, 0.5 * spin],
                )
            )
        )
    for ends in zip(nodes, nodes[1:]):
        beam = mbs.AddObject(
            ObjectBeamGeometricallyExact(nodeNumbers=list(ends), length=ELEMENT_LENGTH, sectionData=section())
        )
        mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=beam))
        mbs.AddLoad(LoadMassProportional(markerNumber=mass, loadVector=[0, 0, -9.81]))
    ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround()), localPosition=[0, 0, 0]))
    start = mbs.AddMarker(MarkerNodePosition(nodeNumber=nodes[0]))
    mbs.AddObject(SphericalJoint(markerNumbers=[ground, start]))
    tip = mbs.AddSensor(
        SensorNode(nodeNumber=nodes[-1], outputVariableType=exu.OutputVariableType.Position, writeToFile=False)
    )
    mbs.Assemble()
    return mbs, tip


def settings(steps, dt, tolerance):
    s = exu.SimulationSettings()
    integration = s.timeIntegration
    integration.numberOfSteps = steps
    integration.endTime = steps * dt
    integration.verboseMode = 0
    integration.adaptiveStep = False
    integration.newton.useModifiedNewton = True
    integration.newton.relativeTolerance = tolerance
    integration.generalizedAlpha.spectralRadius = 0.9
    s.solution.file.write = False
    s.solution.sensors.writePeriod = steps * dt
    s.linearSolver.solverType = exu.LinearSolverType.EigenSparse
    s.parallel.numberOfThreads = 1
    return s


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("elements", type=int)
    parser.add_argument("steps", type=int)
    parser.add_argument("dt", type=float)
    parser.add_argument("tolerance", type=float)
    a = parser.parse_args()
    mbs, tip = build(a.elements)
    mbs.SolveDynamic(settings(a.steps, a.dt, a.tolerance))
    solver = mbs.sys["dynamicSolver"]
    print(
        json.dumps(
            {
                "seconds_per_step": solver.timer.total / a.steps,
                "iterations_per_step": solver.it.newtonStepsCount / a.steps,
                "tip": [float(c) for c in mbs.GetSensorValues(tip)],
            }
        )
    )


main()
