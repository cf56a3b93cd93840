# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import jsonschema
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import SCENE, SCHEMA, StandIn, children, run

import facecap
from facecap import _columns, tables

FACE = {
    "id": 1,
    "bounds": {"x": 0.25, "y": 0.5, "width": 0.125, "height": 0.25},
    "yaw": -3.5,
    "confidence": 0.9,
    "state": "observed",
    "age_ms": 0,
}
NUMBERS = [item.name for item in tables.FACES if item.type == pa.float64()]


def record(kind: str, **values: Any) -> dict[str, Any]:
    return {"type": kind, **values}


def frame(number: int, *faces: dict[str, Any], **values: Any) -> dict[str, Any]:
    plain = record("faces", frame=number, pts=number / 25, analysed=True, faces=list(faces))
    return {**plain, **values}


SESSION = record("session", schema="facecap/1", version="9", source={"kind": "file", "name": "a"})
END = record("end", reason="end_of_stream", frames={})
DROPPED = {"analysed": False, "outcome": "dropped", "reason": "corrupt_data"}


@pytest.fixture
def stream(tmp_path: Path) -> Path:
    records = [
        SESSION,
        frame(0),
        frame(1, FACE, {**FACE, "id": 2, "state": "held", "age_ms": 40}, scan="full", scan_age=0),
        record("event", event="face_found", pts=0.04, id=1),
        frame(2, **DROPPED, utc="2026-01-02T03:04:05.000006Z", zoom=2),
        record("event", event="blink", pts=0.2, id=1, begin=0.08, length_ms=120),
        END,
    ]
    return write(tmp_path / "a.jsonl", *records)


def write(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(item) + "\n" for item in records))
    return path


# What is in them


def test_json_lines_give_a_row_for_each_face(stream: Path) -> None:
    faces = facecap.read(stream)
    assert faces[["frame", "id", "state", "age_ms"]].to_numpy().tolist() == [
        [1, 1, "observed", 0],
        [1, 2, "held", 40],
    ]
    row = faces.iloc[0]
    assert (row["x"], row["y"], row["width"], row["height"]) == (0.25, 0.5, 0.125, 0.25)
    assert row["yaw"] == -3.5
    assert pd.isna(row["roll"])
    assert faces.attrs["session"] == SESSION


def test_json_lines_give_a_row_for_each_frame_with_its_state_and_reason(stream: Path) -> None:
    frames = facecap.frames(stream)
    assert frames["frame"].tolist() == [0, 1, 2]
    assert frames["state"].tolist() == ["analysed", "analysed", "dropped"]
    assert frames["faces"].tolist() == [0, 2, 0]
    assert frames["reason"].isna().tolist() == [True, True, False]
    assert frames["zoom"].fillna(1).tolist() == [1, 1, 2]
    assert frames["utc"].iloc[2] == pd.Timestamp("2026-01-02T03:04:05.000006Z")


def test_json_lines_give_a_row_for_each_event(stream: Path) -> None:
    events = facecap.events(stream)
    assert events["event"].tolist() == ["face_found", "blink"]
    assert events["begin"].tolist()[1] == 0.08
    assert events["length_ms"].tolist()[1] == 120


def test_the_columns_of_faces_are_the_fields_of_the_schema() -> None:
    fields = SCHEMA["definitions"]["face"]["properties"].keys() - {"bounds", "landmarks", "mesh"}
    places = {*_columns.SIDES, *(f"{point}_{axis}" for point in _columns.POINTS for axis in "xy")}
    assert set(tables.FACES.names) == fields | places | {"frame", "pts", "camera"}
    landmarks = SCHEMA["definitions"]["landmarks"]["required"]
    assert list(_columns.POINTS) == landmarks


def test_the_columns_of_frames_are_the_fields_of_the_schema() -> None:
    fields = SCHEMA["definitions"]["faces"]["properties"].keys()
    # `state` is what these two say.
    assert set(tables.FRAMES.names) == fields - {"type", "analysed", "outcome", "truth"} | {"state"}


def test_the_columns_of_events_are_the_fields_of_the_schema() -> None:
    assert set(tables.EVENTS.names) == SCHEMA["definitions"]["event"]["properties"].keys() - {"type"}


CODE = {"symbology": "qr", "text": "a", "corners": [[0.1, 0.2], [0.3, 0.2], [0.3, 0.4], [0.1, 0.4]]}
EVENTS: list[dict[str, Any]] = [
    {"event": "codes", "pts": 0.04, "frame": 1, "codes": [CODE]},
    {"event": "codes", "pts": 0.08, "frame": 2, "codes": []},
    {"event": "frame_rate_changed", "pts": 0.1, "frame_rate": 7.5},
    {"event": "lost_sound", "pts": 0.2, "device": "microphone", "count": 480},
    {"event": "metadata", "pts": 0.2, "duration": 0.5, "key": "mdta/place", "numbers": [1, 2.5]},
    {"event": "metadata", "pts": 0.2, "key": "mdta/size", "value_type": "float64", "number": 3},
    {"event": "metadata", "pts": 0.2, "key": "mdta/name", "value_type": "utf8", "text": "Anna"},
    {"event": "system_pressure", "level": "serious", "factors": ["cpu"]},
    {"event": "system_pressure", "level": "fair", "scan_every": 2, "detect_every": 3},
    {"event": "file_finished", "path": "a.mp4", "duration": 4.5, "bytes": 1 << 40},
    {"event": "progress", "duration": 4.5, "bytes": 3, "free_bytes": 9},
]


def test_events_have_all_that_the_stream_says_of_them(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl", SESSION, frame(0), *(record("event", **event) for event in EVENTS), END
    )
    rows = facecap.events(path, as_="arrow").to_pylist()
    known = [{key: value for key, value in row.items() if value is not None} for row in rows]
    code = {**CODE, "base64": None}
    assert known == [{**EVENTS[0], "codes": [code]}, *EVENTS[1:]]
    events = facecap.events(path)
    assert events["codes"][0][0]["text"] == "a"
    assert events["numbers"][4].tolist() == [1, 2.5]
    assert events["frame"].tolist()[:2] == [1, 2]
    facecap.write_parquet(path, tmp_path / "out")
    assert facecap.events(tmp_path / "out", as_="arrow").to_pylist() == rows
    assert facecap.events(tmp_path / "out").dtypes.equals(events.dtypes)


@pytest.mark.parametrize("name", ["read", "frames", "events"])
def test_types_do_not_depend_on_what_is_in_the_columns(
    name: str, stream: Path, movie: Path, program: Path, tmp_path: Path
) -> None:
    read = getattr(facecap, name)
    empty = write(tmp_path / "empty.jsonl", SESSION, END)
    facecap.write_parquet(empty, tmp_path / "empty")
    csv = tmp_path / "talk.csv"
    csv.write_text(run(program, "export", movie, "--format", "csv", folder=tmp_path))
    bare = tmp_path / "bare.csv"
    bare.write_text(csv.read_text().split("\n")[0] + "\n")
    facecap.write_parquet(bare, tmp_path / "bare")
    paths = [stream, empty, tmp_path / "empty", csv, bare, tmp_path / "bare", movie]
    kinds = [read(path, program=program).dtypes.astype(str).to_dict() for path in paths]
    assert all(kind == kinds[0] for kind in kinds)
    schemas = [read(path, as_="arrow", program=program).schema for path in paths]
    assert all(schema.equals(schemas[0]) for schema in schemas)


@pytest.mark.usefixtures("_landmarks")
def test_a_movie_its_json_lines_and_its_parquet_are_one_table(
    movie: Path, program: Path, tmp_path: Path
) -> None:
    lines = tmp_path / "talk.jsonl"
    lines.write_text(run(program, "export", movie, "--format", "jsonl", "--landmarks", folder=tmp_path))
    facecap.write_parquet(movie, tmp_path / "out", program=program)
    for name in ("read", "frames", "events"):
        read = getattr(facecap, name)
        table = read(movie, program=program)
        assert len(table)
        pd.testing.assert_frame_equal(read(lines), table)
        pd.testing.assert_frame_equal(read(tmp_path / "out"), table)
        assert read(tmp_path / "out").attrs["session"]["video"]["width"] == 320
    assert facecap.read(movie, program=program)["nose_x"].between(0, 1).all()


@pytest.mark.usefixtures("_landmarks")
def test_csv_is_the_table_of_its_movie(movie: Path, program: Path, tmp_path: Path) -> None:
    csv = tmp_path / "talk.csv"
    csv.write_text(run(program, "export", movie, "--format", "csv", "--landmarks", folder=tmp_path))
    faces, expected = facecap.read(csv), facecap.read(movie, program=program)
    pd.testing.assert_frame_equal(faces, expected, rtol=0, atol=1e-4)
    assert faces["nose_x"].notna().all()
    pd.testing.assert_frame_equal(facecap.frames(csv), facecap.frames(movie, program=program))


def test_csv_in_small_pieces_is_the_same_table(
    movie: Path, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    csv = tmp_path / "talk.csv"
    csv.write_text(run(program, "export", movie, "--format", "csv", folder=tmp_path))
    faces, frames = facecap.read(csv), facecap.frames(csv)
    monkeypatch.setattr(_columns, "BLOCK_SIZE", 900)
    assert len(list(facecap.batches(csv))) > 5
    pd.testing.assert_frame_equal(facecap.read(csv), faces)
    pd.testing.assert_frame_equal(facecap.frames(csv), frames)


def test_a_mirrored_movie_has_its_faces_on_the_other_side(movie: Path, program: Path) -> None:
    faces = facecap.read(movie, program=program)
    mirrored = facecap.read(movie, program=program, mirror=True)
    assert (mirrored["x"] - (1 - faces["x"] - faces["width"])).abs().max() < 1e-6


def test_several_cameras_are_told_by_name(program: Path, tmp_path: Path) -> None:
    lines = tmp_path / "two.jsonl"
    lines.write_text(
        run(
            *(program, "live", "--json", "--source", f"left={SCENE}", "--source", f"right={SCENE}"),
            folder=tmp_path,
        )
    )
    frames = facecap.frames(lines)
    assert frames["camera"].value_counts().to_dict() == {"left": 20, "right": 20}
    assert frames["monotonic_ns"].notna().all()
    assert frames["utc"].notna().all()


def test_what_newer_programs_add_is_passed_over(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl",
        SESSION,
        frame(0, {**FACE, "mood": {"glad": [1]}}, weather="fine"),
        record("dance", frame="first", faces=3),
        frame(1, FACE),
        END,
    )
    assert facecap.read(path)["frame"].tolist() == [0, 1]


def test_json_lines_in_small_pieces_are_the_same_table(
    stream: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces, frames = facecap.read(stream), facecap.frames(stream)
    monkeypatch.setattr(_columns, "BLOCK_SIZE", 64)
    assert len(list(facecap.batches(stream))) > 3
    pd.testing.assert_frame_equal(facecap.read(stream), faces)
    pd.testing.assert_frame_equal(facecap.frames(stream), frames)


# Failures


@pytest.mark.parametrize("garbage", ["no json", "[1]", '{"frame":1}', '{"type":' + "[" * 100000])
def test_a_garbage_line_is_an_error_with_its_number(garbage: str, stream: Path) -> None:
    lines = stream.read_text().splitlines()
    stream.write_text("\n".join([*lines[:3], garbage, *lines[3:]]) + "\n")
    with pytest.raises(facecap.StreamError, match=r"Line 4 of .*a\.jsonl"):
        facecap.read(stream)


def test_a_garbage_line_has_its_number_in_later_pieces_too(
    stream: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_columns, "BLOCK_SIZE", 64)
    stream.write_text(stream.read_text() + "garbage\n")
    with pytest.raises(facecap.StreamError, match="Line 8 of"):
        facecap.read(stream)


def test_a_text_that_is_not_utf_8_is_a_garbage_line(stream: Path) -> None:
    stream.write_bytes(stream.read_bytes().replace(b"held", b"h\xffld"))
    with pytest.raises(facecap.StreamError, match=r"Line 3 of .*a\.jsonl"):
        facecap.read(stream)


@pytest.mark.parametrize(
    "damage",
    [{"frame": 1.5}, {"pts": "soon"}, {"faces": [{}]}, {"faces": [None]}, {"utc": "yesterday"}],
)
def test_a_field_of_another_type_or_a_missing_one_is_an_error(
    damage: dict[str, Any], tmp_path: Path
) -> None:
    path = write(tmp_path / "a.jsonl", SESSION, {**frame(0), **damage}, END)
    with pytest.raises(facecap.StreamError, match="no stream of facecap"):
        facecap.read(path)


def test_streams_behind_each_other_are_refused(stream: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = stream.read_text()
    stream.write_text(text + text)
    for block_size in (_columns.BLOCK_SIZE, 1000):
        monkeypatch.setattr(_columns, "BLOCK_SIZE", block_size)
        with pytest.raises(facecap.StreamError, match="several streams"):
            facecap.read(stream)


def test_a_last_line_that_is_cut_off_is_warned_of_and_the_rest_is_read(stream: Path) -> None:
    lines = stream.read_text().splitlines()
    stream.write_text("\n".join(lines[:4]) + "\n" + lines[4][:30])
    with pytest.warns(facecap.IncompleteWarning, match="after line 4 is missing"):
        assert len(facecap.read(stream)) == 2


def test_csv_that_is_cut_off_in_a_row_is_warned_of_and_the_rest_is_read(
    movie: Path, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    csv = tmp_path / "talk.csv"
    text = run(program, "export", movie, "--format", "csv", folder=tmp_path)
    rows = text.splitlines(keepends=True)
    csv.write_text("".join(rows[:-1]))
    expected = facecap.read(csv)
    for block_size in (_columns.BLOCK_SIZE, 1000):
        monkeypatch.setattr(_columns, "BLOCK_SIZE", block_size)
        for length in (1, 5, 60, len(rows[-1]) - 1):
            csv.write_text("".join(rows[:-1]) + rows[-1][:length])
            with pytest.warns(facecap.IncompleteWarning, match=r"talk\.csv is cut off in its last row"):
                faces = facecap.read(csv)
            pd.testing.assert_frame_equal(faces, expected)
    for start in (rows[0].rstrip("\n"), rows[0] + rows[1][:20]):
        csv.write_text(start)
        with pytest.warns(facecap.IncompleteWarning):
            assert len(facecap.frames(csv)) == 0
    csv.write_text(text)
    assert len(facecap.read(csv)) > len(expected)


def test_csv_with_a_damaged_row_before_its_end_is_an_error(
    movie: Path, program: Path, tmp_path: Path
) -> None:
    rows = run(program, "export", movie, "--format", "csv", folder=tmp_path).splitlines()
    (tmp_path / "a.csv").write_text("\n".join([*rows[:3], rows[3][:30], *rows[4:]]) + "\n")
    with pytest.raises(facecap.StreamError, match="no CSV of facecap"):
        facecap.read(tmp_path / "a.csv")


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_options_of_what_is_no_movie_are_refused(ending: str, stream: Path) -> None:
    path = stream.with_suffix(f".{ending}")
    for read in (facecap.read, facecap.frames, facecap.events):
        for options in ({"mirror": True}, {"mirrror": True}, {"track": 2}):
            with pytest.raises(facecap.UsageError, match=rf"a\.{ending} is no movie.*: --"):
                read(path, **options)
    assert len(facecap.read(stream, mirror=False, track=None)) == 2


@pytest.mark.parametrize("name", ["format", "output", "images", "help"])
def test_options_that_say_what_is_exported_are_refused(
    name: str, movie: Path, program: Path, tmp_path: Path
) -> None:
    before = sorted(movie.parent.iterdir())
    options: dict[str, Any] = {name: str(tmp_path / "csv")}
    with pytest.raises(ValueError, match=f"^{name} is no option"):
        facecap.read(movie, program=program, **options)
    with pytest.raises(facecap.UsageError, match="--mirrror"):
        facecap.read(movie, program=program, mirrror=True)
    assert sorted(movie.parent.iterdir()) == before
    assert list(tmp_path.iterdir()) == []


def test_a_last_line_without_a_line_feed_is_whole(stream: Path) -> None:
    stream.write_text(stream.read_text().rstrip("\n"))
    assert len(facecap.read(stream)) == 2


def test_an_endless_line_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.truncate(40 << 20)
    with pytest.raises(facecap.StreamError, match="longer than any"):
        facecap.read(path)


def test_other_tables_are_refused(tmp_path: Path, stream: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("frame,face_id,timestamp\n1,1,0\n")
    with pytest.raises(facecap.StreamError, match="no CSV of facecap"):
        facecap.read(other)
    bad = tmp_path / "bad.csv"
    bad.write_text("frame,pts,outcome,reason,id\n1,soon,analysed,,\n")
    with pytest.raises(facecap.StreamError, match="no CSV of facecap"):
        facecap.read(bad)
    bad.write_text("frame,pts,id,outcome\n,1,1,analysed\n")
    with pytest.raises(facecap.StreamError, match="a row has no frame"):
        facecap.read(bad)
    parquet = tmp_path / "other.parquet"
    pq.write_table(pa.table({"a": [1]}), parquet)
    with pytest.raises(facecap.StreamError, match="has no faces"):
        facecap.read(parquet)
    row = {"frame": 0, "pts": 0.0, "id": 1}
    for damage in ({"frame": "first"}, {"frame": None}, {"x": {"left": 1}}):
        pq.write_table(pa.Table.from_pylist([row | damage]), parquet)
        with pytest.raises(facecap.StreamError, match=r"other\.parquet is no stream of facecap"):
            facecap.read(parquet)
    parquet.write_text("garbage")
    with pytest.raises(facecap.StreamError, match="no Parquet"):
        facecap.read(parquet)
    facecap.write_parquet(stream, tmp_path / "out")
    with pytest.raises(facecap.StreamError, match="has no frames"):
        facecap.frames(tmp_path / "out/faces.parquet")
    with pytest.raises(ValueError, match="polars"):
        facecap.read(stream, as_="polars")  # type: ignore[call-overload]


@pytest.mark.parametrize("name", ["a.mp4", "a.jsonl", "a.csv", "a.parquet"])
def test_a_file_that_is_not_there_is_an_error(name: str, tmp_path: Path, program: Path) -> None:
    with pytest.raises((FileNotFoundError, facecap.SourceNotFoundError)):
        facecap.read(tmp_path / name, program=program)


def test_a_file_that_is_no_movie_has_the_error_of_the_program(tmp_path: Path, program: Path) -> None:
    path = tmp_path / "bad.mp4"
    path.write_text("garbage")
    with pytest.raises(facecap.MediaError, match=r"bad\.mp4") as caught:
        facecap.read(path, program=program)
    assert caught.value.exit_code == 65


def test_a_program_that_fails_in_the_middle_is_an_error_and_leaves_no_table(
    stream: Path, stand_in: StandIn, tmp_path: Path
) -> None:
    program = stand_in(f"head -3 {stream}; echo 'facecap: damaged.' >&2; exit 65")
    with pytest.raises(facecap.MediaError, match="damaged"):
        facecap.read("a.mp4", program=program)
    with pytest.raises(facecap.MediaError, match="damaged"):
        facecap.write_parquet("a.mp4", tmp_path / "out", program=program)
    assert list((tmp_path / "out").iterdir()) == []


def test_batches_that_are_left_end_the_program(stream: Path, stand_in: StandIn) -> None:
    before = children()
    program = stand_in(f"head -n 1 {stream}; while tail -n +2 {stream}; do :; done")
    batches = facecap.batches("a.mp4", program=program)
    assert len(next(batches).frames)
    batches.close()
    assert children() == before


# Parquet


def test_parquet_has_row_groups_of_128k_rows(
    stream: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tables._ROW_GROUP_SIZE == 131072
    monkeypatch.setattr(tables, "_ROW_GROUP_SIZE", 4)
    write(stream, SESSION, *(frame(number, FACE) for number in range(10)), END)
    facecap.write_parquet(stream, tmp_path / "out")
    with pq.ParquetFile(tmp_path / "out/faces.parquet") as file:
        groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert groups == [4, 4, 2]
    assert facecap.read(tmp_path / "out")["frame"].tolist() == list(range(10))


def test_tables_that_were_there_are_replaced_only_by_whole_ones(
    stream: Path, tmp_path: Path, stand_in: StandIn
) -> None:
    out = tmp_path / "out"
    facecap.write_parquet(stream, out)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    assert before.keys() == {"faces.parquet", "frames.parquet", "events.parquet"}
    with pytest.raises(facecap.FacecapError):
        facecap.write_parquet("a.mp4", out, program=stand_in(f"head -2 {stream}; exit 70"))
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


FULL = """
    import resource, facecap
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    try:
        facecap.write_parquet({path!r}, {out!r})
    except OSError as error:
        print(type(error).__name__)
"""


def test_a_disk_that_is_full_is_an_error_and_leaves_nothing(stream: Path, tmp_path: Path) -> None:
    write(stream, SESSION, *(frame(n, {**FACE, "yaw": n * 0.7}) for n in range(9000)), END)
    script = textwrap.dedent(FULL.format(path=str(stream), out=str(tmp_path / "out")))
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "OSError\n"
    assert list((tmp_path / "out").iterdir()) == []


MEMORY = """
    import resource, sys, facecap
    from facecap import tables
    tables._ROW_GROUP_SIZE = 8192
    for count in (5000, 100000):
        facecap.write_parquet(str(count) + ".mp4", {out!r}, program={program!r})
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_a_long_movie_takes_no_more_memory_than_a_short_one(
    stream: Path, stand_in: StandIn, tmp_path: Path
) -> None:
    line = json.dumps(frame(0, {**FACE, **dict.fromkeys(NUMBERS, 0.123)}, FACE))
    # It is called as: export NUMBER.mp4.
    program = stand_in(f"yes '{line}' | head -${{2%.mp4}}; echo '{json.dumps(END)}'")
    script = textwrap.dedent(MEMORY.format(out=str(tmp_path / "out"), program=str(program)))
    text = subprocess.check_output([sys.executable, "-c", script], text=True)
    short, long = map(int, text.split())
    # 60 MB of text, and 50 MB of numbers.
    assert long - short < 25_000
    assert len(facecap.read(tmp_path / "out", as_="arrow")) == 200_000


# Without other packages


def test_the_core_needs_no_other_package(tmp_path: Path, stand_in: StandIn) -> None:
    for name in ("pandas", "pyarrow", "matplotlib", "numpy"):
        (tmp_path / f"{name}.py").write_text("raise ImportError")
    script = """
        import facecap
        list(facecap.live("x", program={program!r}))
        facecap.analyze([], out={out!r}, program={program!r})
        for name in ("read", "plot"):
            try:
                getattr(facecap, name)
            except ImportError as error:
                print(error)
    """
    program = stand_in(f"echo '{json.dumps(SESSION)}'; echo '{json.dumps(END | {'frames': LEDGER})}'")
    text = textwrap.dedent(script).format(program=str(program), out=str(tmp_path))
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    said = subprocess.check_output([sys.executable, "-c", text], text=True, env=env)
    assert "facecap[table]" in said
    assert "facecap[plot]" in said


LEDGER = {"captured": 0, "analysed": 0, "skipped": {}, "dropped": {}, "lost": 0}


def test_the_streams_of_these_tests_are_of_the_schema(stream: Path) -> None:
    for line in stream.read_text().splitlines()[1:-1]:
        jsonschema.validate(json.loads(line), SCHEMA)
    for event in EVENTS:
        jsonschema.validate(record("event", **event), SCHEMA)
