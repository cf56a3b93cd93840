# SPDX-License-Identifier: Apache-2.0
"""Looks at the segments of a plan with Ray: `python -m facecap.ray plan.jsonl parts/`.

Each segment is a task of one CPU that runs `facecap detect`. The plan, the videos and the folder of the
parts are URLs of an object store, or have to be there under the same paths on all nodes; this package
and the program have to be installed on them. A task may be killed and repeated at any time: a part
counts once. Needs `pip install 'facecap[ray]'`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ._archives import Failure, Outcome, Schedule, Segment, read_plan
from ._process import dying_with_parent, find_program
from ._store import StoredFile, is_url
from .errors import FacecapError, StreamError, error_of

__all__ = ["Failure", "Outcome", "detect", "main"]

_TASKS_PER_CPU = 2
"""Tasks that wait or run, for each CPU of the cluster."""


def detect(
    plan: str | os.PathLike[str],
    parts: str | os.PathLike[str],
    *,
    program: str | os.PathLike[str] | None = None,
    model_dir: str | os.PathLike[str] | None = None,
    address: str | None = None,
    progress: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """Look at all segments of a plan that have no part yet, and return what became of them.

    A cluster that is connected already is used; otherwise the one at `address`, or one of this machine's
    cores that ends with the call. `progress` is called after each segment. Raises `StreamError` of what
    is no plan, `UnavailableError` where the cluster cannot be joined, and the program's own error where
    a call, a path or a model is wrong, or nothing gets on any more.
    """
    segments = _read(plan)
    schedule = Schedule(segments)
    path = os.path.abspath(find_program(program))
    command = [path, "detect", "--quiet"]
    if any(map(is_url, [plan, parts, *(segment.file for segment in segments)])):
        command = [sys.executable, "-m", "facecap.archive", "detect", "--program", path]
    command += ["--threads", "1", "--plan", _everywhere(plan), "-o", _everywhere(parts)]
    if model_dir is not None:
        command += ["--model-dir", os.path.abspath(model_dir)]
    ray = _import_ray()
    starts = not ray.is_initialized()
    if starts:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        address = address or os.environ.get("RAY_ADDRESS")
        options = {} if address else {"include_dashboard": False}
        try:
            # Without an address, Ray would join a cluster that it finds.
            ray.init(address=address or "local", log_to_driver=False, configure_logging=False, **options)
        except (OSError, RuntimeError, ValueError) as error:
            raise error_of(69, str(error) or f"The cluster at {address} cannot be reached.") from error
    try:
        _run(ray, schedule, command, progress)
    finally:
        if starts:
            ray.shutdown()
    return schedule.outcome


def _read(plan: str | os.PathLike[str]) -> list[Segment]:
    if not is_url(plan):
        try:
            return read_plan(plan)
        except OSError as error:
            raise error_of(66, f"{os.fspath(plan)} cannot be read: {error.strerror}.") from error
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "plan.jsonl")
        StoredFile(plan).fetch(path)
        return read_plan(path)


def _everywhere(path: str | os.PathLike[str]) -> str:
    """Return a path as workers may use it, whatever their folder."""
    return os.fspath(path) if is_url(path) else os.path.abspath(path)


def _run(
    ray: Any, schedule: Schedule, command: list[str], progress: Callable[[Outcome], None] | None
) -> None:
    """Keep so many tasks under way as the cluster has work for."""
    # What passes is tried again here, where it is known how often.
    task = ray.remote(num_cpus=1, max_retries=0)(_detect_segment)
    running: dict[Any, int] = {}
    try:
        while True:
            # A cluster may grow and shrink.
            window = max(1, int(ray.cluster_resources().get("CPU", 1)) * _TASKS_PER_CPU)
            while len(running) < window and (index := schedule.take(time.monotonic())) is not None:
                running[task.remote([*command, "--index", str(index)])] = index
            # What is due may have to wait until a task ends.
            delay = schedule.delay(time.monotonic()) if len(running) < window else None
            if not running:
                if delay is None:
                    return
                time.sleep(delay)
                continue
            for reference in ray.wait(list(running), timeout=delay)[0]:
                index = running.pop(reference)
                schedule.note(index, *_result(ray, reference), time.monotonic())
                if progress is not None:
                    progress(schedule.outcome)
    finally:
        for reference in running:
            ray.cancel(reference, force=True)


def _result(ray: Any, reference: Any) -> tuple[int | None, str]:
    try:
        exit_code, message = ray.get(reference)
    except ray.exceptions.RayError as error:
        return None, f"its worker was lost ({type(error).__name__})."
    return int(exit_code), str(message)


def _detect_segment(command: list[str]) -> tuple[int, str]:
    """Run the program, which ends with its worker; return its exit code and what it said last."""
    run = subprocess.run(
        dying_with_parent(command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    lines = run.stderr.decode(errors="replace").strip().splitlines()
    message = lines[-1] if lines else "it said nothing."
    message = message.removeprefix("facecap: ").removeprefix("facecap.archive: ")
    if run.returncode == 127:  # The program cannot be run.
        return 69, message
    return (run.returncode if run.returncode >= 0 else 128 - run.returncode), message


def _import_ray() -> Any:
    try:
        import ray  # noqa: PLC0415
        import ray.exceptions  # noqa: PLC0415
    except ImportError as error:
        raise ImportError("facecap.ray needs more packages: pip install 'facecap[ray]'") from error
    return ray


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line asks for; return the exit code.

    It is 0 when every segment has its part, that of the first segment that was given up, or that of the
    program's error.
    """
    parser = argparse.ArgumentParser(
        prog="python -m facecap.ray", description="Look at the segments of a plan with Ray."
    )
    parser.add_argument("plan", help="what facecap plan wrote")
    parser.add_argument("parts", help="the folder of the parts")
    parser.add_argument("--program", help="the program; otherwise $FACECAP, or facecap on PATH")
    parser.add_argument("--model-dir", help="the folder of the models, on every node")
    parser.add_argument(
        "--address", help="the cluster, such as auto; otherwise RAY_ADDRESS or this machine"
    )
    options = parser.parse_args(arguments)
    try:
        outcome = detect(**vars(options), progress=_show if sys.stderr.isatty() else None)
    except ImportError as error:
        print(f"facecap.ray: {error}", file=sys.stderr)
        return 69
    except FacecapError as error:
        print(f"facecap.ray: {error}", file=sys.stderr)
        # Without a plan, or without a program or workers that stay.
        return error.exit_code or (65 if isinstance(error, StreamError) else 69)
    for failure in outcome.failed:
        print(f"facecap.ray: segment {failure.index}: {failure.message}", file=sys.stderr)
    counts = f"{outcome.done} of {outcome.segments}"
    print(f"facecap.ray: {counts} segments have their parts", file=sys.stderr)
    return outcome.failed[0].exit_code if outcome.failed else 0


def _show(outcome: Outcome) -> None:
    end = "\n" if outcome.done + len(outcome.failed) == outcome.segments else ""
    print(f"\r{outcome.done} of {outcome.segments} segments", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
