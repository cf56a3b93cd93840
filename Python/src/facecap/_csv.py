# SPDX-License-Identifier: Apache-2.0
"""Tables of CSV as the program exports it, piece by piece."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from . import _columns
from ._columns import EVENTS, FACES, FRAMES, POINTS, Batch, checked
from ._json_lines import IncompleteWarning
from .errors import StreamError

_CSV_POINTS = [f"{point}_{axis}_px" for point in POINTS for axis in "xy"]


def csv_batches(stream: BinaryIO, name: str) -> Iterator[Batch]:
    first = stream.readline()
    header = first.decode(errors="replace").strip().split(",")
    size = stream.seek(0, io.SEEK_END)
    whole = _whole_size(stream, len(first), size)
    stream.seek(0)
    if not {"frame", "pts", "id", "outcome"} <= set(header):
        raise StreamError(f"{name} is no CSV of facecap: {','.join(header)[:80]}")
    types = {item.name: item.type for schema in (FRAMES, FACES) for item in schema}
    types |= dict.fromkeys(["width_px", "height_px", *_CSV_POINTS], pa.float64())
    types["outcome"] = pa.string()
    for column in ("faces", "utc", *(column.removesuffix("_px") for column in _CSV_POINTS)):
        del types[column]
    kept: pa.Table | None = None
    try:
        reader = pa.csv.open_csv(
            _Start(stream, whole),
            read_options=pa.csv.ReadOptions(use_threads=False, block_size=_columns.BLOCK_SIZE),
            convert_options=pa.csv.ConvertOptions(
                column_types=types,
                include_columns=list(types),
                include_missing_columns=True,
                strings_can_be_null=True,
            ),
        )
        for block in reader:
            rows = pa.Table.from_batches([block])
            if kept is not None:
                rows = pa.concat_tables([kept, rows])
            if rows["frame"].null_count:
                raise StreamError(f"{name} is no CSV of facecap: a row has no frame")
            # The rows of the last frame may go on in the next block.
            last = pc.index(rows["frame"], rows["frame"][-1]).as_py()
            kept = rows.slice(last)
            yield _csv_batch(rows.slice(0, last), name)
    except pa.ArrowInvalid as error:
        raise StreamError(f"{name} is no CSV of facecap: {error}") from error
    if kept is not None:
        yield _csv_batch(kept, name)
    if whole < size or not first.endswith(b"\n"):
        warnings.warn(
            f"{name} is cut off in its last row: what comes there and after it is missing",
            IncompleteWarning,
            stacklevel=2,
        )


class _Start(io.RawIOBase):
    """The first bytes of a stream."""

    def __init__(self, stream: BinaryIO, size: int) -> None:
        self._stream = stream
        self._left = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        block = self._stream.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(block)
        return block


def _whole_size(stream: BinaryIO, start: int, end: int) -> int:
    """Return where the last whole line ends, `start` where none does behind it.

    A last row without a line feed may be cut off in a number, which is then another one.
    """
    while end > start:
        begin = max(start, end - _columns.BLOCK_SIZE)
        stream.seek(begin)
        if found := stream.read(end - begin).rfind(b"\n") + 1:
            return begin + found
        end = begin
    return start


def _csv_batch(rows: pa.Table, name: str) -> Batch:
    firsts = ("pts", "outcome", "reason", "scan", "scan_age")
    grouped = rows.group_by("frame", use_threads=False).aggregate(
        [("id", "count"), *((column, "first") for column in firsts)]
    )
    names = {"id_count": "faces", "outcome_first": "state"}
    frames_ = grouped.rename_columns(
        [names.get(column, column.removesuffix("_first")) for column in grouped.column_names]
    )
    faces = rows.filter(pc.is_valid(rows["id"]))
    for side, axis in (("width", "x"), ("height", "y")):
        # The widest face tells best how many pixels the image has.
        widest = pc.index(faces[side], pc.max(faces[side])).as_py()
        share, pixels = (
            faces[name][widest].as_py() if widest >= 0 else None for name in (side, f"{side}_px")
        )
        size = round(pixels / share) if pixels and share else None
        for point in POINTS:
            place = pc.divide(faces[f"{point}_{axis}_px"], pa.scalar(size, pa.float64()))
            faces = faces.append_column(f"{point}_{axis}", place)
    return Batch(
        faces=checked(faces, "faces", name),
        frames=checked(frames_, "frames", name),
        events=EVENTS.empty_table(),
    )
