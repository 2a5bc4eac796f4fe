# %% [markdown]
# # The same study on threads, on Dask and on Ray
#
# `executor` of `poinsot.study` is anything with the interface of `concurrent.futures`. Here the study runs on the threads of this
# process, on a Dask cluster, and on Ray; on one machine these are a `LocalCluster` and a local Ray, on many machines the address of
# a scheduler takes their place. A model and a few settings travel to the workers, numbers come back.

# %%
from __future__ import annotations

import os

import numpy as np
import ray
from distributed import Client, LocalCluster

import poinsot

RUNS = int(os.environ.get("RUNS", "400"))

m = poinsot.Model(title="Pendulum", gravity=(0, 0, -9.81))
m.parameter("weight", 0.6)
m.parameter("length", 1.0)
arm = m.body("arm", mass="weight", inertia=(1e-3, 0.05, 0.05), position=("length/2", 0, 0))
m.revolute("hinge", between=("ground", arm), at=(0, 0, 0), axis=(0, 1, 0), unknowns=["angle"])
m.set_run(duration=0.5, dt=0.001)
rows = poinsot.latin_hypercube({"weight": (0.5, 0.7), "length": (0.8, 1.2)}, RUNS)
outputs = {"end": ("hinge.angle", "final"), "swing": ("hinge.angle", "max")}

# %% [markdown]
# Processes that a cluster starts read this script first, so what makes clusters stands behind the usual line.

# %%
if __name__ == "__main__":
    on_threads = poinsot.study(m, rows, outputs)
    print("threads:", on_threads.sizes["run"], "rows")

# %%
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        on_dask = poinsot.study(m, rows, outputs, executor=client.get_executor())
    print("Dask:", on_dask.sizes["run"], "rows")

# %%
if __name__ == "__main__":
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    on_ray = poinsot.study(m, rows, outputs, executor=poinsot.RayExecutor())
    ray.shutdown()
    print("Ray:", on_ray.sizes["run"], "rows")

# %% [markdown]
# Runs give the same bits wherever they are made.

# %%
if __name__ == "__main__":
    for other in (on_dask, on_ray):
        for name in outputs:
            assert np.array_equal(on_threads[name], other[name])
