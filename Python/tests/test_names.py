# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import DETECTION, run

import facecap
from facecap import archive
from facecap._archives import read_plan
from facecap._names import dumps, loads, shown

# Latin 1, a character that the program writes for a byte, a line break, and a mixture.
NAMES = [
    b"caf\xe9.mp4",
    b"\xf4\x8f\xbb\xa9.mp4",
    b"a\xe2\x80\xa8b.mp4",
    "é\U0010fee9".encode() + b"\xed\xa0\x80.mp4",
]


@pytest.fixture
def videos(movie: Path, tmp_path: Path) -> list[Path]:
    """Return a video under each of the names, in the order of their bytes."""
    paths = [tmp_path / "videos" / os.fsdecode(name) for name in sorted(NAMES)]
    paths[0].parent.mkdir()
    for path in paths:
        shutil.copy(movie, path)
    return paths


@pytest.mark.parametrize("name", [*NAMES, bytes(range(1, 256)), b"plain.mp4"])
def test_json_of_file_names_gives_back_their_bytes(name: bytes) -> None:
    text = dumps({"file": os.fsdecode(name)})
    assert text.encode()
    for form in (text, json.dumps(json.loads(text))):
        assert os.fsencode(loads(form)["file"]) == name
    assert shown(loads(text)["file"]).encode()


def test_an_archive_has_videos_of_any_names(videos: list[Path], program: Path, tmp_path: Path) -> None:
    for words in (
        ["plan", *videos, "-o", "plan.jsonl", *DETECTION],
        ["detect", "--plan", "plan.jsonl", "-o", "parts"],
        ["merge", "plan.jsonl", "parts", "-o", "faces"],
    ):
        run(program, *words, folder=tmp_path)
    listed = facecap.manifest(tmp_path / "faces")
    assert [video.path for video in listed] == videos
    assert [len(facecap.frames(video.file("jsonl"))) for video in listed] == [20] * len(videos)
    assert [segment.file for segment in read_plan(tmp_path / "plan.jsonl")] == list(map(str, videos))


def test_python_writes_the_plan_and_the_files_of_such_videos_as_the_program_does(
    videos: list[Path], program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    words = ["plan", videos[0].parent, "-o", "plan.jsonl", *DETECTION]
    run(program, *words, folder=tmp_path)
    plan = tmp_path / "python.jsonl"
    count = archive.plan(videos[0].parent, plan, like=tmp_path / "plan.jsonl", program=program)
    assert count == len(videos)
    assert plan.read_bytes() == (tmp_path / "plan.jsonl").read_bytes()
    archive.detect(plan, tmp_path / "parts", program=program)
    merged = archive.merge(plan, tmp_path / "parts", tmp_path / "faces", program=program)
    assert [video["file"] for video in merged] == list(map(str, videos))
    run(program, "merge", "plan.jsonl", "parts", "-o", "whole", folder=tmp_path)
    for path in (tmp_path / "whole").iterdir():
        if path.name != "MANIFEST.json":
            assert (tmp_path / "faces" / path.name).read_bytes() == path.read_bytes()
    assert [video.path for video in facecap.manifest(tmp_path / "faces")] == videos


def test_what_is_said_of_such_a_video_can_be_printed(program: Path, tmp_path: Path) -> None:
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    (tmp_path / os.fsdecode(NAMES[0])).write_text("no video")
    environment = {**os.environ, "FACECAP": str(program), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for words, exit_code in (
        (["plan", ".", "-o", "plan.jsonl", "--detector", "haar"], 0),
        (["detect", "--plan", "plan.jsonl", "-o", "parts"], 65),
        (["merge", "plan.jsonl", "parts", "-o", "faces"], 65),
    ):
        command = [sys.executable, "-m", "facecap.archive", *words]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == exit_code, done.stderr
        assert exit_code == 0 or r"caf\xE9.mp4" in done.stderr
    [video] = facecap.manifest(tmp_path / "faces")
    assert r"caf\xE9.mp4 is not a video" in video.missing[0].message
