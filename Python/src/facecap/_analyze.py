# SPDX-License-Identifier: Apache-2.0
"""Many files, each by a program of its own."""

from __future__ import annotations

import csv
import io
import os
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from ._options import Option, arguments, path_argument
from ._process import Process, find_program
from .errors import FacecapError, OutputError

ENDINGS = {
    "jsonl": ".jsonl",
    "csv": ".csv",
    "vtt": ".vtt",
    "mot": ".mot.txt",
    "mot-gt": ".mot-gt.zip",
    "cvat": ".cvat.xml",
    "coco": ".coco.json",
    "openface": ".openface.csv",
    "eaf": ".eaf",
    "textgrid": ".TextGrid",
    "boris": ".boris",
}
"""What the names of the export formats' files end with."""


@dataclass(frozen=True)
class Analysis:
    """What became of one file."""

    path: Path
    """The file."""
    output: Path | None = None
    """Its copy with the faces inside; `None` where there is none."""
    sidecars: tuple[Path, ...] = ()
    """The files beside it, in the order of the formats."""
    error: FacecapError | None = None
    """Why it failed; nothing was written then."""
    was_done: bool = False
    """Whether all was there already, so that the file was not looked at: without `out`, whether its
    sidecars are there; with it, whether the program says so."""
    frame_count: int | None = None
    """How many frames it has; as all counts `None` where nothing is known: without `out`, too."""
    analysed_count: int | None = None
    """At how many of them a detector looked."""
    maximum_face_count: int | None = None
    """How many faces were in view at once."""
    id_count: int | None = None
    """How many ids were given."""


def analyze(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    out: str | os.PathLike[str] | None = None,
    workers: int = 1,
    sidecar: str | Iterable[str] = (),
    force: bool = False,
    on_result: Callable[[Analysis], None] | None = None,
    program: str | os.PathLike[str] | None = None,
    **options: Option,
) -> list[Analysis]:
    """Find the faces of video files with `facecap analyze`; return one result a file, in order.

    With `out`, a folder, each file gets a copy there that has its faces inside; nothing is encoded
    again. `sidecar` names formats to write beside the copies, or, without `out`, beside the files:
    `"jsonl"`, which is taken where neither is given, `"csv"` and those of `docs/export.md`.

    A file that fails does not end the run: its result has the error. A file whose output is there is
    passed over unless `force` is given, so that a run that was interrupted goes on where it was; where
    some of its formats are missing, these alone are written.
    `workers` files are looked at at once. `on_result` is called with each result as soon as it is
    there, in the thread of the caller. All other keywords are options of `facecap analyze --help`,
    for each file: without those that name one output for all files, and `jobs` with one worker only.

    Raises `ProgramNotFoundError`, `ValueError` for a folder, where two files would be written to
    one place and for an option that there cannot be, and `OSError` where the folder cannot be made.
    Ctrl-C, and an error of `on_result`, end the programs, which leave nothing incomplete; where this
    process is killed, so are they.
    """
    _check_options(options, workers)
    if workers < 1:
        raise ValueError(f"workers is 1 or more, not {workers}")
    files = [Path(paths)] if isinstance(paths, (str, os.PathLike)) else [Path(p) for p in paths]
    formats = [sidecar] if isinstance(sidecar, str) else list(sidecar)
    if out is None and not formats:
        formats = ["jsonl"]
    if unknown := sorted(set(formats) - set(ENDINGS)):
        raise ValueError(f"there is no format {unknown[0]}; there are {', '.join(ENDINGS)}")
    folder = None if out is None else Path(out)
    _check(files, folder)
    batch = _Batch(folder, formats, force, find_program(program), options)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(workers, thread_name_prefix="facecap-analyze") as pool:
        try:
            futures = [pool.submit(batch.analyze, file) for file in files]
            for future in as_completed(futures):
                result = future.result()
                if on_result is not None:
                    on_result(result)
        except BaseException:
            batch.close()
            raise
    return [future.result() for future in futures]


def _check_options(options: Mapping[str, Option], workers: int) -> None:
    """Refuse what speaks of the whole run, of which each program has one file."""
    for name, remedy in _REFUSED.items():
        if options.get(name) not in (None, False):
            raise ValueError(f"{name} is no option for each file: {remedy}")
    if options.get("jobs") not in (None, False) and workers > 1:
        raise ValueError(
            f"jobs={options['jobs']} looks at one file in parallel and workers={workers} at several,"
            " which cannot share a folder: leave one of them out"
        )


def _check(files: list[Path], folder: Path | None) -> None:
    places: dict[Path, Path] = {}
    for file in files:
        if os.path.isdir(file):
            raise ValueError(
                f"{file} is a folder: name its files, as with Path({str(file)!r}).iterdir()"
            )
        place = (folder or file.parent) / stem(file)
        if place in places:
            raise ValueError(f"{places[place]} and {file} would both be written to {place}")
        places[place] = file


class _Batch:
    """The programs of a run, and what they have in common."""

    def __init__(
        self,
        folder: Path | None,
        formats: list[str],
        force: bool,
        program: str,
        options: Mapping[str, Option],
    ) -> None:
        self._folder = folder
        self._formats = formats
        self._force = force
        self._program = program
        self._options = options
        self._lock = threading.Lock()
        self._is_closed = False
        self._running: set[Process] = set()

    def analyze(self, file: Path) -> Analysis:
        output, sidecars = self._places(file)
        formats = self._formats
        # With a folder the program looks what is there and whose it is; of one file it would refuse it.
        if self._folder is None and not self._force:
            places = zip(formats, sidecars, strict=True)
            formats = [format_ for format_, path in places if not _has_bytes(path)]
            if not formats:
                return Analysis(file, output, sidecars, was_done=True)
        command = ["analyze", path_argument(file), *self._arguments(formats)]
        if self._folder is not None:
            command += ["--output-dir", path_argument(self._folder)]
        if formats:
            command += ["--sidecar", ",".join(formats)]
        if self._force:
            command.append("--force")
        try:
            text = self._run(command, sidecars if self._folder is None else ())
        except FacecapError as error:
            return Analysis(file, error=error)
        try:
            rows = list(csv.DictReader(io.StringIO(text, newline="")))
        except csv.Error as error:
            return Analysis(file, error=FacecapError(f"The table about {file} is damaged: {error}."))
        row = rows[-1] if rows else {}
        counts = [int(row[name]) if row.get(name) else None for name in _COUNTS]
        was_done = row.get("status") == "passed over"
        return Analysis(file, output, sidecars, None, was_done, *counts)

    def close(self) -> None:
        """End all programs, and start none."""
        with self._lock:
            self._is_closed = True
            running = list(self._running)
        for process in running:
            process.close()

    def _places(self, file: Path) -> tuple[Path | None, tuple[Path, ...]]:
        output = None
        folder, name = self._folder or file.parent, stem(file)
        if self._folder is not None:
            is_quicktime = file.suffix.lower() in (".mov", ".qt")
            output = folder / (name + (".mov" if is_quicktime else ".mp4"))
        return output, tuple(folder / (name + ENDINGS[format_]) for format_ in self._formats)

    def _arguments(self, formats: list[str]) -> list[str]:
        """Return the options without those that only formats have which are there already."""
        there = set(self._formats) - set(formats)
        useless = {name for name, of in _OF_FORMATS.items() if of & there and not of & set(formats)}
        return arguments({name: value for name, value in self._options.items() if name not in useless})

    def _run(self, command: list[str], tables: tuple[Path, ...]) -> str:
        """Run a program, and remove those of the tables that it did not write to their ends."""
        with self._lock:
            if self._is_closed:
                raise FacecapError("It was not looked at.")
            new = [path for path in tables if not os.path.lexists(path)]
            process = Process(command, self._program, dies_with_parent=True)
            self._running.add(process)
        is_whole = False
        try:
            with closing(process):
                text = b"".join(iter(process.read, b""))
                was_closed = process.is_closed
                process.finish()
                is_whole = not was_closed
                return text.decode(errors="replace")
        except OutputError:
            is_whole = True  # What is there now may be somebody else's.
            raise
        finally:
            if not is_whole:
                for path in new:
                    with suppress(OSError):  # It is not there, or its name cannot be.
                        path.unlink()
            with self._lock:
                self._running.discard(process)


def _has_bytes(path: Path) -> bool:
    return os.path.isfile(path) and path.stat().st_size > 0


def stem(path: Path) -> str:
    """Return a name without its ending, as the program does: `Path.stem` keeps a last dot."""
    end = path.name.rfind(".")
    return path.name[:end] if end > 0 else path.name


_OF_FORMATS = {
    "landmarks": {"jsonl", "csv", "vtt", "coco"},
    "mesh_points": {"jsonl"},
    "codes": {"jsonl"},
}
"""Options without a meaning, which the program refuses, where none of these formats is written."""

_COUNTS = ("frames", "analysed", "faces", "ids")

_REFUSED = {
    "report": "for a page about all files, call afterwards"
    " `facecap analyze FILES --output-dir FOLDER --report PAGE`, which passes over what is done",
    "output": "give out=FOLDER",
    "output_dir": "give out=FOLDER",
    "help": "run `facecap analyze --help`",
}
