# SPDX-License-Identifier: Apache-2.0
"""Plans of archives, and which of their segments is to be looked at next."""

from __future__ import annotations

import heapq
import os
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from ._names import NONSENSE, loads
from .errors import FacecapError, StreamError, error_of

POISON = frozenset({65, 70})
"""Exit codes that say something of the segment itself."""

MISTAKES = frozenset({64, 66, 69, 77, 78})
"""Exit codes that every other segment would end with as well."""

POISON_LIMIT = 3
"""How often the same one of `POISON` has to come until a segment is given up."""

RETRY_LIMIT = 20
"""How often a segment is tried again in a row for reasons that pass."""

_FIRST_DELAY, _LONGEST_DELAY = 0.5, 30.0


@dataclass(frozen=True)
class Segment:
    """A line of a plan."""

    index: int
    """Its number, counted from 0."""
    file: str
    """The path or the URL of its video."""
    cost: float
    """How long it takes, beside others of the same plan."""


@dataclass(frozen=True)
class Failure:
    """A segment that was given up."""

    index: int
    """Its number, counted from 0."""
    exit_code: int
    """What `facecap detect` ended with: 65, a damaged video, or 70, a failure of the detector."""
    message: str
    """What it said."""


@dataclass(frozen=True)
class Outcome:
    """What became of the segments of a plan."""

    segments: int
    """How many the plan has."""
    done: int
    """How many have their part."""
    failed: tuple[Failure, ...]
    """Those that were given up, by ascending number; `facecap merge` lists them."""


def read_plan(path: str | os.PathLike[str]) -> list[Segment]:
    """Return the segments of a plan. Raise `StreamError` of what is no plan."""
    segments: list[Segment] = []
    try:
        with Path(path).open(encoding="utf-8") as lines:
            if "search" not in loads(next(lines, "{}")):
                raise ValueError
            for index, line in enumerate(lines):
                record = loads(line)
                end = record.get("b")
                # A video that is not cut is as long as its bytes tell, and comes before all that are.
                cost = float(end - record["a"]) if end is not None else 1e9 + record["size"]
                segments.append(Segment(index, record["file"], cost))
    except NONSENSE as error:
        name = os.fspath(path)
        raise StreamError(f"{name} is no plan of facecap: make one with facecap plan.") from error
    return segments


class Schedule:
    """Which segment is next, the longest first, and which ones are given up.

    Signals, lost workers and whatever else passes never count against a segment; only the same 65 or 70
    does, when it comes three times.
    """

    def __init__(self, segments: list[Segment]) -> None:
        """Make a schedule in which nothing was looked at yet."""
        self._count = len(segments)
        self._ready = deque(s.index for s in sorted(segments, key=lambda s: (-s.cost, s.index)))
        self._waiting: list[tuple[float, int]] = []
        self._retries: dict[int, int] = {}
        self._poison: dict[int, tuple[int, int]] = {}
        self._failed: dict[int, Failure] = {}
        self.done = 0
        """How many segments have their part."""

    @property
    def outcome(self) -> Outcome:
        """What became of the segments so far."""
        failed = tuple(self._failed[index] for index in sorted(self._failed))
        return Outcome(self._count, self.done, failed)

    def take(self, now: float) -> int | None:
        """Return the next segment; `None` where there is none at the time `now`, in seconds."""
        while self._waiting and self._waiting[0][0] <= now:
            self._ready.append(heapq.heappop(self._waiting)[1])
        return self._ready.popleft() if self._ready else None

    def delay(self, now: float) -> float | None:
        """Return after how many seconds a segment is to be tried again; `None` where none is."""
        return max(0.0, self._waiting[0][0] - now) if self._waiting else None

    def note(self, index: int, exit_code: int | None, message: str, now: float) -> None:
        """Note how the look at a segment ended; `None` where its worker was lost.

        Raise the program's error where no other segment would end better, or nothing gets on any more.
        """
        if exit_code == 0:
            self.done += 1
            return
        if exit_code in MISTAKES:
            raise error_of(exit_code, message)
        if exit_code in POISON:
            last, count = self._poison.get(index, (exit_code, 0))
            count = count + 1 if last == exit_code else 1
            self._poison[index] = (exit_code, count)
            if count == POISON_LIMIT:
                self._failed[index] = Failure(index, exit_code, message)
                return
        retries = self._retries[index] = self._retries.get(index, 0) + 1
        if retries > RETRY_LIMIT:
            text = f"Segment {index} failed {retries} times, at last: {message}"
            raise FacecapError(text) if exit_code is None else error_of(exit_code, text)
        delay = min(_FIRST_DELAY * 2 ** (retries - 1), _LONGEST_DELAY)
        heapq.heappush(self._waiting, (now + delay, index))
