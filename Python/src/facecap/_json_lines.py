# SPDX-License-Identifier: Apache-2.0
"""Tables of JSON Lines: the stream contract, piece by piece."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

from . import _columns
from ._columns import EVENTS, FRAMES, MEASURES, POINTS, SIDES, Batch, checked
from ._process import LONGEST_LINE
from .errors import StreamError


def _record_schema() -> pa.Schema:
    """Return what is read of a line of the stream; all else in it is ignored."""
    point = pa.struct([("x", pa.float64()), ("y", pa.float64())])
    face = pa.struct(
        [
            ("id", pa.int64()),
            ("bounds", pa.struct([(side, pa.float64()) for side in SIDES])),
            *((name, pa.float64()) for name in (*MEASURES, "age_ms")),
            ("state", pa.string()),
            ("landmarks", pa.struct([(name, point) for name in POINTS])),
        ]
    )
    columns = {item.name: item.type for schema in (FRAMES, EVENTS) for item in schema}
    columns |= {
        "type": pa.string(),
        "outcome": pa.string(),
        "utc": pa.string(),
        "faces": pa.list_(face),
    }
    del columns["state"]
    return pa.schema(list(columns.items()))


_RECORD = _record_schema()


class IncompleteWarning(UserWarning):
    """A stream has no end: its program was ended, or the file is cut off; the rest was read."""


def json_batches(blocks: Iterable[bytes], name: str) -> Iterator[Batch]:
    count = 0
    session: dict[str, Any] = {}
    session_count = 0
    has_end = False
    for lines in _whole_lines(blocks):
        if not session:
            session = _session(lines)
        if not lines.endswith(b"\n") and _decoded(lines[lines.rfind(b"\n") + 1 :]) is None:
            whole = lines[: lines.rfind(b"\n") + 1]  # Cut off: there is no end then, either.
        else:
            whole = lines
        records = _records(whole, name, count)
        count += whole.count(b"\n")
        session_count += pc.sum(pc.equal(records["type"], "session")).as_py() or 0
        if session_count > 1:
            text = "in each of which an id is another face: read them from files of their own."
            raise StreamError(f"{name} has several streams, {text}")
        has_end = has_end or bool(pc.any(pc.equal(records["type"], "end")).as_py())
        yield Batch(**_tables_of(records, name), session=session)
    if not has_end:
        warnings.warn(
            f"{name} has no end record: what comes after line {count} is missing",
            IncompleteWarning,
            stacklevel=2,
        )


def _whole_lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Iterate over pieces that end with a line; the last one may not."""
    parts: list[bytes] = []
    size = 0
    for block in blocks:
        parts.append(block)
        size += len(block)
        if size > LONGEST_LINE:
            raise StreamError("A line is longer than any of facecap.")
        if size >= _columns.BLOCK_SIZE and (end := block.rfind(b"\n") + 1):
            parts[-1] = block[:end]
            yield b"".join(parts)
            parts = [block[end:]]
            size = len(parts[0])
    yield b"".join(parts)


def _session(lines: bytes) -> dict[str, Any]:
    record = _decoded(lines[: lines.find(b"\n") + 1])
    return record if record is not None and record.get("type") == "session" else {}


def _decoded(line: bytes) -> dict[str, Any] | None:
    """Return what is in a line; `None` where it is damaged."""
    try:
        record = json.loads(line)
    except (RecursionError, ValueError):
        return None
    return record if isinstance(record, dict) else None


def _records(lines: bytes, name: str, count: int) -> pa.Table:
    """Return the records of whole lines; `count` is the number of those before."""
    if not lines.strip():
        return _RECORD.empty_table()
    with suppress(pa.ArrowInvalid):
        records = _parsed(lines)
        if not records["type"].null_count:
            return records
    # A damaged line, or a record of a newer program whose fields have other types.
    known = b"".join(_known_lines(lines, name, count))
    try:
        return _parsed(known) if known else _RECORD.empty_table()
    except pa.ArrowInvalid as error:
        raise StreamError(f"{name} is no stream of facecap: {error}") from error


def _parsed(lines: bytes) -> pa.Table:
    records = pa.json.read_json(
        pa.BufferReader(lines),
        # One block: a line may be as long as all of them.
        read_options=pa.json.ReadOptions(use_threads=False, block_size=len(lines) + 1),
        parse_options=pa.json.ParseOptions(explicit_schema=_RECORD, unexpected_field_behavior="ignore"),
    )
    records.validate(full=True)  # Texts may not be UTF-8.
    return records


def _known_lines(lines: bytes, name: str, count: int) -> Iterator[bytes]:
    for number, line in enumerate(lines.split(b"\n"), count + 1):
        if line.strip():
            record = _decoded(line)
            if record is None or "type" not in record:
                text = line[:80].decode(errors="replace")
                raise StreamError(f"Line {number} of {name} is no record of facecap: {text}")
            if record["type"] in ("session", "faces", "event", "end"):
                yield line + b"\n"


def _tables_of(records: pa.Table, name: str) -> dict[str, pa.Table]:
    seen = records.filter(pc.equal(records["type"], "faces")).combine_chunks()
    happened = records.filter(pc.equal(records["type"], "event"))
    listed = seen["faces"].combine_chunks()
    faces = pc.list_flatten(listed)
    of_frame = seen.select(["frame", "pts", "camera"]).take(pc.list_parent_indices(listed))
    columns = {column: of_frame[column] for column in of_frame.column_names}
    columns |= {column: pc.struct_field(faces, [column]) for column in ("id", "state", "age_ms")}
    columns |= {column: pc.struct_field(faces, [column]) for column in MEASURES}
    columns |= {side: pc.struct_field(faces, ["bounds", side]) for side in SIDES}
    columns |= {
        f"{point}_{axis}": pc.struct_field(faces, ["landmarks", point, axis])
        for point in POINTS
        for axis in "xy"
    }
    seen = (
        seen.drop(["faces"])
        .append_column("faces", pc.fill_null(pc.list_value_length(listed), 0))
        .append_column("state", pc.fill_null(seen["outcome"], "analysed"))
    )
    tables = {"faces": pa.table(columns), "frames": seen, "events": happened}
    return {kind: checked(table, kind, name) for kind, table in tables.items()}
