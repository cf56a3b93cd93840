# SPDX-License-Identifier: Apache-2.0
"""The columns of the tables, which are the same whatever is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from .errors import StreamError

BLOCK_SIZE = 1 << 20
"""Bytes of text that are looked at at once."""

POINTS = ("left_eye", "right_eye", "nose", "left_mouth", "right_mouth")
SIDES = ("x", "y", "width", "height")
MEASURES = (
    *("roll", "yaw", "pitch", "roll_sigma", "yaw_sigma", "pitch_sigma", "pitch_relative"),
    *("left_eye_openness", "right_eye_openness", "mouth_openness"),
    *("confidence", "capture_quality", "distance"),
)

FACES = pa.schema(
    [
        pa.field("frame", pa.int64(), nullable=False),
        pa.field("pts", pa.float64(), nullable=False),
        ("camera", pa.string()),
        pa.field("id", pa.int64(), nullable=False),
        *((name, pa.float64()) for name in (*SIDES, *MEASURES)),
        ("state", pa.string()),
        ("age_ms", pa.float64()),
        *((f"{point}_{axis}", pa.float64()) for point in POINTS for axis in "xy"),
    ]
)
"""The columns of the faces: one row a face of a frame."""

FRAMES = pa.schema(
    [
        pa.field("frame", pa.int64(), nullable=False),
        pa.field("pts", pa.float64(), nullable=False),
        ("camera", pa.string()),
        ("state", pa.string()),
        ("reason", pa.string()),
        pa.field("faces", pa.int64(), nullable=False),
        ("scan", pa.string()),
        ("scan_age", pa.int64()),
        ("zoom", pa.float64()),
        ("monotonic_ns", pa.int64()),
        ("utc", pa.timestamp("us", "UTC")),
        ("latency_ms", pa.float64()),
    ]
)
"""The columns of the frames: one row a frame, also of those without faces."""

_CODE = pa.struct(
    [
        *((name, pa.string()) for name in ("symbology", "text", "base64")),
        ("corners", pa.list_(pa.list_(pa.float64()))),
    ]
)

EVENTS = pa.schema(
    [
        pa.field("event", pa.string(), nullable=False),
        ("pts", pa.float64()),
        ("camera", pa.string()),
        ("device", pa.string()),
        ("id", pa.int64()),
        ("from", pa.int64()),
        ("to", pa.int64()),
        ("reason", pa.string()),
        ("begin", pa.float64()),
        ("length_ms", pa.float64()),
        ("gap_ms", pa.float64()),
        ("count", pa.int64()),
        ("frame", pa.int64()),
        ("codes", pa.list_(_CODE)),
        ("frame_rate", pa.float64()),
        ("key", pa.string()),
        ("value_type", pa.string()),
        ("number", pa.float64()),
        ("numbers", pa.list_(pa.float64())),
        ("text", pa.string()),
        ("path", pa.string()),
        ("duration", pa.float64()),
        ("bytes", pa.int64()),
        ("free_bytes", pa.int64()),
        ("factors", pa.list_(pa.string())),
        ("scan_every", pa.int64()),
        ("detect_every", pa.int64()),
        ("level", pa.string()),
        ("code", pa.string()),
        ("message", pa.string()),
    ]
)
"""The columns of the events: one row an event."""

TABLES = {"faces": FACES, "frames": FRAMES, "events": EVENTS}


@dataclass(frozen=True)
class Batch:
    """Some frames in a row, with their faces and events, as Arrow tables."""

    faces: pa.Table
    """One row a face: the columns of `FACES`."""
    frames: pa.Table
    """One row a frame: the columns of `FRAMES`."""
    events: pa.Table
    """One row an event: the columns of `EVENTS`; none where CSV was read."""
    session: dict[str, Any] = field(default_factory=dict)
    """The `session` record; empty where CSV was read."""


def checked(table: pa.Table, kind: str, name: str) -> pa.Table:
    """Return the columns of a kind of table, null where there is none.

    Raise `StreamError` where something that is always there is missing, or is something else.
    """
    schema = TABLES[kind]
    for item in schema:
        if not item.nullable and table[item.name].null_count:
            raise StreamError(f"{name} is no stream of facecap: one of its {kind} has no {item.name}.")
    columns = [
        table[item.name] if item.name in table.column_names else pa.nulls(len(table), item.type)
        for item in schema
    ]
    try:
        return pa.table(columns, names=schema.names).cast(schema)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise StreamError(f"{name} is no stream of facecap: {error}") from error
