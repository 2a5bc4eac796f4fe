"""A tree of plain values as TOML, laid out as people write models."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ._plain import Plain, number_text

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH = 100


def dumps(tree: Mapping[str, Plain]) -> str:
    """The text of a model: single values first, then tables, then lists of tables."""
    lines = [f"{_key(k)} = {_value(v)}" for k, v in tree.items() if not _is_block(v)]
    for key, value in tree.items():
        if isinstance(value, dict):
            lines += ["", f"[{_key(key)}]", *_entries(value)]
    for key, value in tree.items():
        if _is_tables(value):
            assert isinstance(value, list)
            for item in value:
                lines += ["", f"[[{_key(key)}]]", *_entries(item)]
    return "\n".join(lines).lstrip("\n") + "\n"


def _is_tables(value: Plain) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def _is_block(value: Plain) -> bool:
    return isinstance(value, dict) or _is_tables(value)


def _entries(table: Mapping[str, Plain]) -> list[str]:
    return [f"{_key(k)} = {_value(v)}" for k, v in table.items()]


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    # The escapes of JSON are escapes of TOML too; beyond them TOML also wants DEL escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def inline(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, list):
        return f"[{', '.join(inline(v) for v in value)}]"
    return _value(value)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        parts = [_value(v) for v in value]
        line = f"[{', '.join(parts)}]"
        if len(line) <= _WIDTH or not any(isinstance(v, (list, dict)) for v in value):
            return line
        return "[\n" + "".join(f"    {part},\n" for part in parts) + "]"
    return number_text(value)
