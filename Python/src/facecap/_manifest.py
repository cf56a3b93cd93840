# SPDX-License-Identifier: Apache-2.0
"""What `facecap merge` wrote into a folder, by its manifest."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._analyze import ENDINGS, stem
from ._names import NONSENSE, loads, shown
from .errors import StreamError


@dataclass(frozen=True)
class MissingFrames:
    """Frames of a video that could not be looked at."""

    first: int
    """The number of the first one."""
    end: int | None
    """The number of the one after the last; `None` where it is not known."""
    exit_code: int
    """What `facecap detect` ended with."""
    message: str
    """What it said."""


@dataclass(frozen=True)
class CopyFailure:
    """Why there is no copy of a video with its faces, where copies were asked for."""

    exit_code: int
    """The exit code for it."""
    message: str
    """What went wrong."""


@dataclass(frozen=True)
class ArchivedVideo:
    """A video of an archive."""

    path: Path
    """The video, as it was planned."""
    files: tuple[Path, ...]
    """What was written of it: whole, and as it was written."""
    frame_count: int
    """The frames in those files."""
    analysed_count: int
    """The frames that were looked at."""
    maximum_face_count: int
    """The most faces in one frame."""
    id_count: int
    """The faces that were told apart."""
    missing: tuple[MissingFrames, ...]
    """The frames that could not be looked at, in their order."""
    copy_failure: CopyFailure | None = None
    """Why there is no copy with faces; `None` where there is one, or none was asked for."""

    def file(self, ending: str) -> Path:
        """Return the file of a format such as `jsonl`, or with an ending such as `mp4`.

        Raise `FileNotFoundError` where there is none.
        """
        address = str(self.path)
        if address.startswith(("http:/", "https:/")):
            address = address.partition("?")[0]
        name = stem(Path(address)) + ENDINGS.get(ending, "." + ending)
        for path in self.files:
            if path.name == name:
                return path
        if ending not in ("mp4", "mov", "m4v"):
            reason = f"merge with --sidecar {ending}"
        else:
            reason = self.copy_failure.message if self.copy_failure else "merge with --movies"
        raise FileNotFoundError(f"of {self.path} there is no {ending}: {reason}")


def manifest(folder: str | os.PathLike[str]) -> list[ArchivedVideo]:
    """Return the videos of a folder that `facecap merge` wrote, with the files that can be trusted.

    Raises `StreamError` where the manifest, or a file that it lists, is not as it was written, and
    `FileNotFoundError` where there is no manifest: then the merge did not come to its end.
    """
    path = Path(folder, "MANIFEST.json")
    try:
        videos = loads(path.read_text(encoding="utf-8"))["videos"]
        return [_video(Path(folder), record) for record in videos]
    except NONSENSE as error:
        raise StreamError(f"{path} is no manifest of facecap: merge again with --force.") from error


def _video(folder: Path, record: dict[str, Any]) -> ArchivedVideo:
    failure = record.get("copy_failure")
    return ArchivedVideo(
        Path(record["file"]),
        tuple(_checked(folder / os.path.basename(file["name"]), file) for file in record["files"]),
        int(record["frames"]),
        int(record["analysed"]),
        int(record["faces"]),
        int(record["ids"]),
        tuple(
            MissingFrames(item["a"], item.get("b"), item["exit_code"], shown(item["message"]))
            for item in record["failed"]
        ),
        None if failure is None else CopyFailure(failure["exit_code"], shown(failure["message"])),
    )


def _checked(path: Path, record: dict[str, Any]) -> Path:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    except FileNotFoundError as error:
        raise StreamError(f"{path} is not there any more: merge again with --force.") from error
    if digest.hexdigest() != record["sha256"]:
        raise StreamError(f"{path} is not as it was merged: merge again with --force.")
    return path
