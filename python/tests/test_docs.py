"""The blocks of the pages on Python and on studies run, one after the other."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(("page", "least"), [("python", 7), ("studies", 2)])
def test_the_page_runs(page: str, least: int, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (root / "docs" / "how-to" / f"{page}.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, object] = {}
    blocks = re.findall(r"```py\n(.*?)```\n(?:\n```text\n(.*?)```)?", text, re.DOTALL)
    assert len(blocks) >= least
    for code, shown in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, f"{page}.md", "exec"), names)
        if shown:
            assert printed.getvalue() == shown


def test_the_study_of_the_page_runs(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of the page with the model of its first block, then both commands as the page has them."""
    text = (root / "docs" / "how-to" / "studies.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    first = re.findall(r"```py\n(.*?)```", text, re.DOTALL)[0]
    names: dict[str, Any] = {}
    exec(compile(first.split("table =")[0], "studies.md", "exec"), names)
    names["m"].write("pendulum.toml")
    (study,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    Path("study.toml").write_text(study.replace("count = 200", "count = 8"), encoding="utf-8")
    commands = re.findall(r"`poinsot ((?:study|plot) [^`]*)`", text)
    assert len(commands) == 2
    for command in commands:
        assert subprocess.run([sys.executable, "-m", "poinsot", *command.split()], check=False).returncode == 0, command
    assert Path("swing.png").stat().st_size > 1000
