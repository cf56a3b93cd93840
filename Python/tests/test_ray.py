# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import DETECTION, StandIn, run

import facecap
from facecap import _archives
from facecap import ray as driver
from facecap._archives import RETRY_LIMIT, Schedule, Segment, read_plan


@pytest.fixture(scope="module")
def plan(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a plan of three segments of a video and of a file that is none."""
    folder = tmp_path_factory.mktemp("archive")
    source = "synthetic:faces=1,size=160x120,frames=700,pace=fast"
    run(program, "record", "video.mp4", "--source", source, *DETECTION, folder=folder)
    (folder / "bad.mp4").write_text("no video")
    paths = [folder / "video.mp4", folder / "bad.mp4"]
    run(program, "plan", *paths, "--segment", "10s", "-o", "plan.jsonl", *DETECTION, folder=folder)
    words = [str(program), "detect", "--plan", "plan.jsonl", "-o", "one"]
    assert subprocess.run(words, cwd=folder, check=False).returncode == 65
    return folder / "plan.jsonl"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".failed"}


def segments(*costs: float) -> list[Segment]:
    return [Segment(index, "video.mp4", cost) for index, cost in enumerate(costs)]


def test_the_longest_segment_is_first() -> None:
    schedule = Schedule(segments(3, 9, 1, 9))
    assert [schedule.take(0) for _ in range(5)] == [1, 3, 0, 2, None]
    assert schedule.delay(0) is None


def test_the_same_damage_three_times_gives_a_segment_up() -> None:
    schedule = Schedule(segments(1, 1))
    now = 0.0
    for exit_code in (65, 70, 75, 137, None, 70, 65, 65):
        schedule.note(0, exit_code, "damaged", now)
        assert not schedule.outcome.failed
        now += 100
        assert 0 in (schedule.take(now), schedule.take(now))
    schedule.note(0, 65, "damaged", now)
    schedule.note(1, 0, "", now)
    outcome = schedule.outcome
    assert [(failure.index, failure.exit_code) for failure in outcome.failed] == [(0, 65)]
    assert (outcome.segments, outcome.done) == (2, 1)


def test_what_passes_is_tried_again_after_a_while_and_not_for_ever() -> None:
    schedule = Schedule(segments(1))
    now, delays = 0.0, []
    assert schedule.take(now) == 0
    for _ in range(RETRY_LIMIT):
        schedule.note(0, 79, "The disk is full.", now)
        delay = schedule.delay(now)
        assert delay is not None
        assert schedule.take(now) is None
        delays.append(delay)
        now += delay
        assert schedule.take(now) == 0
    assert delays[:3] == [0.5, 1, 2]
    assert max(delays) == 30
    with pytest.raises(facecap.StorageFullError, match="21 times, at last: The disk is full"):
        schedule.note(0, 79, "The disk is full.", now)


@pytest.mark.parametrize("exit_code", [64, 66, 69, 77, 78])
def test_a_mistake_of_the_call_ends_everything(exit_code: int) -> None:
    schedule = Schedule(segments(1, 2))
    with pytest.raises(facecap.FacecapError, match=r"Fetch it\.") as caught:
        schedule.note(0, exit_code, "Fetch it.", 0)
    assert caught.value.exit_code == exit_code


def test_a_plan_is_read_and_what_is_none_is_refused(plan: Path, tmp_path: Path) -> None:
    read = read_plan(plan)
    assert [segment.index for segment in read] == [0, 1, 2, 3]
    assert [segment.cost for segment in read[:3]] == [300, 300, 100]
    assert read[3].cost > 300
    long = f'{{"a":0,"b":1{"0" * 400},"file":"a"}}\n'
    for text in ("", "{}\n", "no json\n", *('{"search":1}\n' + line for line in ("{}\n", "[]\n", long))):
        path = tmp_path / "plan.jsonl"
        path.write_text(text)
        with pytest.raises(facecap.StreamError, match="facecap plan"):
            read_plan(path)


def test_without_ray_it_is_said_what_to_install(
    plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert driver.main([str(plan), str(tmp_path)]) == 69
    assert "pip install 'facecap[ray]'" in capsys.readouterr().err
    assert driver.main([str(tmp_path / "none"), str(tmp_path)]) == 66


class StandInRay:
    """A cluster whose CPUs become more while it works, and whose tasks run in this process."""

    class exceptions:  # noqa: N801
        RayError = RuntimeError

    def __init__(self) -> None:
        self.address: str | None = None
        self.most = 0
        self.cpus = iter([0, *[4] * 1000])

    def is_initialized(self) -> bool:
        return False

    def init(self, *, address: str, **_: object) -> None:
        self.address = address
        if address == "auto":
            raise ConnectionError("Could not find any running Ray instance.")
        if address == "nowhere:1":
            raise ConnectionError

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": next(self.cpus)}

    def remote(self, **_: object) -> Callable[[Callable[..., object]], object]:
        return lambda function: SimpleNamespace(remote=lambda command: partial(function, command))

    def wait(self, running: list[object], timeout: float | None) -> tuple[list[object], list[object]]:
        self.most = max(self.most, len(running))
        return running[:1], running[1:]

    def get(self, task: Callable[[], object]) -> object:
        return task()

    def cancel(self, _: object, *, force: bool) -> None:
        pass

    def shutdown(self) -> None:
        pass


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> StandInRay:
    ray = StandInRay()
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.exceptions", ray.exceptions)
    return ray


def write_plan(folder: Path, count: int) -> Path:
    lines = ['{"search":{}}', *['{"file":"a.mp4","a":0,"b":300,"size":1}'] * count]
    (folder / "plan.jsonl").write_text("\n".join(lines) + "\n")
    return folder / "plan.jsonl"


def test_without_an_address_it_is_this_machine_and_a_cluster_may_grow(
    cluster: StandInRay, tmp_path: Path, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Workers have a folder of their own.
    folders = stand_in("case $0 in /*) exit 0; esac; exit 78")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    outcome = driver.detect(write_plan(tmp_path, 20), "parts", program=f"./{folders.name}")
    assert (outcome.done, cluster.address, cluster.most) == (20, "local", 8)


def test_a_cluster_or_a_program_that_is_not_there_ends_the_run(
    cluster: StandInRay, tmp_path: Path, stand_in: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, program = write_plan(tmp_path, 2), stand_in("exit 0")
    words = [str(plan), str(tmp_path / "parts"), "--program"]
    assert driver.main([*words, str(program), "--address", "auto"]) == 69
    assert capsys.readouterr().err == "facecap.ray: Could not find any running Ray instance.\n"
    assert driver.main([*words, str(program), "--address", "nowhere:1"]) == 69
    assert capsys.readouterr().err == "facecap.ray: The cluster at nowhere:1 cannot be reached.\n"
    assert driver.main([*words, str(tmp_path / "none")]) == 69
    # A node may lack what this one has.
    exit_code, message = driver._detect_segment([str(tmp_path / "none")])
    assert (exit_code, "none cannot be run: No such file" in message) == (69, True)


def test_workers_that_are_lost_again_and_again_are_no_damaged_video(
    cluster: StandInRay,
    tmp_path: Path,
    stand_in: StandIn,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def lose(_: object) -> object:
        raise RuntimeError

    monkeypatch.setattr(_archives, "RETRY_LIMIT", 0)
    monkeypatch.setattr(cluster, "get", lose)
    words = [str(write_plan(tmp_path, 1)), str(tmp_path / "parts"), "--program", str(stand_in("exit 0"))]
    assert driver.main(words) == 69
    assert "its worker was lost" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore")
def test_ray_makes_the_parts_of_one_process(
    plan: Path, program: Path, tmp_path: Path, stand_in: StandIn
) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    outcome = driver.detect(plan, tmp_path / "parts", program=program)
    assert (outcome.segments, outcome.done) == (4, 3)
    assert [(failure.index, failure.exit_code) for failure in outcome.failed] == [(3, 65)]
    assert "bad.mp4" in outcome.failed[0].message
    assert contents(tmp_path / "parts") == contents(plan.parent / "one")
    broken = stand_in("echo facecap: a model is damaged >&2; exit 78")
    with pytest.raises(facecap.ModelError, match="a model is damaged"):
        driver.detect(plan, tmp_path / "parts", program=broken)


@pytest.mark.filterwarnings("ignore")
def test_killed_workers_and_programs_change_nothing(plan: Path, program: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    parts = tmp_path / "parts"
    is_over = threading.Event()
    killed: list[int] = []

    def kill() -> None:
        while not is_over.wait(0.4) and len(killed) < 6:
            for folder in Path("/proc").glob("[0-9]*"):
                try:
                    command = (folder / "cmdline").read_bytes()
                    is_worker = command.startswith(b"ray::_detect_segment")
                except OSError:
                    continue
                if is_worker or os.fsencode(parts) in command:
                    os.kill(int(folder.name), signal.SIGKILL)
                    killed.append(int(folder.name))
                    break

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        outcome = driver.detect(plan, parts, program=program)
    finally:
        is_over.set()
        killer.join()
    assert killed
    assert (outcome.done, len(outcome.failed)) == (3, 1)
    for _ in range(100):  # A program that lost its worker is ended by the system.
        if {name for name in os.listdir(parts) if not name.endswith((".fcd", ".failed"))} == set():
            break
        time.sleep(0.1)
    assert contents(parts) == contents(plan.parent / "one")
