# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import errno
import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from conftest import StandIn, run

import facecap
from facecap import archive
from facecap import ray as driver
from facecap._archives import read_plan
from facecap._store import Cache, StoredFile, _lock

pytest.importorskip("fsspec", reason="fsspec is not installed")

DETECTION: dict[str, Any] = {"detector": "haar", "input_size": 96}


@pytest.fixture(scope="session")
def store() -> Iterator[str]:
    """Return the URL of an empty bucket of a server on this machine."""
    try:
        import s3fs  # noqa: PLC0415
        from moto.server import ThreadedMotoServer  # noqa: PLC0415
    except ImportError:
        pytest.skip("moto or s3fs is not installed")
    server = ThreadedMotoServer(port=0)
    server.start()
    host, port = server.get_host_and_port()
    os.environ |= {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    s3fs.S3FileSystem().mkdir("lab")
    yield "s3://lab"
    server.stop()


@pytest.fixture(scope="session")
def videos(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a movie of 700 frames, one of 20 and a file that is none."""
    folder = tmp_path_factory.mktemp("videos")
    for name, frames in (("long", 700), ("short", 20)):
        source = f"synthetic:faces=1,size=160x120,frames={frames},pace=fast"
        run(program, "record", f"{name}.mp4", "--source", source, "--detector", "haar", folder=folder)
    (folder / "bad.mp4").write_text("no video")
    (folder / "notes.txt").write_text("no video either")
    return folder


@pytest.fixture
def recordings(store: str, videos: Path, request: pytest.FixtureRequest) -> str:
    """Return the URL of a folder of its own with the videos."""
    url = f"{store}/{request.node.name}/recordings"
    for path in videos.iterdir():
        StoredFile(f"{url}/{path.name}").put(path)
    return url


def call(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "facecap.archive", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def contents(folder: str) -> dict[str, bytes]:
    place, result = StoredFile(folder), {}
    for name in place.names():
        with Cache(None, 0).work_folder() as work:
            place.file(name).fetch(work / name)
            result[name] = (work / name).read_bytes()
    return result


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_a_store_gets_what_a_folder_gets(
    recordings: str, program: Path, videos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACECAP", str(program))
    base = recordings.removesuffix("/recordings")
    plan, parts, faces = f"{base}/plan.jsonl", f"{base}/parts", f"{base}/faces"
    assert archive.plan(recordings + "/", plan, segment="10s", **DETECTION) == 5
    # The same plan for the program: the names of the files are all that differs.
    StoredFile(plan).fetch(tmp_path / "plan.jsonl")
    text = (tmp_path / "plan.jsonl").read_text()
    (tmp_path / "plan.jsonl").write_text(text.replace(recordings, str(videos)))
    local = tmp_path / "parts"
    words = [str(program), "detect", "-q", "--plan", str(tmp_path / "plan.jsonl"), "-o", str(local)]
    assert subprocess.run(words, check=False).returncode == 65
    results: dict[str, bytes] = {}
    for name, form in (("tables", ("--sidecar", "jsonl,csv")), ("movies", ("--movies",))):
        merge = [str(program), "merge", "-q", "plan.jsonl", "parts", "-o", name, *form]
        done = subprocess.run(merge, cwd=tmp_path, check=False, stdout=subprocess.DEVNULL)
        assert done.returncode == 65
        results |= {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}

    assert call("detect", "--plan", plan, "-o", parts, "--index", 0).returncode == 65
    for index in (1, 2, 3, 4, 4):
        archive.detect(plan, parts, index=index)
    made = contents(parts)
    assert {name: made[name] for name in made if name.endswith(".fcd")} == {
        path.name: path.read_bytes() for path in local.glob("*.fcd")
    }
    (failed,) = (name for name in made if name.endswith(".failed"))
    assert f"{recordings}/bad.mp4 is not a video" in json.loads(made[failed])["message"]

    merged = call("merge", plan, parts, "-o", faces, "--sidecar", "jsonl,csv", "--movies")
    assert merged.returncode == 65, merged.stderr
    assert "bad.mp4, from frame 0 on" in merged.stderr
    written = contents(faces)
    manifest = json.loads(written.pop("MANIFEST.json"))
    results.pop("MANIFEST.json")
    there = {name: data.replace(recordings.encode(), bytes(videos)) for name, data in written.items()}
    assert there == results
    assert [video["file"] for video in manifest["videos"]] == [
        f"{recordings}/{name}.mp4" for name in ("bad", "long", "short")
    ]
    names = [file["name"] for file in manifest["videos"][1]["files"]]
    assert names == ["long.jsonl", "long.csv", "long.mp4"]
    assert [entry.name for entry in Cache(None, 0).folder.iterdir() if "work" in entry.name] == []
    # What is there stays, unless it may be replaced.
    assert call("merge", plan, parts, "-o", faces).returncode == 74
    assert call("plan", recordings, "-o", plan).returncode == 74
    assert call("merge", plan, parts, "-o", faces, "--force", "--landmarks").returncode == 65


def test_damaged_videos_do_not_keep_the_others_from_being_looked_at(
    program: Path, videos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACECAP", str(program))
    folder, plan = tmp_path / "videos", tmp_path / "plan.jsonl"
    shutil.copytree(videos, folder)
    shutil.move(folder / "long.mp4", folder / "changed.mp4")
    archive.plan(folder, plan, segment="whole", **DETECTION)
    (folder / "changed.mp4").write_text("another one")

    def written(parts: Path) -> list[tuple[str, bytes]]:
        return sorted(
            (path.name, path.read_bytes() if path.suffix == ".fcd" else b"") for path in parts.iterdir()
        )

    words = [str(program), "detect", "-q", "--plan", str(plan), "-o", str(tmp_path / "one")]
    alone = subprocess.run(words, capture_output=True, text=True, check=False)
    assert alone.returncode == 65
    done = call("detect", "--plan", plan, "-o", tmp_path / "two")
    assert done.returncode == 65
    first, second = done.stderr.splitlines()
    assert "bad.mp4 is not a video" in first
    assert "changed.mp4" in second
    assert written(tmp_path / "two") == written(tmp_path / "one")
    assert {Path(name).suffix for name, _ in written(tmp_path / "two")} == {".fcd", ".failed"}
    with pytest.raises(facecap.MediaError, match=r"2 segments .* first one: .*bad\.mp4 is not a video"):
        archive.detect(plan, tmp_path / "three")
    assert written(tmp_path / "three") == written(tmp_path / "one")
    # What every other segment would end with as well ends the run.
    (folder / "bad.mp4").unlink()
    with pytest.raises(facecap.SourceNotFoundError):
        archive.detect(plan, tmp_path / "four")
    assert not (tmp_path / "four").exists()


@pytest.fixture
def archived(program: Path, videos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two videos, their plan and their parts."""
    monkeypatch.setenv("FACECAP", str(program))
    paths = [tmp_path / "a.mp4", tmp_path / "b.mp4"]
    for path in paths:
        shutil.copy(videos / "short.mp4", path)
    with paths[1].open("ab") as file:  # Equal videos would have one part.
        file.write(b"\0\0\0\x08free")
    archive.plan(paths, tmp_path / "plan.jsonl", **DETECTION)
    archive.detect(tmp_path / "plan.jsonl", tmp_path / "parts")
    return tmp_path


def part(folder: Path, index: int) -> Path:
    line = (folder / "plan.jsonl").read_text().splitlines()[1 + index]
    return Path(folder, "parts", json.loads(line)["key"] + ".fcd")


def test_a_part_that_is_cut_off_is_made_again(archived: Path) -> None:
    plan, parts, cut = archived / "plan.jsonl", archived / "parts", part(archived, 1)
    whole = cut.read_bytes()
    for length in (len(whole) - 1, 20, 0):
        cut.write_bytes(whole[:length])
        with pytest.raises(facecap.MediaError, match=r"no complete part.*--index 1; 1 of 2") as caught:
            archive.merge(plan, parts, archived / "faces")
        assert str(cut) in str(caught.value)
        assert not (archived / "faces").exists()
        archive.detect(plan, parts)
        assert cut.read_bytes() == whole
    made = cut.stat().st_mtime_ns
    archive.detect(plan, parts)
    assert cut.stat().st_mtime_ns == made


@pytest.mark.parametrize("room", [archive.CACHE_SIZE, 0])
def test_each_part_is_read_once_while_there_is_room(
    room: int, archived: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, parts = archived / "plan.jsonl", archived / "parts"
    # An equal video has the same part.
    *_, line = plan.read_text().splitlines(keepends=True)
    shutil.copy(archived / "b.mp4", archived / "c.mp4")
    with plan.open("a") as file:
        file.write(line.replace("b.mp4", "c.mp4"))
    fetch, fetched = StoredFile.fetch, []

    def count(file: StoredFile, path: Path) -> None:
        fetched.append(file.name)
        fetch(file, path)

    monkeypatch.setattr(StoredFile, "fetch", count)
    archive.merge(plan, parts, archived / "faces", cache_size=room)
    names = [part(archived, index).name for index in (0, 1)]
    assert fetched.count(names[0]) == (1 if room else 2)
    assert {path.name for path in (archived / "faces").iterdir()} == {
        *("a.jsonl", "b.jsonl", "c.jsonl"),
        "MANIFEST.json",
    }


def test_a_video_that_is_gone_has_tables_and_no_copy(archived: Path) -> None:
    plan, parts, faces = archived / "plan.jsonl", archived / "parts", archived / "faces"
    (archived / "a.mp4").unlink()
    done = call("merge", plan, parts, "-o", faces, "--sidecar", "csv", "--movies")
    assert done.returncode == 66, done.stderr
    assert f"{archived}/a.mp4" in done.stderr
    assert {path.name for path in faces.iterdir()} == {"a.csv", "b.csv", "b.mp4", "MANIFEST.json"}
    gone, there = facecap.manifest(faces)
    assert gone.copy_failure
    assert gone.copy_failure.exit_code == 66
    assert f"{archived}/a.mp4" in gone.copy_failure.message
    assert there.copy_failure is None


def test_symbolic_links_are_files(archived: Path) -> None:
    folder = archived / "links"
    folder.mkdir()
    (folder / "a.mp4").symlink_to(archived / "a.mp4")
    (folder / "folder.mp4").symlink_to(archived)
    (folder / "gone.mp4").symlink_to(archived / "none")
    shutil.copy(archived / "b.mp4", folder)
    assert StoredFile(folder).names() == ["a.mp4", "b.mp4"]


def test_files_by_other_names_of_this_machine_lie_where_they_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "file").write_text("text")
    for url in ("~/new/file", f"file://{tmp_path}/new/file"):
        StoredFile(url).put(tmp_path / "file")
        assert StoredFile(url).exists()
    assert (tmp_path / "home/new/file").read_text() == "text"
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["file"]
    for name in ("file::b", "b" * 255):
        StoredFile(tmp_path / "new" / name).put(tmp_path / "file")
        assert StoredFile(tmp_path / "new").file(name).exists()
        assert (tmp_path / "new" / name).read_text() == "text"


def test_a_video_behind_an_option_is_refused(archived: Path) -> None:
    a, b, plan = archived / "a.mp4", archived / "b.mp4", archived / "other.jsonl"
    behind = call("plan", a, "--no-sandbox", b, "-o", plan)
    assert (behind.returncode, "in front of options" in behind.stderr) == (64, True), behind
    before = call("plan", "--detector", "haar", a, "-o", plan)
    assert (before.returncode, "--detector=haar" in before.stderr) == (64, True), before
    assert call("plan", "--detector=haar", a, "-o", plan).returncode == 0
    keys = call("merge", "--face-keys", "apple", plan, archived / "parts", "-o", archived / "faces")
    assert (keys.returncode, "--face-keys=apple" in keys.stderr) == (64, True), keys


def test_a_video_that_is_named_twice_is_refused(videos: Path, tmp_path: Path) -> None:
    with pytest.raises(facecap.UsageError, match="named twice"):
        archive.plan([videos / "short.mp4"] * 2, tmp_path / "plan.jsonl", program="/usr/bin/false")


def test_what_is_no_plan_no_program_and_no_cache_have_exit_codes(archived: Path) -> None:
    parts = ("-o", archived / "new", "--plan")
    for words, exit_code in (
        (("detect", *parts, archived / "a.mp4"), 64),
        (("detect", *parts, archived / "plan.jsonl", "--program", archived / "none"), 69),
        (("detect", *parts, archived / "plan.jsonl", "--cache", "/proc/none"), 66),
        (("detect", *parts, archived / "plan.jsonl", "--cache", "/dev/null/cache"), 74),
    ):
        done = call(*words)
        assert (done.returncode, done.stderr.count("\n")) == (exit_code, 1), done


def test_the_query_of_a_web_server_is_part_of_no_name(
    program: Path, videos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("aiohttp", reason="aiohttp is not installed")
    monkeypatch.setenv("FACECAP", str(program))
    plan, parts, faces = tmp_path / "plan.jsonl", tmp_path / "parts", tmp_path / "faces"
    handler = partial(SimpleHTTPRequestHandler, directory=str(videos))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        url = f"http://127.0.0.1:{server.server_port}/short.mp4?signature={'a' * 300}"
        try:
            archive.plan(url, plan, **DETECTION)
            archive.detect(plan, parts)
            archive.merge(plan, parts, faces, sidecar="csv", movies=True)
        finally:
            server.shutdown()
    assert {path.name for path in faces.iterdir()} == {"short.csv", "short.mp4", "MANIFEST.json"}
    (video,) = facecap.manifest(faces)
    assert video.path == Path(url)
    assert (video.file("csv"), video.file("mp4")) == (faces / "short.csv", faces / "short.mp4")


def test_options_of_all_videos_are_refused_and_those_of_movies_go_to_movies(
    program: Path, videos: Path, tmp_path: Path
) -> None:
    plan, parts, faces = tmp_path / "plan.jsonl", tmp_path / "parts", tmp_path / "faces"
    archive.plan(videos / "short.mp4", plan, program=program, **DETECTION)
    archive.detect(plan, parts, program=program)
    page = tmp_path / "page.html"
    with pytest.raises(facecap.UsageError, match="facecap merge --report"):
        archive.merge(plan, parts, faces, program=program, report=page)
    done = call("merge", plan, parts, "-o", faces, "--program", program, "--report", page)
    assert (done.returncode, "facecap merge --report" in done.stderr) == (64, True)
    assert not faces.exists()
    assert not page.exists()
    with pytest.raises(facecap.UsageError, match="face-keys"):
        archive.merge(plan, parts, faces, sidecar="csv", program=program, face_keys="apple")
    archive.merge(plan, parts, faces, sidecar="csv", movies=True, program=program, face_keys="apple")
    assert {path.name for path in faces.iterdir()} == {"short.csv", "short.mp4", "MANIFEST.json"}


def test_each_video_of_a_plan_is_opened_in_the_sandbox_that_is_wanted(
    program: Path, videos: Path, tmp_path: Path, stand_in: StandIn
) -> None:
    calls = tmp_path / "calls"
    # The option itself would end the program where the system has no such sandbox.
    script = f"""echo "$*" >> {calls}
        for word; do shift; [ "$word" = --require-sandbox ] || set -- "$@" "$word"; done
        exec {program} "$@\""""
    noting = stand_in(script)
    archive.plan(videos, tmp_path / "plan.jsonl", program=noting, require_sandbox=True, **DETECTION)
    lines = calls.read_text().splitlines()
    assert len(lines) == 3
    assert ["--require-sandbox" in line for line in lines] == [True] * 3
    assert ["--detector" in line for line in lines] == [True, False, False]


def test_of_a_folder_the_same_files_are_videos_as_for_the_program(program: Path, tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "Sources/Apps/FacecapCommands/Process/String+Path.swift"
    listed = re.search(r"videoExtensions = \[([^]]*)\]", source.read_text())
    assert listed
    assert set(re.findall(r'"(\w+)"', listed[1])) == archive._ENDINGS
    folder = tmp_path / "videos"
    (folder / "folder.mp4").mkdir(parents=True)
    names = [f"{ending}.{ending}" for ending in archive._ENDINGS]
    for name in (*names, "UPPER.TS", "none.txt", "none.jpg", "none", "mp4", ".ts", ".hidden.mp4"):
        (folder / name).write_text("no video")
    run(program, "plan", "videos", "-o", "plan.jsonl", "--detector", "haar", folder=tmp_path)
    archive.plan(folder, tmp_path / "python.jsonl", program=program, **DETECTION)

    def planned(name: str) -> list[str]:
        return [Path(segment.file).name for segment in read_plan(tmp_path / name)]

    assert planned("python.jsonl") == planned("plan.jsonl")
    assert sorted(planned("plan.jsonl")) == sorted([*names, "UPPER.TS"])


def test_a_plan_like_another_finds_the_parts_of_its_videos(
    recordings: str, program: Path, videos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACECAP", str(program))
    base = recordings.removesuffix("/recordings")
    assert archive.plan(f"{recordings}/short.mp4", f"{base}/one.jsonl", **DETECTION) == 1
    archive.detect(f"{base}/one.jsonl", f"{base}/parts")
    before = contents(f"{base}/parts")
    mixed: list[str | Path] = [f"{recordings}/short.mp4", videos / "long.mp4"]
    archive.plan(mixed, f"{base}/two.jsonl", like=f"{base}/one.jsonl", segment="whole")
    archive.detect(f"{base}/two.jsonl", f"{base}/parts")
    after = contents(f"{base}/parts")
    assert len(after) == 2
    assert before.items() <= after.items()


@pytest.mark.filterwarnings("ignore")
def test_ray_looks_at_a_plan_in_a_store(
    recordings: str, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    monkeypatch.setenv("FACECAP", str(program))
    base = recordings.removesuffix("/recordings")
    archive.plan(recordings, f"{base}/plan.jsonl", segment="10s", **DETECTION)
    outcome = driver.detect(f"{base}/plan.jsonl", f"{base}/parts", program=program)
    assert (outcome.segments, outcome.done) == (5, 4)
    assert [failure.exit_code for failure in outcome.failed] == [65]
    assert len(StoredFile(f"{base}/parts").names()) == 5


def test_errors_have_the_codes_of_the_program(
    recordings: str, store: str, program: Path, tmp_path: Path, stand_in: StandIn
) -> None:
    (tmp_path / "plan.jsonl").write_text("{}\n[]\n")
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "folder.jsonl").write_text('{}\n{"file":"a.mp4","key":"../parts"}\n')
    base = recordings.removesuffix("/recordings")
    plan = ("plan", f"{recordings}/short.mp4", "-o", f"{base}/plan.jsonl", "--program", program)
    assert call(*plan, "--detector", "haar").returncode == 0
    detect = ("detect", "--program", program, "-o", f"{base}/parts", "--plan")
    cases: list[tuple[tuple[object, ...], int, str]] = [
        (("plan", f"{store}/none.mp4", "-o", f"{base}/b"), 66, "There is no s3://lab/none.mp4."),
        (("plan", f"{store}/nothing/", "-o", f"{base}/b"), 66, "has no video file"),
        ((*plan, "--force", "--input-size", "1"), 64, "input-size"),
        ((*plan, "--force", "--like", f"{store}/none"), 66, "There is no s3://lab/none."),
        ((*plan, "--force", "--like", f"{base}/plan.jsonl", "--mesh", "off"), 64, "leave out --mesh"),
        ((*detect, f"{store}/none"), 66, "There is no s3://lab/none."),
        ((*detect, tmp_path / "plan.jsonl"), 64, "is no plan"),
        ((*detect, tmp_path / "empty.jsonl"), 64, "has no segment"),
        ((*detect, tmp_path / "folder.jsonl"), 64, "is no plan"),
        ((*detect, f"{base}/plan.jsonl", "--index", 7), 64, "no segment 7"),
        ((*detect, f"{base}/plan.jsonl", "--index", -1), 64, "no segment -1"),
        (("detect", "--plan", "nowhere://x/y", "-o", "z"), 64, "nowhere"),
        (("merge", f"{base}/plan.jsonl", f"{base}/parts", "-o", f"{base}/out"), 66, "--index 0"),
    ]
    for words, exit_code, message in cases:
        done = call(*words)
        assert (done.returncode, message in done.stderr) == (exit_code, True), (words, done)
        assert done.stderr.count("\n") == 1
    assert StoredFile(f"{base}/out").names() == []
    full = stand_in("echo facecap: The disk is full. >&2; exit 79")
    with pytest.raises(facecap.StorageFullError, match="disk is full"):
        archive.detect(f"{base}/plan.jsonl", f"{base}/parts", program=full)
    assert StoredFile(f"{base}/parts").names() == []


@pytest.mark.parametrize(("is_sent", "renames"), [(True, True), (False, True), (True, False)])
def test_a_server_of_files_gives_a_file_its_name_when_it_is_whole_if_it_can(
    is_sent: bool, renames: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fsspec import register_implementation  # noqa: PLC0415
    from fsspec.implementations.memory import MemoryFileSystem  # noqa: PLC0415

    class Server(MemoryFileSystem):  # type: ignore[misc]
        protocol = "sftp"

        @classmethod
        def _strip_protocol(cls, path: str) -> str:
            return "/" + path.removeprefix("sftp://").strip("/")

        def put_file(self, path: str, place: str, **_: object) -> None:
            self.pipe_file(place, b"half")
            names = [name for name in self.ls("/lab", detail=False) if "/." not in name]
            assert names == before or not renames
            if not is_sent:
                raise OSError("Connection lost")
            super().put_file(path, place)

        def mv(self, path: str, place: str, **_: object) -> None:
            if not renames:
                raise OSError("Operation unsupported")
            super().mv(path, place)

    register_implementation("sftp", Server, clobber=True)
    monkeypatch.setattr(MemoryFileSystem, "store", {})
    (tmp_path / "file").write_text("text")
    file, before = StoredFile("sftp://lab/file"), list[str]()
    if is_sent:
        file.put(tmp_path / "file")
        assert file.version()
        before = ["/lab/file"]
        file.put(tmp_path / "file")
    else:
        with pytest.raises(facecap.OutputError, match="Connection lost"):
            file.put(tmp_path / "file")
    assert Server().ls("/lab", detail=False) == before


@pytest.mark.parametrize(
    ("number", "exit_code"), [(errno.ENOSPC, 79), (errno.EROFS, 77), (errno.EACCES, 77), (errno.EIO, 74)]
)
def test_a_folder_of_this_machine_that_takes_nothing_has_the_exit_code_of_that(
    number: int, exit_code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def copy(_: Path, other: Path) -> None:
        other.write_text("half")
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(shutil, "copyfile", copy)
    with pytest.raises(facecap.FacecapError) as caught:
        StoredFile(tmp_path / "out" / "a").put(tmp_path)
    assert caught.value.exit_code == exit_code
    assert not list((tmp_path / "out").iterdir())


def test_a_cache_that_is_full_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one").write_text("text")

    def copy(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(shutil, "copyfile", copy)
    file, cache = StoredFile(tmp_path / "one"), Cache(tmp_path / "cache", 1 << 30)
    with pytest.raises(facecap.StorageFullError, match=r"/cache/work-.*/one: no room"), cache.copy(file):
        pass


def test_a_file_that_somebody_else_has_just_removed_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StoredFile, "exists", lambda _: True)
    StoredFile(tmp_path / "gone").remove()


def test_a_store_that_is_away_is_tried_again_by_engines(
    store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    done = call("detect", "--plan", f"{store}/p", "-o", tmp_path)
    assert done.returncode == 74
    assert done.stderr.startswith(f"facecap.archive: {store}/p: ")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_killed_look_leaves_no_process_and_its_folder_is_removed(
    recordings: str, program: Path, stand_in: StandIn, number: signal.Signals
) -> None:
    base = recordings.removesuffix("/recordings")
    archive.plan(f"{recordings}/short.mp4", f"{base}/plan.jsonl", program=program, **DETECTION)
    cache = Cache(None, 1 << 30)
    sleeper = stand_in(f"echo $$ > {cache.folder}/pid; exec sleep 60")
    words = ["detect", "--plan", f"{base}/plan.jsonl", "-o", f"{base}/parts", "--program", str(sleeper)]
    child = subprocess.Popen([sys.executable, "-m", "facecap.archive", *words])
    pid = cache.folder / "pid"
    while not pid.exists() or not pid.read_text().endswith("\n"):
        assert child.poll() is None
        time.sleep(0.02)
    child.send_signal(number)
    assert child.wait() in (128 + number, -number)
    for _ in range(500):
        if not Path("/proc", pid.read_text().strip(), "cwd").exists():
            break
        time.sleep(0.01)
    else:
        pytest.fail("the program goes on")
    cache.make_room()
    assert list(cache.folder.glob("work-*")) == []
    archive.detect(f"{base}/plan.jsonl", f"{base}/parts", program=program)
    assert len(StoredFile(f"{base}/parts").names()) == 1


def test_the_copies_used_longest_ago_make_room_unless_they_are_used(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        (tmp_path / name).write_bytes(bytes(1000))
    cache = Cache(tmp_path / "cache", 1500)

    def there() -> set[str]:
        return {path.name for path in cache.folder.glob("*/*")}

    with cache.copy(StoredFile(tmp_path / "one")) as one:
        for name in ("two", "three"):
            with cache.copy(StoredFile(tmp_path / name)) as path:
                assert path.read_bytes() == bytes(1000)
            time.sleep(0.02)
        assert one.exists()
        assert there() == {"one", "three"}
        cache.make_room()
        assert there() == {"one"}
    # Another content under the same name is another copy.
    (tmp_path / "one").write_bytes(b"changed")
    with cache.copy(StoredFile(tmp_path / "one")) as path:
        assert path.read_bytes() == b"changed"
    shutil.rmtree(tmp_path / "cache")


def test_several_use_one_copy_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one").write_bytes(bytes(1000))
    cache, both_have_it, both_are_done = Cache(tmp_path / "cache", 0), Barrier(2), Barrier(2)
    fetch, fetched = StoredFile.fetch, []

    def count(file: StoredFile, path: Path) -> None:
        fetched.append(file.name)
        fetch(file, path)

    def use(_: int) -> bytes:
        with cache.copy(StoredFile(tmp_path / "one")) as path:
            both_have_it.wait(60)
            cache.make_room()
            both_are_done.wait(60)
            return path.read_bytes()

    monkeypatch.setattr(StoredFile, "fetch", count)
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(use, range(2))) == [bytes(1000)] * 2
    assert fetched == ["one"]
    cache.make_room()
    assert list(cache.folder.iterdir()) == []


def test_a_lock_stays_until_the_last_who_holds_it_has_left(tmp_path: Path) -> None:
    place = tmp_path / "place"
    with _lock(place, fcntl.LOCK_SH):
        with _lock(place, fcntl.LOCK_SH):
            pass
        with _lock(place, fcntl.LOCK_EX | fcntl.LOCK_NB) as is_held:
            assert not is_held
    assert list(tmp_path.iterdir()) == []


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one").write_bytes(bytes(1000))
    cache, file = Cache(tmp_path / "cache", 1 << 30), StoredFile(tmp_path / "one")

    def fail(_: StoredFile, path: Path) -> None:
        path.write_bytes(bytes(500))
        raise facecap.OutputError("The network is away.", 74)

    with monkeypatch.context() as patch:
        patch.setattr(StoredFile, "fetch", fail)
        with pytest.raises(facecap.OutputError), cache.copy(file):
            pass
    assert list(cache.folder.iterdir()) == []
    with cache.copy(file) as path:
        assert path.read_bytes() == bytes(1000)


def test_a_folder_that_somebody_else_removes_meanwhile_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path, 0)
    (tmp_path / "work-of-another").mkdir()

    def remove(path: Path) -> bool:
        path.rmdir()
        return True

    with monkeypatch.context() as patch:
        patch.setattr(Path, "is_dir", remove)
        cache.make_room()
    assert list(tmp_path.iterdir()) == []
