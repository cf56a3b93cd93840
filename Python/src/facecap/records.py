# SPDX-License-Identifier: Apache-2.0
"""The records of a stream `facecap/1`, with their units and spaces.

Positions are those of the **displayed** image: turned upright, mirrored where that was asked for,
normalised to 0...1 of its width and height, origin top left, x to the right, y down. With the option
`screen` they are pixels of that screen instead; `Session.space` says which. Left and right are those
of the image. What is not known is `None`, never 0.

The classes have the names and the types of `docs/stream.schema.json`. What a newer program adds is
left out of the attributes and is in `Record.raw`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A place in the image, in shares of its width and height, origin top left."""

    x: float
    """To the right, 0...1; beyond it outside the image."""
    y: float
    """Down, 0...1; beyond it outside the image."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """A box, in shares of the image's width and height; it may reach beyond the image."""

    x: float
    """The left edge, from the left edge of the image."""
    y: float
    """The top edge, from the top edge of the image."""
    width: float
    """0 or more."""
    height: float
    """0 or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A machine-readable code."""

    symbology: Literal["qr", "datamatrix", "aztec", "pdf417", "ean13", "ean8", "code128"]
    """What kind of code it is."""
    text: str | None = None
    """What it holds, where that is text."""
    base64: str | None = None
    """What it holds, where that is not text."""
    corners: tuple[tuple[float, ...], ...]
    """x and y of its four corners as the symbol stands, from the top left one on, clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Landmarks:
    """Five points of a face, normalised; left is the left of the image."""

    left_eye: Point
    """The centre of the eye that is at the left in the image."""
    right_eye: Point
    """The centre of the eye that is at the right in the image."""
    nose: Point
    """The tip of the nose."""
    left_mouth: Point
    """The corner of the mouth that is at the left in the image."""
    right_mouth: Point
    """The corner of the mouth that is at the right in the image."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A face in a frame."""

    id: int
    """From 1; stable while the face is in view, never given to another face of the camera."""
    bounds: Bounds
    """Where it is, normalised to the displayed image."""
    roll: float | None = None
    """Degrees in (-180, 180], 0 = upright, positive clockwise."""
    yaw: float | None = None
    """Degrees in (-180, 180], 0 = frontal, positive with the nose to the left edge."""
    pitch: float | None = None
    """Degrees in (-180, 180], 0 = level, positive with the nose up."""
    roll_sigma: float | None = None
    """The standard error of `roll` in degrees, at most 12; +- 1.96 of it is the 95 % interval."""
    yaw_sigma: float | None = None
    """The standard error of `yaw` in degrees, at most 12."""
    pitch_sigma: float | None = None
    """The standard error of `pitch` in degrees, at most 12."""
    pitch_relative: float | None = None
    """`pitch` less its mean of the last 20 s of this face, in degrees; with the face mesh."""
    left_eye_openness: float | None = None
    """0...1 of what the eye at the left of the image is when open; with the face mesh."""
    right_eye_openness: float | None = None
    """0...1 of what the eye at the right of the image is when open; with the face mesh."""
    mouth_openness: float | None = None
    """The height of the mouth's opening in its widths, 0...1; with the face mesh."""
    confidence: float | None = None
    """0...1, of the last observation; `None` in an export of a movie that does not contain it."""
    landmarks: Landmarks | None = None
    """Five points, with the option `landmarks`."""
    mesh: tuple[tuple[float, float, float], ...] | None = None
    """468 points of MediaPipe's face mesh, with the option `mesh_points`.

    Each is x and y, normalised, and the depth in longer sides of the image, negative towards the
    camera; only of observed faces.
    """
    distance: float | None = None
    """Metres from the camera, with the option `depth`."""
    capture_quality: float | None = None
    """0...1, how good an image of the face the frame would make; only of observed faces."""
    state: Literal["observed", "predicted", "held"]
    """`observed` in this frame; `predicted`: follows its motion; `held`: the last place."""
    age_ms: float
    """Milliseconds since the face was last observed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What the synthetic camera drew, with the option `truth`."""

    identity: int
    """Who was drawn."""
    bounds: Bounds
    """Where, normalised to the displayed image."""
    roll: float
    """Degrees, positive clockwise."""
    yaw: float
    """Degrees, positive with the nose to the left edge."""
    pitch: float
    """Degrees, positive with the nose up."""
    landmarks: Landmarks | None = None
    """Five points, normalised."""
    in_frame: float
    """How much of the box is in the image, 0...1."""
    occluded: float
    """How much of the face is hidden, 0...1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where frames come from."""

    kind: Literal["camera", "file", "microphone", "screen", "synthetic"]
    """`file` also of addresses and pipes, `microphone` of audio alone."""
    name: str
    """The path, address or device."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Video:
    """The displayed image: its size after the rotation that the file or camera asks for."""

    width: int
    """Pixels."""
    height: int
    """Pixels."""
    pixel_aspect_ratio: float | None = None
    """The width of a pixel divided by its height; `None` for square pixels."""
    frame_rate: float | None = None
    """The nominal rate in frames a second; the time of a frame is its `pts`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """The audio of a recording of audio alone."""

    sample_rate: int
    """Sample frames a second."""
    channels: int
    """1 or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera:
    """One of several cameras, or one that was given a name."""

    name: str
    """What its records have as `camera`."""
    source: Source
    """Where its frames come from."""
    video: Video
    """Its displayed image."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Detector:
    """What found the faces."""

    name: Literal["yunet", "centerface", "haar", "unknown"]
    """`unknown` in a movie that does not tell."""
    model: str | None = None
    """The model's name; without one for `haar`."""
    model_sha256: str | None = None
    """The SHA-256 of the model's file, 64 hexadecimal digits."""
    kernel: Literal["avx512", "avx2", "sse4", "neon", "scalar", "opencv"] | None = None
    """What ran the model: the vectors of the processor, or OpenCV."""
    mesh: str | None = None
    """The name of the face mesh's model, where it is used."""
    mesh_sha256: str | None = None
    """The SHA-256 of its file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """One moment on two clocks."""

    monotonic_ns: int
    """Nanoseconds on CLOCK_MONOTONIC."""
    utc: str
    """The same moment in UTC, as ISO 8601 with microseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """The screen in whose pixels positions are, with the option `screen`."""

    width: int
    """Pixels."""
    height: int
    """Pixels."""
    gravity: Literal["resize", "resizeAspect", "resizeAspectFill"]
    """How the image fills it: stretched, with bars, or cut off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """What became of every frame: `captured` is the sum of analysed, skipped and dropped ones."""

    captured: int
    """Frames that entered the session."""
    analysed: int
    """Frames at which a detector looked."""
    skipped: dict[str, int]
    """Frames at which none looked, by the reason."""
    dropped: dict[str, int]
    """Frames that were lost in the session, by the reason."""
    lost: int
    """Frames that never reached the session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraLedger:
    """The frames of one of several cameras."""

    name: str
    """The camera's name."""
    frames: Ledger
    """Its frames."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A line of the stream; of this class itself where a newer program has a type of its own."""

    type: str
    """What kind of record it is."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """The line as JSON has it, with what a newer program adds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(Record):
    """The first record: what is looked at, and with what."""

    type: Literal["session"] = "session"
    """Always `session`."""
    schema: Literal["facecap/1"]
    """The version of the contract."""
    version: str
    """The version of the program."""
    source: Source
    """Where frames come from; of several cameras the first."""
    video: Video | None = None
    """The displayed image; `None` for audio alone."""
    sound: Sound | None = None
    """The audio, of a recording of audio alone."""
    cameras: tuple[Camera, ...] | None = None
    """The cameras, where they have names."""
    detector: Detector | None = None
    """What finds the faces; `None` for audio alone."""
    clock: Clock | None = None
    """One moment on two clocks; not with the option `no_clock`."""
    space: Literal["displayed", "screen"] | None = None
    """`displayed`: positions are 0...1 of the image; `screen`: pixels of `screen`."""
    screen: Screen | None = None
    """The screen, where `space` is `screen`."""
    mirrored: bool | None = None
    """Whether left and right are exchanged."""
    sandbox: Literal["full", "seccomp", "none"] | None = None
    """What keeps the process that decodes from everything else; `None` where none decodes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame(Record):
    """A frame and its faces: one for every frame that entered the session, in order."""

    type: Literal["faces"] = "faces"
    """Always `faces`."""
    camera: str | None = None
    """The camera's name, where `Session.cameras` is there."""
    frame: int
    """The number of the frame, from 0."""
    pts: float
    """The stream's own time stamp in seconds."""
    monotonic_ns: int | None = None
    """When it was captured, in nanoseconds on CLOCK_MONOTONIC."""
    utc: str | None = None
    """When it was captured, in UTC, as ISO 8601 with microseconds."""
    latency_ms: float | None = None
    """Milliseconds from capture to this record."""
    analysed: bool
    """Whether a detector looked at the frame; if not, no face does not say that nobody was there."""
    outcome: Literal["skipped", "dropped"] | None = None
    """What became of a frame that was not analysed."""
    reason: str | None = None
    """Why."""
    scan: Literal["full", "followed"] | None = None
    """`full`: faces were looked for everywhere; `followed`: only where known ones were."""
    scan_age: int | None = None
    """How many frames ago the last full one was."""
    zoom: float | None = None
    """How much the frame was magnified, where it was; positions are those of what it shows."""
    faces: tuple[Face, ...]
    """The faces."""
    truth: tuple[Truth, ...] | None = None
    """What was drawn, with the option `truth`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Record):
    """Something that happened; `docs/stream-contract.md` says which event has which fields."""

    type: Literal["event"] = "event"
    """Always `event`."""
    camera: str | None = None
    """The camera's name, where `Session.cameras` is there."""
    event: str
    """What happened: `face_found`, `face_lost`, `blink`, `cut`, `gap`, `warning` and others."""
    device: Literal["microphone"] | None = None
    """What it tells of, where that is not a camera."""
    pts: float | None = None
    """When, in seconds of the stream."""
    id: int | None = None
    """The face."""
    from_: int | None = None
    """`from` of `rename`: the face that has been another one."""
    to: int | None = None
    """`to` of `rename`: the id that this person had first."""
    count: int | None = None
    """How many frames, or sample frames of audio, were lost."""
    reason: str | None = None
    """Why."""
    frame: int | None = None
    """The frame that was looked at for codes."""
    codes: tuple[Code, ...] | None = None
    """Machine-readable codes in it; none where those of before are gone."""
    begin: float | None = None
    """Where a blink began, in seconds of the stream."""
    length_ms: float | None = None
    """How long a blink took, in milliseconds."""
    gap_ms: float | None = None
    """How long nothing is known, or no frames came, in milliseconds."""
    key: str | None = None
    """The key of a value in timed metadata."""
    value_type: str | None = None
    """Its type, such as `float64`."""
    number: float | None = None
    """The value, where it is a number."""
    numbers: tuple[float, ...] | None = None
    """The value, where it is a point, a width and height, or a rectangle."""
    text: str | None = None
    """The value, where it is a text or JSON; hexadecimal digits of one whose type is not known.

    The text of a `marker`.
    """
    level: Literal["nominal", "fair", "serious", "critical"] | None = None
    """The pressure on the system."""
    factors: tuple[Literal["cpu", "temperature"], ...] | None = None
    """What the pressure is owed to."""
    scan_every: int | None = None
    """All of every so manieth frame is looked at from now on."""
    detect_every: int | None = None
    """Every so manieth frame is looked at from now on."""
    frame_rate: float | None = None
    """The nominal rate from now on, in frames a second."""
    code: str | None = None
    """The code of a warning or an error."""
    message: str | None = None
    """Its text for people."""
    path: str | None = None
    """The file of a recording that began, is whole or was deleted."""
    duration: float | None = None
    """Seconds of that file, of the recording so far, or for which the metadata holds."""
    bytes: int | None = None
    """Bytes of that file, or of the recording so far."""
    free_bytes: int | None = None
    """Bytes that the disk has left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Record):
    """The last record: a stream without it did not come to its end."""

    type: Literal["end"] = "end"
    """Always `end`."""
    reason: Literal["end_of_stream", "duration", "signal", "request", "limit", "reader_gone", "error"]
    """Why the stream ended."""
    frames: Ledger
    """What became of every frame, of all cameras together."""
    lost_sound: int | None = None
    """Sample frames of audio that were lost."""
    sound_duration: float | None = None
    """Seconds of audio that were written, of audio alone."""
    sandbox: Literal["full", "seccomp", "none"] | None = None
    """What kept the process that decodes from everything else."""
    cameras: tuple[CameraLedger, ...] | None = None
    """The frames of each of several cameras."""


_RECORDS: dict[str, type[Record]] = {"session": Session, "faces": Frame, "event": Event, "end": End}


def record_of(line: Mapping[str, Any]) -> Record:
    """Return the record of a line; `KeyError`, `TypeError` or `ValueError` where it is none."""
    kind = line["type"]
    known = _RECORDS.get(kind)
    return _value_of(known, line, raw=line) if known else Record(type=kind, raw=line)


def _value_of(kind: type[T], value: Mapping[str, Any], **more: Any) -> T:
    for key, name, convert in _plan(cast(Any, kind)):
        if key in value:
            more[name] = convert(value[key]) if convert else value[key]
    return kind(**more)


@cache
def _plan(kind: Any) -> list[tuple[str, str, Callable[[Any], Any] | None]]:
    """Return key, attribute and conversion of what a class has in JSON."""
    hints = get_type_hints(kind)
    return [
        # `from` is a word of Python itself.
        (item.name.rstrip("_"), item.name, _conversion(hints[item.name]))
        for item in fields(kind)
        if item.name != "raw"
    ]


def _conversion(hint: Any) -> Callable[[Any], Any] | None:
    if get_origin(hint) in (Union, types.UnionType):
        (hint,) = (item for item in get_args(hint) if item is not type(None))
    if is_dataclass(hint):
        kind: Any = hint
        return lambda value: _value_of(kind, value)
    if get_origin(hint) is tuple:
        item, *rest = get_args(hint)
        convert = _conversion(item) if rest == [...] else None
        return lambda value: tuple(map(convert, value)) if convert else tuple(value)
    return float if hint is float else None
