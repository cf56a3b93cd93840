# SPDX-License-Identifier: Apache-2.0
"""Faces of cameras and videos, from the program facecap.

`live` iterates over typed records.
"""

from __future__ import annotations

from ._live import Live, live
from ._process import find_program
from .errors import (
    DeviceBusyError,
    FacecapError,
    InternalError,
    MediaError,
    ModelError,
    OutputError,
    PermissionDeniedError,
    ProgramEndedError,
    ProgramNotFoundError,
    SourceNotFoundError,
    StorageFullError,
    StreamError,
    SystemRefusedError,
    UnavailableError,
    UsageError,
)
from .records import End, Event, Face, Frame, Record, Session

__version__ = "0.1.0"

__all__ = [
    "DeviceBusyError",
    "End",
    "Event",
    "Face",
    "FacecapError",
    "Frame",
    "InternalError",
    "Live",
    "MediaError",
    "ModelError",
    "OutputError",
    "PermissionDeniedError",
    "ProgramEndedError",
    "ProgramNotFoundError",
    "Record",
    "Session",
    "SourceNotFoundError",
    "StorageFullError",
    "StreamError",
    "SystemRefusedError",
    "UnavailableError",
    "UsageError",
    "find_program",
    "live",
]
