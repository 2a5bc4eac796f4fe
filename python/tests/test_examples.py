"""The worked examples run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.parametrize("name", sorted(p.name for p in FOLDER.glob("*.py")))
def test_example(name: str, tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    pytest.importorskip("xarray")
    done = subprocess.run([sys.executable, str(FOLDER / name)], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout
