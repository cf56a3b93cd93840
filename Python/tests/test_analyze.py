# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from conftest import StandIn, children, run

import facecap
from facecap import _analyze
from facecap._process import dying_with_parent


@pytest.fixture
def videos(movie: Path, tmp_path: Path) -> list[Path]:
    """Return a video, one that is none, one that is not there, and another one."""
    paths = [tmp_path / name for name in ("a.mp4", "bad.mp4", "gone.mp4", "b.mov")]
    shutil.copy(movie, paths[0])
    paths[1].write_text("garbage")
    shutil.copy(movie, paths[3])
    return paths


def test_each_file_has_its_result_and_a_bad_one_does_not_end_the_run(
    videos: list[Path], program: Path, tmp_path: Path
) -> None:
    out = tmp_path / "new/out"
    seen: list[facecap.Analysis] = []
    results = facecap.analyze(
        *(videos,), out=out, workers=2, sidecar=["csv", "mot"], on_result=seen.append, program=program
    )
    assert [result.path for result in results] == videos
    assert [type(result.error) for result in results] == [
        *(type(None), facecap.MediaError, facecap.SourceNotFoundError, type(None))
    ]
    assert [result.error.exit_code for result in results if result.error] == [65, 66]
    assert [result.output for result in results] == [out / "a.mp4", None, None, out / "b.mov"]
    assert results[0].sidecars == (out / "a.csv", out / "a.mot.txt")
    written = [path for result in results for path in (result.output, *result.sidecars) if path]
    assert sorted(out.iterdir()) == sorted(written)
    assert (results[0].frame_count, results[0].analysed_count) == (20, 20)
    assert (results[0].maximum_face_count, results[0].id_count) == (2, 2)
    assert len(facecap.read(out / "a.mp4", program=program)) == len(facecap.read(out / "a.csv"))
    assert sorted(seen, key=str) == sorted(results, key=str)


def test_a_file_whose_name_is_too_long_does_not_end_the_run(videos: list[Path], program: Path) -> None:
    long = videos[0].with_name("a" * 252 + ".mp4")
    results = facecap.analyze([long, videos[0]], program=program)
    assert [type(result.error) for result in results] == [facecap.SourceNotFoundError, type(None)]


def test_a_run_that_is_repeated_goes_on_where_it_was(
    videos: list[Path], program: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    facecap.analyze(videos[0], out=out, program=program)
    before = (out / "a.mp4").stat().st_mtime_ns
    results = facecap.analyze([videos[0], videos[3]], out=out, program=program)
    assert [result.was_done for result in results] == [True, False]
    assert (out / "a.mp4").stat().st_mtime_ns == before
    assert results[0].output == out / "a.mp4"
    (again,) = facecap.analyze(videos[0], out=out, force=True, program=program)
    assert not again.was_done
    assert (out / "a.mp4").stat().st_mtime_ns > before


def test_without_a_folder_json_lines_lie_beside_each_file(videos: list[Path], program: Path) -> None:
    first = facecap.analyze(videos[0], program=program, smallest_face=30)
    assert first[0].sidecars == (videos[0].with_suffix(".jsonl"),)
    assert first[0].output is None
    assert first[0].frame_count is None
    assert len(facecap.frames(first[0].sidecars[0])) == 20
    assert facecap.analyze(videos[0], program=program)[0].was_done


def test_a_copy_of_another_video_is_the_error_of_its_file(
    videos: list[Path], program: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    facecap.analyze(videos[0], out=out, program=program)
    before = (out / "a.mp4").read_bytes()
    scene = "synthetic:faces=1,size=320x240,pace=fast,frames=7"
    run(program, "record", videos[0], "--force", "--source", scene, folder=tmp_path)
    (result,) = facecap.analyze(videos[0], out=out, program=program)
    assert isinstance(result.error, facecap.OutputError)
    assert (result.output, result.was_done) == (None, False)
    assert (out / "a.mp4").read_bytes() == before
    (result,) = facecap.analyze(videos[0], out=out, force=True, program=program)
    assert (result.error, result.frame_count) == (None, 7)


def test_with_a_folder_the_program_says_what_is_done(stand_in: StandIn, tmp_path: Path) -> None:
    (tmp_path / "a.mp4").touch()
    says = r"""printf 'file,output,status,frames,analysed,faces,ids\na.mp4,a.mp4,%s,,,,\n'"""
    for status in ("passed over", "analysed"):
        program = stand_in(f"{says} '{status}'")
        [result] = facecap.analyze(tmp_path / "a.mp4", out=tmp_path, program=program)
        assert (result.error, result.was_done) == (None, status == "passed over")


def test_of_several_formats_only_those_that_are_missing_are_written(
    videos: list[Path], program: Path
) -> None:
    first = videos[0].with_suffix(".csv")
    facecap.analyze(videos[0], sidecar="csv", program=program)
    before = first.stat().st_mtime_ns, first.read_bytes()
    (result,) = facecap.analyze(videos[0], sidecar=["jsonl", "csv"], program=program)
    assert (result.error, result.was_done) == (None, False)
    assert result.sidecars == (videos[0].with_suffix(".jsonl"), first)
    assert len(facecap.frames(result.sidecars[0])) == 20
    assert (first.stat().st_mtime_ns, first.read_bytes()) == before
    (result,) = facecap.analyze(videos[0], sidecar=["jsonl", "csv"], program=program)
    assert result.was_done
    (result,) = facecap.analyze(videos[0], sidecar=["jsonl", "csv"], force=True, program=program)
    assert (result.error, result.was_done) == (None, False)
    assert first.stat().st_mtime_ns > before[0]


def test_options_of_formats_that_are_there_do_not_keep_others_from_being_written(
    videos: list[Path], program: Path
) -> None:
    facecap.analyze(videos[0], program=program)
    options: dict[str, Any] = {"codes": "qr", "landmarks": True, "mesh_points": True}
    (result,) = facecap.analyze(videos[0], sidecar=["jsonl", "eaf"], program=program, **options)
    assert result.error is None
    assert all(path.exists() for path in result.sidecars)
    (result,) = facecap.analyze(videos[0], sidecar="boris", program=program, codes="qr")
    assert isinstance(result.error, facecap.UsageError)


@pytest.mark.parametrize("name", ["trail.", "trail", "a.b.", ".hidden", "..mp4"])
def test_tables_have_the_names_that_the_program_gives_them(
    name: str, movie: Path, program: Path, tmp_path: Path
) -> None:
    shutil.copy(movie, tmp_path / name)
    for out in (None, tmp_path / "out"):
        (result,) = facecap.analyze(tmp_path / name, sidecar=["csv", "mot"], out=out, program=program)
        assert result.error is None
        assert [path for path in (*result.sidecars, result.output) if path and not path.exists()] == []


def test_an_empty_file_is_no_table_that_was_done(videos: list[Path], program: Path) -> None:
    videos[0].with_suffix(".jsonl").touch()
    (result,) = facecap.analyze(videos[0], program=program)
    assert isinstance(result.error, facecap.OutputError)


VALUES: dict[str, Any] = {
    **{"detector": "haar", "model": "none", "model_dir": "models", "mesh": "off", "input_size": 96},
    **{"smallest_face": 30, "score": 0.5, "threads": 1, "detect_every": 2, "scan_every": 2},
    **{"face_keys": "apple", "codes": "qr", "region": (0, 0, 1, 0.5), "jobs": 2},
    **dict.fromkeys(["landmarks", "mesh_points", "no_smoothing", "allow_playlist", "insecure"], True),
    **dict.fromkeys(["require_sandbox", "no_sandbox", "stats", "quiet"], True),
}
"""A value of each option that is one for each file."""

OF_MACHINES = {"smallest_face", "model", "model_dir", "mesh_points", "require_sandbox"}
"""Options that want what may not be there."""

OF_THE_RUN = {"output", "output_dir", "report", "help"}


def test_each_option_is_one_for_each_file_or_is_refused(
    videos: list[Path], program: Path, tmp_path: Path, stand_in: StandIn
) -> None:
    text = run(program, "analyze", "--help", folder=tmp_path)
    names = {
        name.replace("-", "_") for name in re.findall(r"^ +(?:-\w, )?--([a-z-]+)", text, re.MULTILINE)
    }
    assert names == VALUES.keys() | OF_THE_RUN | {"sidecar", "force"}
    files = [videos[0], videos[3]]
    for name, value in VALUES.items():
        options: dict[str, Any] = {name: value, "workers": 1 if name == "jobs" else 2}
        results = facecap.analyze(files, out=tmp_path / name, program=program, **options)
        assert results[0].error is None or name in OF_MACHINES, (name, results[0].error)
        assert type(results[1].error) is type(results[0].error)
        assert str(results[1].error) == str(results[0].error)
        if results[0].error is None:
            assert [result.frame_count for result in results] == [20, 20]
            assert all(result.output and result.output.exists() for result in results)
    for name in OF_THE_RUN:
        refused: dict[str, Any] = {name: "x"}
        with pytest.raises(ValueError, match=f"^{name} is no option for each file: .+"):
            facecap.analyze(files, out=tmp_path / "o", program=stand_in("exit 1"), **refused)
    with pytest.raises(ValueError, match="leave one of them out"):
        facecap.analyze(files, out=tmp_path / "o", workers=2, jobs=2, program=stand_in("exit 1"))
    assert not (tmp_path / "o").exists()


def test_an_option_that_there_is_not_is_the_error_of_each_file(
    videos: list[Path], program: Path, tmp_path: Path
) -> None:
    results = facecap.analyze(videos, out=tmp_path / "out", program=program, frobnicate=1)
    assert all(isinstance(result.error, facecap.UsageError) for result in results)


def test_a_program_that_crashes_is_the_error_of_its_file(stand_in: StandIn, tmp_path: Path) -> None:
    program = stand_in('case "$2" in */2.mp4) kill -SEGV $$;; esac')
    paths = [tmp_path / f"{number}.mp4" for number in range(4)]
    results = facecap.analyze(paths, out=tmp_path / "out", workers=3, program=program)
    kinds = [type(result.error) for result in results]
    assert kinds == [type(None), type(None), facecap.ProgramEndedError, type(None)]


def test_a_name_with_line_breaks_is_one_cell(stand_in: StandIn, tmp_path: Path) -> None:
    program = stand_in(r"""printf 'file,frames,analysed,faces,ids\n"a\rb\nc.mp4",3,2,1,1\n'""")
    [result] = facecap.analyze([tmp_path / "a.mp4"], out=tmp_path / "out", program=program)
    assert result.error is None
    assert (result.frame_count, result.analysed_count) == (3, 2)


def test_a_table_that_cannot_be_read_is_the_error_of_its_file(stand_in: StandIn, tmp_path: Path) -> None:
    program = stand_in("printf 'file,frames\\n%0200000d,1\\n' 0")
    [result] = facecap.analyze([tmp_path / "a.mp4"], out=tmp_path / "out", program=program)
    assert isinstance(result.error, facecap.FacecapError)
    assert "damaged" in str(result.error)


def test_a_folder_is_refused(tmp_path: Path, stand_in: StandIn) -> None:
    with pytest.raises(ValueError, match="is a folder"):
        facecap.analyze(tmp_path, program=stand_in("exit 1"))


def test_two_files_for_one_place_are_refused(tmp_path: Path, stand_in: StandIn) -> None:
    paths = [tmp_path / "a/x.mp4", tmp_path / "b/x.mkv"]
    with pytest.raises(ValueError, match="would both be written"):
        facecap.analyze(paths, out=tmp_path / "out", program=stand_in("exit 1"))
    with pytest.raises(ValueError, match="would both be written"):
        facecap.analyze([tmp_path / "x.", tmp_path / "x.mp4"], program=stand_in("exit 1"))


def test_workers_and_formats_that_make_no_sense_are_refused(tmp_path: Path, stand_in: StandIn) -> None:
    program = stand_in("exit 1")
    with pytest.raises(ValueError, match="workers"):
        facecap.analyze([], workers=0, program=program)
    with pytest.raises(ValueError, match="no format xml"):
        facecap.analyze([], sidecar="xml", program=program)


def test_formats_and_endings_are_those_of_the_documentation() -> None:
    page = Path(__file__).parents[2] / "docs/export.md"
    rows = [line.split("|") for line in page.read_text().splitlines() if line.count("|") == 5]
    endings = {row[3].strip(" `"): row[4].strip(" `") for row in rows if row[4].strip(" `")[:1] == "."}
    assert endings == _analyze.ENDINGS


def test_no_more_programs_run_at_once_than_there_are_workers(stand_in: StandIn, tmp_path: Path) -> None:
    folder = tmp_path / "running"
    folder.mkdir()
    count = f"mkdir {folder}/$$; ls {folder} | wc -l >> {tmp_path}/counts; sleep 0.1; rmdir {folder}/$$"
    paths = [tmp_path / f"{number}.mp4" for number in range(12)]
    facecap.analyze(paths, out=tmp_path / "out", workers=3, program=stand_in(count))
    counts = [int(line) for line in (tmp_path / "counts").read_text().split()]
    assert len(counts) == 12
    assert max(counts) <= 3


INTERRUPTED = """
    import os, pathlib, signal, sys, threading, time, facecap
    sys.path.insert(0, {tests!r})
    from conftest import children
    # A shell starts background programs with it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt():
        while len(list(pathlib.Path({folder!r}).glob("*.started"))) < 2:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    try:
        facecap.analyze(["a.mp4", "b.mp4", "c.mp4"], workers=2, program={program!r})
    except KeyboardInterrupt:
        print("interrupted", children(), [t.name for t in threading.enumerate() if "facecap" in t.name])
"""


def test_an_interrupt_from_the_keyboard_ends_all_programs_and_starts_none(
    stand_in: StandIn, tmp_path: Path
) -> None:
    program = stand_in(f"touch {tmp_path}/$2.started; exec sleep 1000")
    script = INTERRUPTED.format(
        tests=str(Path(__file__).parent), folder=str(tmp_path), program=str(program)
    )
    text = subprocess.check_output([sys.executable, "-c", textwrap.dedent(script)], text=True)
    assert text == "interrupted set() []\n"
    assert not (tmp_path / "c.mp4.started").exists()


def test_an_interrupt_while_files_are_lined_up_ends_the_programs_that_run(
    stand_in: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, ended = tmp_path / "started", tmp_path / "ended"
    script = f"""
        trap 'touch {ended}; exit 130' TERM
        touch {started}
        for _ in $(seq 100); do sleep 0.05; done
    """
    submit = ThreadPoolExecutor.submit

    def interrupted(pool: ThreadPoolExecutor, *call: Any) -> Any:
        future = submit(pool, *call)
        while not started.exists():
            time.sleep(0.01)
        if call[1].name == "b.mp4":
            raise KeyboardInterrupt
        return future

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        facecap.analyze([tmp_path / "a.mp4", tmp_path / "b.mp4"], program=stand_in(script))
    assert ended.exists()


def test_an_error_of_the_one_who_is_told_ends_the_run(stand_in: StandIn, tmp_path: Path) -> None:
    before = children(), threading.active_count()
    script = 'case "$2" in */0.mp4) exit 0;; esac; exec sleep 1000'

    def tell(_: facecap.Analysis) -> None:
        raise ZeroDivisionError

    paths = [tmp_path / f"{number}.mp4" for number in range(3)]
    with pytest.raises(ZeroDivisionError):
        facecap.analyze(paths, out=tmp_path / "out", workers=2, on_result=tell, program=stand_in(script))
    assert (children(), threading.active_count()) == before


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_a_run_that_ends_early_leaves_no_table_of_a_part_of_a_video(
    error: type[BaseException], stand_in: StandIn, tmp_path: Path
) -> None:
    # As the program does of one video: what it has by then becomes the table.
    script = f"""
        case "$2" in */a.mp4) until [ -e {tmp_path}/started ]; do sleep 0.01; done; exit 0;; esac
        trap 'echo part > {tmp_path}/b.jsonl; exit 130' TERM
        touch {tmp_path}/started
        while :; do sleep 0.05; done
    """

    def tell(_: facecap.Analysis) -> None:
        raise error

    paths = [tmp_path / "a.mp4", tmp_path / "b.mp4"]
    old = tmp_path / "b.csv"
    old.write_text("another one")
    program = stand_in(script)
    with pytest.raises(error):
        facecap.analyze(paths, workers=2, on_result=tell, sidecar=["csv", "jsonl"], program=program)
    assert not (tmp_path / "b.jsonl").exists()
    assert old.read_text() == "another one"


@pytest.mark.parametrize(
    ("code", "is_kept"),
    [(70, False), (130, False), (137, False), (74, True)],
)
def test_a_program_that_fails_leaves_no_table_but_one_that_somebody_else_wrote(
    code: int, is_kept: bool, stand_in: StandIn, tmp_path: Path
) -> None:
    (tmp_path / "a.vtt").touch()
    program = stand_in(f"echo part > {tmp_path}/a.jsonl; exit {code}")
    (result,) = facecap.analyze(tmp_path / "a.mp4", sidecar=["jsonl", "vtt"], program=program)
    assert result.error is not None
    assert result.error.exit_code == code
    assert (tmp_path / "a.jsonl").exists() == is_kept
    assert (tmp_path / "a.vtt").exists()


def test_the_program_itself_that_is_interrupted_leaves_no_table(program: Path, tmp_path: Path) -> None:
    scene = "synthetic:faces=1,size=640x480,pace=fast,frames=400"
    run(program, "record", "long.mp4", "--detect-every", 100, "--source", scene, folder=tmp_path)
    before = children()

    def interrupt() -> None:
        while not (started := children() - before):
            time.sleep(0.01)
        time.sleep(0.5)
        for child in started:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    (result,) = facecap.analyze(tmp_path / "long.mp4", program=program)
    assert isinstance(result.error, facecap.ProgramEndedError)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["long.mp4"]


def test_a_program_does_not_survive_the_one_who_started_it(stand_in: StandIn, tmp_path: Path) -> None:
    program = stand_in(f"echo $$ > {tmp_path}/part; mv {tmp_path}/part {tmp_path}/id; exec sleep 1000")
    script = f"import facecap; facecap.analyze('a.mp4', program={str(program)!r})"
    with subprocess.Popen([sys.executable, "-c", script]) as parent:
        try:
            for _ in range(3000):
                if (tmp_path / "id").exists():
                    break
                time.sleep(0.01)
        finally:
            parent.kill()
    place = Path("/proc", (tmp_path / "id").read_text().strip(), "cmdline")
    for _ in range(500):
        # Nobody may wait for what has no parent: it has no command line then.
        if not place.exists() or not place.read_bytes():
            return
        time.sleep(0.01)
    pytest.fail("it goes on")


def test_a_program_starts_whatever_other_packages_do_in_forked_processes(stand_in: StandIn) -> None:
    # As the threads of Arrow may, which hold locks that nobody gives back there.
    script = f"""
        import os, signal, facecap
        os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.SIGKILL))
        (result,) = facecap.analyze('a.mp4', program={str(stand_in("exit 0"))!r})
        print(result.error)
    """
    words = [sys.executable, "-c", textwrap.dedent(script)]
    assert subprocess.run(words, check=True, capture_output=True, text=True).stdout == "None\n"


def test_no_program_starts_once_the_one_who_started_it_is_gone() -> None:
    words = dying_with_parent(["/bin/echo", "started"])
    assert subprocess.run(words, check=True, capture_output=True).stdout == b"started\n"
    # Of another process.
    words = ["/bin/sh", "-c", '"$@" || exit 3', "sh", *words]
    run = subprocess.run(words, check=False, capture_output=True)
    assert (run.returncode, run.stdout, run.stderr) == (3, b"", b"")


@pytest.mark.parametrize(("name", "value"), [("frozen", True), ("executable", "")])
def test_a_python_that_cannot_be_started_again_starts_the_program_itself(
    name: str, value: object, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The executable of a program with its own Python is that program, which would start itself forever.
    monkeypatch.setattr(sys, "executable", "/bin/false")
    monkeypatch.setattr(sys, name, value, raising=False)
    (result,) = facecap.analyze("a.mp4", program=stand_in("exit 0"))
    assert result.error is None


def test_a_program_that_cannot_be_run_is_an_error_of_each_file(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    (result,) = facecap.analyze("a.mp4", program=program)
    assert isinstance(result.error, facecap.ProgramNotFoundError)
    assert str(result.error) == f"{program} cannot be run: Exec format error."


def test_a_program_is_told_of_pipes_that_nobody_reads(stand_in: StandIn, tmp_path: Path) -> None:
    program = stand_in(f"grep SigIgn /proc/self/status > {tmp_path}/ignored")
    facecap.analyze("a.mp4", program=program)
    ignored = int((tmp_path / "ignored").read_text().split()[1], 16)
    assert not ignored & (1 << (signal.SIGPIPE - 1) | 1 << (signal.SIGXFSZ - 1))
