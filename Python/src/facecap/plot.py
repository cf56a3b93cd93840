# SPDX-License-Identifier: Apache-2.0
"""Pictures of tables: who is in view when, where heads turn, how far eyes are open.

Each function takes the tables of `facecap.read`, `facecap.frames` and `facecap.events`, as pandas or
Arrow, and draws with matplotlib alone. Times are the stream's own in seconds. A face has the same
colour in all of them; where it was not seen in a frame, bars are pale and lines dashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter

from .errors import FacecapError

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from numpy.typing import NDArray


Table: TypeAlias = "pd.DataFrame | pa.Table"

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b0568f", "#b07a00", "#3d8fc4", "#5c5c5c")
_GREY = "#6b6b6b"
_EYES = {"left in the image": "#1b7f79", "right in the image": "#8e4b9e"}
_ANGLES = ("roll", "yaw", "pitch")
_MEANINGS = {"roll": "clockwise", "yaw": "nose to the left edge", "pitch": "nose up"}
_INTERVAL = 1.96
"""Standard errors on either side that hold 95 of 100 true values."""


@dataclass(frozen=True)
class _Track:
    """The rows of one face."""

    name: str
    colour: str
    columns: dict[str, NDArray[Any]]

    @property
    def camera(self) -> str | None:
        return _cameras(self.columns)[0]

    @property
    def times(self) -> NDArray[np.float64]:
        return self.columns["pts"]

    @property
    def is_seen(self) -> NDArray[np.bool_]:
        return np.asarray(self.columns["state"] == "observed")

    def values(self, column: str) -> NDArray[np.float64]:
        return self.columns[column].astype(np.float64)


def presence(faces: Table, *, frames: Table | None = None, ax: Axes | None = None) -> Axes:
    """Draw who is in view when: a row for each face, in the order in which they came.

    A full bar is a face that was observed, a pale one a face that was predicted or held. With
    `frames`, the times of frames that were not analysed are hatched: nothing is known there. With
    several cameras they are hatched in the rows of the camera's own faces.
    """
    tracks = _tracks(faces, None)
    if ax is None:
        size = (9, 1.1 + 0.32 * max(1, len(tracks)))
        ax = plt.figure(figsize=size, layout="constrained").add_subplot()
    timed = faces if frames is None else frames
    steps = _steps(timed)
    step = max(steps.values(), default=0.0)
    for row, track in enumerate(tracks):
        for seen in (True, False):
            bars = list(_bars(track, seen, steps.get(track.camera, step)))
            if bars:
                height = 0.36 if seen else 0.16
                place = (row - height, 2 * height)
                look: Any = {"facecolor": track.colour, "alpha": 1.0 if seen else 0.45}
                ax.broken_barh(bars, place, linewidth=0, label=track.name, **look)
    if frames is not None:
        rows_of = {camera: [(-1.0, len(tracks) + 1.0)] for camera in steps}
        if len(steps) > 1:
            cameras = [track.camera for track in tracks]
            rows_of = {c: [(i - 0.5, 1.0) for i, own in enumerate(cameras) if own == c] for c in steps}
        look = {"facecolor": "none", "edgecolor": "#b5b5b5", "hatch": "////", "linewidth": 0}
        for camera, start, length in _unknown(frames, steps):
            for top, height in rows_of[camera]:
                ax.add_patch(Rectangle((start, top), length, height, **look))
    ax.set_yticks(range(len(tracks)), [track.name for track in tracks])
    ax.set_ylim(max(len(tracks), 1) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    _finish(ax, "in view" if tracks else "no faces")
    ax.spines["left"].set_visible(False)
    _time_axis(ax, timed)
    return ax


def angles(faces: Table, *, ids: Iterable[int] | None = None, figure: Figure | None = None) -> Figure:
    """Draw roll, yaw and pitch over time, in degrees, one below the other.

    The band around a line is the angle plus and minus 1.96 standard errors, which holds the truth 95
    times of 100. A line breaks where the face was away or the angle could not be told. `ids` are the
    faces to draw; without them all.
    """
    tracks = _tracks(faces, ids)
    figure = plt.figure(figsize=(9, 6), layout="constrained") if figure is None else figure
    axes: Any = figure.subplots(3, 1, sharex=True, squeeze=True)
    for ax, angle in zip(axes, _ANGLES, strict=True):
        for track in tracks:
            breaks = _breaks(track, angle)
            times = np.insert(track.times, breaks, track.times[breaks])
            middle = np.insert(track.values(angle), breaks, np.nan)
            reach = _INTERVAL * np.insert(track.values(f"{angle}_sigma"), breaks, np.nan)
            look: Any = {"color": track.colour, "alpha": 0.18, "linewidth": 0}
            ax.fill_between(times, middle - reach, middle + reach, **look)
            _draw_line(ax, track, angle, track.colour, track.name)
        ax.axhline(0, color="#c8c8c8", linewidth=0.8, zorder=0)
        _finish(ax, f"{angle}, + {_MEANINGS[angle]}")
        ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}°"))
    _legend(axes[0], [track.name for track in tracks])
    _time_axis(axes[-1], faces)
    return figure


def eyes(
    faces: Table,
    *,
    events: Table | None = None,
    ids: Iterable[int] | None = None,
    figure: Figure | None = None,
) -> Figure:
    """Draw how far eyes are open over time, 0...1 of what they are when open: a row for each face.

    Left and right are those of the image. With `events`, blinks are shaded. Faces of which nothing is
    known, as without the face mesh, have no row. `ids` are the faces to draw; without them all.
    """
    sides = ("left_eye_openness", "right_eye_openness")
    tracks = [
        track
        for track in _tracks(faces, ids)
        if any(np.isfinite(track.columns[side]).any() for side in sides)
    ]
    rows = max(1, len(tracks))
    if figure is None:
        figure = plt.figure(figsize=(9, 0.9 + 1.4 * rows), layout="constrained")
    axes: Any = figure.subplots(rows, 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    blinks: list[tuple[str, float, float]] = [] if events is None else list(_blinks(events))
    for ax, track in zip(axes, tracks, strict=False):
        for side, (label, colour) in zip(sides, _EYES.items(), strict=True):
            _draw_line(ax, track, side, colour, label)
        for name, begin, length in blinks:
            if name == track.name:
                ax.axvspan(begin, begin + length, color="#e0a000", alpha=0.35, lw=0, label="blink")
        ax.axhline(0.5, color="#c8c8c8", linewidth=0.8, linestyle=":", zorder=0)
        ax.set_ylim(-0.05, 1.08)
        _finish(ax, track.name)
    if not tracks:
        _finish(axes[0], "eyes: not known without the face mesh")
    _legend(axes[0], [*_EYES, "blink"])
    _time_axis(axes[-1], faces)
    return figure


# Tables


def _columns(table: Table) -> dict[str, NDArray[Any]]:
    """Return the columns, with NaN and None for what is not known."""
    if not hasattr(table, "columns") or not hasattr(table, "shape"):
        raise TypeError(f"a table of facecap.read is needed, not {type(table).__name__}")
    if hasattr(table, "column_names"):
        return {name: table[name].to_numpy(zero_copy_only=False) for name in table.column_names}
    return {
        str(name): column.to_numpy()
        if column.dtype.kind == "f"
        else column.astype(object).where(column.notna(), None).to_numpy()
        for name, column in table.items()
    }


def _tracks(faces: Table, ids: Iterable[int] | None) -> list[_Track]:
    columns = _columns(faces)
    if missing := {"frame", "pts", "id", "state"} - columns.keys():
        raise FacecapError(f"this is no table of faces: {', '.join(sorted(missing))} are missing")
    wanted = None if ids is None else set(ids)
    names = _names(columns)
    result = []
    for name in dict.fromkeys(names):
        rows = np.flatnonzero(names == name)
        face = int(columns["id"][rows[0]])
        if wanted is None or face in wanted:
            colour = _COLOURS[(face - 1) % len(_COLOURS)]
            result.append(_Track(name, colour, {key: value[rows] for key, value in columns.items()}))
    return result


def _names(columns: dict[str, NDArray[Any]]) -> NDArray[Any]:
    """Return the name of the face of each row, with its camera where there are several."""
    names = [
        f"face {int(face)}" if camera is None else f"{camera} {int(face)}"
        for camera, face in zip(_cameras(columns), columns["id"], strict=True)
    ]
    return np.array(names, dtype=object)


def _cameras(columns: dict[str, NDArray[Any]]) -> list[str | None]:
    """Return the name of the camera of each row; `None` where it has none."""
    cameras = columns.get("camera", [None] * len(next(iter(columns.values()))))
    return [camera if isinstance(camera, str) else None for camera in cameras]


def _rows_of_cameras(columns: dict[str, NDArray[Any]]) -> dict[str | None, NDArray[np.intp]]:
    cameras = np.array(_cameras(columns), dtype=object)
    return {camera: np.flatnonzero(cameras == camera) for camera in dict.fromkeys(cameras)}


def _steps(table: Table) -> dict[str | None, float]:
    """Return the usual time between frames of each camera in seconds, 0 where there are not two."""
    columns = _columns(table)
    steps = {}
    for camera, rows in _rows_of_cameras(columns).items():
        # Frames without faces have no row in a table of faces.
        numbers, firsts = np.unique(columns["frame"][rows].astype(np.int64), return_index=True)
        lengths = np.diff(columns["pts"][rows[firsts]]) / np.diff(numbers)
        steps[camera] = float(np.median(lengths)) if len(lengths) else 0.0
    return steps


def _bars(track: _Track, seen: bool, step: float) -> Iterator[tuple[float, float]]:
    """Iterate over start and length of the stretches in which a face was seen, or was not."""
    changes = np.flatnonzero(np.diff(track.is_seen.astype(int))) + 1
    away = np.flatnonzero(np.diff(track.columns["frame"]) > 1) + 1
    for rows in np.split(np.arange(len(track.times)), np.union1d(changes, away)):
        if len(rows) and track.is_seen[rows[0]] == seen:
            yield float(track.times[rows[0]]), float(np.ptp(track.times[rows])) + step


def _unknown(frames: Table, steps: dict[str | None, float]) -> Iterator[tuple[str | None, float, float]]:
    """Iterate over camera, start and length of the stretches in which no frame was analysed."""
    columns = _columns(frames)
    for camera, rows in _rows_of_cameras(columns).items():
        unknown = np.flatnonzero(columns["state"][rows] != "analysed")
        for run in np.split(unknown, np.flatnonzero(np.diff(unknown) > 1) + 1):
            if len(run):
                times = columns["pts"][rows[run]]
                yield camera, float(times[0]), float(np.ptp(times)) + steps[camera]


def _breaks(track: _Track, column: str) -> NDArray[np.intp]:
    """Return the rows before which a line breaks: the face was away, or an angle went round."""
    around = np.flatnonzero(np.abs(np.diff(track.values(column))) > 180) + 1
    away = np.flatnonzero(np.diff(track.columns["frame"]) > 1) + 1
    return np.union1d(away, around)


def _blinks(events: Table) -> Iterator[tuple[str, float, float]]:
    """Iterate over face, begin and length in seconds of the blinks."""
    columns = _columns(events)
    rows = np.flatnonzero(columns["event"] == "blink")
    columns = {name: column[rows] for name, column in columns.items()}
    lengths = columns["length_ms"].astype(float) / 1000
    yield from zip(_names(columns), columns["begin"].astype(float), lengths, strict=True)


# Drawing


def _draw_line(ax: Axes, track: _Track, column: str, colour: str, label: str) -> None:
    """Draw a column: solid where the face was seen, dashed elsewhere."""
    breaks = _breaks(track, column)
    times = np.insert(track.times, breaks, track.times[breaks])
    values = np.insert(track.values(column), breaks, np.nan)
    is_seen = np.insert(track.is_seen, breaks, False)
    ax.plot(times, values, color=colour, linewidth=0.8, linestyle=(0, (2, 2)), label="_")
    known = np.isfinite(values) & is_seen
    beside = np.pad(known, 1)
    # A single frame is no line.
    alone = np.flatnonzero(known & ~beside[:-2] & ~beside[2:]).tolist()
    look: Any = {"linewidth": 1.4, "marker": ".", "markevery": alone, "label": label}
    ax.plot(times, np.where(known, values, np.nan), color=colour, **look)


def _finish(ax: Axes, title: str) -> None:
    ax.set_title(title, loc="left", fontsize="medium", color="#222222")
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis="x", color="#e6e6e6", linewidth=0.6)
    ax.set_axisbelow(True)


def _legend(ax: Axes, order: list[str]) -> None:
    handles, labels = ax.get_legend_handles_labels()
    unique = dict(zip(labels, handles, strict=True))
    shown = [name for name in order if name in unique][:8]
    if shown:
        legend = ax.legend(
            [unique[name] for name in shown],
            shown,
            loc="lower right",
            bbox_to_anchor=(1, 1),
            ncols=len(shown),
            frameon=False,
            borderpad=0,
            borderaxespad=0.2,
            fontsize="small",
        )
        for handle in legend.get_lines():
            handle.set_marker("")


def _time_axis(ax: Axes, table: Table) -> None:
    times = _columns(table)["pts"]
    if len(times):
        step = max(_steps(table).values()) or 1
        ax.set_xlim(float(times.min()), float(times.max()) + step)
    is_long = ax.get_xlim()[1] > 120
    ax.xaxis.set_major_formatter(FuncFormatter(_clock if is_long else lambda value, _: f"{value:g}"))
    ax.set_xlabel("time" if is_long else "time in seconds", color=_GREY)


def _clock(value: float, _: object) -> str:
    minutes, seconds = divmod(round(value), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
