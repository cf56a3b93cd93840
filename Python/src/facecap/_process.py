# SPDX-License-Identifier: Apache-2.0
"""A child process of the program that never outlives the one who reads it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from typing import BinaryIO

from .errors import FacecapError, ProgramNotFoundError, error_of

_PATIENCE = 2.0
"""Seconds after which a program that was asked to end is told again."""

LONGEST_LINE = 16 << 20
"""Bytes of a line, beyond which it is none of the program; a hundred faces with meshes have 2 MB."""

_KEPT = 65536
"""Bytes of standard error that are kept."""


def find_program(program: str | os.PathLike[str] | None = None) -> str:
    """Return the path of the program: the argument's, else `$FACECAP`, else `facecap` on PATH.

    Raises `ProgramNotFoundError` where that is no program; what was named is never passed over.
    """
    named = os.fspath(program) if program is not None else os.environ.get("FACECAP")
    path = shutil.which(named or "facecap")
    if path is None:
        raise ProgramNotFoundError(
            (f"There is no program {named}" if named else "There is no program facecap on PATH")
            + "; build it with `make release` in the facecap repository and install it with"
            " `sudo make install`, or set FACECAP to its path."
        )
    return path


_LAUNCHER = """
import ctypes, os, signal, sys
prctl_pdeathsig = 1
ctypes.CDLL(None).prctl(prctl_pdeathsig, signal.SIGKILL)
parent, *command = sys.argv[1:]
if os.getppid() != int(parent):  # It ended before that.
    sys.exit(1)
for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them.
    signal.signal(number, signal.SIG_DFL)
try:
    os.execv(command[0], command)
except OSError as error:
    print(f"facecap: {command[0]} cannot be run: {error.strerror}.", file=sys.stderr)
    sys.exit(127)
"""


def dying_with_parent(command: Sequence[str]) -> list[str]:
    """Return a command line for a command that is killed when the thread that started it ends.

    A function that is called between fork and exec may wait forever for another thread. Where no Python
    can be started, as in a program that holds its own, it is the command itself, which is not killed.
    """
    if getattr(sys, "frozen", False) or not sys.executable:
        return list(command)
    return [sys.executable, "-I", "-S", "-c", _LAUNCHER, str(os.getpid()), *command]


class Process:
    """The program with some arguments: its standard output, and the error it ended with."""

    def __init__(
        self,
        arguments: Sequence[str],
        program: str | os.PathLike[str] | None = None,
        *,
        takes_input: bool = False,
        dies_with_parent: bool = False,
    ) -> None:
        """Start the program; with `takes_input` it reads this process's standard input.

        With `dies_with_parent` it is killed where the thread that starts it is killed.
        """
        path = find_program(program)
        command = [path, *arguments]
        try:
            child = subprocess.Popen(
                dying_with_parent(command) if dies_with_parent else command,
                stdin=None if takes_input else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise ProgramNotFoundError(f"{path} cannot be run: {error.strerror}.") from error
        assert child.stdout is not None
        assert child.stderr is not None
        self._child = child
        self._output: BinaryIO = child.stdout  # type: ignore[assignment]
        self._reading = threading.Lock()
        self._said = bytearray()
        self._finalizer = weakref.finalize(self, _end, child, self._output, self._reading)
        # It holds no reference to this object, which would never be collected then.
        self._listener = threading.Thread(
            target=_listen, args=(child.stderr, self._said), name="facecap-stderr", daemon=True
        )
        try:
            self._listener.start()
        except BaseException:
            self._finalizer()
            child.stderr.close()
            raise

    @property
    def is_closed(self) -> bool:
        """Whether the program was told to end."""
        return not self._finalizer.alive

    @property
    def messages(self) -> list[str]:
        """The last lines that the program wrote on standard error."""
        return bytes(self._said).decode(errors="replace").splitlines()

    def read(self) -> bytes:
        """Return what is there of standard output, at least a byte; nothing at the end."""
        with self._reading:
            if not self._output.closed:
                block = b"" if self.is_closed else self._output.read1(65536)  # type: ignore[attr-defined]
                if block:
                    return bytes(block)
                self._output.close()
        return b""

    def finish(self) -> None:
        """Wait for the end; raise the program's error, unless it was told to end."""
        code = self._child.wait()
        self._listener.join(_PATIENCE)
        if not self.is_closed:
            self.close()
            if code:
                raise self._error(code)

    def close(self) -> None:
        """End the program if it runs, and wait for it."""
        self._finalizer()
        self._listener.join(_PATIENCE)

    def _error(self, code: int) -> FacecapError:
        lines = [line for line in self.messages if line.strip()]
        own = [line for line in lines if line.startswith("facecap: ")] or lines
        if code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
            return error_of(128 - code, f"facecap was ended by the signal {name}.")
        if not own:
            return error_of(code, f"facecap ended with exit code {code} and said nothing.")
        return error_of(code, own[-1].removeprefix("facecap: ").strip())


def _listen(stream: BinaryIO, said: bytearray) -> None:
    """Keep the end of a stream, so that its writer never waits for a reader."""
    with stream:
        while block := stream.read1(65536):  # type: ignore[attr-defined]
            said += block
            del said[:-_KEPT]


def _end(child: subprocess.Popen[bytes], output: BinaryIO, reading: threading.Lock) -> None:
    """End a program: at first it may write its last record, then it is killed."""
    child.send_signal(signal.SIGTERM)
    # Nobody reads on, so that a program that waits for its reader sees that it went away. A thread
    # that is reading goes on until the end, and closes the pipe itself.
    if reading.acquire(blocking=False):
        try:
            output.close()
        finally:
            reading.release()
    try:
        for again in (signal.SIGTERM, signal.SIGKILL):
            try:
                child.wait(_PATIENCE)
                return
            except subprocess.TimeoutExpired:
                child.send_signal(again)
    except BaseException:
        child.kill()
        raise
    finally:
        child.wait()
