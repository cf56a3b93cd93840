# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import SCENE, StandIn, children, descriptors

import facecap
from facecap import _process

SESSION = (
    '{"type":"session","schema":"facecap/1","version":"0.1.0","source":{"kind":"file","name":"a"},'
    '"video":{"width":640,"height":360},"detector":{"name":"haar"},"space":"displayed","mirrored":false}'
)
FRAME = '{"type":"faces","frame":0,"pts":0,"analysed":true,"faces":[]}'
END = (
    '{"type":"end","reason":"end_of_stream",'
    '"frames":{"captured":1,"analysed":1,"skipped":{},"dropped":{},"lost":0}}'
)
WHOLE = f"cat <<'EOF'\n{SESSION}\n{FRAME}\n{END}\nEOF\n"
ENDLESS = f"echo '{FRAME}'; exec sleep 1000"


def until(condition: object) -> None:
    for _ in range(3000):
        if condition():  # type: ignore[operator]
            return
        time.sleep(0.01)
    pytest.fail("it did not become true in 30 s")


# Records


@pytest.mark.usefixtures("_landmarks")
def test_the_synthetic_camera_gives_a_session_every_frame_and_an_end(program: Path) -> None:
    with facecap.live(SCENE, program=program, landmarks=True) as records:
        session, *middle, end = records
    assert isinstance(session, facecap.Session)
    assert session.video is not None
    assert (session.video.width, session.video.height) == (320, 240)
    frames = [record for record in middle if isinstance(record, facecap.Frame)]
    assert [frame.frame for frame in frames] == list(range(20))
    assert isinstance(end, facecap.End)
    assert end.frames.captured == end.frames.analysed == 20
    faces = [face for frame in frames for face in frame.faces]
    assert faces
    assert all(0 <= face.bounds.x + face.bounds.width / 2 <= 1 for face in faces)
    assert any(face.landmarks and 0 < face.landmarks.nose.x < 1 for face in faces)
    assert session.raw["schema"] == "facecap/1"


def test_several_sources_have_the_names_they_were_given(program: Path) -> None:
    sources = {"left": SCENE, "right": SCENE}
    records = list(facecap.live(sources, program=program, no_clock=True))
    cameras = {record.camera for record in records if isinstance(record, facecap.Frame)}
    assert cameras == {"left", "right"}


def test_options_of_every_shape_are_taken_by_the_program(program: Path) -> None:
    records = list(
        facecap.live(
            [SCENE],
            program=program,
            duration=0.1,
            region=(0, 0, 1, 1),
            screen=(1920, 1080),
            smallest_face=40,
            detect_every=2,
            truth=True,
            relink=False,
            model=None,
        )
    )
    assert isinstance(records[0], facecap.Session)
    assert records[0].space == "screen"
    frames = [record for record in records if isinstance(record, facecap.Frame)]
    assert [frame.outcome for frame in frames] == [None, "skipped", None]
    assert frames[0].truth is not None
    assert len(frames[0].truth) == 2


def test_standard_input_is_passed_on_where_it_is_the_source(program: Path, movie: Path) -> None:
    script = "import facecap; print(len(list(facecap.live('-'))))"
    with movie.open("rb") as stream:
        text = subprocess.check_output(
            [sys.executable, "-c", script], stdin=stream, env={**os.environ, "FACECAP": str(program)}
        )
    assert int(text) > 20


@pytest.mark.parametrize("source", [{"a": "-"}, "a=-", ["a=-"]])
def test_standard_input_with_a_name_is_passed_on(source: object, program: Path, movie: Path) -> None:
    script = f"import facecap; print(sum(r.raw.get('camera') == 'a' for r in facecap.live({source!r})))"
    with movie.open("rb") as stream:
        text = subprocess.check_output(
            [sys.executable, "-c", script], stdin=stream, env={**os.environ, "FACECAP": str(program)}
        )
    assert int(text) >= 20


def test_a_slow_reader_gets_every_frame_of_a_file(program: Path, movie: Path) -> None:
    frames = 0
    for record in facecap.live(movie, program=program):
        frames += isinstance(record, facecap.Frame)
        time.sleep(0.01)
    assert frames == 20


def test_unknown_records_and_fields_of_newer_programs_are_no_errors(stand_in: StandIn) -> None:
    bounds = '{"x":0,"y":0,"width":1,"height":1,"depth":3}'
    face = f'{{"id":1,"bounds":{bounds},"confidence":1,"state":"guessed","age_ms":0,"hat":true}}'
    newer = f'{{"type":"faces","frame":0,"pts":0,"analysed":true,"mood":[1],"faces":[{face}]}}'
    script = f'cat <<\'EOF\'\n{SESSION}\n{newer}\n{{"type":"dance","frame":"x"}}\n{END}\nEOF'
    _, frame, dance, _ = facecap.live("x", program=stand_in(script))
    assert isinstance(frame, facecap.Frame)
    assert frame.faces[0].id == 1
    assert frame.raw["mood"] == [1]
    assert type(dance) is facecap.Record
    assert dance.type == "dance"
    assert dance.raw["frame"] == "x"


# Failures


def test_a_source_that_is_not_there_has_exit_code_66_and_the_line_of_the_program(program: Path) -> None:
    with pytest.raises(facecap.SourceNotFoundError, match=r"There is no nowhere\.mp4") as caught:
        list(facecap.live("nowhere.mp4", program=program))
    assert caught.value.exit_code == 66
    assert not str(caught.value).startswith("facecap:")


def test_an_option_that_there_is_not_is_a_usage_error(program: Path) -> None:
    with pytest.raises(facecap.UsageError, match="--frobnicate"):
        list(facecap.live(SCENE, program=program, frobnicate=3))


def test_a_source_that_begins_with_a_dash_is_no_option(program: Path) -> None:
    with pytest.raises(facecap.SourceNotFoundError):
        list(facecap.live("-x.mp4", program=program))


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (1, facecap.FacecapError),
        (64, facecap.UsageError),
        (65, facecap.MediaError),
        (66, facecap.SourceNotFoundError),
        (69, facecap.UnavailableError),
        (70, facecap.InternalError),
        (71, facecap.SystemRefusedError),
        (74, facecap.OutputError),
        (75, facecap.DeviceBusyError),
        (77, facecap.PermissionDeniedError),
        (78, facecap.ModelError),
        (79, facecap.StorageFullError),
        (130, facecap.ProgramEndedError),
        (143, facecap.ProgramEndedError),
    ],
)
def test_every_exit_code_has_its_error(
    code: int, kind: type[facecap.FacecapError], stand_in: StandIn
) -> None:
    script = (
        f"{WHOLE}\necho 'a remark' >&2; echo 'facecap: it is so.' >&2; echo chatter >&2\nexit {code}"
    )
    records = facecap.live("x", program=stand_in(script))
    seen: list[facecap.Record] = []
    with pytest.raises(facecap.FacecapError) as caught:
        seen.extend(records)
    assert type(caught.value) is kind
    assert (str(caught.value), caught.value.exit_code) == ("it is so.", code)
    assert list(records) == []
    assert records.messages == ["a remark", "facecap: it is so.", "chatter"]


def test_the_exit_codes_are_those_of_the_documentation() -> None:
    page = Path(__file__).parents[2] / "docs/exit-codes.md"
    rows = [line.split("|")[1].strip() for line in page.read_text().splitlines() if line[:1] == "|"]
    codes = {int(cell) for cell in rows if cell.isdigit()}
    known = {
        code
        for code in range(256)
        if type(facecap.errors.error_of(code, "")) is not facecap.FacecapError
    }
    assert codes - known == {0, 1}
    # 127 is no code of the program, but of one that could not be run, as in a shell.
    assert {code for code in known if code < 127} <= codes
    assert 127 in known
    assert 127 not in codes


@pytest.mark.parametrize("name", ["KILL", "SEGV"])
def test_a_program_that_is_killed_or_crashes_is_an_error(name: str, stand_in: StandIn) -> None:
    records = facecap.live("x", program=stand_in(f"echo '{SESSION}'; kill -{name} $$"))
    assert isinstance(next(records), facecap.Session)
    with pytest.raises(facecap.ProgramEndedError, match=f"SIG{name}") as caught:
        next(records)
    assert caught.value.exit_code == 128 + signal.Signals[f"SIG{name}"]


def test_the_real_program_that_is_killed_is_an_error(program: Path) -> None:
    before = children()
    with facecap.live("synthetic", program=program) as records:
        next(records)
        for child in children() - before:
            os.kill(child, signal.SIGKILL)
        with pytest.raises(facecap.ProgramEndedError, match="SIGKILL"):
            list(records)


@pytest.mark.parametrize(
    "garbage",
    [
        "no json",
        "[1]",
        "null",
        '{"frame":1}',
        '{"type":"faces","frame":1}',
        '{"type":[]}',
        "{",
        '{"type":' + "[" * 100000,
    ],
)
def test_a_garbage_line_is_an_error_with_its_number_and_ends_the_program(
    garbage: str, stand_in: StandIn
) -> None:
    before = children()
    records = facecap.live("x", program=stand_in(f"echo '{SESSION}'; echo '{garbage}'; {ENDLESS}"))
    next(records)
    with pytest.raises(facecap.StreamError, match="Line 2 "):
        next(records)
    assert children() == before


def test_a_last_line_that_is_cut_off_is_an_error(stand_in: StandIn) -> None:
    records = facecap.live("x", program=stand_in(f"echo '{SESSION}'; printf '{FRAME[:20]}'"))
    next(records)
    with pytest.raises(facecap.StreamError, match="cut off in line 2"):
        next(records)


def test_an_endless_line_is_an_error(stand_in: StandIn) -> None:
    endless = "head -c 20000000 /dev/zero | tr '\\0' 'x'"
    with pytest.raises(facecap.StreamError, match="Line 1 is longer than any"):
        list(facecap.live("x", program=stand_in(endless)))


def test_a_stream_without_an_end_is_an_error(stand_in: StandIn) -> None:
    with pytest.raises(facecap.StreamError, match="without an end"):
        list(facecap.live("x", program=stand_in(f"echo '{SESSION}'")))


def test_a_program_that_says_nothing_has_an_error_that_tells_its_exit_code(stand_in: StandIn) -> None:
    with pytest.raises(facecap.FacecapError, match="exit code 7 "):
        list(facecap.live("x", program=stand_in("exit 7")))


def test_a_program_that_fills_standard_error_is_never_blocked(stand_in: StandIn) -> None:
    flood = "head -c 3000000 /dev/zero | tr '\\0' 'x' >&2; echo >&2"
    script = f"{flood}\n{WHOLE}\necho 'facecap: no.' >&2; exit 65"
    records = facecap.live("x", program=stand_in(script))
    assert len([next(records) for _ in range(3)]) == 3
    with pytest.raises(facecap.MediaError, match=r"^no\.$"):
        next(records)


# The program


def test_a_program_that_is_nowhere_is_an_error_that_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("FACECAP", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(facecap.ProgramNotFoundError, match="make release"):
        facecap.live("x")


def test_a_program_that_was_named_is_not_replaced_by_another(
    monkeypatch: pytest.MonkeyPatch, stand_in: StandIn
) -> None:
    good = stand_in(WHOLE)
    monkeypatch.setenv("FACECAP", str(good))
    assert facecap.find_program() == str(good)
    with pytest.raises(facecap.ProgramNotFoundError, match="no program /nowhere"):
        facecap.live("x", program="/nowhere")
    monkeypatch.setenv("FACECAP", "/nowhere")
    with pytest.raises(facecap.ProgramNotFoundError, match="no program /nowhere"):
        facecap.live("x")


def test_the_program_is_found_on_the_path(monkeypatch: pytest.MonkeyPatch, stand_in: StandIn) -> None:
    good = stand_in(WHOLE).rename("facecap")
    monkeypatch.delenv("FACECAP", raising=False)
    monkeypatch.setenv("PATH", str(Path.cwd()), prepend=os.pathsep)
    try:
        assert os.path.samefile(facecap.find_program(), good)
    finally:
        good.unlink()


def test_a_file_that_cannot_be_run_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "facecap"
    path.write_text("#!/nowhere/sh\n")
    path.chmod(0o755)
    with pytest.raises(facecap.ProgramNotFoundError, match="cannot be run"):
        facecap.live("x", program=path)


@pytest.mark.parametrize("options", [{"json": False}, {"annotate": "-"}])
def test_options_that_take_standard_output_away_are_refused(
    options: dict[str, str | bool], stand_in: StandIn
) -> None:
    with pytest.raises(ValueError, match="standard output"):
        facecap.live("x", program=stand_in(WHOLE), **options)


@pytest.mark.parametrize("source", [[], {}, iter(())])
def test_no_source_at_all_is_not_the_first_camera(source: Any, stand_in: StandIn) -> None:
    with pytest.raises(ValueError, match="source is empty"):
        facecap.live(source, program=stand_in(WHOLE))


# The end of the program


def test_an_iterator_that_is_closed_ends_its_program(stand_in: StandIn) -> None:
    before = children()
    records = facecap.live("x", program=stand_in(ENDLESS))
    next(records)
    assert children() != before
    records.close()
    assert children() == before
    records.close()
    assert list(records) == []


def test_leaving_the_context_by_an_error_ends_the_program(stand_in: StandIn) -> None:
    before = children()
    with pytest.raises(ZeroDivisionError), facecap.live("x", program=stand_in(ENDLESS)):
        raise ZeroDivisionError
    assert children() == before


def test_an_iterator_that_is_collected_ends_its_program(stand_in: StandIn) -> None:
    before = children()
    for _ in facecap.live("x", program=stand_in(ENDLESS)):
        break
    gc.collect()
    assert children() == before


def test_the_real_program_ends_when_its_iterator_is_left(program: Path) -> None:
    before = children()
    for _ in facecap.live("synthetic", program=program):
        break
    gc.collect()
    assert children() == before


def test_a_program_that_hears_no_signal_is_killed(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_process, "_PATIENCE", 0.1)
    before = children()
    script = f"trap '' TERM INT HUP PIPE; echo '{FRAME}'; while :; do sleep 0.1; done"
    with facecap.live("x", program=stand_in(script)) as records:
        next(records)
    assert children() == before


def test_a_program_that_waits_for_its_reader_ends_too(stand_in: StandIn) -> None:
    before = children()
    with facecap.live("x", program=stand_in(f"yes '{FRAME}'")) as records:
        next(records)
    assert children() == before


def test_a_thousand_runs_leave_no_process_and_no_descriptor(program: Path, stand_in: StandIn) -> None:
    whole, endless = stand_in(WHOLE), stand_in(WHOLE).with_name("endless")
    endless.write_text(f"#!/bin/sh\n{ENDLESS}\n")
    endless.chmod(0o755)
    gc.collect()
    processes, files, threads = children(), descriptors(), threading.active_count()
    for number in range(1000):
        if number % 200 == 0:
            records = facecap.live(SCENE, program=program)
        else:
            records = facecap.live("x", program=endless if number % 10 == 0 else whole)
        if number % 3 == 0 or number % 10 == 0:
            next(records)
        else:
            assert len(list(records)) == 3
        if number % 2:
            records.close()
        del records
    gc.collect()
    assert children() == processes
    until(lambda: threading.active_count() == threads)
    assert descriptors() == files


INTERRUPTED = """
    import os, signal, sys, threading, facecap
    sys.path.insert(0, {tests!r})
    from conftest import children
    # A shell starts background programs with it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    records = facecap.live("x", program={program!r})
    try:
        for record in records:
            timer.start()
    except KeyboardInterrupt:
        print("interrupted", children())
"""


def test_an_interrupt_from_the_keyboard_ends_the_program(stand_in: StandIn) -> None:
    script = INTERRUPTED.format(tests=str(Path(__file__).parent), program=str(stand_in(ENDLESS)))
    text = subprocess.check_output([sys.executable, "-c", textwrap.dedent(script)], text=True)
    assert text == "interrupted set()\n"


def test_the_end_of_the_interpreter_ends_the_program(stand_in: StandIn) -> None:
    path = stand_in("echo '{\"type\":\"'$$'\"}'; exec sleep 1000")
    script = f"import facecap; r = facecap.live('x', program={str(path)!r}); print(next(r).type)"
    child = subprocess.check_output([sys.executable, "-c", script], text=True)
    assert not Path("/proc", child.strip()).exists()


# Threads


def test_threads_share_an_iterator_and_each_record_comes_once(stand_in: StandIn) -> None:
    count = 3000
    frames = f"seq 0 {count - 1} | sed 's/.*/{FRAME.replace(':0,', ':&,', 1)}/'"
    seen: list[int] = []

    def work() -> None:
        seen.extend(record.frame for record in records if isinstance(record, facecap.Frame))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        records = facecap.live("x", program=stand_in(f"{frames}; echo '{END}'"))
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert sorted(seen) == list(range(count))


def test_a_thread_that_waits_for_a_record_comes_to_an_end_when_another_closes(stand_in: StandIn) -> None:
    before = children(), descriptors()
    records = facecap.live("x", program=stand_in(ENDLESS))
    seen: list[facecap.Record] = []
    thread = threading.Thread(target=lambda: seen.extend(records))
    thread.start()
    until(lambda: seen or not thread.is_alive())
    records.close()
    thread.join(10)
    assert not thread.is_alive()
    assert len(seen) == 1
    assert (children(), descriptors()) == before
