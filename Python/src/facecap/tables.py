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
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

import pyarrow as pa
import pyarrow.parquet as pq

from . import _columns
from ._columns import EVENTS, FACES, FRAMES, TABLES, Batch, checked
from ._csv import csv_batches
from ._json_lines import IncompleteWarning, json_batches
from ._options import Option, arguments, path_argument
from ._process import Process
from .errors import StreamError, UsageError

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "EVENTS",
    "FACES",
    "FRAMES",
    "Batch",
    "IncompleteWarning",
    "batches",
    "events",
    "frames",
    "read",
    "write_parquet",
]

Path_ = str | os.PathLike[str]

_TEXT_ENDINGS = (".csv", ".jsonl", ".ndjson")
_ROW_GROUP_SIZE = 128 * 1024
# Numbers hardly ever come twice: a dictionary of them costs memory and saves none.
_TEXTS = {
    name: [item.name for item in schema if item.type == pa.string()] for name, schema in TABLES.items()
}


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
    `track=2` takes the second one, `mirror=True` exchanges left and right. Only movies take options.

    `x`, `y`, `width`, `height` and the five points are 0...1 of the displayed image, origin top left;
    of a stream of `facecap live --screen` they are pixels of that screen. In pandas,
    `attrs["session"]` is the `session` record, whose `space` says which of these, and whose `video` has
    the size of the image; it is empty where CSV was read. `roll`, `yaw`, `pitch` and their `_sigma` are
    degrees; `pts` seconds; `age_ms` milliseconds; `distance` metres; confidence, quality and openness
    0...1. Frames without faces have no row: see `frames`. Columns and types are always the same.

    Raises `FacecapError` of the program, `StreamError` where a line is damaged, `UsageError` for options
    of what is no movie and `ValueError` for those that say what is exported. Warns `IncompleteWarning`
    where the end of a stream is missing, or CSV is cut off in a row; CSV that ends with a row does not
    tell whether it is whole.
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
    `utc` and `monotonic_ns` are those of the capture, `latency_ms` milliseconds. `zoom` says how much
    the frame was magnified, where it was.

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

    The columns are all fields that `docs/stream-contract.md` has for events. `pts`, `begin` and
    `duration` are in seconds, `length_ms` and `gap_ms` in milliseconds. CSV has no events.

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
    if kind in _TEXT_ENDINGS:
        _check_no_options(path, options)
    if kind == ".csv":
        with open(path, "rb") as stream:
            yield from csv_batches(stream, os.fspath(path))
    elif kind in _TEXT_ENDINGS:
        with open(path, "rb") as stream:
            yield from json_batches(iter(lambda: stream.read(_columns.BLOCK_SIZE), b""), os.fspath(path))
    else:
        for option in ("format", "output", "images", "help"):
            if options.get(option) not in (None, False):
                raise ValueError(f"{option} is no option of what is read: leave it out")
        command = ["export", path_argument(path), "--format", "jsonl", "--landmarks", "--quiet"]
        with closing(Process(command + arguments(options), program)) as process:
            yield from json_batches(_output(process), os.fspath(path))


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
        for name in TABLES:
            os.replace(f"{part}/{name}.parquet", folder / f"{name}.parquet")


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
        _check_no_options(path, options)
        table = _parquet(name, path)
    else:
        tables = [TABLES[name].empty_table()]
        session: dict[str, Any] = {}
        for batch in batches(path, program=program, **options):
            tables.append(getattr(batch, name))
            session = session or batch.session
        table = _described(pa.concat_tables(tables), session)
    return table if as_ == "arrow" else _pandas(table)


def _check_no_options(path: Path_, options: dict[str, Option]) -> None:
    """Refuse options of a file that is read as it is."""
    if words := arguments(options):
        raise UsageError(f"{os.fspath(path)} is no movie, and only movies have options: {words[0]}.")


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
        needed = {item.name for item in TABLES[name] if not item.nullable}
        if not needed <= there:
            raise StreamError(
                f"{path} has no {name}: {', '.join(sorted(needed - there))} are missing; name the"
                " folder that write_parquet made."
            )
        table = file.read(columns=[item for item in TABLES[name].names if item in there])
        return checked(table, name, os.fspath(path)).replace_schema_metadata(table.schema.metadata)


def _write(source: Iterable[Batch], folder: Path) -> None:
    with ExitStack() as stack:
        writers: dict[str, pq.ParquetWriter] = {}
        kept = {name: schema.empty_table() for name, schema in TABLES.items()}
        session: dict[str, Any] = {}

        def write(name: str, rows: pa.Table) -> None:
            described = _described(rows, session)
            if name not in writers:
                writers[name] = stack.enter_context(
                    pq.ParquetWriter(
                        folder / f"{name}.parquet",
                        described.schema,
                        compression="zstd",
                        use_dictionary=_TEXTS[name],
                    )
                )
            writers[name].write_table(described)

        for batch in source:
            session = session or batch.session
            for name in TABLES:
                rows = pa.concat_tables([kept[name], getattr(batch, name)])
                while len(rows) >= _ROW_GROUP_SIZE:
                    write(name, rows.slice(0, _ROW_GROUP_SIZE))
                    rows = rows.slice(_ROW_GROUP_SIZE)
                kept[name] = rows
        for name, rows in kept.items():
            write(name, rows)
    # Closed: all is on its way to the disk.


def _output(process: Process) -> Iterator[bytes]:
    while block := process.read():
        yield block
    process.finish()
