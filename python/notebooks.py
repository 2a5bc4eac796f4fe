"""Executes the worked examples as notebooks, and writes notebooks and pages of the book.

Every script in `python/examples` is a list of cells: `# %% [markdown]` begins a text, `# %%` begins code. Its notebook, with what
the cells printed and drew, goes to `docs/python/NAME.ipynb`, the page to `docs/python/NAME.md`, pictures beside them.

Run by `cargo xtask python notebooks`, or for some of them by `python python/notebooks.py fit lqr`.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = ROOT / "python" / "examples"
PAGES = ROOT / "docs" / "python"
_MINUTES = 30


@dataclass(frozen=True)
class Cell:
    """Text or code."""

    kind: str
    source: str


def cells_of(script: str) -> list[Cell]:
    """The cells of a script."""
    cells = []
    for part in re.split(r"^# %%", script, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        body = body.strip("\n")
        if head.strip() == "[markdown]":
            body = "\n".join(line[2:] if line.startswith("# ") else line[1:] for line in body.splitlines())
            cells.append(Cell("markdown", body))
        else:
            cells.append(Cell("code", body))
    return cells


def executed(name: str) -> dict[str, Any]:
    """The notebook of a script, every cell carried out by Jupyter."""
    import nbformat
    from nbclient import NotebookClient

    book: Any = nbformat.v4.new_notebook()
    for number, cell in enumerate(cells_of((SCRIPTS / f"{name}.py").read_text(encoding="utf-8"))):
        made: Any = getattr(nbformat.v4, f"new_{cell.kind}_cell")(cell.source)
        made["id"] = f"cell-{number}"
        book.cells.append(made)
    with tempfile.TemporaryDirectory() as folder:
        client: Any = NotebookClient(book, timeout=60 * _MINUTES, resources={"metadata": {"path": folder}})
        client.execute()
    for cell in book.cells:
        # Times of execution differ from run to run.
        cell["metadata"] = {}
        if cell["cell_type"] == "code":
            cell["outputs"] = [o for o in cell["outputs"] if o.get("name") != "stderr"]
    book["metadata"] = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    plain: dict[str, Any] = json.loads(nbformat.writes(book))
    return plain


def written(name: str, book: dict[str, Any]) -> None:
    """Writes the notebook, its page and its pictures."""
    PAGES.mkdir(exist_ok=True)
    for old in PAGES.glob(f"{name}-*.png"):
        old.unlink()
    text = json.dumps(book, indent=1, ensure_ascii=False) + "\n"
    (PAGES / f"{name}.ipynb").write_text(text, encoding="utf-8")
    lines: list[str] = []
    pictures = 0
    for cell in book["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            lines += [source, ""]
            if not pictures and lines[0] == lines[-2]:
                links = f"The script is `python/examples/{name}.py`, the notebook [{name}.ipynb]({name}.ipynb)."
                lines += [f"*Written by `cargo xtask python notebooks`. {links}*", ""]
            continue
        lines += ["```py", source, "```", ""]
        for output in cell["outputs"]:
            if output.get("name") == "stdout":
                lines += ["```text", "".join(output["text"]).rstrip("\n"), "```", ""]
            picture = output.get("data", {}).get("image/png")
            if picture is not None:
                pictures += 1
                file = f"{name}-{pictures}.png"
                (PAGES / file).write_bytes(base64.b64decode(picture))
                lines += [f"![{name}]({file})", ""]
    (PAGES / f"{name}.md").write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")


def main(names: list[str]) -> None:
    """Executes some of the examples, or all."""
    for name in names or sorted(p.stem for p in SCRIPTS.glob("*.py")):
        print(f"{name} ...", flush=True)
        written(name, executed(name))


if __name__ == "__main__":
    main(sys.argv[1:])
