"""The blocks of the pages on Python and on studies run, one after the other."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

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
