"""The worked examples run, with few rows where they draw many."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "examples"
# `clusters` needs Dask and Ray: `cargo xtask python clusters` runs it.
NAMES = sorted(p.stem for p in FOLDER.glob("*.py") if p.stem != "clusters")
RUNS = {"monte_carlo": "24", "sensitivity": "32"}


@pytest.mark.parametrize("name", NAMES)
def test_example(name: str, tmp_path: Path) -> None:
    environment = {**os.environ, "MPLBACKEND": "Agg", "RUNS": RUNS.get(name, "")}
    if name not in RUNS:
        del environment["RUNS"]
    line = [sys.executable, str(FOLDER / f"{name}.py")]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout and list(tmp_path.glob("*.png"))
