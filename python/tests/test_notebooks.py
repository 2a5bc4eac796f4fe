"""The notebooks and pages of the worked examples are those of the scripts."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "python" / "examples").glob("*.py"))


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebooks", ROOT / "python" / "notebooks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    # Dataclasses look their module up.
    sys.modules["notebooks"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("script", SCRIPTS, ids=[s.stem for s in SCRIPTS])
def test_a_notebook_is_its_script_carried_out(script: Path) -> None:
    cells = tool().cells_of(script.read_text(encoding="utf-8"))
    assert len(cells) > 4 and cells[0].kind == "markdown"
    book = json.loads((ROOT / "docs" / "python" / f"{script.stem}.ipynb").read_text(encoding="utf-8"))
    again = "cargo xtask python notebooks writes it again"
    assert [(c["cell_type"], "".join(c["source"])) for c in book["cells"]] == [(c.kind, c.source) for c in cells], again
    page = (ROOT / "docs" / "python" / f"{script.stem}.md").read_text(encoding="utf-8")
    for cell in book["cells"]:
        assert "".join(cell["source"]) in page, again
        if cell["cell_type"] == "code":
            assert cell["execution_count"] is not None
            assert not any(output["output_type"] == "error" for output in cell["outputs"])
