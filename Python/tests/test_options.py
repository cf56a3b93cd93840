# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from facecap._options import Option, arguments, path_argument


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"smallest_face": 24}, ["--smallest-face", "24"]),
        ({"truth": True, "mirror": False, "model": None}, ["--truth"]),
        ({"source": ["a", "b"]}, ["--source", "a", "--source", "b"]),
        ({"source": {"left": "/dev/video0"}}, ["--source", "left=/dev/video0"]),
        ({"source": Path("a.mp4")}, ["--source", "a.mp4"]),
        ({"source": "-"}, ["--source=-"]),
        ({"region": (0, 0.25, 0.5, 1)}, ["--region", "0,0.25,0.5,1"]),
        ({"size": (1280, 720)}, ["--size", "1280x720"]),
        ({"screen": "1920x1080"}, ["--screen", "1920x1080"]),
        ({"draw": ["boxes", "ids"]}, ["--draw", "boxes,ids"]),
        ({"preview": "terminal"}, ["--preview=terminal"]),
        ({"preview": True}, ["--preview"]),
        ({"max_cpu": 50}, ["--max-cpu", "50%"]),
        ({"max_cpu": "50%"}, ["--max-cpu", "50%"]),
        ({"duration": 10}, ["--duration", "10"]),
        ({"duration": 0.00005}, ["--duration", "0.00005"]),
        ({"score": 1.0}, ["--score", "1"]),
    ],
)
def test_a_keyword_becomes_the_option_of_its_name(
    options: dict[str, Option], expected: list[str]
) -> None:
    assert arguments(options) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"duration": Decimal("0.00005")}, ["--duration", "0.00005"]),
        ({"score": Fraction(1, 4)}, ["--score", "0.25"]),
        ({"region": (0, Fraction(1, 2), Decimal("0.25"), 1)}, ["--region", "0,0.5,0.25,1"]),
    ],
)
def test_a_number_of_any_kind_is_a_number(options: dict[str, Option], expected: list[str]) -> None:
    assert arguments(options) == expected


def test_numbers_and_arrays_of_numpy_are_numbers_and_lists() -> None:
    np = pytest.importorskip("numpy", reason="NumPy is not installed")
    integers = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
    for value in (*(getattr(np, kind)(24) for kind in integers), np.array(24)):
        assert arguments({"smallest_face": value}) == ["--smallest-face", "24"]
    for kind in ("float16", "float32", "float64", "longdouble"):
        assert arguments({"score": getattr(np, kind)(0.5)}) == ["--score", "0.5"]
        values = np.array([0, 2.0**-15, 0.5, 1], kind)
        assert arguments({"region": values}) == ["--region", "0,0.000030518,0.5,1"]
        assert arguments({"region": list(values)}) == ["--region", "0,0.000030518,0.5,1"]
    assert arguments({"size": np.array([1280, 720])}) == ["--size", "1280x720"]
    assert arguments({"truth": np.bool_(True), "mirror": np.bool_(False)}) == ["--truth"]
    assert arguments({"source": {"a": np.str_("b"), "c": np.int64(1)}}) == [
        *("--source", "a=b", "--source", "c=1")
    ]


def test_a_path_that_begins_with_a_dash_is_no_option() -> None:
    assert [path_argument(path) for path in ("-x.mp4", "a/-x.mp4")] == ["./-x.mp4", "a/-x.mp4"]
