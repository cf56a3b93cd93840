# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import FillBetweenPolyCollection, PolyCollection

import facecap
from facecap import plot, tables

mpl.use("Agg")


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


def face(frame: int, identity: int, **values: Any) -> dict[str, Any]:
    return {"frame": frame, "pts": frame / 10, "id": identity, "state": "observed", **values}


def faces_of(rows: list[dict[str, Any]]) -> pa.Table:
    names = tables.FACES.names
    return pa.Table.from_pylist([dict.fromkeys(names) | row for row in rows], schema=tables.FACES)


@pytest.fixture
def faces() -> pa.Table:
    """Return face 1 in frames 0 to 9, not seen in 4 and 5; face 7 in frames 2 and 3, and 6 to 8."""
    one = [
        face(n, 1, state="held" if n in (4, 5) else "observed", yaw=float(n), yaw_sigma=2.0)
        for n in range(10)
    ]
    seven = [face(n, 7, yaw=-10.0, yaw_sigma=1.0) for n in (2, 3, 6, 7, 8)]
    return faces_of(sorted(one + seven, key=lambda row: row["frame"]))


@pytest.fixture(params=["arrow", "pandas"])
def table(request: pytest.FixtureRequest, faces: pa.Table) -> Any:
    return faces if request.param == "arrow" else tables._pandas(faces)


def bars(ax: Axes) -> list[tuple[float, float, float]]:
    """Return row, begin and end of all bars."""
    boxes = [
        path.get_extents().get_points()
        for collection in ax.collections
        if isinstance(collection, PolyCollection)
        for path in collection.get_paths()
    ]
    return sorted((round(float(b[:, 1].mean())), float(b[0, 0]), float(b[1, 0])) for b in boxes)


def test_presence_has_a_bar_for_each_stretch_in_which_a_face_was_in_view(table: Any) -> None:
    ax = plot.presence(table)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["face 1", "face 7"]
    expected = [(0, 0, 0.4), (0, 0.4, 0.6), (0, 0.6, 1.0), (1, 0.2, 0.4), (1, 0.6, 0.9)]
    assert np.allclose(bars(ax), expected)
    assert np.allclose(ax.get_xlim(), (0, 1))


def test_presence_shows_faces_that_were_not_seen_as_pale_and_thin_bars(table: Any) -> None:
    full, pale, _ = plot.presence(table).collections
    assert (full.get_alpha(), pale.get_alpha()) == (1, 0.45)
    heights = [c.get_paths()[0].get_extents().height for c in (full, pale)]
    assert heights[1] < heights[0]


def test_presence_hatches_frames_that_were_not_analysed(faces: pa.Table) -> None:
    frames = pd.DataFrame({"frame": range(10), "pts": np.arange(10) / 10, "state": "analysed"})
    frames.loc[3:5, "state"] = "skipped"
    ax = plot.presence(faces, frames=frames)
    (span,) = ax.patches
    left, right = span.get_extents().transformed(ax.transData.inverted()).intervalx
    assert np.allclose((left, right), (0.3, 0.6))
    assert getattr(span, "get_hatch")()  # noqa: B009


def test_presence_tells_faces_of_several_cameras_apart() -> None:
    ax = plot.presence(faces_of([face(0, 1, camera="left"), face(0, 1, camera="right")]))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["left 1", "right 1"]


@pytest.mark.parametrize("kind", ["arrow", "pandas"])
def test_presence_knows_the_time_between_frames_and_what_was_not_analysed_of_each_camera(
    kind: str,
) -> None:
    moments = [
        (n, camera, n / 10 + late) for n in range(10) for camera, late in (("left", 0), ("right", 0.002))
    ]
    rows = [face(n, 1, camera=camera, pts=pts) for n, camera, pts in moments if n != 5]
    faces = faces_of(sorted(rows, key=lambda row: row["pts"]))
    frames: Any = pd.DataFrame(moments, columns=["frame", "camera", "pts"])
    frames["state"] = "analysed"
    frames.loc[(frames["camera"] == "right") & frames["frame"].between(3, 6), "state"] = "skipped"
    if kind == "pandas":
        ax = plot.presence(tables._pandas(faces), frames=frames)
    else:
        ax = plot.presence(faces, frames=pa.Table.from_pandas(frames))
    expected = [(0, 0, 0.5), (0, 0.6, 1.0), (1, 0.002, 0.502), (1, 0.602, 1.002)]
    assert np.allclose(bars(ax), expected)
    (span,) = ax.patches
    box = span.get_extents().transformed(ax.transData.inverted())
    assert np.allclose(box.intervalx, (0.302, 0.702))
    # In the row of the camera, not in that of the other one.
    assert np.allclose(sorted(box.intervaly), (0.5, 1.5))


def test_the_time_between_frames_is_not_that_between_frames_with_faces() -> None:
    ax = plot.presence(faces_of([face(n, 1) for n in (0, 50, 90)]))
    assert np.allclose(bars(ax), [(0, 0, 0.1), (0, 5, 5.1), (0, 9, 9.1)])


def test_the_time_between_frames_of_several_cameras_is_that_of_one() -> None:
    rows = [face(n, 1, camera=c, pts=n / 10 + d) for n in range(9) for c, d in (("a", 0), ("b", 0.002))]
    faces = faces_of(rows)
    assert np.allclose(plot.presence(faces).get_xlim(), (0, 0.902))
    assert np.allclose(plot.angles(faces).axes[-1].get_xlim(), (0, 0.902))


def test_what_is_drawn_goes_onto_the_axes_and_the_figure_that_were_given(faces: pa.Table) -> None:
    figure, ax = plt.subplots()
    assert plot.presence(faces, ax=ax) is ax
    assert plot.angles(faces, figure=figure) is figure
    other = plt.figure()
    assert plot.eyes(faces, figure=other) is other


def test_angles_are_lines_that_break_where_a_face_was_away(table: Any) -> None:
    axes = plot.angles(table).axes
    assert [ax.get_title(loc="left").split(",")[0] for ax in axes] == ["roll", "yaw", "pitch"]
    lines = {str(line.get_label()): line for line in axes[1].lines}
    assert np.allclose(
        np.asarray(lines["face 1"].get_ydata(), float),
        [0, 1, 2, 3, np.nan, np.nan, 6, 7, 8, 9],
        equal_nan=True,
    )
    seven = np.asarray(lines["face 7"].get_ydata(), float)
    assert np.allclose(seven, [-10, -10, np.nan, -10, -10, -10], equal_nan=True)


def test_angles_of_faces_that_were_not_seen_are_dashed(table: Any) -> None:
    dashed, solid = plot.angles(table).axes[1].lines[:2]
    assert np.asarray(dashed.get_ydata(), float).tolist() == list(range(10))
    assert (dashed.is_dashed(), solid.is_dashed()) == (True, False)


def test_a_face_that_was_seen_in_a_single_frame_is_a_point(table: Any) -> None:
    lines = plot.angles(table).axes[1].lines
    assert lines[1].get_markevery() == []
    rows = [face(n, 1, yaw=1.0, state="observed" if n == 2 else "predicted") for n in range(5)]
    assert plot.angles(faces_of(rows)).axes[1].lines[1].get_markevery() == [2]


def test_the_band_around_an_angle_is_its_95_percent_interval(table: Any) -> None:
    bands = [
        c for c in plot.angles(table).axes[1].collections if isinstance(c, FillBetweenPolyCollection)
    ]
    assert len(bands) == 2
    points = bands[0].get_paths()[0].vertices
    at_three = sorted({float(y) for x, y in np.asarray(points) if np.isclose(x, 0.3)})
    assert np.allclose(at_three, [3 - 1.96 * 2, 3 + 1.96 * 2])
    # In two pieces, as the line.
    assert len(bands[1].get_paths()) == 2


def test_a_roll_that_goes_round_is_no_line_across_the_plot() -> None:
    rolls = [178.0, 179.0, -179.0, -178.0]
    ax = plot.angles(faces_of([face(n, 1, roll=roll) for n, roll in enumerate(rolls)])).axes[0]
    values = np.asarray(ax.lines[0].get_ydata(), float)
    assert np.allclose(values, [178, 179, np.nan, -179, -178], equal_nan=True)


def test_only_the_faces_that_were_asked_for_are_drawn(faces: pa.Table) -> None:
    labels = plot.angles(faces, ids=[7]).axes[0].get_legend_handles_labels()[1]
    assert labels == ["face 7"]


def test_a_face_has_the_same_colour_everywhere(faces: pa.Table) -> None:
    line = plot.angles(faces, ids=[7]).axes[0].lines[-2]
    bar = plot.presence(faces).collections[-1]
    assert mpl.colors.to_rgb(line.get_color()) == tuple(np.asarray(bar.get_facecolor())[0, :3])


def test_eyes_have_a_row_for_each_face_of_which_something_is_known() -> None:
    rows = [face(n, 1, left_eye_openness=n / 10, right_eye_openness=1.0) for n in range(5)]
    figure = plot.eyes(faces_of([*rows, face(0, 2)]))
    (ax,) = figure.axes
    lines = {str(line.get_label()): line for line in ax.lines}
    left = np.asarray(lines["left in the image"].get_ydata(), float)
    right = np.asarray(lines["right in the image"].get_ydata(), float)
    assert np.allclose(left, np.arange(5) / 10)
    assert np.allclose(right, 1)


@pytest.mark.parametrize("kind", ["arrow", "pandas"])
def test_blinks_are_shaded_in_the_row_of_their_face(kind: str) -> None:
    rows = [face(n, i, left_eye_openness=1.0) for n in range(20) for i in (1, 2)]
    blink = {"event": "blink", "id": 2, "begin": 0.5, "length_ms": 200.0}
    found = {"event": "face_found", "id": 1}
    names = tables.EVENTS.names
    events = pa.Table.from_pylist(
        [dict.fromkeys(names) | row for row in (found, blink)], schema=tables.EVENTS
    )
    events = events if kind == "arrow" else tables._pandas(events)
    first, second = plot.eyes(faces_of(rows), events=events).axes
    assert len(first.patches) == 0
    (span,) = second.patches
    left, right = span.get_extents().transformed(second.transData.inverted()).intervalx
    assert np.allclose((left, right), (0.5, 0.7))


def test_empty_tables_are_empty_plots() -> None:
    empty = tables.FACES.empty_table()
    frames, events = tables.FRAMES.empty_table(), tables.EVENTS.empty_table()
    assert bars(plot.presence(empty, frames=frames)) == []
    assert len(plot.angles(tables._pandas(empty)).axes) == 3
    (ax,) = plot.eyes(empty, events=events).axes
    assert "face mesh" in ax.get_title(loc="left")


def test_times_of_long_movies_are_minutes_and_hours() -> None:
    rows = [face(n * 1000, 1, pts=float(n * 1000)) for n in range(9)]
    ax = plot.presence(faces_of(rows))
    tick = ax.xaxis.get_major_formatter()
    assert [tick(75), tick(3675)] == ["1:15", "1:01:15"]
    assert plot.presence(faces_of(rows[:1])).xaxis.get_major_formatter()(75) == "75"


def test_what_is_no_table_of_faces_is_refused(faces: pa.Table) -> None:
    with pytest.raises(facecap.FacecapError, match="no table of faces: id, state are missing"):
        plot.presence(pd.DataFrame({"frame": [1], "pts": [0.1]}))
    with pytest.raises(TypeError, match="str"):
        plot.angles("talk.mp4")


def test_a_movie_is_drawn_from_what_is_read(movie: Path, program: Path, tmp_path: Path) -> None:
    table = facecap.read(movie, program=program)
    figure = plot.angles(table)
    known = table.loc[table["state"] == "observed", ["id", "yaw"]].dropna()
    drawn = [np.isfinite(np.asarray(line.get_ydata(), float)).sum() for line in figure.axes[1].lines]
    assert sum(drawn[1:-1:2]) == len(known)
    figure.savefig(tmp_path / "angles.png")
    assert (tmp_path / "angles.png").stat().st_size > 10_000
