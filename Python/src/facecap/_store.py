# SPDX-License-Identifier: Apache-2.0
"""Files of object stores by URL, with fsspec, and copies of them on this machine."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from .errors import FacecapError, SourceNotFoundError, error_of

_Result = TypeVar("_Result")

_MARKS = (
    *("size", "ETag", "etag", "mtime", "LastModified", "created"),
    *("last_modified", "last_write_time", "modified", "modify", "updated"),
)
"""What stores call the size, the version and the times of a file."""

_REASONS: dict[int | None, tuple[int, str]] = {
    errno.ENOSPC: (79, "no room is left"),
    errno.EDQUOT: (79, "no room is left"),
    errno.EROFS: (77, "the file system is read-only"),
}


_RENAMING = ("sftp://", "ssh://", "ftp://")
"""Servers that write a file bit by bit under its name; most let a renamed one replace another."""


def is_url(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is the URL of a store, such as `s3://bucket/name`."""
    return "://" in os.fspath(path)


class StoredFile:
    """A file or a folder of a store, or of this machine.

    Every failure is the error that the program has for it: what is not there is 66, what may not be read
    or written 77, and what may pass, such as a network that is away, 74.
    """

    def __init__(self, url: str | os.PathLike[str]) -> None:
        """Name a file; raise `UnavailableError` where the package for such URLs is not installed."""
        self.url = os.fspath(url)
        try:
            from fsspec.core import url_to_fs  # noqa: PLC0415
            from fsspec.implementations.local import LocalFileSystem  # noqa: PLC0415
        except ImportError as error:
            text = "Files of stores need more packages: pip install 'facecap[store]'."
            raise error_of(69, text) from error
        if is_url(self.url):
            self._system, self._path = self._do(lambda: url_to_fs(self.url))
        else:  # A name may have "::", which joins URLs.
            self._system, self._path = LocalFileSystem(), os.path.abspath(os.path.expanduser(self.url))
        self._is_here = isinstance(self._system, LocalFileSystem)

    @property
    def address(self) -> str:
        """The URL without the query of a web server, which may be a signature."""
        return self.url.partition("?")[0] if self.url.startswith(("http://", "https://")) else self.url

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.address.rstrip("/").rsplit("/", 1)[-1]

    def file(self, name: str) -> StoredFile:
        """Return the file of the folder that has a name."""
        return StoredFile(f"{self.url.rstrip('/')}/{name}")

    def exists(self) -> bool:
        """Return whether it is there, as others may have just written it."""
        self._system.invalidate_cache()
        return bool(self._do(lambda: self._system.exists(self._path)))

    def names(self) -> list[str]:
        """Return the names of the files in the folder, sorted; none where there is no folder."""

        def list_files() -> list[str]:
            self._system.invalidate_cache()
            if not self._system.isdir(self._path):
                return []
            records = self._system.ls(self._path, detail=True)
            return sorted(r["name"].rsplit("/", 1)[-1] for r in records if is_file(r))

        def is_file(record: dict[str, Any]) -> bool:
            # A symbolic link has another type, whatever it leads to.
            if record["type"] in ("file", "directory"):
                return bool(record["type"] == "file")
            return bool(self._system.isfile(record["name"]))

        return self._do(list_files)

    def is_folder(self) -> bool:
        """Return whether files lie below it."""
        return bool(self._do(lambda: self._system.isdir(self._path)))

    def version(self) -> str:
        """Return what is another text for another content."""

        def tell() -> str:
            self._system.invalidate_cache()
            info = self._system.info(self._path)
            marks = [info.get(key) for key in _MARKS]
            return hashlib.sha256(repr((self.url, marks)).encode()).hexdigest()[:32]

        return self._do(tell)

    def fetch(self, path: Path) -> None:
        """Copy it to a path of this machine."""

        def copy() -> None:
            try:
                self._system.get_file(self._path, os.fspath(path))
            except OSError as error:
                if error.errno in _REASONS:  # Of who writes.
                    raise _failure(os.fspath(path), error) from error
                raise

        self._do(copy)

    def put(self, path: Path) -> None:
        """Write what a file of this machine holds; here, by SFTP and in object stores all or nothing."""
        if self._is_here:
            self._do(lambda: self._put_here(path))
        elif self.url.startswith(_RENAMING):
            self._do(lambda: self._put_and_rename(path))
        else:
            self._do(lambda: self._system.put_file(os.fspath(path), self._path))

    def _put_here(self, path: Path) -> None:
        # Not a longer name, which the file system may not take.
        other = Path(self._path).with_name(f".{secrets.token_hex(8)}")
        other.parent.mkdir(parents=True, exist_ok=True)
        try:
            shutil.copyfile(path, other)
            other.rename(self._path)
        except BaseException:
            other.unlink(missing_ok=True)
            raise

    def _put_and_rename(self, path: Path) -> None:
        other = self._path[: self._path.rfind("/") + 1] + f".{secrets.token_hex(8)}"
        try:
            self._system.put_file(os.fspath(path), other)
            try:
                self._system.mv(other, self._path)
            except Exception:  # Not every server can replace a file so.
                self._system.put_file(os.fspath(path), self._path)
                self._system.rm_file(other)
        except BaseException:
            with suppress(Exception):  # The server may be gone.
                self._system.rm_file(other)
            raise

    def remove(self) -> None:
        """Remove the file if it is there."""
        with suppress(SourceNotFoundError):  # Somebody else may do so at the same time.
            if self.exists():
                self._do(lambda: self._system.rm_file(self._path))

    def _do(self, action: Callable[[], _Result]) -> _Result:
        try:
            return action()
        except FacecapError:
            raise
        except Exception as error:  # Whatever the store's own package raises.
            raise _failure(self.url, error) from error


def _failure(place: str, error: Exception) -> FacecapError:
    """Return the error that the program has for what went wrong at a place."""
    if isinstance(error, ImportError):
        return error_of(69, f"{place} needs another package: {error}.")
    if isinstance(error, FileNotFoundError):
        return error_of(66, f"There is no {place}.")
    if isinstance(error, PermissionError):
        return error_of(77, f"{place}: permission denied.")
    if isinstance(error, ValueError):  # A kind of store that fsspec does not know.
        return error_of(64, f"{place}: {error}.")
    number = error.errno if isinstance(error, OSError) else None
    code, text = _REASONS.get(number, (74, str(error) or type(error).__name__))
    return error_of(code, f"{place}: {text}.")


class Cache:
    """A folder of copies of files, of which those that nobody uses make room for others.

    Any number of processes may use it at once, and be killed. Where it cannot be used, that is the error
    that the program has for it.
    """

    def __init__(self, folder: str | os.PathLike[str] | None, limit: int) -> None:
        """Use a folder, or that of this user, for about `limit` bytes."""
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        self.folder = Path(folder) if folder is not None else Path(home, "facecap", "store")
        self._limit = limit
        with self._failures():
            self.folder.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def copy(self, file: StoredFile) -> Iterator[Path]:
        """Give a copy that stays until the end of the block; it has the file's name."""
        place = self.folder / file.version()
        path = place / file.name
        # Any number may read it at once, and nobody removes what is locked.
        with self._failures(), _lock(place, fcntl.LOCK_SH):
            if not path.exists():
                self._fetch(file, path)
            os.utime(place)
            yield path

    def _fetch(self, file: StoredFile, path: Path) -> None:
        """Copy a file to its place, unless somebody else has done so meanwhile."""
        place = path.parent
        with self.work_folder(place.name) as work:
            if path.exists():
                return
            self.make_room()
            file.fetch(work / path.name)
            place.mkdir(exist_ok=True)
            (work / path.name).rename(path)

    @contextmanager
    def work_folder(self, name: str | None = None) -> Iterator[Path]:
        """Give an empty folder that is gone after the block, or when somebody else makes room.

        One with a name is given to one at a time; the others wait for it.
        """
        place = self.folder / f"work-{name or secrets.token_hex(8)}"
        with self._failures(), _lock(place, fcntl.LOCK_EX):
            shutil.rmtree(place, ignore_errors=True)  # Of one that was killed.
            place.mkdir()
            try:
                yield place
            finally:
                shutil.rmtree(place, ignore_errors=True)

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise _failure(str(error.filename or self.folder), error) from error

    def make_room(self) -> None:
        """Remove what was left behind, and the copies used longest ago beyond the limit."""
        places = [entry for entry in self.folder.iterdir() if entry.is_dir()]
        sizes = {place: _size(place) for place in places}
        total = sum(sizes.values())
        for place in sorted(places, key=_last_use):
            is_left = place.name.startswith("work-")
            if not is_left and total <= self._limit:
                continue
            with _lock(place, fcntl.LOCK_EX | fcntl.LOCK_NB) as is_held:
                if is_held:
                    shutil.rmtree(place, ignore_errors=True)
                    total -= sizes[place]


def _size(place: Path) -> int:
    try:
        with os.scandir(place) as entries:
            return sum(entry.stat().st_size for entry in entries)
    except FileNotFoundError:  # Somebody else has just removed it.
        return 0


def _last_use(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0


@contextmanager
def _lock(place: Path, operation: int) -> Iterator[bool]:
    """Hold the lock of a folder of the cache; give `False` where it is held and nobody is to wait."""
    path = place.with_name(place.name + ".lock")
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        if not _take(descriptor, operation):
            os.close(descriptor)
            yield False
            return
        if _is_at(path, descriptor):
            break
        os.close(descriptor)  # Who held it has removed it.
    try:
        yield True
    finally:
        # A lock without a folder is of no more use to the last who holds it; with one, others may wait.
        # While it becomes exclusive, it is not held: there may be another one by then.
        is_last = _take(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if is_last and _is_at(path, descriptor) and not place.exists():
            path.unlink(missing_ok=True)
        os.close(descriptor)


def _take(descriptor: int, operation: int) -> bool:
    try:
        fcntl.flock(descriptor, operation)
    except BlockingIOError:
        return False
    return True


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
