# SPDX-License-Identifier: Apache-2.0
"""What goes wrong: one error class for each documented exit code of the program."""

from __future__ import annotations

from ._names import shown


class FacecapError(Exception):
    """A failure of the program, with its exit code and its one line.

    Its text is the line that the program wrote on standard error, which says what to do.
    """

    exit_code: int | None
    """The exit code as a shell tells it, 128 + the number of a signal that ended the program.

    `None` where no program ended.
    """

    def __init__(self, message: str, exit_code: int | None = None) -> None:
        """Make an error of one line, and of the exit code where a program ended."""
        super().__init__(shown(message))
        self.exit_code = exit_code


class ProgramNotFoundError(FacecapError):
    """The program `facecap` is not there or cannot be run."""


class StreamError(FacecapError):
    """What was read is not a stream or a table of facecap: a damaged or incomplete line."""


class UsageError(FacecapError):
    """An option, a value or a name makes no sense (exit code 64)."""


class MediaError(FacecapError):
    """The input is not a video or image, or is damaged (exit code 65)."""


class SourceNotFoundError(FacecapError):
    """There is no such file, folder, device or address (exit code 66)."""


class UnavailableError(FacecapError):
    """A model, the network, a device or its format is not there (exit code 69)."""


class InternalError(FacecapError):
    """The program itself or its detector failed (exit code 70)."""


class SystemRefusedError(FacecapError):
    """The operating system refused, memory for instance (exit code 71)."""


class OutputError(FacecapError):
    """The output cannot be written (exit code 74)."""


class DeviceBusyError(FacecapError):
    """Another program holds the device: try again later (exit code 75)."""


class PermissionDeniedError(FacecapError):
    """Permission was denied (exit code 77)."""


class ModelError(FacecapError):
    """A model file is damaged or not the one that is known (exit code 78)."""


class StorageFullError(FacecapError):
    """The file system is full (exit code 79)."""


class ProgramEndedError(FacecapError):
    """A signal ended the program, or it crashed (exit codes from 128 on)."""


_CLASSES: dict[int, type[FacecapError]] = {
    64: UsageError,
    65: MediaError,
    66: SourceNotFoundError,
    69: UnavailableError,
    70: InternalError,
    71: SystemRefusedError,
    74: OutputError,
    75: DeviceBusyError,
    77: PermissionDeniedError,
    78: ModelError,
    79: StorageFullError,
}


def error_of(exit_code: int, message: str) -> FacecapError:
    """Return the error of an exit code; 127 is that of a program that could not be run."""
    if exit_code == 127:
        return ProgramNotFoundError(message)
    kind = ProgramEndedError if exit_code >= 128 else _CLASSES.get(exit_code, FacecapError)
    return kind(message, exit_code)
