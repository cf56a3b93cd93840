# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

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


def test_a_path_that_begins_with_a_dash_is_no_option() -> None:
    assert [path_argument(path) for path in ("-x.mp4", "a/-x.mp4")] == ["./-x.mp4", "a/-x.mp4"]
