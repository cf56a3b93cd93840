# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

SCENE = "synthetic:faces=2,size=320x240,pace=fast,frames=20"
DETECTION = ("--detector", "haar", "--input-size", "96")
SCHEMA = json.loads((Path(__file__).parents[2] / "docs/stream.schema.json").read_text())

StandIn = Callable[[str], Path]


def children() -> set[int]:
    """Return the processes that this one started, also those that nobody waited for."""
    found: set[int] = set()
    for task in os.listdir("/proc/self/task"):
        with suppress(FileNotFoundError):  # A thread that has ended.
            found |= set(map(int, Path(f"/proc/self/task/{task}/children").read_text().split()))
    return found


def descriptors() -> set[str]:
    """Return what is open."""
    with os.scandir("/proc/self/fd") as entries:
        return {f"{entry.name} {os.readlink(entry.path)}" for entry in entries if _is_open(entry.path)}


def _is_open(path: str) -> bool:
    # The one of the listing itself is gone when it is looked at.
    return os.path.lexists(path) and not os.readlink(path).endswith("/fd")


@pytest.fixture(scope="session")
def program() -> Path:
    """Return the program under test."""
    path = shutil.which(os.environ.get("FACECAP") or "facecap")
    if path is None:
        pytest.skip("there is no facecap: set FACECAP")
    return Path(path)


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    """Return what makes a program of a few lines for the shell."""

    def make(script: str) -> Path:
        path = tmp_path / "stand-in"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    return make


@pytest.fixture(scope="session")
def _landmarks(program: Path, movie: Path) -> None:
    """Skip where no detector is there that finds the five points of a face."""
    text = run(program, "export", movie, "--format", "jsonl", folder=movie.parent)
    if json.loads(text.split("\n")[0])["detector"]["name"] == "haar":
        pytest.skip("there is no model that finds landmarks: set FACECAP_MODELS")


def run(program: Path, *arguments: object, folder: Path) -> str:
    words = [os.fspath(program), *map(str, arguments)]
    # The names of files may be any bytes.
    output = subprocess.run(words, cwd=folder, check=True, capture_output=True).stdout
    return os.fsdecode(output)


@pytest.fixture(scope="session")
def movie(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a movie of two drawn faces with its face track."""
    folder = tmp_path_factory.mktemp("movie")
    run(program, "record", "talk.mp4", "--source", SCENE, "--landmarks", folder=folder)
    return folder / "talk.mp4"
