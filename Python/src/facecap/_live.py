# SPDX-License-Identifier: Apache-2.0
"""The records of a source, while they come."""

from __future__ import annotations

import json
import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from ._options import Option, Scalar, arguments
from ._process import LONGEST_LINE, Process
from .errors import StreamError
from .records import End, Record, record_of


class Live(Iterator[Record]):
    """The records of a running program; `facecap.live` makes it.

    It is an iterator and a context manager. The program ends with it: when it is closed, left,
    collected or interrupted. Several threads may iterate over it; each record comes once.
    """

    def __init__(self, process: Process) -> None:
        """Read the records of a program that was started."""
        self._process = process
        self._lock = threading.Lock()
        self._lines: deque[bytearray] = deque()
        self._rest = bytearray()
        self._count = 0
        self._has_end = False
        self._is_done = False

    @property
    def messages(self) -> list[str]:
        """The last lines that the program wrote on standard error, for people to read."""
        return self._process.messages

    def close(self) -> None:
        """End the program if it still runs, and wait for it; a thread that iterates comes to an end."""
        self._is_done = True
        self._process.close()

    def __next__(self) -> Record:
        """Return the next record, as soon as its frame is done."""
        try:
            with self._lock:
                while not self._is_done:
                    if self._lines:
                        return self._record(self._lines.popleft())
                    self._read()
            raise StopIteration
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Live:
        """Return the iterator itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _read(self) -> None:
        block = self._process.read()
        if block:
            self._rest += block
            if b"\n" in block:
                *lines, self._rest = self._rest.split(b"\n")
                self._lines.extend(lines)
            elif len(self._rest) > LONGEST_LINE:
                raise StreamError(f"Line {self._count + 1} is longer than any of facecap.")
            return
        self._process.finish()
        if self._is_done:  # Closed meanwhile.
            return
        self._is_done = True
        if self._rest:
            raise StreamError(f"The stream is cut off in line {self._count + 1}.")
        if not self._has_end:
            raise StreamError("The stream ended without an end record.")

    def _record(self, line: bytearray) -> Record:
        self._count += 1
        try:
            record = record_of(json.loads(line))
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            text = line[:80].decode(errors="replace")
            raise StreamError(f"Line {self._count} is no record of facecap: {text}") from error
        self._has_end = self._has_end or isinstance(record, End)
        return record


def live(
    source: Scalar | Iterable[Scalar] | Mapping[str, Scalar] = "auto",
    *,
    program: str | os.PathLike[str] | None = None,
    **options: Option,
) -> Live:
    """Start `facecap live --json` and return an iterator over its records.

    `source` is a camera such as `/dev/video0`, a video file, an address, `screen`, `synthetic`, or
    `auto` for the first camera; a list of several, or a dictionary of names and sources, is captured
    on one clock. `-`, with or without a name, reads standard input.

    All other keywords are options of `facecap live --help`: `smallest_face=24` is
    `--smallest-face 24`, `True` is a flag, `False` and `None` leave it out. Times are seconds, or
    texts such as `"500ms"`; `size=(1280, 720)`, `region=(0, 0, 0.5, 1)`, `draw=["boxes", "ids"]`.

    Positions are normalised to the displayed image, angles are degrees; `facecap.records` has units
    and spaces. While its reader is busy the program skips frames of a camera, whose records say so,
    but none of a file.

    Raises `ProgramNotFoundError`, and `ValueError` of an empty `source`, at once. While it is iterated
    over: a `FacecapError` with exit code and line of a program that failed, `StreamError` where a line
    is damaged or the end is missing.
    """
    if options.pop("json", True) is not True or options.get("annotate") == "-":
        raise ValueError("standard output belongs to the records: leave json and annotate='-' out")
    text = arguments({"source": source, **options})
    # `--source=-`, and `--source NAME=-`.
    takes_input = any(word.endswith("=-") for word in text)
    return Live(Process(["live", "--json", *text], program, takes_input=takes_input))
