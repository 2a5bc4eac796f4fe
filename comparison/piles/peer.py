"""One pile in MuJoCo, in a process of its own: processor time of its steps, and its energy from step to step.

    python peer.py ACROSS LAYERS DURATION
"""

import json
import sys
import time

import mujoco
import pile


def main():
    across, layers, duration = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    heap = pile.Pile(across, layers)
    model = mujoco.MjModel.from_xml_string(pile.mujoco(heap))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    least = start = sum(data.energy)
    rise, seconds, steps = 0.0, 0.0, round(duration / model.opt.timestep)
    for _ in range(steps):
        before = time.process_time()
        mujoco.mj_step(model, data)
        seconds += time.process_time() - before
        # Nothing drives the balls: whatever the energy is above its least value so far was won from nothing, or from contacts that
        # gave way, which its energy does not count.
        energy = sum(data.energy)
        least = min(least, energy)
        rise = max(rise, energy - least)
    print(
        json.dumps(
            {"seconds": seconds, "steps": steps, "dt": model.opt.timestep, "start": start, "end": energy, "error": rise}
        )
    )


if __name__ == "__main__":
    main()
