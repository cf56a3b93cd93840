# SPDX-License-Identifier: Apache-2.0
"""Archives in object stores: `python -m facecap.archive plan`, `detect` and `merge`.

They are `facecap plan`, `detect` and `merge` for URLs such as `s3://bucket/recordings/`: videos, plans,
parts and results may lie in any store that fsspec knows, or on this machine. What a command needs is
copied into a folder of this machine first, and stays there while there is room. Needs
`pip install 'facecap[store]'` and the package of the store, such as s3fs.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from itertools import groupby, islice, pairwise
from pathlib import Path
from typing import Any, TypeAlias

from ._names import NONSENSE, dumps, loads, shown
from ._options import Option, Scalar, arguments
from ._process import Process
from ._store import Cache, StoredFile
from .errors import FacecapError, MediaError, SourceNotFoundError, UsageError, error_of

__all__ = ["CACHE_SIZE", "detect", "main", "merge", "plan"]

CACHE_SIZE = 20 << 30
"""Bytes of copies that are kept on this machine."""

# Those that the program takes for videos in folders: a test compares them.
_ENDINGS = frozenset(
    "mp4 m4v mov qt mkv webm avi ts mts m2ts mpg mpeg wmv flv ogv 3gp".split()  # noqa: SIM905
)

_OF_EACH = frozenset(["require_sandbox", "no_sandbox"])
"""Options of `facecap plan` that say how each video is opened, not how faces are looked for."""

_PART_END = 45
"""Bytes of the last record of a part, which ends with the checksum."""

Path_: TypeAlias = "str | os.PathLike[str]"


def plan(
    videos: Iterable[Path_] | Path_,
    output: Path_,
    *,
    like: Path_ | None = None,
    segment: str | None = None,
    force: bool = False,
    program: Path_ | None = None,
    cache: Path_ | None = None,
    cache_size: int = CACHE_SIZE,
    **options: Option,
) -> int:
    """Cut videos, and those of folders, into segments; write the plan and return how many there are.

    `like` is a plan whose search and secret count for this one too, so that parts of videos that are in
    both count for both. The other options are those of `facecap plan --help`. Raises the program's
    error, and `OutputError` where the plan is there already and `force` is not set.
    """
    files = _videos([videos] if isinstance(videos, (str, os.PathLike)) else videos)
    target, store = StoredFile(output), Cache(cache, cache_size)
    if not force and target.exists():
        raise error_of(74, f"{target.url} exists already; use --force to replace it.")
    words = [] if segment is None else ["--segment", segment]
    of_each = {key: item for key, item in options.items() if key in _OF_EACH}
    count = 0
    with store.work_folder() as folder:
        whole, one, header = folder / "plan.jsonl", folder / "one.jsonl", folder / "header.jsonl"
        if like is not None:
            StoredFile(like).fetch(header)
        with whole.open("w", encoding="utf-8") as lines:
            for file in files:
                example = ["--like", str(header)] if header.exists() else []
                # How is searched says the first call, or the example.
                search = [*example, *arguments(options if count == 0 else of_each)]
                with store.copy(file) as path:
                    call = ["plan", str(path), "-o", str(one), "-f", *words, *search]
                    _run(call, {path: file}, program)
                # Names may have other line breaks.
                first, *segments = one.read_text(encoding="utf-8").rstrip("\n").split("\n")
                if count == 0:
                    header.write_text(first + "\n", encoding="utf-8")
                    print(first, file=lines)
                for record in map(loads, segments):
                    if record["file"] != str(path):
                        text = f"{record['file']} is behind an option; name videos in front of options."
                        raise error_of(64, text)
                    print(dumps(record | {"file": file.url}), file=lines)
                    count += 1
        target.put(whole)
    return count


def detect(
    plan: Path_,
    parts: Path_,
    *,
    index: int | None = None,
    program: Path_ | None = None,
    cache: Path_ | None = None,
    cache_size: int = CACHE_SIZE,
    **options: Option,
) -> None:
    """Look at one segment of a plan, or at all, and write its part; one that is whole is left as it is.

    Raises the program's error. Of a damaged video, or a detector that failed, the reason is written too.
    A damaged video does not keep the other segments from being looked at: its error comes at the end.
    """
    more: dict[str, Any] = {"program": program, "cache": cache, "cache_size": cache_size, **options}
    failures = list(_damaged(plan, parts, index=index, **more))
    if len(failures) > 1:
        text = f"{len(failures)} segments have damaged videos, the first one: {failures[0]}"
        raise error_of(65, text) from failures[0]
    if failures:
        raise failures[0]


def _damaged(
    plan: Path_,
    parts: Path_,
    *,
    index: int | None,
    program: Path_ | None,
    cache: Path_ | None,
    cache_size: int,
    **options: Option,
) -> Iterator[MediaError]:
    """Write the parts of the segments; give the error of each video that is damaged."""
    folder, store = StoredFile(parts), Cache(cache, cache_size)
    with store.copy(StoredFile(plan)) as path:
        for header, record in _segments(path, index):
            part = folder.file(record["key"] + ".fcd")
            with store.work_folder() as work:
                if part.exists() and _is_whole(part, record["key"], work / part.name):
                    continue
            with store.work_folder() as work, store.copy(StoredFile(record["file"])) as video:
                _write_plan(work, header, [record | {"file": str(video)}])
                words = ["detect", "--quiet", "--plan", str(work / "plan.jsonl"), "--index", "0"]
                words += ["-o", str(work / "parts"), *arguments(options)]
                names = {video: StoredFile(record["file"])}
                failure = folder.file(record["key"] + ".failed")
                try:
                    _run(words, names, program)
                except FacecapError as error:
                    reason = work / "parts" / failure.name
                    if reason.exists():
                        said = loads(reason.read_text(encoding="utf-8"))
                        said["message"] = _renamed(said["message"], names)
                        reason.write_text(dumps(said) + "\n", encoding="utf-8")
                        failure.put(reason)
                    if not isinstance(error, MediaError):
                        raise
                    yield error
                else:
                    part.put(work / "parts" / part.name)
                    failure.remove()


def merge(
    plan: Path_,
    parts: Path_,
    output: Path_,
    *,
    sidecar: Iterable[str] | str = (),
    movies: bool = False,
    partial: bool = False,
    force: bool = False,
    program: Path_ | None = None,
    cache: Path_ | None = None,
    cache_size: int = CACHE_SIZE,
    **options: Option,
) -> list[dict[str, Any]]:
    """Make of the parts the files of all videos, one video at a time, and the manifest last.

    `sidecar` names the formats, JSON Lines where there is none and no `movies`. Returns what the
    manifest says of each video. Raises the program's error; `SourceNotFoundError` where segments have
    neither a part nor a reason why they have none, unless `partial`.
    """
    if options.get("report") not in (None, False):
        text = "--report is a page about all videos, which are merged one at a time here: for it,"
        text += " copy the plan and the parts into folders, and call facecap merge --report."
        raise error_of(64, text)
    formats = [sidecar] if isinstance(sidecar, str) else list(sidecar)
    source, target = StoredFile(parts), StoredFile(output)
    manifest, store = target.file("MANIFEST.json"), Cache(cache, cache_size)
    if not force and manifest.exists():
        raise error_of(74, f"{manifest.url} exists already; use --force to replace it.")
    there = set(source.names())
    flags = ["--partial"] * partial
    # What is for movies alone is refused without them.
    of_tables = {key: item for key, item in options.items() if key != "face_keys" or not movies}
    # A copy is made of the video itself; the other files name it by its URL.
    tables = ["--sidecar", ",".join(formats or ["jsonl"]), *arguments(of_tables)]
    calls = [(False, tables)] if formats or not movies else []
    calls += [(True, ["--movies", *arguments(options)])] if movies else []
    with store.copy(StoredFile(plan)) as path, store.work_folder() as work:
        local = work / "parts"
        local.mkdir()
        if not partial:
            _check_parts(path, there, source, local, cache_size)
        manifest.remove()
        header, lines = "", []
        for (head, _), group in groupby(_segments(path, None), lambda item: (item[0], item[1]["file"])):
            records = [record for _, record in group]
            names = [f"{record['key']}.{end}" for record in records for end in ("fcd", "failed")]
            for name in names:
                if name in there and not (local / name).exists():
                    source.file(name).fetch(local / name)
            merged: dict[str, Any] = {}
            for needs_video, words in calls:
                result = work / "out"
                video = StoredFile(records[0]["file"])
                with _copy(video, store, work) if needs_video else nullcontext() as copy:
                    placed = {local: source, result: target} | ({} if copy is None else {copy: video})
                    renamed = {"file": video.address if copy is None else str(copy)}
                    _write_plan(work, head, [record | renamed for record in records])
                    call = ["merge", str(work / "plan.jsonl"), str(local), "-o", str(result)]
                    _run([*call, *words, *flags], placed, program, result=result / "MANIFEST.json")
                header, line = (result / "MANIFEST.json").read_text(encoding="utf-8").split("\n")[:2]
                record = loads(line) | {"file": video.url}
                if failure := record.get("copy_failure"):
                    failure["message"] = _renamed(failure["message"], placed)
                for file in record["files"]:
                    _put(result / file["name"], target, force=force)
                merged = record | {"files": merged.get("files", []) + record["files"]}
                shutil.rmtree(result)
            lines.append(merged)
            for name in names:
                (local / name).unlink(missing_ok=True)
        text = header + "\n" + ",\n".join(map(dumps, lines)) + "\n]}\n"
        (work / "MANIFEST.json").write_text(text, encoding="utf-8")
        manifest.put(work / "MANIFEST.json")
    return lines


def _videos(places: Iterable[Path_]) -> list[StoredFile]:
    """Return the videos that are named, and those of folders; no two of one name."""
    files: list[StoredFile] = []
    for place in map(StoredFile, places):
        if not place.url.endswith("/") and not place.is_folder():
            files.append(place)
            continue
        names = [name for name in place.names() if _ending(name) in _ENDINGS and name[0] != "."]
        if not names:
            raise error_of(66, f"{place.url} has no video file; name one that has, or the files.")
        files += [place.file(name) for name in names]
    others: dict[str, str] = {}
    for file in files:
        stem = file.name.rpartition(".")[0] or file.name
        if stem in others:
            if others[stem] == file.url:
                raise error_of(64, f"{file.url} is named twice.")
            text = f"What is found in {others[stem]} and in {file.url} would have one name;"
            raise error_of(64, text + " plan them apart.")
        others[stem] = file.url
    if not files:
        raise error_of(64, "Name the videos.")
    return files


def _ending(name: str) -> str:
    stem, _, ending = name.rpartition(".")
    return ending.lower() if stem else ""


def _segments(path: Path, index: int | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the first line of a plan with each of its segments, or with one."""
    count = 0
    try:
        with path.open(encoding="utf-8") as lines:
            header = next(lines, "").rstrip("\n")
            wanted_lines = lines if index is None else islice(lines, max(0, index), max(0, index + 1))
            for line in wanted_lines:
                record = loads(line)
                # A key is part of names.
                if not isinstance(record["file"], str) or not record["key"].isalnum():
                    raise TypeError
                count += 1
                yield header, record
    except NONSENSE as error:
        text = f"{path.name} is no plan of facecap: make one with facecap.archive plan."
        raise error_of(64, text) from error
    if count == 0:
        wanted = "segment" if index is None else f"segment {index}"
        raise error_of(64, f"{path.name} has no {wanted}.")


def _check_parts(path: Path, there: set[str], folder: StoredFile, local: Path, room: int) -> None:
    """Raise an error where segments have neither a whole part nor a reason why they have none.

    Their copies stay in a folder of this machine while they are no more than `room` bytes together.
    """
    missing: list[int] = []
    damaged: list[tuple[int, str]] = []
    count = 0
    for index, (_, record) in enumerate(_segments(path, None)):
        count += 1
        key = record["key"]
        part = folder.file(key + ".fcd")
        copy = local / part.name
        if copy.exists():  # Of an equal video.
            continue
        is_there = part.name in there
        is_whole = is_there and _is_whole(part, key, copy)
        if is_there:
            room -= copy.stat().st_size
            if not is_whole or room < 0:
                copy.unlink()
        if is_whole or key + ".failed" in there:
            continue
        missing.append(index)
        if is_there:
            damaged.append((index, part.url))
    if damaged:
        index, url = damaged[0]
        text = f"{url} is no complete part; run detect for it again. It is the part of --index {index};"
        text += f" {len(missing)} of {count} segments have no complete part: --partial leaves them out."
        raise error_of(65, text)
    if missing:
        names = ", ".join(map(str, missing[:10])) + (", ..." if len(missing) > 10 else "")
        text = f"{len(missing)} segments have no part in {folder.url} (--index {names}):"
        raise error_of(66, text + " run detect for them, or give --partial.")


def _is_whole(part: StoredFile, key: str, path: Path) -> bool:
    """Copy a part to a path; return whether it ends with the checksum of its bytes and its key."""
    digest = hashlib.sha256()
    part.fetch(path)
    left = path.stat().st_size - _PART_END
    with path.open("rb") as file:
        while left > 0 and (block := file.read(min(left, 1 << 20))):
            digest.update(block)
            left -= len(block)
        end = file.read()
    return end[-32:] == hashlib.sha256(digest.digest() + key.encode()).digest()


def _put(path: Path, folder: StoredFile, *, force: bool) -> None:
    place = folder.file(path.name)
    if not force and place.exists():
        raise error_of(74, f"{place.url} exists already; use --force to replace it.")
    place.put(path)


@contextmanager
def _copy(video: StoredFile, store: Cache, work: Path) -> Iterator[Path]:
    """Give a copy of a video; where there is no video, a path that the program finds nothing at."""
    with ExitStack() as stack:
        try:
            path = stack.enter_context(store.copy(video))
        except SourceNotFoundError:
            path = work / "gone" / video.name
        yield path


def _write_plan(folder: Path, header: str, records: Sequence[dict[str, Any]]) -> None:
    text = "\n".join([header, *map(dumps, records), ""])
    (folder / "plan.jsonl").write_text(text, encoding="utf-8")


def _run(
    words: list[str],
    names: dict[Path, StoredFile],
    program: Path_ | None,
    result: Path | None = None,
) -> None:
    """Run the program to its end; its errors name the files as the user does.

    Where it has written its result all the same, that says what is missing.
    """
    child = Process(words, program, dies_with_parent=True)
    try:
        while child.read():
            pass
        child.finish()
    except FacecapError as error:
        if result is None or not result.exists():
            raise error_of(error.exit_code or 70, _renamed(str(error), names)) from error
    finally:
        child.close()


def _renamed(text: str, names: dict[Path, StoredFile]) -> str:
    for path, file in names.items():
        text = text.replace(str(path), file.url).replace(shown(str(path)), file.url)
    return text


def main(words: list[str] | None = None) -> int:
    """Do what the command line asks for; return the exit code, which is the program's."""
    parser = argparse.ArgumentParser(
        prog="python -m facecap.archive",
        description="facecap plan, detect and merge for URLs of object stores. Options that are not"
        " listed go to facecap; they come last, or as --name=value.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    planning = commands.add_parser("plan", help="cut videos into segments")
    planning.add_argument("videos", nargs="+", help="videos, and folders of them")
    planning.add_argument("-o", "--output", required=True, help="the plan to write")
    planning.add_argument("--segment", help="the least length of a segment, such as 60s, or whole")
    planning.add_argument("--like", help="a plan whose search and secret count for this one too")
    detecting = commands.add_parser("detect", help="look at one segment of a plan, or at all")
    detecting.add_argument("--plan", required=True, help="the plan")
    detecting.add_argument("--index", type=int, help="the segment, counted from 0")
    detecting.add_argument("-o", "--output", dest="parts", required=True, help="the folder of the parts")
    merging = commands.add_parser("merge", help="make of all parts the files of all videos")
    merging.add_argument("plan", help="the plan")
    merging.add_argument("parts", help="the folder of the parts")
    merging.add_argument("-o", "--output", required=True, help="the folder to write to")
    merging.add_argument("--sidecar", default="", help="the formats, separated by commas")
    merging.add_argument("--movies", action="store_true", help="also write copies with the faces inside")
    merging.add_argument("--partial", action="store_true", help="list segments without a part as failed")
    for command in (planning, merging):
        command.add_argument("-f", "--force", action="store_true", help="replace what is there")
    for command in (planning, detecting, merging):
        command.add_argument("--program", help="the program; otherwise $FACECAP, or facecap on PATH")
        command.add_argument("--cache", help="the folder of copies on this machine")
        command.add_argument(
            "--cache-size", type=int, default=CACHE_SIZE, help="its bytes, about; %(default)s"
        )
    words = sys.argv[1:] if words is None else words
    known, others = parser.parse_known_args(words)
    # Whoever asks it to end leaves no folder behind.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    options: dict[str, Any] = vars(known)
    command = options.pop("command")
    try:
        _check_order(words, others)
        options |= _options(others)
        if command == "plan":
            count = plan(**options)
            print(f"facecap.archive: {options['output']}: {count} segments", file=sys.stderr)
        elif command == "detect":
            code = 0
            for error in _damaged(**options):
                print(f"facecap.archive: {error}", file=sys.stderr)
                code = 65
            return code
        else:
            options["sidecar"] = [form for form in options["sidecar"].split(",") if form]
            return _told(merge(**options))
    except FacecapError as error:
        print(f"facecap.archive: {error}", file=sys.stderr)
        return error.exit_code or 69  # There is no program.
    except KeyboardInterrupt:
        return 130
    return 0


def _check_order(words: list[str], others: list[str]) -> None:
    """Raise an error where a path may be the value of an option that goes to the program."""
    for option, word in pairwise(words):
        is_passed_on = option.startswith("--") and "=" not in option and option in others
        if is_passed_on and word not in others and not word.startswith("-"):
            raise UsageError(f"Write {option}={word}, or name {word} in front of options.", 64)


def _options(words: list[str]) -> dict[str, Scalar | bool]:
    """Return options of the program from its own words."""
    options: dict[str, Scalar | bool] = {}
    name = ""
    for word in words:
        if word.startswith("--"):
            name, _, value = word[2:].partition("=")
            name = name.replace("-", "_")
            options[name] = value or True
        elif name and options[name] is True:
            options[name] = word
        else:
            raise UsageError(f"What is {word}? Options of facecap have long names here.", 64)
    return options


def _told(videos: list[dict[str, Any]]) -> int:
    """Say what is missing; return the exit code of the first of it."""
    failures: list[tuple[str, dict[str, Any]]] = []
    for video in videos:
        place = f"{video['file']}, from frame "
        failures += [(f"{place}{failure['a']} on: ", failure) for failure in video["failed"]]
        if failure := video.get("copy_failure"):
            failures.append(("no copy is written: ", failure))
    for place, failure in failures[:10]:
        print(shown(f"facecap.archive: {place}{failure['message']}"), file=sys.stderr)
    return int(failures[0][1]["exit_code"]) if failures else 0


if __name__ == "__main__":
    sys.exit(main())
