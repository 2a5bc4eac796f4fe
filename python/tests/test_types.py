"""The package and its examples pass a strict type checker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def test_mypy_strict(root: Path) -> None:
    pytest.importorskip("mypy")
    folder = root / "python"
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(root / "target" / "mypy"), "poinsot", "examples", "tests/bench.py", "tests/on_clusters.py", "notebooks.py"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
