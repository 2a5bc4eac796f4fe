"""The blocks of the page on Python run, one after the other."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest


def test_the_page_runs(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    text = (root / "docs" / "how-to" / "python.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    blocks = re.findall(r"```py\n(.*?)```\n(?:\n```text\n(.*?)```)?", text, re.DOTALL)
    assert len(blocks) >= 8
    for code, shown in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "python.md", "exec"), names)
        if shown:
            assert printed.getvalue() == shown
