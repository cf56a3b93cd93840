# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import DETECTION, run

import facecap


@pytest.fixture(scope="module")
def archive(program: Path, movie: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a merge: of a movie, and of a file that is none."""
    folder = tmp_path_factory.mktemp("archive")
    shutil.copy(movie, folder / "talk.mp4")
    (folder / "bad.mp4").write_text("no video")
    run(program, "plan", "talk.mp4", "bad.mp4", "-o", "plan.jsonl", *DETECTION, folder=folder)
    for words in (
        ["detect", "--plan", "plan.jsonl", "-o", "parts"],
        ["merge", "plan.jsonl", "parts", "-o", "faces", "--sidecar", "jsonl,csv"],
    ):
        assert subprocess.run([str(program), *words], cwd=folder, check=False).returncode == 65
    return folder / "faces"


def test_the_manifest_tells_what_was_written_and_what_was_not(archive: Path) -> None:
    talk, bad = facecap.manifest(archive)
    assert (talk.path, bad.path) == (Path("talk.mp4"), Path("bad.mp4"))
    assert (talk.frame_count, talk.analysed_count, talk.missing) == (20, 20, ())
    assert talk.files == (archive / "talk.jsonl", archive / "talk.csv")
    assert len(facecap.frames(talk.file("jsonl"))) == 20
    assert bad.files == ()
    (missing,) = bad.missing
    assert (missing.first, missing.end, missing.exit_code) == (0, None, 65)
    assert "bad.mp4" in missing.message
    with pytest.raises(FileNotFoundError, match="--sidecar coco"):
        talk.file("coco")


def test_a_file_is_found_by_its_format_and_by_its_ending() -> None:
    files = tuple(map(Path, ("talk.csv", "talk.mot.txt", "talk.openface.csv", "talk.mp4")))
    video = facecap.ArchivedVideo(Path("talk.mp4"), files, 1, 1, 1, 1, ())
    assert tuple(map(video.file, ("csv", "mot", "openface", "mp4"))) == files
    assert video.file("mot.txt") == files[1]
    # Each ends like the other one's.
    alone = facecap.ArchivedVideo(Path("talk.mp4"), files[2:3], 1, 1, 1, 1, ())
    with pytest.raises(FileNotFoundError, match="no csv: merge with --sidecar csv"):
        alone.file("csv")
    other = facecap.ArchivedVideo(Path("a.openface.mkv"), (Path("a.openface.csv"),), 1, 1, 1, 1, ())
    assert other.file("csv") == Path("a.openface.csv")
    with pytest.raises(FileNotFoundError, match="no openface: merge with --sidecar openface"):
        other.file("openface")


def test_why_there_is_no_copy_of_a_video_is_told(program: Path, movie: Path, tmp_path: Path) -> None:
    for name in ("gone.mp4", "talk.mp4"):
        shutil.copy(movie, tmp_path / name)
    run(program, "plan", "gone.mp4", "talk.mp4", "-o", "plan.jsonl", *DETECTION, folder=tmp_path)
    run(program, "detect", "--plan", "plan.jsonl", "-o", "parts", folder=tmp_path)
    (tmp_path / "gone.mp4").unlink()
    words = ["merge", "plan.jsonl", "parts", "-o", "faces", "--sidecar", "csv", "--movies"]
    assert subprocess.run([str(program), *words], cwd=tmp_path, check=False).returncode == 66
    gone, talk = facecap.manifest(tmp_path / "faces")
    assert gone.copy_failure is not None
    assert gone.copy_failure.exit_code == 66
    with pytest.raises(FileNotFoundError, match=r"no mp4: .*gone\.mp4"):
        gone.file("mp4")
    assert gone.file("csv").exists()
    assert (talk.copy_failure, talk.file("mp4").name) == (None, "talk.mp4")
    with pytest.raises(FileNotFoundError, match="no m4v: merge with --movies"):
        talk.file("m4v")


def test_a_file_that_was_changed_is_not_trusted(archive: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(archive, tmp_path / "copy")
    with (copy / "talk.csv").open("a") as file:
        file.write("1,2\n")
    with pytest.raises(facecap.StreamError, match=r"talk\.csv is not as it was merged"):
        facecap.manifest(copy)
    (copy / "talk.csv").unlink()
    with pytest.raises(facecap.StreamError, match=r"talk\.csv is not there any more"):
        facecap.manifest(copy)
    for text in (
        *("", "[]", '{"videos":[{}]}', '{"videos":3}', '{"videos":["x"]}', "[" * 100_000),
        '{"videos":[{"file":"a","files":[],"frames":1e400}]}',
    ):
        (copy / "MANIFEST.json").write_text(text)
        with pytest.raises(facecap.StreamError, match="no manifest"):
            facecap.manifest(copy)
    (copy / "MANIFEST.json").unlink()
    with pytest.raises(FileNotFoundError):
        facecap.manifest(copy)
