# SPDX-License-Identifier: Apache-2.0
"""Faces, frames and events of movies, JSON Lines, CSV and Parquet as tables.

Every table has the same columns and types, whatever it was read from and whether or not there is
anything in them. Positions are normalised to 0...1 of the displayed image, origin top left; angles
are degrees; what is not known is null (NaN or NA in pandas), never 0.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import warnings
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, overload

from ._options import Option, arguments, path_argument
from ._process import LONGEST_LINE, Process
from .errors import StreamError

try:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.csv
    import pyarrow.json
    import pyarrow.parquet as pq
except ImportError as error:
    raise ImportError("tables need more packages: pip install 'facecap[table]'") from error

if TYPE_CHECKING:
    import pandas as pd

Path_ = str | os.PathLike[str]

_BLOCK_SIZE = 1 << 20
_ROW_GROUP_SIZE = 128 * 1024
_POINTS = ("left_eye", "right_eye", "nose", "left_mouth", "right_mouth")
_SIDES = ("x", "y", "width", "height")
_MEASURES = (
    *("roll", "yaw", "pitch", "roll_sigma", "yaw_sigma", "pitch_sigma", "pitch_relative"),
    *("left_eye_openness", "right_eye_openness", "mouth_openness"),
    *("confidence", "capture_quality", "distance"),
)

FACES = pa.schema(
    [
        pa.field("frame", pa.int64(), nullable=False),
        pa.field("pts", pa.float64(), nullable=False),
        ("camera", pa.string()),
        pa.field("id", pa.int64(), nullable=False),
        *((name, pa.float64()) for name in (*_SIDES, *_MEASURES)),
        ("state", pa.string()),
        ("age_ms", pa.float64()),
        *((f"{point}_{axis}", pa.float64()) for point in _POINTS for axis in "xy"),
    ]
)
"""The columns of the faces: one row a face of a frame."""

FRAMES = pa.schema(
    [
        pa.field("frame", pa.int64(), nullable=False),
        pa.field("pts", pa.float64(), nullable=False),
        ("camera", pa.string()),
        ("state", pa.string()),
        ("reason", pa.string()),
        pa.field("faces", pa.int64(), nullable=False),
        ("scan", pa.string()),
        ("scan_age", pa.int64()),
        ("monotonic_ns", pa.int64()),
        ("utc", pa.timestamp("us", "UTC")),
        ("latency_ms", pa.float64()),
    ]
)
"""The columns of the frames: one row a frame, also of those without faces."""

EVENTS = pa.schema(
    [
        pa.field("event", pa.string(), nullable=False),
        ("pts", pa.float64()),
        ("camera", pa.string()),
        ("id", pa.int64()),
        ("from", pa.int64()),
        ("to", pa.int64()),
        ("reason", pa.string()),
        ("begin", pa.float64()),
        ("length_ms", pa.float64()),
        ("gap_ms", pa.float64()),
        ("count", pa.int64()),
        ("level", pa.string()),
        ("code", pa.string()),
        ("message", pa.string()),
    ]
)
"""The columns of the events: one row an event."""

_TABLES = {"faces": FACES, "frames": FRAMES, "events": EVENTS}
# Numbers hardly ever come twice: a dictionary of them costs memory and saves none.
_TEXTS = {
    name: [item.name for item in schema if item.type == pa.string()] for name, schema in _TABLES.items()
}


def _record_schema() -> pa.Schema:
    """Return what is read of a line of the stream; all else in it is ignored."""
    point = pa.struct([("x", pa.float64()), ("y", pa.float64())])
    face = pa.struct(
        [
            ("id", pa.int64()),
            ("bounds", pa.struct([(side, pa.float64()) for side in _SIDES])),
            *((name, pa.float64()) for name in (*_MEASURES, "age_ms")),
            ("state", pa.string()),
            ("landmarks", pa.struct([(name, point) for name in _POINTS])),
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


@dataclass(frozen=True)
class Batch:
    """Some frames in a row, with their faces and events, as Arrow tables."""

    faces: pa.Table
    """One row a face: the columns of `FACES`."""
    frames: pa.Table
    """One row a frame: the columns of `FRAMES`."""
    events: pa.Table
    """One row an event: the columns of `EVENTS`; none where CSV was read."""
    session: dict[str, Any] = field(default_factory=dict)
    """The `session` record; empty where CSV was read."""


# What users call


@overload
def read(
    path: Path_, *, as_: Literal["pandas"] = ..., program: Path_ | None = ..., **options: Option
) -> pd.DataFrame: ...
@overload
def read(
    path: Path_, *, as_: Literal["arrow"], program: Path_ | None = ..., **options: Option
) -> pa.Table: ...
def read(
    path: Path_,
    *,
    as_: Literal["pandas", "arrow"] = "pandas",
    program: Path_ | None = None,
    **options: Option,
) -> pd.DataFrame | pa.Table:
    """Return the faces of a movie, JSON Lines, CSV or Parquet: one row a face of a frame.

    A path that ends in `.jsonl`, `.ndjson`, `.csv` or `.parquet` is such a file, a folder is what
    `write_parquet` made, all else is a movie with a face track, which `facecap export` reads; of it
    `track=2` takes the second one, `mirror=True` exchanges left and right.

    `x`, `y`, `width`, `height` and the five points are 0...1 of the displayed image, origin top left;
    `roll`, `yaw`, `pitch` and their `_sigma` degrees; `pts` seconds; `age_ms` milliseconds;
    `distance` metres; confidence, quality and openness 0...1. Frames without faces have no row: see
    `frames`. Columns and types are always the same.

    Raises `FacecapError` of the program, `StreamError` where a line is damaged. Warns
    `IncompleteWarning` where the end of a stream is missing.
    """
    return _table("faces", path, as_, program, options)


@overload
def frames(
    path: Path_, *, as_: Literal["pandas"] = ..., program: Path_ | None = ..., **options: Option
) -> pd.DataFrame: ...
@overload
def frames(
    path: Path_, *, as_: Literal["arrow"], program: Path_ | None = ..., **options: Option
) -> pa.Table: ...
def frames(
    path: Path_,
    *,
    as_: Literal["pandas", "arrow"] = "pandas",
    program: Path_ | None = None,
    **options: Option,
) -> pd.DataFrame | pa.Table:
    """Return the frames of what `read` reads: one row a frame, also of those without faces.

    `state` is `analysed`, `skipped` or `dropped`, `reason` says why, `faces` how many there are. No
    face in a frame that was not analysed does not say that nobody was there. `pts` is in seconds,
    `utc` and `monotonic_ns` are those of the capture, `latency_ms` milliseconds.

    Raises and warns as `read` does.
    """
    return _table("frames", path, as_, program, options)


@overload
def events(
    path: Path_, *, as_: Literal["pandas"] = ..., program: Path_ | None = ..., **options: Option
) -> pd.DataFrame: ...
@overload
def events(
    path: Path_, *, as_: Literal["arrow"], program: Path_ | None = ..., **options: Option
) -> pa.Table: ...
def events(
    path: Path_,
    *,
    as_: Literal["pandas", "arrow"] = "pandas",
    program: Path_ | None = None,
    **options: Option,
) -> pd.DataFrame | pa.Table:
    """Return the events of what `read` reads: faces found and lost, blinks, cuts, gaps and more.

    `pts` and `begin` are in seconds, `length_ms` and `gap_ms` in milliseconds. CSV has no events.

    Raises and warns as `read` does.
    """
    return _table("events", path, as_, program, options)


def batches(path: Path_, *, program: Path_ | None = None, **options: Option) -> Generator[Batch]:
    """Iterate over what `read` reads in pieces of some thousand frames, in bounded memory.

    A program that was started ends with the iterator. Raises and warns as `read` does.
    """
    kind = Path(path).suffix.lower()
    if Path(path).is_dir() or kind == ".parquet":
        raise ValueError(f"{path} is Parquet: pyarrow.parquet.ParquetFile reads it in pieces")
    if kind == ".csv":
        with open(path, "rb") as stream:
            yield from _csv_batches(stream, os.fspath(path))
    elif kind in (".jsonl", ".ndjson"):
        with open(path, "rb") as stream:
            yield from _json_batches(iter(lambda: stream.read(_BLOCK_SIZE), b""), os.fspath(path))
    else:
        command = ["export", path_argument(path), "--format", "jsonl", "--landmarks", "--quiet"]
        with closing(Process(command + arguments(options), program)) as process:
            yield from _json_batches(_output(process), os.fspath(path))


def write_parquet(path: Path_, out: Path_, *, program: Path_ | None = None, **options: Option) -> None:
    """Write what `read` reads into a folder: `faces.parquet`, `frames.parquet`, `events.parquet`.

    Row groups have 128k rows, whatever the length; a movie of many hours takes no more memory than
    a short one. The folder is made where there is none; its files appear, or are replaced, only when
    all is written. `read`, `frames` and `events` take the folder.

    Raises as `read` does, and `OSError` where the files cannot be written.
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        part = tempfile.mkdtemp(prefix=".part-", dir=folder)
        stack.callback(shutil.rmtree, part, ignore_errors=True)
        with closing(batches(path, program=program, **options)) as source:
            _write(source, Path(part))
        for name in _TABLES:
            os.replace(f"{part}/{name}.parquet", folder / f"{name}.parquet")


# Tables


def _table(
    name: str,
    path: Path_,
    as_: str,
    program: Path_ | None,
    options: dict[str, Option],
) -> Any:
    if as_ not in ("pandas", "arrow"):
        raise ValueError(f'as_ is "pandas" or "arrow", not {as_!r}')
    if Path(path).is_dir():
        path = Path(path, f"{name}.parquet")
    if Path(path).suffix.lower() == ".parquet":
        table = _parquet(name, path)
    else:
        tables = [_TABLES[name].empty_table()]
        session: dict[str, Any] = {}
        for batch in batches(path, program=program, **options):
            tables.append(getattr(batch, name))
            session = session or batch.session
        table = _described(pa.concat_tables(tables), session)
    return table if as_ == "arrow" else _pandas(table)


def _described(table: pa.Table, session: dict[str, Any]) -> pa.Table:
    return table.replace_schema_metadata({"facecap.session": json.dumps(session)})


def _pandas(table: pa.Table) -> pd.DataFrame:
    """Return a data frame whose types do not depend on what is in the columns."""
    try:
        import pandas as pd  # noqa: PLC0415 (Arrow tables do without)
    except ImportError as error:
        raise ImportError("data frames need pandas: pip install 'facecap[table]'") from error
    types = {pa.int64(): pd.Int64Dtype(), pa.string(): pd.StringDtype()}
    frame: pd.DataFrame = table.to_pandas(types_mapper=types.get)
    whole = [i.name for i in table.schema if i.type == pa.int64() and not i.nullable]
    frame = frame.astype(dict.fromkeys(whole, "int64"))
    frame.attrs["session"] = json.loads((table.schema.metadata or {}).get(b"facecap.session", "{}"))
    return frame


def _parquet(name: str, path: Path_) -> pa.Table:
    try:
        file = pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise StreamError(f"{path} is no Parquet file: {error}") from error
    with file:
        there = set(file.schema_arrow.names)
        schema = _TABLES[name]
        needed = {item.name for item in schema if not item.nullable}
        if not needed <= there:
            raise StreamError(
                f"{path} has no {name}: {', '.join(sorted(needed - there))} are missing; name the"
                " folder that write_parquet made."
            )
        table = file.read(columns=[item for item in schema.names if item in there])
        metadata = table.schema.metadata
        return _conformed(table, schema).replace_schema_metadata(metadata)


def _conformed(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """Return the columns of a schema, null where there is none."""
    columns = [
        table[item.name] if item.name in table.column_names else pa.nulls(len(table), item.type)
        for item in schema
    ]
    names = [item.name for item in schema]
    return pa.table(columns, names=names).cast(schema)


def _write(source: Iterable[Batch], folder: Path) -> None:
    with ExitStack() as stack:
        writers: dict[str, pq.ParquetWriter] = {}
        kept = {name: schema.empty_table() for name, schema in _TABLES.items()}
        session: dict[str, Any] = {}
        for batch in source:
            session = session or batch.session
            for name, schema in _TABLES.items():
                if name not in writers:
                    described = _described(schema.empty_table(), session).schema
                    writers[name] = stack.enter_context(
                        pq.ParquetWriter(
                            folder / f"{name}.parquet",
                            described,
                            compression="zstd",
                            use_dictionary=_TEXTS[name],
                        )
                    )
                rows = pa.concat_tables([kept[name], getattr(batch, name)])
                while len(rows) >= _ROW_GROUP_SIZE:
                    writers[name].write_table(_described(rows.slice(0, _ROW_GROUP_SIZE), session))
                    rows = rows.slice(_ROW_GROUP_SIZE)
                kept[name] = rows
        for name, rows in kept.items():
            writers[name].write_table(_described(rows, session))
    # Closed: all is on its way to the disk.


# JSON Lines


def _output(process: Process) -> Iterator[bytes]:
    while block := process.read():
        yield block
    process.finish()


def _json_batches(blocks: Iterable[bytes], name: str) -> Iterator[Batch]:
    count = 0
    session: dict[str, Any] = {}
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
        if size >= _BLOCK_SIZE and (end := block.rfind(b"\n") + 1):
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
    return pa.json.read_json(
        pa.BufferReader(lines),
        # One block: a line may be as long as all of them.
        read_options=pa.json.ReadOptions(use_threads=False, block_size=len(lines) + 1),
        parse_options=pa.json.ParseOptions(explicit_schema=_RECORD, unexpected_field_behavior="ignore"),
    )


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
    listed = _array(seen["faces"])
    faces = pc.list_flatten(listed)
    of_frame = seen.select(["frame", "pts", "camera"]).take(pc.list_parent_indices(listed))
    columns = {column: of_frame[column] for column in of_frame.column_names}
    columns |= {column: pc.struct_field(faces, [column]) for column in ("id", "state", "age_ms")}
    columns |= {column: pc.struct_field(faces, [column]) for column in _MEASURES}
    columns |= {side: pc.struct_field(faces, ["bounds", side]) for side in _SIDES}
    columns |= {
        f"{point}_{axis}": pc.struct_field(faces, ["landmarks", point, axis])
        for point in _POINTS
        for axis in "xy"
    }
    seen = (
        seen.drop(["faces"])
        .append_column("faces", pc.fill_null(pc.list_value_length(listed), 0))
        .append_column("state", pc.fill_null(seen["outcome"], "analysed"))
    )
    tables = {"faces": pa.table(columns), "frames": seen, "events": happened}
    return {kind: _checked(table, kind, name) for kind, table in tables.items()}


def _checked(table: pa.Table, kind: str, name: str) -> pa.Table:
    schema = _TABLES[kind]
    for item in schema:
        if not item.nullable and table[item.name].null_count:
            raise StreamError(f"{name} is no stream of facecap: one of its {kind} has no {item.name}.")
    try:
        return _conformed(table, schema)
    except pa.ArrowInvalid as error:
        raise StreamError(f"{name} is no stream of facecap: {error}") from error


def _array(column: pa.ChunkedArray) -> pa.Array:
    array = column.combine_chunks()
    return array if isinstance(array, pa.Array) else pa.concat_arrays(array.chunks)


# CSV

_CSV_POINTS = [f"{point}_{axis}_px" for point in _POINTS for axis in "xy"]


def _csv_batches(stream: BinaryIO, name: str) -> Iterator[Batch]:
    header = stream.readline().decode(errors="replace").strip().split(",")
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
            stream,
            read_options=pa.csv.ReadOptions(use_threads=False, block_size=_BLOCK_SIZE),
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
            # The rows of the last frame may go on in the next block.
            last = pc.index(rows["frame"], rows["frame"][-1]).as_py()
            kept = rows.slice(last)
            yield _csv_batch(rows.slice(0, last), name)
    except pa.ArrowInvalid as error:
        raise StreamError(f"{name} is no CSV of facecap: {error}") from error
    if kept is not None:
        yield _csv_batch(kept, name)


def _csv_batch(rows: pa.Table, name: str) -> Batch:
    firsts = (
        "pts",
        "camera",
        "outcome",
        "reason",
        "scan",
        "scan_age",
        "monotonic_ns",
        "latency_ms",
    )
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
        for point in _POINTS:
            place = pc.divide(faces[f"{point}_{axis}_px"], pa.scalar(size, pa.float64()))
            faces = faces.append_column(f"{point}_{axis}", place)
    return Batch(
        faces=_checked(faces, "faces", name),
        frames=_checked(frames_, "frames", name),
        events=EVENTS.empty_table(),
    )
