# SPDX-License-Identifier: Apache-2.0
"""Faces of cameras and videos, from the program facecap.

`live` iterates over typed records, `analyze` works through many files, `manifest` says what a merged
archive has, `read`, `frames`, `events`, `batches` and `write_parquet` make tables, `facecap.plot` draws
them. Tables need `pip install 'facecap[table]'`, plots `pip install 'facecap[plot]'`; all else needs no
other package.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._analyze import Analysis, analyze
from ._live import Live, live
from ._manifest import ArchivedVideo, CopyFailure, MissingFrames, manifest
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

if TYPE_CHECKING:
    from . import plot
    from .tables import Batch, IncompleteWarning, batches, events, frames, read, write_parquet

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "ArchivedVideo",
    "Batch",
    "CopyFailure",
    "DeviceBusyError",
    "End",
    "Event",
    "Face",
    "FacecapError",
    "Frame",
    "IncompleteWarning",
    "InternalError",
    "Live",
    "MediaError",
    "MissingFrames",
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
    "analyze",
    "batches",
    "events",
    "find_program",
    "frames",
    "live",
    "manifest",
    "plot",
    "read",
    "write_parquet",
]

_OF_TABLES = {"Batch", "IncompleteWarning", "batches", "events", "frames", "read", "write_parquet"}


def __getattr__(name: str) -> Any:
    """Import what needs other packages when it is asked for."""
    if name != "plot" and name not in _OF_TABLES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, extra = ("plot", "plot") if name == "plot" else ("tables", "table")
    try:
        imported = importlib.import_module(f".{module}", __name__)
    except ImportError as error:
        raise ImportError(
            f"facecap.{name} needs more packages: pip install 'facecap[{extra}]'"
        ) from error
    return imported if name == "plot" else getattr(imported, name)
