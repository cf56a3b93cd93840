# SPDX-License-Identifier: Apache-2.0
"""Options of the program from keyword arguments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from numbers import Integral, Number
from typing import Any, SupportsFloat, TypeAlias

Scalar: TypeAlias = "str | int | float | SupportsFloat | os.PathLike[str]"
Option: TypeAlias = "Scalar | Iterable[Scalar] | Mapping[str, Scalar] | None"
"""What a keyword may be: `True` is a flag, `False` and `None` leave the option out."""

_REPEATED = {"source"}
_SIZES = {"screen", "size"}


def arguments(options: Mapping[str, Option]) -> list[str]:
    """Return the options as the program's command line has them, in the order given.

    `smallest_face=24` becomes `--smallest-face 24`. Several values are joined as the option wants
    them: `source` is repeated, `size` and `screen` take `WIDTHxHEIGHT`, all others commas.
    """
    result: list[str] = []
    for name, given in options.items():
        option = "--" + name.replace("_", "-")
        value = _plain(given)
        if value is True:
            result.append(option)
        elif value is not None and value is not False:
            for text in _values(name, value):
                # A value may only stand apart where it cannot be taken for an option.
                is_joined = text.startswith("-") or name == "preview"
                result += [f"{option}={text}"] if is_joined else [option, text]
    return result


def path_argument(path: str | os.PathLike[str]) -> str:
    """Return a path that cannot be taken for an option."""
    text = os.fspath(path)
    return f"./{text}" if text.startswith("-") else text


def _values(name: str, value: Option) -> list[str]:
    if isinstance(value, Mapping):
        texts = [f"{key}={_text(name, item)}" for key, item in value.items()]
    elif isinstance(value, (str, os.PathLike)) or not isinstance(value, Iterable):
        return [_text(name, value)]
    else:
        texts = [_text(name, item) for item in value]
    if name in _REPEATED:
        # Without the option, the program would take what is its default, such as the first camera.
        if not texts:
            raise ValueError(f"{name} is empty: name at least one")
        return texts
    return [("x" if name in _SIZES else ",").join(texts)]


def _plain(value: Any) -> Any:
    """Return a number of another package, such as NumPy's, as one of Python."""
    if getattr(value, "shape", None) == () and hasattr(value, "item"):
        value = value.item()  # Truth values and arrays without axes are no `Number`.
    if isinstance(value, (int, float)) or not isinstance(value, Number):
        return value
    return int(value) if isinstance(value, Integral) else float(value)  # type: ignore[arg-type]


def _text(name: str, value: Scalar | None) -> str:
    value = _plain(value)
    if isinstance(value, float):
        value = f"{value:.9f}".rstrip("0").rstrip(".")
    if name == "max_cpu" and not str(value).endswith("%"):
        return f"{value}%"
    return str(value) if not isinstance(value, os.PathLike) else os.fspath(value)
