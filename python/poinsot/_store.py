"""The store of a study: one NetCDF file that takes rows as they arrive.

NetCDF classic is a header and records of equal length. A row is one record: it is written behind the others, and then the
number of records in the header is raised. A kill at any moment leaves a whole file with all rows but the last ones;
``xarray.open_dataset`` reads it in one line, without this package. Zarr would need a file per row or rows that are rewritten;
Parquet takes no appends.
"""

from __future__ import annotations

import errno
import os
import struct
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_CHAR, _INT, _DOUBLE = 2, 4, 6
_SIZE = {_CHAR: 1, _INT: 4, _DOUBLE: 8}
_SYNC_EVERY = 1.0
DEFINITION = "definition"


@dataclass(frozen=True)
class Column:
    """A variable of the store: numbers, whole numbers or texts, one or several per row."""

    name: str
    type: int
    dimension: str | None = None
    length: int = 1
    attributes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def number(cls, name: str, **attributes: str) -> Column:
        """One number per row."""
        return cls(name, _DOUBLE, attributes=attributes)

    @classmethod
    def count(cls, name: str, **attributes: str) -> Column:
        """One whole number per row."""
        return cls(name, _INT, attributes=attributes)

    @classmethod
    def text(cls, name: str, length: int) -> Column:
        """One text of limited length per row."""
        return cls(name, _CHAR, f"{name}_length", max(length, 1))

    @classmethod
    def series(cls, name: str, dimension: str, length: int, **attributes: str) -> Column:
        """Several numbers per row."""
        return cls(name, _DOUBLE, dimension, length, attributes)

    @property
    def room(self) -> int:
        """Bytes in a record, a multiple of four."""
        return -(-_SIZE[self.type] * self.length // 4) * 4

    def pack(self, value: Any) -> bytes:
        """A value as the bytes of a record."""
        if self.type == _CHAR:
            # Cut between characters, not within one.
            text = str(value).encode("utf-8")[: self.length].decode("utf-8", "ignore").encode("utf-8")
            return text.ljust(self.room, b"\0")
        kind = ">f8" if self.type == _DOUBLE else ">i4"
        packed = np.broadcast_to(np.asarray(value, dtype=kind), (self.length,)).tobytes()
        return packed.ljust(self.room, b"\0")


class Store:
    """Rows in a file, or in memory only if there is no path."""

    def __init__(
        self,
        path: Path | None,
        columns: Sequence[Column],
        axes: Mapping[str, tuple[np.ndarray[Any, Any], str]],
        attributes: Mapping[str, str],
    ) -> None:
        self.columns = list(columns)
        self.axes = axes
        self.attributes = dict(attributes)
        self._record = sum(c.room for c in self.columns)
        head = self._head()
        self._start = len(head)
        self._rows = bytearray()
        self._count = 0
        self._file: Any = None
        self._synced = time.monotonic()
        if path is None:
            return
        if path.exists():
            self._go_on(path, head)
        else:
            part = path.with_name(path.name + ".part")
            part.write_bytes(head)
            part.replace(path)
            self._file = _alone(path)

    def _go_on(self, path: Path, head: bytes) -> None:
        self._file = _alone(path)
        there = self._file.read(len(head))
        if there[:4] + there[8:] != head[:4] + head[8:]:
            self._file.close()
            raise ValueError(
                f"{path} holds another study: its model, parameters or outputs differ; choose another store, or remove it"
            )
        size = os.fstat(self._file.fileno()).st_size
        declared = struct.unpack(">i", there[4:8])[0]
        self._count = min(declared, (size - self._start) // self._record)
        self._rows += self._file.read(self._count * self._record)

    def __len__(self) -> int:
        return self._count

    def append(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Takes rows; they are safe from a kill when this returns."""
        packed = b"".join(c.pack(row[c.name]) for row in rows for c in self.columns)
        if self._file is not None:
            self._file.seek(self._start + self._count * self._record)
            self._file.write(packed)
            self._file.flush()
            self._file.seek(4)
            self._file.write(struct.pack(">i", self._count + len(rows)))
            self._file.flush()
            if time.monotonic() - self._synced > _SYNC_EVERY:
                self.sync()
        self._rows += packed
        self._count += len(rows)

    def sync(self) -> None:
        """Brings rows to the disk, where a loss of power leaves them."""
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self.sync()
            self._file.close()
            self._file = None

    def column(self, name: str) -> np.ndarray[Any, Any]:
        """One column over all rows, in the order of their arrival."""
        at = 0
        for column in self.columns:
            if column.name == name:
                raw = np.frombuffer(bytes(self._rows), dtype=np.uint8).reshape(self._count, self._record)
                return _unpacked(column, np.ascontiguousarray(raw[:, at : at + column.room]))
            at += column.room
        raise KeyError(name)

    def _head(self) -> bytes:
        """The header and the axes, which are the same for every row."""
        # The record dimension comes first; its length is zero by definition of the format.
        dimensions = {"run": 0, **{name: len(values) for name, (values, _) in self.axes.items()}}
        for c in self.columns:
            if c.dimension is not None:
                dimensions.setdefault(c.dimension, c.length)
        numbers = {name: k for k, name in enumerate(dimensions)}
        dims = b"".join(_name(n) + struct.pack(">i", length) for n, length in dimensions.items())
        head = b"CDF\x02" + struct.pack(">i", 0) + struct.pack(">ii", 0x0A, len(dimensions)) + dims
        head += _attributes(self.attributes)
        fixed = b"".join(values.astype(">f8").tobytes() for values, _ in self.axes.values())

        def variables(first: int) -> bytes:
            text = struct.pack(">ii", 0x0B, len(self.axes) + len(self.columns))
            at = first
            for name, (values, unit) in self.axes.items():
                text += _name(name) + struct.pack(">ii", 1, numbers[name]) + _attributes({"units": unit})
                text += struct.pack(">iiq", _DOUBLE, 8 * len(values), at)
                at += 8 * len(values)
            for c in self.columns:
                dims = [0] if c.dimension is None else [0, numbers[c.dimension]]
                text += _name(c.name) + struct.pack(f">i{len(dims)}i", len(dims), *dims)
                text += _attributes(c.attributes) + struct.pack(">iiq", c.type, c.room, at)
                at += c.room
            return text

        first = len(head) + len(variables(0))
        return head + variables(first) + fixed


def _alone(path: Path) -> Any:
    """A file that no other study writes into at the same time. It stays open as long as the study, and a kill frees it."""
    file = open(path, "r+b")  # noqa: SIM115
    if fcntl is not None:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise ValueError(f"{path} is being written by another study; wait for its end, or choose another store") from error
            # Some network file systems know no locks; a study on them is on its own.
            return open(path, "r+b")
    return file


def _unpacked(column: Column, raw: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if column.type == _CHAR:
        return np.array([bytes(row).rstrip(b"\0").decode("utf-8") for row in raw], dtype=object)
    kind, size = (">f8", 8) if column.type == _DOUBLE else (">i4", 4)
    values = raw[:, : size * column.length].copy().view(kind).astype(float if size == 8 else int)
    return values if column.dimension is not None else values[:, 0]


def _name(text: str) -> bytes:
    raw = text.encode("utf-8")
    return struct.pack(">i", len(raw)) + raw.ljust(-(-len(raw) // 4) * 4, b"\0")


def _attributes(attributes: Mapping[str, str]) -> bytes:
    if not attributes:
        return struct.pack(">ii", 0, 0)
    text = struct.pack(">ii", 0x0C, len(attributes))
    for name, value in attributes.items():
        raw = value.encode("utf-8")
        text += _name(name) + struct.pack(">ii", _CHAR, len(raw)) + raw.ljust(-(-len(raw) // 4) * 4, b"\0")
    return text
